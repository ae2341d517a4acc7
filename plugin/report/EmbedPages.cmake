# SPDX-License-Identifier: Apache-2.0
# Writes the documentation pages of the checkers as C++ source.
#
#   cmake -DPAGES=FOLDER -DOUTPUT=FILE.cpp -P EmbedPages.cmake

file(GLOB pages "${PAGES}/*.md")
list(FILTER pages EXCLUDE REGEX "/README[.]md$")
list(SORT pages)
set(text "// Written by EmbedPages.cmake.\n\n#include \"report/DocPages.h\"\n\n"
         "namespace oxide {\n\nnamespace {\n\nconstexpr DocPage Pages[] = {\n")
string(CONCAT text ${text})
foreach(page IN LISTS pages)
  get_filename_component(name "${page}" NAME_WE)
  file(READ "${page}" content)
  string(APPEND text "    {\"${name}\", R\"oxide(${content})oxide\"},\n")
endforeach()
string(APPEND text "    {\"\", \"\"}};\n\n} // namespace\n\n"
       "llvm::ArrayRef<DocPage> docPages() {\n"
       "  return llvm::ArrayRef(Pages).drop_back();\n}\n\n} // namespace oxide\n")
file(WRITE "${OUTPUT}" "${text}")
