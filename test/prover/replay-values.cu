// The replay computes what a processor computes: the same code as a program of
// the host, and replayed as a kernel, before and after optimisation.
//
// RUN: %clang -x c++ -std=c++20 -ffp-contract=off -O1 %s -o %t.host
// RUN: %t.host > %t.expected
// RUN: %clang_mock --cuda-device-only -S -emit-llvm -O1 -ffp-contract=off \
// RUN:   -Xclang -disable-llvm-passes %s -o %t.plain.ll
// RUN: %build/bin/oxide-replay %t.plain.ll --kernel=compute --dump=0 \
// RUN:   --arg=zeros:2176 > %t.plain
// RUN: diff %t.expected %t.plain
// RUN: %clang_mock --cuda-device-only -S -emit-llvm -O3 -ffp-contract=off %s \
// RUN:   -o %t.fast.ll
// RUN: %build/bin/oxide-replay %t.fast.ll --kernel=compute --dump=0 \
// RUN:   --arg=zeros:2176 > %t.fast
// RUN: diff %t.expected %t.fast

using Word = unsigned;
using Long = unsigned long long;
using Words = Word __attribute__((ext_vector_type(4)));
using Shorts = unsigned short __attribute__((ext_vector_type(4)));

#ifdef __CUDA__
#define DEVICE __attribute__((device))
#else
#define DEVICE
#include <cstdio>
#endif

struct Mixed {
  char C;
  Long Q;
  short S[3];
  float F;
};

DEVICE Word bits(float F) {
  Word Result;
  __builtin_memcpy(&Result, &F, 4);
  return Result;
}

DEVICE Word branches(Word A, Word B) {
  switch (A & 7) {
  case 0:
    return B;
  case 1:
    B += 3;
  case 2:
    return B * 2;
  case 6: {
    Word Sum = 0;
    for (Word I = 0; I < (B & 15); ++I)
      Sum = Sum * 3 + I;
    return Sum;
  }
  default:
    return A ^ B;
  }
}

DEVICE Word vectors(Word A, Word B, Word C) {
  Words X = {A, B, C, 9};
  Words Y = X.wzyx + X * 3u;
  Y = X < Y ? X : Y;
  Shorts Z = __builtin_convertvector(Y, Shorts);
  Z += Z.yxwz;
  return Y.x ^ (Y.y + Y.z * Y.w + Z.x * Z.w + Z.y);
}

DEVICE Word structures(Word A, Word B) {
  Mixed M;
  __builtin_memset(&M, 0, sizeof M);
  M.C = char(A);
  M.Q = Long(A) * B;
  M.S[B % 3] = short(A);
  M.F = float(B);
  Mixed N = M;
  N.S[1] += 5;
  Word Hash = 0;
  const char *Bytes = reinterpret_cast<const char *>(&N);
  for (Word I = 0; I < sizeof N; ++I)
    Hash = Hash * 31 + static_cast<unsigned char>(Bytes[I]);
  return Hash;
}

DEVICE Word factorial(Word N) { return N < 2 ? 1 : N * factorial(N - 1); }
DEVICE Word twice(Word N) { return 2 * N; }
DEVICE Word negated(Word N) { return -N; }

DEVICE void row(Word T, Word *Out) {
  Word A = T * 2654435761u ^ (T << 7), B = (T * T + 1) * 40503u;
  int C = int(T) - 16;
  float X = float(T) * 0.3f - 4;
  Long Q = A * 0x9e3779b97f4a7c15ull + B;
  *Out++ = A / (B | 1) + A % (B | 1);
  *Out++ = Word(int(A) / int(B >> 1 | 1)) ^ Word(int(A) % int(B >> 1 | 1));
  *Out++ = (A << (B & 31)) + (B >> (A & 31)) + Word(int(A) >> (B & 31));
  *Out++ = Word(__builtin_popcount(A)) + Word(__builtin_clz(B | 1)) * 64 +
           Word(__builtin_ctz(B | 0x80000000u)) * 4096;
  *Out++ = __builtin_bswap32(A) ^ __builtin_rotateleft32(B, A & 31);
  *Out++ = Word((static_cast<unsigned __int128>(Q) * (Q ^ B)) >> 61);
  *Out++ = Word(static_cast<signed char>(A)) + Word(short(B));
  *Out++ = Word(int(X * 1000)) ^ Word((long long)(double(A) / 3 - B));
  *Out++ = bits(float(A) + float(C) * X);
  *Out++ = bits(X < 0 ? -X : X / 3);
  *Out++ = (int(A) < C) + (A < B) * 2 + (X >= 0.5f) * 4 + (Q > A) * 8;
  *Out++ = branches(A, B);
  *Out++ = vectors(A, B, T);
  *Out++ = structures(A, B);
  *Out++ = factorial(T % 10);
  Word (*Function)(Word) = T & 1 ? twice : negated;
  *Out++ = Function(B);
  *Out++ = Word(Q % 1000003) + Word((long long)(Q) >> 40);
}

#ifdef __CUDA__
extern "C" __attribute__((global)) void compute(Word *Out) {
  Word T = __nvvm_read_ptx_sreg_tid_x();
  row(T, Out + 17 * T);
}
#else
int main() {
  static Word Out[32 * 17];
  for (Word T = 0; T < 32; ++T)
    row(T, Out + 17 * T);
  std::printf("complete\n");
  for (int I = 0; I < 32 * 17; ++I)
    std::printf("%08x%c", Out[I], I % 8 == 7 ? '\n' : ' ');
  std::printf("\n");
}
#endif
