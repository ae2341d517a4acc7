// SPDX-License-Identifier: Apache-2.0

#include "cuda/Intrinsics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>

using namespace oxide;
using namespace oxide::cuda;
using llvm::StringRef;

namespace {

/// "Tier effect" of a name, or "unknown".
std::string describe(const Intrinsic *Row) {
  return Row ? (toString(Row->Tier) + " " + toString(Row->Effect)).str()
             : "unknown";
}
std::string describe(StringRef Name) { return describe(lookupIntrinsic(Name)); }

std::string describePtx(StringRef Opcode) {
  const PtxOpcode *Row = lookupPtxOpcode(Opcode);
  return Row ? (toString(Row->Tier) + " " + toString(Row->Effect)).str()
             : "unknown";
}

TEST(Intrinsics, ExactNames) {
  EXPECT_EQ(describe("__syncthreads"), "unsafe block-barrier");
  EXPECT_EQ(describe("__syncwarp"), "unsafe warp-barrier");
  EXPECT_EQ(describe("__shfl_down_sync"), "unsafe warp-collective");
  EXPECT_EQ(describe("__activemask"), "unsafe active-mask");
  EXPECT_EQ(describe("atomicCAS_block"), "unsafe atomic");
  EXPECT_EQ(describe("__threadfence_system"), "unsafe fence");
  EXPECT_EQ(describe("__ldg"), "unsafe raw-load");
  EXPECT_EQ(describe("__stcs"), "unsafe raw-store");
  EXPECT_EQ(describe("malloc"), "unsafe alloc");
  EXPECT_EQ(describe("clock64"), "safe query");
  EXPECT_EQ(describe("__trap"), "safe trap");
  EXPECT_EQ(describe("__assert_fail"), "safe assert");
  EXPECT_EQ(describe("printf"), "safe print");
  EXPECT_EQ(describe("cudaGridDependencySynchronize"),
            "unsafe dependent-launch");
  EXPECT_EQ(describe("__cluster_map_shared_rank"), "manual cluster-shared");
}

TEST(Intrinsics, UnknownNames) {
  for (StringRef Name :
       {"", "*", "::", "__syncthreads_", "_syncthreads", "syncthreads",
        "atomicAddFoo", "__ldgx", "mine::__syncthreads", "cuda", "cuda::",
        "cuda::barrierx::wait", "cooperative_groups::thread_block::sync2",
        "__nvvm_", "__nvvm_unheard_of", "nvcuda::wmmax::mma_sync"})
    EXPECT_EQ(describe(Name), "unknown") << Name.str();
  EXPECT_EQ(describe(std::string(1 << 20, 'a')), "unknown");
}

TEST(Intrinsics, FamiliesAndLongestMatch) {
  // A longer family, or an exact name, takes precedence over a family.
  EXPECT_EQ(describe("__nvvm_mbarrier_arrive_noComplete"), "manual mbarrier");
  EXPECT_EQ(describe("__nvvm_cp_async_ca_shared_global_16"),
            "unsafe async-copy");
  EXPECT_EQ(describe("__nvvm_cp_async_mbarrier_arrive_shared"),
            "manual mbarrier");
  EXPECT_EQ(describe("__nv_sinf"), "safe none");
  EXPECT_EQ(describe("__nv_sincosf"), "safe out-argument");
  EXPECT_EQ(describe("__nv_atomic_load"), "unsafe atomic");
  EXPECT_EQ(describe("__nv_atomic_thread_fence"), "unsafe fence");
  EXPECT_EQ(describe("__hadd2"), "safe none");
  EXPECT_EQ(describe("__hmma_m16n16k16_ld_a"), "manual tensor-core");
  EXPECT_EQ(describe("curand_uniform"), "safe out-argument");
  EXPECT_EQ(describe("curand_mtgp32_specific"), "unsafe block-barrier");
  EXPECT_EQ(describe("cuda::ptx::fence_proxy_async"), "unsafe proxy-fence");
  EXPECT_EQ(describe("cuda::ptx::fence_proxy_tensormap_generic"),
            "manual proxy-fence");
  EXPECT_EQ(describe("cuda::std::__atomic_bitwise::fetch_add"),
            "unsafe atomic");
  EXPECT_EQ(describe("cuda::std::__atomic_bitwise::is_lock_free"),
            "safe query");
  // The star of an operator is not that of a family.
  EXPECT_EQ(describe("cuda::annotated_ptr::operator*"), "unsafe raw-load");
  EXPECT_EQ(describe("cuda::annotated_ptr::operator="), "safe cache-control");
}

TEST(Intrinsics, Libraries) {
  EXPECT_EQ(describe("cooperative_groups::thread_block::sync"),
            "unsafe block-barrier");
  EXPECT_EQ(describe("cooperative_groups::thread_block::thread_rank"),
            "safe query");
  EXPECT_EQ(describe("cooperative_groups::grid_group::sync"),
            "unsafe grid-barrier");
  EXPECT_EQ(describe("cooperative_groups::cluster_group::sync"),
            "manual cluster-barrier");
  EXPECT_EQ(describe("cooperative_groups::cluster_group::map_shared_rank"),
            "manual cluster-shared");
  EXPECT_EQ(describe("cooperative_groups::coalesced_threads"),
            "unsafe active-mask");
  EXPECT_EQ(describe("cooperative_groups::reduce"), "unsafe warp-collective");
  EXPECT_EQ(describe("nvcuda::wmma::mma_sync"), "manual tensor-core");
  EXPECT_EQ(describe("cuda::barrier::arrive_and_wait"), "unsafe mbarrier");
  EXPECT_EQ(describe("cuda::device::barrier_native_handle"), "manual mbarrier");
  EXPECT_EQ(describe("cuda::pipeline::producer_commit"), "unsafe async-copy");
  EXPECT_EQ(describe("cuda::device::memcpy_async_tx"), "manual bulk-copy");
  EXPECT_EQ(describe("cuda::ptx::cp_async_bulk_tensor"), "manual bulk-copy");
  EXPECT_EQ(describe("cuda::ptx::mbarrier_init"), "manual mbarrier");
  EXPECT_EQ(describe("cuda::ptx::tcgen05_mma_ws_collector_b0_fill"),
            "manual tensor-core");
  EXPECT_EQ(describe("cuda::ptx::tcgen05_alloc"), "manual tensor-memory");
  EXPECT_EQ(describe("cuda::ptx::get_sreg_laneid"), "safe query");
}

TEST(Intrinsics, RowsAreWellFormedAndUnique) {
  llvm::StringSet<> Names;
  for (const Intrinsic &Row : allIntrinsics()) {
    EXPECT_FALSE(Row.Name.empty());
    EXPECT_TRUE(Names.insert(Row.Name).second) << Row.Name.str();
    StringRef Stem = Row.Name;
    bool IsFamily = !Stem.ends_with("operator*") && Stem.consume_back("*");
    const Intrinsic *Found =
        lookupIntrinsic(Stem.str() + (IsFamily ? "~" : ""));
    ASSERT_NE(Found, nullptr) << Row.Name.str();
    EXPECT_EQ(Found->Name, Row.Name);
  }
  EXPECT_GT(Names.size(), 1500u);
}

TEST(Intrinsics, PtxOpcodes) {
  EXPECT_EQ(describePtx("mov"), "safe none");
  EXPECT_EQ(describePtx("mov.u32"), "safe none");
  EXPECT_EQ(describePtx("ld.param.u64"), "safe none");
  EXPECT_EQ(describePtx("ld.global.nc.L1::no_allocate.v4.u32"),
            "unsafe raw-load");
  EXPECT_EQ(describePtx("ld.acquire.gpu.global.u32"), "unsafe atomic");
  EXPECT_EQ(describePtx("bar.sync"), "unsafe named-barrier");
  EXPECT_EQ(describePtx("bar.warp.sync"), "unsafe warp-barrier");
  EXPECT_EQ(describePtx("barrier.cluster.arrive.release.aligned"),
            "manual cluster-barrier");
  EXPECT_EQ(describePtx("cp.async.cg.shared.global"), "unsafe async-copy");
  EXPECT_EQ(describePtx("cp.async.bulk.tensor.2d.shared::cluster.global"),
            "manual bulk-copy");
  EXPECT_EQ(describePtx("cp.async.mbarrier.arrive.noinc.shared.b64"),
            "manual mbarrier");
  EXPECT_EQ(describePtx("fence.proxy.async.shared::cta"), "unsafe proxy-fence");
  EXPECT_EQ(describePtx("tcgen05.wait::ld.sync.aligned"),
            "manual tensor-memory");
  EXPECT_EQ(describePtx("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"),
            "manual tensor-core");
  EXPECT_EQ(describePtx("elect.sync"), "unsafe warp-collective");
  EXPECT_EQ(describePtx("setmaxnreg.inc.sync.aligned.u32"),
            "unsafe register-budget");
}

TEST(Intrinsics, UnknownPtxOpcodes) {
  for (StringRef Opcode : {"", ".", "..", "movx", "mo", "movx.u32", "MOV.u32",
                           "foo.bar.baz", "::", "tcgen05", "mbarrier", "1"})
    EXPECT_EQ(describePtx(Opcode), "unknown") << Opcode.str();
  EXPECT_EQ(describePtx(std::string(1 << 20, '.')), "unknown");
  EXPECT_EQ(describePtx("movx" + std::string(1 << 20, 'x')), "unknown");
  EXPECT_EQ(describePtx("mov." + std::string(1 << 20, 'x')), "safe none");
}

TEST(Intrinsics, PtxRowsAreUniqueAndFindThemselves) {
  llvm::StringSet<> Names;
  for (const PtxOpcode &Row : allPtxOpcodes()) {
    EXPECT_TRUE(Names.insert(Row.Name).second) << Row.Name.str();
    ASSERT_NE(lookupPtxOpcode(Row.Name), nullptr);
    EXPECT_EQ(lookupPtxOpcode(Row.Name)->Name, Row.Name);
    EXPECT_EQ(lookupPtxOpcode(Row.Name.str() + ".u32")->Name, Row.Name);
  }
}

/// Declarations as the toolkit has them, in a header that counts as a system
/// header.
constexpr const char *Toolkit = R"cpp(
struct __half { __half(); operator float() const; };
__half operator+(const __half &, const __half &);
struct curandStateMtgp32 {};
struct curandState {};
unsigned curand(curandState *);
unsigned curand(curandStateMtgp32 *);
inline float sqrtf(float X) { return X; }
float max(float, float);
int atomicAdd(int *, int);
namespace cuda {
namespace std { inline namespace __4 {
template <class T> struct __atomic_bitwise {
  T fetch_add(T);
  operator T() const;
};
float fabs(float);
}}
inline namespace __4 {
template <class T> struct atomic_ref : std::__atomic_bitwise<T> {};
template <int Scope> struct barrier { void wait(); ~barrier(); };
namespace ptx { template <class T> void mbarrier_init(T *, int); }
}}
namespace cooperative_groups { namespace __v1 {
struct thread_block { void sync(); static int thread_rank(); };
template <int N> struct __static_size_thread_block_tile_base { void sync(); };
template <int N> struct thread_block_tile
    : __static_size_thread_block_tile_base<N> {};
thread_block this_thread_block();
} using namespace __v1; }
extern "C" void __syncthreads();
void *operator new(decltype(sizeof(0)), void *) noexcept;
)cpp";

