// SPDX-License-Identifier: Apache-2.0

#include "cli/NvccCommand.h"
#include "cli/HostFlags.h"
#include "cli/NvccGrammar.h"
#include "clang/Basic/OffloadArch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace oxide {

namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

/// What nvcc does with a file by its name; a language of clang, empty for
/// what is only linked.
static llvm::StringRef languageOf(llvm::StringRef File) {
  if (File.contains(".so."))
    return "";
  return llvm::StringSwitch<llvm::StringRef>(path::extension(File))
      .Cases({".o", ".obj", ".a", ".lib", ".so", ".ptx", ".cubin", ".fatbin",
              ".ltoir", ".optixir", ".res", ".gpu"},
             "")
      .Case(".c", "c")
      .Cases({".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP", ".ii"}, "c++")
      .Default("cuda");
}

namespace {

class Translator {
public:
  Translator(llvm::StringRef Directory, bool Wrapper)
      : Directory(Directory), Wrapper(Wrapper) {}

  NvccCommand translate(llvm::ArrayRef<std::string> Arguments) {
    read(Arguments, /*Depth=*/0);
    llvm::StringRef Used = Language;
    Words Sources;
    for (std::string &Input : Inputs) {
      llvm::StringRef OfFile = languageOf(Input);
      if (OfFile.empty()) {
        Result.Dropped.push_back(std::move(Input));
        continue;
      }
      if (Used.empty())
        Used = Wrapper && OfFile == "c++" ? "cuda" : OfFile;
      Sources.push_back(std::move(Input));
    }
    Result.Cuda = Used == "cuda";
    Words &Out = Result.Arguments;
    if (!Used.empty())
      llvm::append_range(Out, Words{"-x", Used.str()});
    for (Entry &E : Entries)
      if (Result.Cuda || !E.CudaOnly)
        Out.push_back(std::move(E.Word));
    HostFlags Host = sortHostFlags(ForHost, Result.Cuda);
    llvm::append_range(Out, Host.Kept);
    llvm::append_range(Result.Dropped, Host.Dropped);
    for (std::string &Flag : Host.Unknown)
      warn(Flag, UnknownFlagText);
    if (Result.Cuda)
      for (llvm::StringRef Arch : Archs)
        Out.push_back(("--offload-arch=" + Arch).str());
    llvm::append_range(Out, Sources);
    return std::move(Result);
  }

private:
  /// A word of the result.
  struct Entry {
    std::string Word;
    bool CudaOnly;
  };

  void warn(llvm::StringRef Flag, const llvm::Twine &Text,
            bool AboutArch = false) {
    Result.Warnings.push_back({Flag.str(), Text.str(), AboutArch});
  }

  void emit(llvm::StringRef Text, bool CudaOnly) {
    for (llvm::StringRef Word : llvm::split(Text, ' '))
      Entries.push_back({Word.str(), CudaOnly});
  }

  void read(llvm::ArrayRef<std::string> Arguments, unsigned Depth) {
    for (NvccArgument &A : parseNvcc(Arguments)) {
      switch (A.Kind) {
      case NvccArgument::Input:
        Inputs.push_back(std::move(A.Spelling));
        break;
      case NvccArgument::Unknown:
        // With -forward-unknown-to-host-compiler that is what nvcc does, and
        // without it nvcc compiles nothing.
        (A.Spelling == "--" ? Result.Dropped : ForHost)
            .push_back(std::move(A.Spelling));
        break;
      case NvccArgument::NoValue:
        if (A.Flag->Action == NvccAction::Werror)
          Result.Dropped.push_back(std::move(A.Spelling));
        else
          warn(A.Spelling, "its value is missing; it is left out");
        break;
      case NvccArgument::Option:
        apply(A, Depth);
        break;
      }
    }
  }

