// SPDX-License-Identifier: Apache-2.0
//
// Two readers of LLVM: the JSON reader judges the syntax, the YAML reader, to
// which every JSON document is YAML, fills the structure and has line and
// column for a wrong value or an unknown key.

#include "core/Config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

namespace {
/// The "paths" object, whose keys are the user's own.
struct PathModes {
  std::vector<oxide::PathMode> &Entries;
};
} // namespace

namespace llvm::yaml {

template <> struct ScalarTraits<oxide::Mode> {
  static void output(const oxide::Mode &M, void *, raw_ostream &OS) {
    OS << oxide::toString(M);
  }
  static StringRef input(StringRef Text, void *, oxide::Mode &M) {
    std::optional<oxide::Mode> Parsed = oxide::parseMode(Text);
    if (!Parsed)
      return "expected \"off\", \"audit\" or \"enforce\"";
    M = *Parsed;
    return {};
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};

template <> struct CustomMappingTraits<PathModes> {
  static void inputOne(IO &IO, StringRef Key, PathModes &Paths) {
    oxide::Mode M = oxide::Mode::Audit;
    IO.mapRequired(Key.str().c_str(), M);
    Paths.Entries.push_back({Key.str(), M});
  }
  static void output(IO &IO, PathModes &Paths) {
    for (oxide::PathMode &P : Paths.Entries)
      IO.mapRequired(P.Prefix.c_str(), P.M);
  }
};

template <> struct MappingTraits<oxide::Config> {
  static void mapping(IO &IO, oxide::Config &C) {
    std::string Schema;
    IO.mapOptional("$schema", Schema);
    IO.mapOptional("mode", C.DefaultMode);
    PathModes Paths{C.Paths};
    IO.mapOptional("paths", Paths);
    IO.mapOptional("checkers", C.Checkers);
  }
};

} // namespace llvm::yaml

namespace oxide {

namespace {
struct FirstError {
  std::string Text;
  static void keep(const llvm::SMDiagnostic &D, void *Self) {
    auto &First = *static_cast<FirstError *>(Self);
    if (First.Text.empty() && D.getKind() == llvm::SourceMgr::DK_Error)
      First.Text = (llvm::Twine(D.getLineNo()) + ":" +
                    llvm::Twine(D.getColumnNo() + 1) + ": " + D.getMessage())
                       .str();
  }
};
} // namespace

/// "LINE:COLUMN: message" when \p Text is not JSON.
static std::optional<std::string> syntaxError(llvm::StringRef Text) {
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(Text);
  if (Parsed)
    return std::nullopt;
  // LLVM words it "[LINE:COLUMN, byte=OFFSET]: message", columns from 0.
  std::string Message = llvm::toString(Parsed.takeError());
  auto [Position, What] = llvm::StringRef(Message).split("]: ");
  auto [Line, Rest] = Position.drop_front().split(':');
  unsigned Column = 0;
  Rest.consumeInteger(10, Column);
  return (Line + ":" + llvm::Twine(Column + 1) + ": " + What).str();
}

llvm::Expected<Config> parseConfig(llvm::StringRef Text, llvm::StringRef File) {
  auto Fail = [&](const llvm::Twine &What) {
    return llvm::createStringError(llvm::Twine(File) + ":" + What);
  };
  if (!Text.ltrim().starts_with("{"))
    return Fail("1:1: expected a JSON object");
  if (std::optional<std::string> Syntax = syntaxError(Text))
    return Fail(*Syntax);
  Config C;
  FirstError Error;
  llvm::yaml::Input In(Text, nullptr, FirstError::keep, &Error);
  In >> C;
  if (!Error.Text.empty())
    return Fail(Error.Text);
  if (In.error())
    return Fail("1:1: not a valid configuration");
  // The reader hands keys over in the order of a hash table.
  llvm::sort(C.Paths, [](const PathMode &A, const PathMode &B) {
    return A.Prefix < B.Prefix;
  });
  C.File = File.str();
  C.Folder = llvm::sys::path::parent_path(File).str();
  return C;
}

llvm::Expected<Config> readConfig(llvm::StringRef File,
                                  llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> Path(File);
  if (std::error_code EC = FS.makeAbsolute(Path))
    return llvm::createStringError(llvm::Twine(File) + ": " + EC.message());
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  auto Buffer = FS.getBufferForFile(Path);
  if (!Buffer)
    return llvm::createStringError(llvm::Twine("cannot read configuration ") +
                                   Path + ": " + Buffer.getError().message());
  return parseConfig((*Buffer)->getBuffer(), Path);
}

llvm::Expected<Config> findConfig(llvm::StringRef SourceFile,
                                  llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> Path(SourceFile);
  if (std::error_code EC = FS.makeAbsolute(Path))
    return llvm::createStringError(llvm::Twine(SourceFile) + ": " +
                                   EC.message());
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  for (llvm::StringRef Dir = llvm::sys::path::parent_path(Path); !Dir.empty();
       Dir = llvm::sys::path::parent_path(Dir)) {
    llvm::SmallString<256> Candidate(Dir);
    llvm::sys::path::append(Candidate, ConfigFileName);
    if (FS.exists(Candidate))
      return readConfig(Candidate, FS);
  }
  return Config();
}

} // namespace oxide