/// What the callee of the only call in the body of f() is, where \p Body is
/// that body and \p Before is user code in front of it.
std::string describeCall(const std::string &Body,
                         const std::string &Before = "") {
  using namespace clang::ast_matchers;
  std::unique_ptr<clang::ASTUnit> AST =
      clang::tooling::buildASTFromCodeWithArgs(
          "#include <toolkit.h>\n" + Before + "\nvoid f() {" + Body + "}",
          {"-std=c++20", "-isystem", "/toolkit", "-nostdinc"}, "input.cc",
          "oxide", std::make_shared<clang::PCHContainerOperations>(),
          clang::tooling::getClangSyntaxOnlyAdjuster(),
          {{"/toolkit/toolkit.h", Toolkit}});
  if (!AST || AST->getDiagnostics().hasErrorOccurred())
    return "error";
  auto Calls = match(
      functionDecl(hasName("::f"), forEachDescendant(callExpr().bind("call"))),
      AST->getASTContext());
  if (Calls.size() != 1)
    return std::to_string(Calls.size()) + " calls";
  const clang::FunctionDecl *Callee =
      Calls[0].getNodeAs<clang::CallExpr>("call")->getDirectCallee();
  return Callee ? describe(lookupIntrinsic(*Callee)) : "no callee";
}

