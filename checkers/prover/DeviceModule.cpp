// SPDX-License-Identifier: Apache-2.0

#include "prover/DeviceModule.h"
#include "prover/AddressTaken.h"
#include "prover/DeviceReach.h"
#include "prover/PointerCalls.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/TimeProfiler.h"

namespace oxide::prover {

namespace {

/// Code that a kernel needs may be unsupported; the compilation itself says so.
class SilentHandler final : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &) override { return true; }
};

clang::CodeGenOptions codeGenOptions() {
  clang::CodeGenOptions Options;
  // No pass runs. The level keeps `optnone` and `noinline` away.
  Options.OptimizationLevel = 1;
  Options.DisableLLVMPasses = true;
  // A function that ends without its return value must not take the accesses
  // before it away as unreachable, nor may assumptions about types.
  Options.StrictReturn = false;
  Options.RelaxedAliasing = true;
  Options.DisableLifetimeMarkers = true;
  Options.DiscardValueNames = false;
  Options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  Options.DebugColumnInfo = true;
  // Version 5 wants a checksum of every file.
  Options.DwarfVersion = 4;
  // No absolute path begins with it, so that debug information keeps the names
  // of files as the source manager has them.
  Options.DebugCompilationDir = ".";
  return Options;
}

/// All that a code generator refers to.
struct GeneratorSetup {
  GeneratorSetup(clang::ASTContext &AST, llvm::LLVMContext &Context)
      : Diags(clang::DiagnosticIDs::create(), DiagOptions, &Consumer,
              /*ShouldOwnClient=*/false),
        Options(codeGenOptions()) {
    clang::SourceManager &Sources = AST.getSourceManager();
    Diags.setSourceManager(&Sources);
    Generator.reset(clang::CreateLLVMCodeGen(
                        Diags, "oxide",
                        Sources.getFileManager().getVirtualFileSystemPtr(),
                        HeaderOptions, PreprocessorOptions, Options, Context)
                        .release());
    Generator->Initialize(AST);
  }

  clang::DiagnosticOptions DiagOptions;
  clang::IgnoringDiagConsumer Consumer;
  clang::DiagnosticsEngine Diags;
  clang::HeaderSearchOptions HeaderOptions;
  clang::PreprocessorOptions PreprocessorOptions;
  clang::CodeGenOptions Options;
  std::unique_ptr<clang::CodeGenerator> Generator;
};

} // namespace

DeviceModule::DeviceModule(clang::ASTContext &AST)
    : AST(AST), Lines(AST.getSourceManager()) {}

DeviceModule::~DeviceModule() = default;

std::unique_ptr<DeviceModule>
DeviceModule::build(clang::ASTContext &AST,
                    llvm::ArrayRef<const clang::FunctionDecl *> Kernels) {
  llvm::TimeTraceScope Scope("Oxide device module");
  if (Kernels.empty() || !AST.getLangOpts().CUDAIsDevice)
    return nullptr;
  if (std::unique_ptr<DeviceModule> All = buildAll(AST, Kernels))
    return All;
  // One of them spoils the module: leave out each that fails alone.
  llvm::SmallVector<const clang::FunctionDecl *> Good;
  if (Kernels.size() > 1)
    for (const clang::FunctionDecl *K : Kernels)
      if (buildAll(AST, K))
        Good.push_back(K);
  return Good.empty() ? nullptr : buildAll(AST, Good);
}

std::unique_ptr<DeviceModule>
DeviceModule::buildAll(clang::ASTContext &AST,
                       llvm::ArrayRef<const clang::FunctionDecl *> Kernels) {
  DeviceReach Reach;
  for (const clang::FunctionDecl *K : Kernels)
    Reach.add(K);
  // Nearly always one round; another one for each level of members that only
  // code generation knew to be needed, and one for calls through pointers.
  std::vector<const clang::FunctionDecl *> AddressTaken;
  bool Incomplete = true;
  std::unique_ptr<DeviceModule> Result;
  while (Incomplete) {
    Result.reset(new DeviceModule(AST));
    if (!Result->generate(Reach, Kernels, AddressTaken, Incomplete))
      return nullptr;
  }
  return Result;
}

