// SPDX-License-Identifier: Apache-2.0
//
// Instructions that the tests of the hardware's protocols share, as functions
// of a header that is not the project's, like cuda::ptx.

#ifndef OXIDE_TEST_MOCK_PTX_H
#define OXIDE_TEST_MOCK_PTX_H

#include "cuda_runtime.h"

#define PTX_DEVICE static __inline__ __attribute__((device, always_inline))

namespace ptx {
using u32 = unsigned;
using u64 = unsigned long long;

PTX_DEVICE u32 shared(const void *P) {
  return (u32)(size_t)(__attribute__((address_space(3))) const void *)P;
}

PTX_DEVICE void mbarrier_init(u64 *B, u32 Count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(B)), "r"(Count) : "memory");
}
PTX_DEVICE void mbarrier_arrive(u64 *B) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared(B)) : "memory");
}
PTX_DEVICE void mbarrier_arrive_expect_tx(u64 *B, u32 Bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(shared(B)), "r"(Bytes) : "memory");
}
PTX_DEVICE bool mbarrier_try_wait_parity(u64 *B, u32 Parity) {
  u32 Done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(Done) : "r"(shared(B)), "r"(Parity) : "memory");
  return Done;
}
PTX_DEVICE void fence_mbarrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
PTX_DEVICE void fence_proxy_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
PTX_DEVICE void cp_async_bulk(void *To, const void *From, u32 Bytes, u64 *B) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared(To)), "l"(From), "r"(Bytes), "r"(shared(B)) : "memory");
}
PTX_DEVICE void cp_async_bulk_tensor(void *To, const CUtensorMap *Map, int X, u64 *B) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(shared(To)), "l"(Map), "r"(X), "r"(shared(B)) : "memory");
}
PTX_DEVICE void cp_async_bulk_store(void *To, const void *From, u32 Bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(To), "r"(shared(From)), "r"(Bytes) : "memory");
}
PTX_DEVICE void cp_async_bulk_commit_group() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
template <int N> PTX_DEVICE void cp_async_bulk_wait_group_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

PTX_DEVICE void cp_async16(void *To, const void *From) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(To)), "l"(From) : "memory");
}
PTX_DEVICE void cp_async_commit_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int N> PTX_DEVICE void cp_async_wait_group() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

PTX_DEVICE u64 descriptor(const void *P) {
  return ((u64)(shared(P) & 0x3ffff) >> 4) | (8ull << 16) | (16ull << 32);
}
PTX_DEVICE void wgmma_fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
PTX_DEVICE void wgmma_commit_group() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N> PTX_DEVICE void wgmma_wait_group() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
PTX_DEVICE void wgmma(float (&D)[4], u64 A, u64 B) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, p, 1, 1, 0, 0; }"
               : "+f"(D[0]), "+f"(D[1]), "+f"(D[2]), "+f"(D[3]) : "l"(A), "l"(B));
}
PTX_DEVICE void wgmma_tile(float (&D)[4], const void *A, const void *B) {
  wgmma(D, descriptor(A), descriptor(B));
}
PTX_DEVICE void griddepcontrol_wait() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
PTX_DEVICE void griddepcontrol_launch_dependents() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
} // namespace ptx

#undef PTX_DEVICE

#endif // OXIDE_TEST_MOCK_PTX_H