TEST(IntrinsicsOfDeclarations, InlineAndVersionNamespaces) {
  EXPECT_EQ(describeCall("int *P = nullptr; cuda::ptx::mbarrier_init(P, 1);"),
            "manual mbarrier");
  EXPECT_EQ(describeCall("cuda::barrier<1> *B = nullptr; B->wait();"),
            "unsafe mbarrier");
  EXPECT_EQ(describeCall("cuda::atomic_ref<int> *R = nullptr;"
                         "R->fetch_add(1);"),
            "unsafe atomic");
  EXPECT_EQ(describeCall("cuda::atomic_ref<int> *R = nullptr; int V = *R;"),
            "unsafe atomic");
  EXPECT_EQ(describeCall("cuda::std::fabs(1.f);"), "safe none");
  EXPECT_EQ(describeCall("cooperative_groups::this_thread_block();"),
            "safe query");
  EXPECT_EQ(describeCall("cooperative_groups::thread_block *B = nullptr;"
                         "B->sync();"),
            "unsafe block-barrier");
  EXPECT_EQ(describeCall("cooperative_groups::thread_block_tile<32> T;"
                         "T.sync();"),
            "unsafe tile-barrier");
}

TEST(IntrinsicsOfDeclarations, OperatorsAndConversions) {
  EXPECT_EQ(describeCall("__half *H = nullptr; *H + *H;"), "safe none");
  EXPECT_EQ(describeCall("__half *H = nullptr; float F = *H;"), "safe none");
  EXPECT_EQ(describeCall("S *P = nullptr; *P + *P;",
                         "struct S {}; S operator+(S, S);"),
            "unknown");
}