/// Whether code generation for the device would take the definition.
static bool isForDevice(const clang::Decl &D) {
  return D.hasAttr<clang::CUDADeviceAttr>() ||
         D.hasAttr<clang::CUDAConstantAttr>() ||
         D.hasAttr<clang::CUDASharedAttr>();
}

bool DeviceModule::generate(
    DeviceReach &Reach, llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
    std::vector<const clang::FunctionDecl *> &AddressTaken, bool &Incomplete) {
  Context = std::make_unique<llvm::LLVMContext>();
  Context->setDiagnosticHandler(std::make_unique<SilentHandler>());
  GeneratorSetup Setup(AST, *Context);
  clang::CodeGenerator &Generator = *Setup.Generator;
  for (const clang::Decl *D : Reach.definitions())
    Generator.HandleTopLevelDecl(
        clang::DeclGroupRef(const_cast<clang::Decl *>(D)));
  for (const clang::CXXRecordDecl *R : Reach.dynamicClasses())
    Generator.HandleVTable(const_cast<clang::CXXRecordDecl *>(R));
  // Those that only the host, or other kernels, know are not emitted unasked.
  for (const clang::FunctionDecl *F : AddressTaken)
    Generator.GetAddrOfGlobal(clang::GlobalDecl(F), /*isForDefinition=*/true);
  Generator.HandleTranslationUnit(AST);
  llvm::Module *Generated = Generator.GetModule();
  if (!Generated)
    return false;

  Incomplete = false;
  for (const llvm::GlobalObject &G : Generated->global_objects())
    if (G.isDeclaration())
      if (const clang::Decl *D = Generator.GetDeclForMangledName(G.getName());
          D && isForDevice(*D))
        Incomplete |= Reach.add(D);
  if (!Incomplete && AddressTaken.empty() && hasPointerCalls(*Generated)) {
    AddressTaken = addressTakenFunctions(AST);
    Incomplete = !AddressTaken.empty();
    for (const clang::FunctionDecl *F : AddressTaken)
      Reach.add(F);
  }
  if (Incomplete)
    return true;

  for (const clang::FunctionDecl *K : Kernels)
    if (llvm::Function *F = Generated->getFunction(
            Generator.GetMangledName(clang::GlobalDecl(K)));
        F && !F->isDeclaration())
      Functions[K->getCanonicalDecl()] = F;
  for (const clang::FunctionDecl *F : AddressTaken)
    if (llvm::Function *Target = Generated->getFunction(
            Generator.GetMangledName(clang::GlobalDecl(F)));
        Target && !Target->isDeclaration())
      PointerTargets.push_back(Target);
  recordDecls(Generator);
  M = Generator.ReleaseModule();
  return true;
}

void DeviceModule::recordDecls(clang::CodeGenerator &Generator) {
  for (const llvm::GlobalObject &G : Generator.GetModule()->global_objects())
    if (const auto *D = llvm::dyn_cast_or_null<clang::NamedDecl>(
            Generator.GetDeclForMangledName(G.getName())))
      Decls[G.getName()] = D;
}

llvm::Function *DeviceModule::find(const clang::FunctionDecl *Kernel) const {
  return Functions.lookup(Kernel->getCanonicalDecl());
}

const clang::NamedDecl *
DeviceModule::decl(const llvm::GlobalValue &Global) const {
  return Decls.lookup(Global.getName());
}

const clang::ParmVarDecl *
DeviceModule::parameter(const llvm::Argument &Argument) const {
  const llvm::Function &F = *Argument.getParent();
  const auto *Kernel = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl(F));
  // A kernel's parameters are passed one by one, whatever their types.
  if (!Kernel || Kernel->getNumParams() != F.arg_size())
    return nullptr;
  return Kernel->getParamDecl(Argument.getArgNo());
}

void DeviceModule::addClone(const llvm::Function &Original,
                            const llvm::Function &Clone) {
  if (const clang::NamedDecl *D = decl(Original))
    Decls[Clone.getName()] = D;
}

} // namespace oxide::prover
