// SPDX-License-Identifier: Apache-2.0

#include "report/Fixes.h"
#include "report/OutputFile.h"
#include "report/Paths.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace oxide {

namespace tooling = clang::tooling;

namespace {

using Changes = std::map<std::string, tooling::Replacements>;

tooling::Replacement toTooling(const Replacement &R) {
  return {R.File, R.Offset, R.Length, R.Text};
}

/// Adds all of \p Fixes to \p All; false when one of them meets another.
bool add(Changes &All, llvm::ArrayRef<Replacement> Fixes) {
  Changes With;
  for (const Replacement &R : Fixes)
    if (llvm::Error E = With.try_emplace(R.File, All[R.File])
                            .first->second.add(toTooling(R))) {
      llvm::consumeError(std::move(E));
      return false;
    }
  for (auto &[File, Replacements] : With)
    All[File] = std::move(Replacements);
  return true;
}

/// The offset of each line of a file.
class Lines {
public:
  explicit Lines(llvm::StringRef Text) : Begins{0} {
    for (size_t I = 0; I != Text.size(); ++I)
      if (Text[I] == '\n')
        Begins.push_back(I + 1);
  }
  unsigned offset(const SourcePoint &At) const {
    return At.Line && At.Line <= Begins.size()
               ? Begins[At.Line - 1] + std::max(1u, At.Column) - 1
               : 0;
  }

private:
  std::vector<unsigned> Begins;
};

} // namespace

llvm::Expected<FixCount> applyFixes(const Report &R, llvm::StringRef Root) {
  FixCount Count;
  Changes All;
  for (const ResolvedFinding &F : R.Findings) {
    if (F.Fixes.empty() || F.Baseline == BaselineState::Unchanged)
      continue;
    bool Ours = llvm::all_of(F.Fixes, [&](const Replacement &Fix) {
      return relativePath(Fix.File, Root) != Fix.File;
    });
    ++(Ours && add(All, F.Fixes) ? Count.Applied : Count.Skipped);
  }
  for (const auto &[File, Replacements] : All) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return llvm::createStringError("--fix: cannot read '" + File +
                                     "': " + Buffer.getError().message());
    llvm::Expected<std::string> Text =
        tooling::applyAllReplacements((*Buffer)->getBuffer(), Replacements);
    if (!Text)
      return llvm::createStringError("--fix: '" + File +
                                     "' changed while it was analysed");
    llvm::Expected<OutputFile> Output = OutputFile::open(File);
    if (!Output)
      return Output.takeError();
    if (llvm::Error E = Output->commit(*Text))
      return E;
    ++Count.Files;
  }
  return Count;
}

std::string
fixesYaml(const Report &R,
          llvm::function_ref<std::optional<std::string>(const std::string &)>
              ReadSource) {
  std::map<std::string, Lines> Known;
  auto Message = [&](llvm::StringRef Text, const SourcePoint &At) {
    auto It = Known.find(At.File);
    if (It == Known.end())
      It =
          Known.emplace(At.File, Lines(ReadSource(At.File).value_or(""))).first;
    tooling::DiagnosticMessage Result(Text);
    Result.FilePath = At.File;
    Result.FileOffset = It->second.offset(At);
    return Result;
  };
  tooling::TranslationUnitDiagnostics Unit;
  for (const ResolvedFinding &F : R.Findings) {
    tooling::Diagnostic D(
        F.Checker->Name,
        F.Level == Severity::Error     ? tooling::Diagnostic::Error
        : F.Level == Severity::Warning ? tooling::Diagnostic::Warning
                                       : tooling::Diagnostic::Remark,
        /*BuildDirectory=*/"");
    D.Message = Message(F.Message, F.At);
    for (const Replacement &Fix : F.Fixes)
      llvm::consumeError(D.Message.Fix[Fix.File].add(toTooling(Fix)));
    for (const ResolvedNote &Note : F.Notes)
      D.Notes.push_back(Message(Note.Message, Note.At));
    if (Unit.MainSourceFile.empty())
      Unit.MainSourceFile = F.At.File;
    Unit.Diagnostics.push_back(std::move(D));
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::yaml::Output YAML(OS);
  YAML << Unit;
  return Text;
}

} // namespace oxide