TEST(IntrinsicsOfDeclarations, OverloadsThatDifferInTheState) {
  EXPECT_EQ(describeCall("curandState *S = nullptr; curand(S);"),
            "safe out-argument");
  EXPECT_EQ(describeCall("curandStateMtgp32 *S = nullptr; curand(S);"),
            "unsafe block-barrier");
}

TEST(IntrinsicsOfDeclarations, GlobalNames) {
  EXPECT_EQ(describeCall("__syncthreads();"), "unsafe block-barrier");
  EXPECT_EQ(describeCall("sqrtf(1.f);"), "safe none");
  EXPECT_EQ(describeCall("int *P = nullptr; atomicAdd(P, 1);"),
            "unsafe atomic");
  EXPECT_EQ(describeCall("__builtin_trap();"), "safe trap");
  EXPECT_EQ(describeCall("operator new(8u);"), "unsafe alloc");
  EXPECT_EQ(describeCall("int V = 0; operator new(8u, &V);"), "safe none");
}

TEST(IntrinsicsOfDeclarations, FunctionsOfTheUserAreNotTheToolkits) {
  // Defined by the user, with or without an instantiation of the body.
  EXPECT_EQ(describeCall("double *P = nullptr; atomicAdd(P, 1.0);",
                         "double atomicAdd(double *P, double V) { return V; }"),
            "unknown");
  EXPECT_EQ(describeCall("int *P = nullptr; max(P, P);",
                         "template <class T> T max(T *P, T *) { return *P; }"),
            "unknown");
  // Only declared, but not as arithmetic would be.
  EXPECT_EQ(describeCall("float *P = nullptr; max(P, P);",
                         "float max(float *, float *);"),
            "unknown");
  EXPECT_EQ(describeCall("max(1, 2);", "int max(int, int);"), "safe none");
  EXPECT_EQ(describeCall("int V = 0; add::atomicAdd(&V, 1L);",
                         "namespace add { inline namespace v1 {"
                         "int atomicAdd(int *, long); }}"),
            "unknown");
  EXPECT_EQ(describeCall("int V = 0; atomicAdd(&V, 1L);",
                         "inline namespace v1 {"
                         "int atomicAdd(int *, long) { return 0; }}"),
            "unknown");
  EXPECT_EQ(describeCall("int V = 0; atomicAdd(&V, 1L);",
                         "namespace { int atomicAdd(int *, long); }"),
            "unknown");
  // Same names in other scopes.
  EXPECT_EQ(describeCall("mine::__syncthreads();",
                         "namespace mine { void __syncthreads(); }"),
            "unknown");
  EXPECT_EQ(describeCall("mine::cuda::ptx::mbarrier_init();",
                         "namespace mine::cuda::ptx { void mbarrier_init(); }"),
            "unknown");
  EXPECT_EQ(
      describeCall("max::sqrtf();", "struct max { static void sqrtf(); };"),
      "unknown");
}

} // namespace
