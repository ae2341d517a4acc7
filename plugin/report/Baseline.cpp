// SPDX-License-Identifier: Apache-2.0

#include "report/Baseline.h"
#include "report/JsonInput.h"
#include "report/Paths.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <tuple>

namespace oxide {

static constexpr const char *Schema = "oxide-baseline-1";

llvm::Expected<std::vector<BaselineEntry>> readBaseline(llvm::StringRef Text,
                                                        llvm::StringRef File) {
  auto Fail = [&](const llvm::Twine &What) {
    return llvm::createStringError("'" + llvm::Twine(File) +
                                   "' is not a baseline: " + What);
  };
  llvm::Expected<Json> Top = parseJson(Text, File);
  if (!Top)
    return Top.takeError();
  if (!Top->is_object() || Top->value("schema", Json()) != Schema)
    return Fail(llvm::Twine("it needs \"schema\": \"") + Schema + "\"");
  auto Findings = Top->find("findings");
  if (Findings == Top->end() || !Findings->is_array())
    return Fail("it needs a list \"findings\"");
  std::vector<BaselineEntry> Result;
  for (const Json &Entry : *Findings) {
    auto Text = [&](const char *Key) -> const std::string * {
      if (!Entry.is_object())
        return nullptr;
      auto It = Entry.find(Key);
      return It == Entry.end() || !It->is_string()
                 ? nullptr
                 : It->get_ptr<const std::string *>();
    };
    BaselineEntry &New = Result.emplace_back();
    for (auto [Key, Into] : {std::pair("fingerprint", &New.Fingerprint),
                             {"checker", &New.Checker},
                             {"file", &New.File},
                             {"function", &New.Function},
                             {"message", &New.Message}}) {
      const std::string *Value = Text(Key);
      if (!Value)
        return Fail("finding " + llvm::Twine(Result.size()) +
                    " needs a text \"" + Key + "\"");
      *Into = *Value;
    }
  }
  return Result;
}

static BaselineEntry entryOf(const ResolvedFinding &F, llvm::StringRef Root) {
  return {F.Fingerprint, F.Checker->Name.str(), relativePath(F.At.File, Root),
          F.Function, F.Message};
}

std::string baselineText(const Report &R, llvm::StringRef Root) {
  std::vector<BaselineEntry> Entries;
  for (const ResolvedFinding &F : R.Findings)
    Entries.push_back(entryOf(F, Root));
  auto Key = [](const BaselineEntry &E) {
    return std::tie(E.File, E.Checker, E.Function, E.Fingerprint);
  };
  std::sort(Entries.begin(), Entries.end(),
            [&](const BaselineEntry &A, const BaselineEntry &B) {
              return Key(A) < Key(B);
            });
  Json Findings = Json::array();
  for (const BaselineEntry &E : Entries)
    Findings.push_back({{"fingerprint", E.Fingerprint},
                        {"checker", E.Checker},
                        {"file", E.File},
                        {"function", E.Function},
                        {"message", E.Message}});
  return toText({{"schema", Schema}, {"findings", std::move(Findings)}});
}

void applyBaseline(Report &R, llvm::ArrayRef<BaselineEntry> Entries,
                   llvm::StringRef Root) {
  llvm::StringSet<> Known, Found, Analysed;
  for (const BaselineEntry &E : Entries)
    Known.insert(E.Fingerprint);
  for (ResolvedFinding &F : R.Findings) {
    bool Old = Known.contains(F.Fingerprint);
    F.Baseline = Old ? BaselineState::Unchanged : BaselineState::New;
    if (Old)
      Found.insert(F.Fingerprint);
  }
  for (const std::string &File : R.Files)
    Analysed.insert(relativePath(File, Root));
  R.HasBaseline = true;
  for (const BaselineEntry &E : Entries) {
    if (!Found.insert(E.Fingerprint).second)
      continue;
    std::string Path = llvm::StringRef(E.File).starts_with("/")
                           ? E.File
                           : Root.str() + "/" + E.File;
    if (Analysed.contains(E.File) || !llvm::sys::fs::exists(Path))
      R.Fixed.push_back(E);
  }
}

} // namespace oxide
