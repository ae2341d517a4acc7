// SPDX-License-Identifier: Apache-2.0

#include "host/HostApi.h"
#include <gtest/gtest.h>

using namespace oxide::cuda;

TEST(HostApi, FindsRuntimeAndDriver) {
  const HostApi *Malloc = findHostApi("cudaMalloc");
  ASSERT_TRUE(Malloc);
  EXPECT_EQ(Malloc->Role, ApiRole::Allocate);
  EXPECT_EQ(Malloc->Space, MemorySpace::Device);
  EXPECT_EQ(Malloc->Target, 0);
  EXPECT_EQ(Malloc->Bytes, 1);
  const HostApi *Copy = findHostApi("cuMemcpyHtoDAsync");
  ASSERT_TRUE(Copy);
  EXPECT_EQ(Copy->Role, ApiRole::CopyToDevice);
  EXPECT_EQ(Copy->Stream, 3);
  EXPECT_TRUE(Copy->isCopy());
  EXPECT_TRUE(Copy->has(HostApi::Async));
  EXPECT_FALSE(Copy->has(HostApi::Blocks));
}

TEST(HostApi, OtherNamesOfTheSameFunction) {
  EXPECT_EQ(findHostApi("hipMemcpyAsync"), findHostApi("cudaMemcpyAsync"));
  EXPECT_EQ(findHostApi("cudaMemcpyAsync_ptsz"),
            findHostApi("cudaMemcpyAsync"));
  EXPECT_EQ(findHostApi("cuMemAlloc_v2"), findHostApi("cuMemAlloc"));
  EXPECT_EQ(findHostApi("cuMemcpyHtoD_v2_ptds"), findHostApi("cuMemcpyHtoD"));
  EXPECT_EQ(findHostApi("cuStreamBeginCapture_v2"),
            findHostApi("cuStreamBeginCapture"));
}

TEST(HostApi, KnowsNoOthers) {
  EXPECT_FALSE(findHostApi(""));
  EXPECT_FALSE(findHostApi("malloc"));
  EXPECT_FALSE(findHostApi("cuda"));
  EXPECT_FALSE(findHostApi("hip"));
  EXPECT_FALSE(findHostApi("_v2"));
  EXPECT_FALSE(findHostApi("cudaMallocs"));
  EXPECT_FALSE(findHostApi("mycudaMalloc"));
  EXPECT_FALSE(findHostApi("cudaMalloc_v4"));
}

TEST(HostApi, WhatTheHostWaitsFor) {
  for (llvm::StringRef Name :
       {"cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaMemcpy",
        "cudaFree", "cudaEventSynchronize", "cuCtxSynchronize"}) {
    ASSERT_TRUE(findHostApi(Name)) << Name.str();
    EXPECT_TRUE(findHostApi(Name)->has(HostApi::Blocks)) << Name.str();
  }
  for (llvm::StringRef Name :
       {"cudaMemcpyAsync", "cudaFreeAsync", "cudaEventRecord",
        "cudaStreamWaitEvent", "cudaMemset", "cudaGetLastError"}) {
    ASSERT_TRUE(findHostApi(Name)) << Name.str();
    EXPECT_FALSE(findHostApi(Name)->has(HostApi::Blocks)) << Name.str();
  }
}
