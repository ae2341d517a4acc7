// SPDX-License-Identifier: Apache-2.0
//
// Two readers of LLVM: the JSON reader judges the syntax, the YAML reader, to
// which every JSON document is YAML, fills the structure and has line and
// column for a wrong value or an unknown key.

#include "core/Config.h"
#include "core/JsonDepth.h"
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

/// A value that may stand alone or be a list.
template <class Item> struct OneOrMore {
  std::vector<Item> Items;
};

/// One entry of the "kernels" object.
struct KernelEntry {
  std::string Kernel;
  OneOrMore<oxide::LaunchFact> Launches;
  OneOrMore<oxide::Assumption> Assumptions;
};

/// The "kernels" object, whose keys are the user's own.
struct KernelEntries {
  std::vector<KernelEntry> Entries;
};

struct Lockstep {
  unsigned Width = 0;
};

/// Adds what \p Entries say, in an order of its own: the reader hands keys
/// over in the order of a hash table.
void addFacts(std::vector<KernelEntry> Entries, oxide::ProverOptions &Into) {
  llvm::sort(Entries, [](const KernelEntry &A, const KernelEntry &B) {
    return A.Kernel < B.Kernel;
  });
  for (KernelEntry &Entry : Entries) {
    for (oxide::LaunchFact &F : Entry.Launches.Items) {
      F.Kernel = Entry.Kernel;
      Into.Launches.push_back(std::move(F));
    }
    for (oxide::Assumption &A : Entry.Assumptions.Items) {
      A.Kernel = Entry.Kernel;
      Into.Assumptions.push_back(std::move(A));
    }
  }
}

/// Keeps the message of \p Result, as a reader has to return a reference.
template <class Value>
llvm::StringRef keepError(llvm::Expected<Value> Result, void *Context,
                          Value &Into) {
  if (Result) {
    Into = std::move(*Result);
    return {};
  }
  auto &Message = *static_cast<std::string *>(Context);
  Message = llvm::toString(Result.takeError());
  return Message;
}
} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(oxide::LaunchFact)
LLVM_YAML_IS_SEQUENCE_VECTOR(oxide::Assumption)

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

template <> struct ScalarTraits<oxide::LaunchFact> {
  static void output(const oxide::LaunchFact &F, void *, raw_ostream &OS) {
    OS << F.Kernel;
  }
  static StringRef input(StringRef Text, void *Context, oxide::LaunchFact &F) {
    return keepError(oxide::parseLaunchConfiguration(Text), Context, F);
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};

template <> struct ScalarTraits<oxide::Assumption> {
  static void output(const oxide::Assumption &A, void *, raw_ostream &OS) {
    OS << A.Text;
  }
  static StringRef input(StringRef Text, void *Context, oxide::Assumption &A) {
    A.Text = Text.trim().str();
    return keepError(oxide::parseFactExpr(Text), Context, A.Expr);
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};

template <> struct ScalarTraits<Lockstep> {
  static void output(const Lockstep &L, void *, raw_ostream &OS) {
    OS << L.Width;
  }
  static StringRef input(StringRef Text, void *Context, Lockstep &L) {
    return keepError(oxide::parseLockstep(Text), Context, L.Width);
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <class Item> struct PolymorphicTraits<OneOrMore<Item>> {
  static NodeKind getKind(const OneOrMore<Item> &) {
    return NodeKind::Sequence;
  }
  static Item &getAsScalar(OneOrMore<Item> &Value) {
    return Value.Items.emplace_back();
  }
  static std::vector<Item> &getAsSequence(OneOrMore<Item> &Value) {
    return Value.Items;
  }
  /// An object is no such value; read as text it is the right error.
  static Item &getAsMap(OneOrMore<Item> &Value) {
    return Value.Items.emplace_back();
  }
};

template <> struct MappingTraits<KernelEntry> {
  static void mapping(IO &IO, KernelEntry &Entry) {
    IO.mapOptional("launch", Entry.Launches);
    IO.mapOptional("assume", Entry.Assumptions);
  }
};

template <> struct CustomMappingTraits<KernelEntries> {
  static void inputOne(IO &IO, StringRef Key, KernelEntries &Kernels) {
    if (!oxide::isKernelName(Key))
      return IO.setError(oxide::quotedFact(Key) +
                         " is not the name of a kernel");
    KernelEntry &Entry = Kernels.Entries.emplace_back();
    Entry.Kernel = Key.str();
    IO.mapRequired(Entry.Kernel.c_str(), Entry);
  }
  static void output(IO &, KernelEntries &) {}
};

template <> struct MappingTraits<oxide::Config> {
  static void mapping(IO &IO, oxide::Config &C) {
    std::string Schema;
    IO.mapOptional("$schema", Schema);
    IO.mapOptional("mode", C.DefaultMode);
    PathModes Paths{C.Paths};
    IO.mapOptional("paths", Paths);
    IO.mapOptional("checkers", C.Checkers);
    KernelEntries Kernels;
    IO.mapOptional("kernels", Kernels);
    addFacts(std::move(Kernels.Entries), C.Prover);
    Lockstep Width;
    IO.mapOptional("lockstep", Width);
    C.Prover.Lockstep = Width.Width;
  }
};

} // namespace llvm::yaml

namespace oxide {

namespace {
struct FirstError {
  std::string Text;
  static void keep(const llvm::SMDiagnostic &D, void *Self) {
    auto &First = *static_cast<FirstError *>(Self);
    if (!First.Text.empty() || D.getKind() != llvm::SourceMgr::DK_Error)
      return;
    First.Text = (llvm::Twine(D.getLineNo()) + ":" +
                  llvm::Twine(D.getColumnNo() + 1) + ": " + D.getMessage())
                     .str();
    // Keys of the user's are part of it.
    for (char &C : First.Text)
      if (llvm::StringRef("\n\r").contains(C))
        C = ' ';
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
  if (isNestedTooDeep(Text))
    return Fail("1:1: lists and objects are nested too deep");
  if (std::optional<std::string> Syntax = syntaxError(Text))
    return Fail(*Syntax);
  Config C;
  FirstError Error;
  std::string Message;
  llvm::yaml::Input In(Text, &Message, FirstError::keep, &Error);
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
