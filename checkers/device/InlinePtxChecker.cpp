// SPDX-License-Identifier: Apache-2.0
//
// oxide-inline-ptx, see docs/checkers/inline-ptx.md.

#include "core/Checker.h"
#include "core/ZoneVisitor.h"
#include "cuda/InlineAsm.h"

namespace oxide {

namespace {

/// Collects the asm statements of device code, patterns of templates too.
class AsmVisitor : public ZoneVisitor<AsmVisitor> {
public:
  using ZoneVisitor::ZoneVisitor;

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *S) {
    const clang::FunctionDecl *F = currentFunction();
    if (F && (F->hasAttr<clang::CUDAGlobalAttr>() ||
              F->hasAttr<clang::CUDADeviceAttr>()))
      Found.push_back({S, F});
    return true;
  }

  std::vector<std::pair<const clang::GCCAsmStmt *, const clang::FunctionDecl *>>
      Found;
};

/// Whether leaving the instruction out, doing it twice or moving it across
/// other memory accesses changes what a program does.
bool hasSideEffect(const cuda::PtxInstruction &I) {
  using cuda::OpEffect;
  if (!I.Info)
    return false;
  switch (I.Info->Effect) {
  case OpEffect::Atomic:
  case OpEffect::RawStore:
  case OpEffect::BlockBarrier:
  case OpEffect::NamedBarrier:
  case OpEffect::WarpBarrier:
  case OpEffect::ClusterBarrier:
  case OpEffect::Fence:
  case OpEffect::ProxyFence:
  case OpEffect::AsyncCopy:
  case OpEffect::BulkCopy:
  case OpEffect::Mbarrier:
  case OpEffect::TensorMemory:
  case OpEffect::ClusterLaunchControl:
  case OpEffect::DependentLaunch:
  case OpEffect::RegisterBudget:
  case OpEffect::Alloc:
    return true;
  case OpEffect::RawLoad:
    // A load that other threads are waited for with.
    return llvm::StringRef(I.Opcode).contains(".acquire") ||
           llvm::StringRef(I.Opcode).contains(".volatile") ||
           llvm::StringRef(I.Opcode).contains(".relaxed");
  default:
    return false;
  }
}

/// Whether the instruction changes memory that the compiler knows of.
bool writesMemory(const cuda::PtxInstruction &I) {
  return I.Info &&
         (I.Info->Effect == cuda::OpEffect::RawStore ||
          I.Info->Effect == cuda::OpEffect::Atomic ||
          I.Info->Effect == cuda::OpEffect::AsyncCopy ||
          I.Info->Effect == cuda::OpEffect::BulkCopy) &&
         !I.Operands.empty();
}

/// Whether it reads a register that changes by itself.
bool readsClock(const cuda::PtxInstruction &I) {
  return llvm::any_of(I.Operands, [](const cuda::PtxOperand &O) {
    llvm::StringRef Text = O.Text;
    return Text.contains("%clock") || Text.contains("%globaltimer");
  });
}

class InlinePtxChecker final : public Checker {
public:
  void finish() override {
    AsmVisitor Visitor(context());
    Visitor.run();
    for (const auto &[S, F] : Visitor.Found)
      checkAsm(*S, *F);
  }

private:
  void checkAsm(const clang::GCCAsmStmt &S, const clang::FunctionDecl &F) {
    if (S.isSimple() && S.getNumOutputs() + S.getNumInputs() == 0)
      return;
    std::vector<llvm::StringRef> Names;
    std::vector<std::string> Constraints;
    for (unsigned I = 0; I != S.getNumOutputs(); ++I) {
      Names.push_back(S.getOutputName(I));
      Constraints.push_back(S.getOutputConstraint(I));
    }
    for (unsigned I = 0; I != S.getNumInputs(); ++I) {
      Names.push_back(S.getInputName(I));
      Constraints.push_back(S.getInputConstraint(I));
    }
    cuda::PtxTemplate Text = cuda::parsePtx(S.getAsmString(), Names);
    checkOperands(S, F, Text, Names, Constraints);
    checkEffects(S, F, Text);
  }

  static std::string operandName(unsigned I, llvm::StringRef Name) {
    return Name.empty() ? "'%" + std::to_string(I) + "'"
                        : ("'%[" + Name + "]'").str();
  }

  void checkOperands(const clang::GCCAsmStmt &S, const clang::FunctionDecl &F,
                     const cuda::PtxTemplate &Text,
                     llvm::ArrayRef<llvm::StringRef> Names,
                     llvm::ArrayRef<std::string> Constraints) {
    std::map<unsigned, cuda::OperandUse> Uses = Text.operandUses();
    unsigned Outputs = S.getNumOutputs();
    for (unsigned I = 0; I != Constraints.size(); ++I) {
      const cuda::OperandUse Use = Uses.count(I) ? Uses[I] : cuda::OperandUse();
      std::string Name = operandName(I, Names[I]);
      bool IsOutput = I < Outputs;
      bool WriteOnly = IsOutput &&
                       llvm::StringRef(Constraints[I]).starts_with("=") &&
                       !isTied(I, Names[I], Constraints, Outputs);
      if (WriteOnly && Use.ReadBeforeWrite)
        at(S, F,
           "inline PTX reads its output operand " + Name +
               " before anything wrote it");
      if (!IsOutput && Use.Written)
        at(S, F, "inline PTX writes its input operand " + Name);
      if (WriteOnly && Text.Understood && !Use.Written && !Use.MaybeWritten &&
          !Use.ReadBeforeWrite)
        at(S, F, "inline PTX never writes its output operand " + Name);
    }
  }

  /// Whether an input shares its register with output \p I: "0"(x), "[sum]"(x).
  static bool isTied(unsigned I, llvm::StringRef Name,
                     llvm::ArrayRef<std::string> Constraints,
                     unsigned Outputs) {
    for (const std::string &C : Constraints.drop_front(Outputs))
      if (C == std::to_string(I) ||
          (!Name.empty() && C == ("[" + Name + "]").str()))
        return true;
    return false;
  }

  void checkEffects(const clang::GCCAsmStmt &S, const clang::FunctionDecl &F,
                    const cuda::PtxTemplate &Text) {
    for (unsigned I = 0; I != S.getNumClobbers(); ++I)
      if (S.getClobber(I) == "memory")
        return;
    // An asm statement without outputs counts as volatile.
    bool Volatile = S.isVolatile() || S.getNumOutputs() == 0;
    bool Enforced = context().tiers().modeAt(S.getAsmLoc(), &F,
                                             context().ast()) == Mode::Enforce;
    for (const cuda::PtxInstruction &I : Text.Instructions) {
      if (!Volatile && (hasSideEffect(I) || readsClock(I))) {
        at(S, F,
           "inline PTX with '" + I.Opcode +
               "' is neither volatile nor has a memory clobber, so that "
               "the compiler may drop, merge or move it");
        return;
      }
      // Clang and nvcc keep a volatile asm in place all the same; the rule is
      // that of the language, so it is left to code that asks for it.
      if (Volatile && Enforced && writesMemory(I)) {
        at(S, F,
           "inline PTX with '" + I.Opcode +
               "' writes memory but has no memory clobber");
        return;
      }
    }
  }

  void at(const clang::GCCAsmStmt &S, const clang::FunctionDecl &F,
          const llvm::Twine &Message) {
    diag(S.getAsmLoc(), Message).in(&F);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(InlinePtx)

} // namespace oxide
