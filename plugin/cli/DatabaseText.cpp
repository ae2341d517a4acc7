// SPDX-License-Identifier: Apache-2.0

#include "cli/DatabaseText.h"
#include "core/JsonDepth.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

namespace oxide {

static llvm::Error checkShape(const llvm::json::Value &Json,
                              llvm::StringRef File) {
  auto Fail = [&](const llvm::Twine &What) {
    return llvm::createStringError("'" + llvm::Twine(File) +
                                   "' is not a compilation database: " + What);
  };
  const llvm::json::Array *Entries = Json.getAsArray();
  if (!Entries)
    return Fail("it is not a list");
  for (auto [Index, Entry] : llvm::enumerate(*Entries)) {
    const llvm::json::Object *O = Entry.getAsObject();
    if (!O || !O->getString("file") || !O->getString("directory") ||
        !(O->getString("command") || O->getArray("arguments")))
      return Fail("entry " + llvm::Twine(Index + 1) +
                  " needs directory, file, and command or arguments");
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<clang::tooling::CompilationDatabase>>
parseDatabase(llvm::StringRef Text, llvm::StringRef File) {
  auto NotJson = [&](const llvm::Twine &Why) {
    return llvm::createStringError("'" + llvm::Twine(File) +
                                   "' is not JSON: " + Why);
  };
  if (isNestedTooDeep(Text))
    return NotJson("lists and objects are nested too deep");
  llvm::Expected<llvm::json::Value> Json = llvm::json::parse(Text);
  if (!Json)
    return NotJson(llvm::toString(Json.takeError()));
  if (llvm::Error E = checkShape(*Json, File))
    return E;
  std::string Message;
  std::unique_ptr<clang::tooling::CompilationDatabase> Result =
      clang::tooling::JSONCompilationDatabase::loadFromBuffer(
          Text, Message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Result)
    return llvm::createStringError("'" + llvm::Twine(File) +
                                   "' is not a compilation database: " +
                                   llvm::StringRef(Message).split('\n').first);
  return Result;
}

} // namespace oxide
