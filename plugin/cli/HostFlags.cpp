// SPDX-License-Identifier: Apache-2.0

#include "cli/HostFlags.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace oxide {

namespace options = clang::options;
using Words = llvm::ArrayRef<std::string>;

/// Calls \p Visit with each option of \p Flags and the words that it is
/// written in; with a null option for one whose value is missing.
static void
forEachOption(Words Flags,
              llvm::function_ref<void(const llvm::opt::Arg *, Words)> Visit) {
  std::vector<const char *> Pointers;
  for (const std::string &Flag : Flags)
    Pointers.push_back(Flag.c_str());
  unsigned MissingIndex, MissingCount;
  llvm::opt::InputArgList Args = clang::getDriverOptTable().ParseArgs(
      Pointers, MissingIndex, MissingCount,
      llvm::opt::Visibility(options::ClangOption));
  std::vector<const llvm::opt::Arg *> List(Args.begin(), Args.end());
  size_t End = MissingCount ? MissingIndex : Flags.size();
  for (size_t I = 0; I != List.size(); ++I) {
    size_t From = List[I]->getIndex();
    size_t To = I + 1 != List.size() ? List[I + 1]->getIndex() : End;
    Visit(List[I], Flags.slice(From, To - From));
  }
  if (MissingCount)
    Visit(nullptr, Flags.drop_front(End));
}

static bool isUnknown(const llvm::opt::Arg *A) {
  return !A || A->getOption().matches(options::OPT_UNKNOWN);
}

std::vector<std::string> takeUnknownFlags(std::vector<std::string> &Command) {
  std::vector<std::string> Unknown, Kept{Command.front()};
  forEachOption(Words(Command).drop_front(),
                [&](const llvm::opt::Arg *A, Words Spelling) {
                  llvm::append_range(isUnknown(A) ? Unknown : Kept, Spelling);
                });
  Command = std::move(Kept);
  return Unknown;
}

/// Whether the option says nothing about what the source means, or has files
/// written.
static bool isDropped(const llvm::opt::Option &O) {
  for (unsigned Id :
       {options::OPT_W_Group, options::OPT_M_Group, options::OPT_Link_Group,
        options::OPT_Action_Group, options::OPT_o, options::OPT_save_temps,
        options::OPT_save_temps_EQ, options::OPT_w, options::OPT_L,
        options::OPT_l, options::OPT_Wl_COMMA, options::OPT_Wa_COMMA,
        options::OPT_shared, options::OPT_static, options::OPT_rdynamic,
        options::OPT_INPUT})
    if (O.matches(Id))
      return true;
  return false;
}

/// Whether a device pass may not see the option. m32 and m64 are about both
/// sides, and clang does not forward them to one.
static bool isAboutHostOnly(const llvm::opt::Option &O) {
  if (O.matches(options::OPT_m64) || O.matches(options::OPT_m32))
    return false;
  return O.matches(options::OPT_m_Group) ||
         O.matches(options::OPT_fopenmp_simd);
}

HostFlags sortHostFlags(Words Flags, bool Cuda) {
  HostFlags Result;
  forEachOption(Flags, [&](const llvm::opt::Arg *A, Words Spelling) {
    if (isUnknown(A)) {
      llvm::append_range(Result.Unknown, Spelling);
    } else if (isDropped(A->getOption())) {
      llvm::append_range(Result.Dropped, Spelling);
    } else {
      bool HostOnly = Cuda && isAboutHostOnly(A->getOption());
      for (const std::string &Word : Spelling) {
        if (HostOnly)
          Result.Kept.push_back("-Xarch_host");
        Result.Kept.push_back(Word);
      }
    }
  });
  return Result;
}

} // namespace oxide