  void apply(const NvccArgument &A, unsigned Depth) {
    const NvccFlag &Flag = *A.Flag;
    switch (Flag.Action) {
    case NvccAction::Drop:
    case NvccAction::Werror:
      return drop(A);
    case NvccAction::Emit:
    case NvccAction::EmitCuda:
      return emit(Flag.Text, Flag.Action == NvccAction::EmitCuda);
    case NvccAction::EmitIfTrue:
    case NvccAction::EmitIfFalse:
      if (A.Value == (Flag.Action == NvccAction::EmitIfTrue ? "true" : "false"))
        return emit(Flag.Text, /*CudaOnly=*/true);
      return drop(A);
    case NvccAction::Joined:
      for (const std::string &Value : A.values())
        Entries.push_back({(Flag.Text + Value).str(), false});
      return;
    case NvccAction::Separate:
      for (std::string &Value : A.values()) {
        Entries.push_back({Flag.Text.str(), false});
        Entries.push_back({std::move(Value), false});
      }
      return;
    case NvccAction::Language:
      Language = A.Value == "cu" ? "cuda" : A.Value;
      return;
    case NvccAction::HostFlags:
      return hostFlags(A);
    case NvccAction::HostCompiler:
      Result.HostCompiler = A.Value;
      return drop(A);
    case NvccAction::Arch:
      return addArch(A, A.Value);
    case NvccAction::GenCode:
      // The code that is made in the end does not matter: the source is
      // compiled for the virtual architecture.
      for (llvm::StringRef Part : A.values())
        if (Part.consume_front("arch="))
          addArch(A, Part);
      return;
    case NvccAction::Stream:
      if (A.Value != "per-thread")
        return drop(A);
      return emit("-fgpu-default-stream=per-thread "
                  "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1",
                  /*CudaOnly=*/true);
    case NvccAction::OptionsFile:
      for (const std::string &File : A.values())
        readOptionsFile(File, Depth);
      return;
    }
  }

  void drop(const NvccArgument &A) {
    Result.Dropped.push_back(A.Spelling);
    if (A.Separate)
      Result.Dropped.push_back(A.Value);
  }

  /// nvcc pastes these into a command of the shell.
  void hostFlags(const NvccArgument &A) {
    llvm::BumpPtrAllocator Alloc;
    llvm::StringSaver Saver(Alloc);
    for (const std::string &Value : A.values()) {
      llvm::SmallVector<const char *> Tokens;
      llvm::cl::TokenizeGNUCommandLine(Value, Saver, Tokens);
      ForHost.insert(ForHost.end(), Tokens.begin(), Tokens.end());
    }
  }

  /// \p Name is like sm_90, compute_90a or lto_100f.
  void addArch(const NvccArgument &A, llvm::StringRef Name) {
    // What they stand for depends on the machine or on the version of nvcc.
    if (Name == "native" || Name == "all" || Name == "all-major")
      return warn(A.text(),
                  "not a fixed architecture; without others, sm_75 is analysed "
                  "(see --arch)",
                  /*AboutArch=*/true);
    llvm::StringRef Number = Name;
    bool Known = Number.consume_front("sm_") ||
                 Number.consume_front("compute_") ||
                 Number.consume_front("lto_");
    std::string Arch = ("sm_" + Number).str();
    // What a family has in common, one member of it has too.
    if (Known && Number.ends_with("f"))
      Arch.back() = 'a';
    if (!Known ||
        clang::StringToOffloadArch(Arch) == clang::OffloadArch::UNKNOWN)
      return warn(A.text(),
                  "clang does not know the architecture '" + Name +
                      "'; it is left out",
                  /*AboutArch=*/true);
    if (!llvm::is_contained(Archs, Arch))
      Archs.push_back(std::move(Arch));
  }

  void readOptionsFile(llvm::StringRef File, unsigned Depth) {
    llvm::SmallString<256> Full(File);
    path::make_absolute(Directory, Full);
    auto Buffer = llvm::MemoryBuffer::getFile(Full);
    constexpr unsigned DepthLimit = 16;
    if (!Buffer || Depth == DepthLimit) {
      // clang says that there is no such file, and the unit fails: its
      // command is not known.
      Inputs.push_back(("@" + File).str());
      return;
    }
    llvm::BumpPtrAllocator Alloc;
    llvm::StringSaver Saver(Alloc);
    llvm::SmallVector<const char *> Tokens;
    llvm::cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Tokens);
    read(Words(Tokens.begin(), Tokens.end()), Depth + 1);
  }

  const llvm::StringRef Directory;
  const bool Wrapper;
  NvccCommand Result;
  std::vector<Entry> Entries;
  Words ForHost, Inputs, Archs;
  std::string Language;
};

} // namespace

NvccCommand translateNvcc(llvm::ArrayRef<std::string> Command,
                          llvm::StringRef Directory) {
  bool Wrapper = path::stem(Command.front()) == "nvcc_wrapper";
  return Translator(Directory, Wrapper).translate(Command.drop_front());
}

} // namespace oxide
