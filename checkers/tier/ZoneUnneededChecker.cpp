// SPDX-License-Identifier: Apache-2.0
//
// oxide-zone-unneeded, see docs/checkers/zone-unneeded.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "cuda/ConditionalCode.h"
#include "tier/Discharge.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"

namespace oxide {

namespace {

class ZoneUnneededChecker final : public Checker {
public:
  void finish() override {
    const auto &Model = context().get<cuda::CodeModel>();
    for (const ZoneRecord &Z : Model.zones()) {
      const cuda::ZoneFacts &Facts = Model.facts(Z);
      // Only here is the work of the prover worth it.
      if (Facts.Provable && Facts.Provable == Facts.Unsafe + Facts.Manual)
        context().get<tier::Discharge>();
    }
    for (const ZoneRecord &Z : Model.zones())
      if (isDecidable(Z, Model.facts(Z)))
        judge(Z, Model.facts(Z));
  }

private:
  /// Whether all that the zone can do is in view.
  bool isDecidable(const ZoneRecord &Z, const cuda::ZoneFacts &Facts) {
    if (Facts.Unknown || Facts.Body.isInvalid() || !Z.Function)
      return false;
    // OXIDE_UNSAFE_DEVICE_COPY states something about a type.
    if (const clang::IdentifierInfo *Id = Z.Function->getIdentifier();
        Id && Id->getName() == "oxide_unsafe_device_copy")
      return false;
    // Another unit may instantiate a template of a header otherwise.
    if (isFromTemplate(*Z.Function) && !isInMainFile(Z.Loc))
      return false;
    return !cuda::hasConditionalCode(Facts.Body, context().ast());
  }

  static bool isFromTemplate(const clang::FunctionDecl &F) {
    if (F.getTemplateInstantiationPattern())
      return true;
    for (const clang::DeclContext *DC = F.getDeclContext(); DC;
         DC = DC->getParent())
      if (const auto *Outer = llvm::dyn_cast<clang::FunctionDecl>(DC))
        return isFromTemplate(*Outer);
    return false;
  }

  bool isInMainFile(clang::SourceLocation Loc) {
    return context().sources().isInMainFile(
        context().sources().getExpansionLoc(Loc));
  }

  using Kernels = llvm::SetVector<const cuda::DeviceFunction *>;

  void judge(const ZoneRecord &Z, const cuda::ZoneFacts &Facts) {
    clang::SourceLocation Loc = context().sources().getExpansionLoc(Z.Loc);
    std::string Tier = toString(Z.Tier).str();
    unsigned Operations = Facts.Unsafe + Facts.Manual;
    if (Operations == 0) {
      FindingBuilder B =
          diag(Loc, Tier + " zone has no operation in it that needs one");
      B.in(Z.Function);
      offerRemoval(B, Z);
      return;
    }
    if (Facts.Discharged == Operations && isInMainFile(Z.Loc)) {
      Kernels Running = kernelsOf(Z);
      if (isSettled(Running)) {
        FindingBuilder B =
            diag(Loc, Tier + " zone has only operations in it that the prover "
                             "discharges");
        B.in(Z.Function);
        tellProofs(B, Running);
        offerRemoval(B, Z);
        return;
      }
    }
    if (Z.Tier == OpTier::Manual && Facts.Manual == 0) {
      FindingBuilder B =
          diag(Loc, "manual zone has only operations in it that need an "
                    "unsafe zone");
      B.in(Z.Function);
      if (zoneMacro(Z))
        B << clang::FixItHint::CreateReplacement(
            clang::CharSourceRange::getTokenRange(Loc, Loc), "OXIDE_UNSAFE");
    }
  }

  void offerRemoval(FindingBuilder &B, const ZoneRecord &Z) {
    if (std::optional<clang::CharSourceRange> Macro = zoneMacro(Z))
      B << clang::FixItHint::CreateRemoval(*Macro);
  }

  static void tellProofs(FindingBuilder &B, const Kernels &Of) {
    // Instances of one template are told once.
    clang::SourceLocation Told;
    for (const cuda::DeviceFunction *K : Of) {
      if (K->Decl->getLocation() != Told)
        B.note(K->Decl->getLocation(),
               "the prover has shown for " + cuda::quotedName(*K->Decl) +
                   " that nothing races, barriers are uniform and accesses "
                   "are in range");
      Told = K->Decl->getLocation();
    }
  }

  /// The kernels that run the code of \p Z, in whatever instance of it.
  Kernels kernelsOf(const ZoneRecord &Z) {
    const auto &Discharge = context().get<tier::Discharge>();
    Kernels Result;
    for (const cuda::DeviceFunction &F :
         context().get<cuda::CodeModel>().functions())
      if (llvm::any_of(F.Operations, [&](const cuda::Operation &Op) {
            return Op.In && Op.In->Loc == Z.Loc;
          }))
        Result.insert_range(Discharge.kernelsOf(*F.Decl));
    return Result;
  }

  /// Whether the proofs on a zone of the main file hold in other passes and
  /// units as well: in them its kernels \p Running have the same code, and
  /// there are no others.
  bool isSettled(const Kernels &Running) {
    const auto &Model = context().get<cuda::CodeModel>();
    for (const cuda::DeviceFunction *K : Running)
      for (const cuda::DeviceFunction *F : Model.reachableFrom(*K))
        if (F->Decl->hasBody() &&
            cuda::hasConditionalCode(F->Decl->getBody()->getSourceRange(),
                                     context().ast()))
          return false;
    return true;
  }

  /// The text of the zone where it is written with one of Oxide's macros in
  /// the user's file, the white space behind it included.
  std::optional<clang::CharSourceRange> zoneMacro(const ZoneRecord &Z) {
    const clang::SourceManager &SM = context().sources();
    const clang::LangOptions &Lang = context().ast().getLangOpts();
    if (!Z.Loc.isMacroID())
      return std::nullopt;
    clang::CharSourceRange Macro = SM.getExpansionRange(Z.Loc);
    llvm::StringRef Text = clang::Lexer::getSourceText(Macro, SM, Lang);
    if (!Text.starts_with("OXIDE_UNSAFE(") &&
        !Text.starts_with("OXIDE_MANUAL("))
      return std::nullopt;
    clang::SourceLocation End =
        clang::Lexer::getLocForEndOfToken(Macro.getEnd(), 0, SM, Lang);
    if (End.isInvalid())
      return std::nullopt;
    bool Invalid = false;
    for (const char *C = SM.getCharacterData(End, &Invalid);
         !Invalid && *C == ' '; ++C)
      End = End.getLocWithOffset(1);
    return clang::CharSourceRange::getCharRange(Macro.getBegin(), End);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(ZoneUnneeded)

} // namespace oxide
