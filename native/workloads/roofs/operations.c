/* Floating-point operations limited only by the execution units; see roofs.h. */
#include "roofs.h"

/*
 * Independent sums, more than the latency of the units times their number. All operands are ones: no result overflows or
 * underflows, and none is zero, which would need less power and allow a higher clock rate.
 */
#define TURNS (OPERATIONS_PER_ROUND / PER_TURN)

static const double doubles[8] __attribute__((aligned(64))) = { 1, 1, 1, 1, 1, 1, 1, 1 };
static const float singles[16] __attribute__((aligned(64))) = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

#if defined(__x86_64__)
#define PER_TURN 56
#define CLOBBERED "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", \
	"xmm12", "xmm13", "xmm15"
#define SUMS "0,1,2,3,4,5,6,7,8,9,10,11,12,13"

#define FUSED(name, suffix, length, ones) \
static void name(const struct roof_arrays *unused, uint64_t rounds) \
{ \
	uint64_t n = rounds * TURNS; \
	(void)unused; \
	__asm__ volatile("vmovups (%[from]), %%" length "15\n\t" \
		".irp r," SUMS "\n\tvxorps %%xmm\\r, %%xmm\\r, %%xmm\\r\n\t.endr\n\t.p2align 6\n1:\n\t" \
		".rept 4\n\t.irp r," SUMS "\n\tvfmadd231" suffix " %%" length "15, %%" length "15, %%" length "\\r\n\t.endr\n\t.endr\n\t" \
		"dec %[n]\n\tjnz 1b\n\tvzeroupper" : [n] "+r"(n) : [from] "r"(ones) : CLOBBERED); \
}

/* Alternating additions and multiplications: the peak rate without fused operations. */
#define SEPARATE(name, suffix, ones) \
static void name(const struct roof_arrays *unused, uint64_t rounds) \
{ \
	uint64_t n = rounds * TURNS; \
	(void)unused; \
	__asm__ volatile("movups (%[from]), %%xmm15\n\t" \
		".irp r," SUMS "\n\tmovaps %%xmm15, %%xmm\\r\n\t.endr\n\t.p2align 6\n1:\n\t" \
		".rept 4\n\t.irp r,0,2,4,6,8,10,12\n\tadd" suffix " %%xmm15, %%xmm\\r\n\t.endr\n\t" \
		".irp r,1,3,5,7,9,11,13\n\tmul" suffix " %%xmm15, %%xmm\\r\n\t.endr\n\t.endr\n\t" \
		"dec %[n]\n\tjnz 1b" : [n] "+r"(n) : [from] "r"(ones) : CLOBBERED); \
}

SEPARATE(scalar_double, "sd", doubles)
SEPARATE(scalar_single, "ss", singles)
SEPARATE(sse_double, "pd", doubles)
SEPARATE(sse_single, "ps", singles)
FUSED(scalar_fma_double, "sd", "xmm", doubles)
FUSED(scalar_fma_single, "ss", "xmm", singles)
FUSED(avx2_double, "pd", "ymm", doubles)
FUSED(avx2_single, "ps", "ymm", singles)
FUSED(avx512_double, "pd", "zmm", doubles)
FUSED(avx512_single, "ps", "zmm", singles)

static int has_fma(void)
{
	return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}

static int has_avx512(void)
{
	return __builtin_cpu_supports("avx512f");
}

#define SEPARATELY "alternating additions and multiplications"
#define FUSED_OPS  "fused multiply-adds"

const struct roof compute_roofs[] = {
	{ "scalar_double", SEPARATELY, "scalar", "double", NO_LEVEL, 0, NULL, scalar_double, 1 },
	{ "scalar_fma_double", FUSED_OPS, "scalar FMA", "double", NO_LEVEL, 0, has_fma, scalar_fma_double, 2 },
	{ "sse2_double", SEPARATELY, "SSE2", "double", NO_LEVEL, 0, NULL, sse_double, 2 },
	{ "avx2_double", FUSED_OPS, "AVX2 FMA", "double", NO_LEVEL, 0, has_fma, avx2_double, 8 },
	{ "avx512_double", FUSED_OPS, "AVX-512 FMA", "double", NO_LEVEL, 0, has_avx512, avx512_double, 16 },
	{ "scalar_single", SEPARATELY, "scalar", "single", NO_LEVEL, 0, NULL, scalar_single, 1 },
	{ "scalar_fma_single", FUSED_OPS, "scalar FMA", "single", NO_LEVEL, 0, has_fma, scalar_fma_single, 2 },
	{ "sse_single", SEPARATELY, "SSE", "single", NO_LEVEL, 0, NULL, sse_single, 4 },
	{ "avx2_single", FUSED_OPS, "AVX2 FMA", "single", NO_LEVEL, 0, has_fma, avx2_single, 16 },
	{ "avx512_single", FUSED_OPS, "AVX-512 FMA", "single", NO_LEVEL, 0, has_avx512, avx512_single, 32 },
	{ 0 },
};
#elif defined(__aarch64__)
#define PER_TURN 48
#define SUMS "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23"
#define CLOBBERED "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", \
	"v17", "v18", "v19", "v20", "v21", "v22", "v23", "v31"

#define OPERATIONS(name, body, ones) \
static void name(const struct roof_arrays *unused, uint64_t rounds) \
{ \
	uint64_t n = rounds * TURNS; \
	(void)unused; \
	__asm__ volatile("ldr q31, [%[from]]\n\t.irp r," SUMS "\n\tmovi v\\r\\().2d, #0\n\t.endr\n\t.p2align 6\n1:\n\t" \
		".rept 2\n\t.irp r," SUMS "\n\t" body "\n\t.endr\n\t.endr\n\t" \
		"subs %[n], %[n], #1\n\tb.ne 1b" : [n] "+r"(n) : [from] "r"(ones) : CLOBBERED); \
}

OPERATIONS(scalar_double, "fadd d\\r, d\\r, d31", doubles)
OPERATIONS(scalar_single, "fadd s\\r, s\\r, s31", singles)
OPERATIONS(scalar_fma_double, "fmadd d\\r, d31, d31, d\\r", doubles)
OPERATIONS(scalar_fma_single, "fmadd s\\r, s31, s31, s\\r", singles)
OPERATIONS(neon_double, "fmla v\\r\\().2d, v31.2d, v31.2d", doubles)
OPERATIONS(neon_single, "fmla v\\r\\().4s, v31.4s, v31.4s", singles)

#define FUSED_OPS "fused multiply-adds"

const struct roof compute_roofs[] = {
	{ "scalar_double", "additions", "scalar", "double", NO_LEVEL, 0, NULL, scalar_double, 1 },
	{ "scalar_fma_double", FUSED_OPS, "scalar FMA", "double", NO_LEVEL, 0, NULL, scalar_fma_double, 2 },
	{ "neon_double", FUSED_OPS, "Neon FMA", "double", NO_LEVEL, 0, NULL, neon_double, 4 },
	{ "scalar_single", "additions", "scalar", "single", NO_LEVEL, 0, NULL, scalar_single, 1 },
	{ "scalar_fma_single", FUSED_OPS, "scalar FMA", "single", NO_LEVEL, 0, NULL, scalar_fma_single, 2 },
	{ "neon_single", FUSED_OPS, "Neon FMA", "single", NO_LEVEL, 0, NULL, neon_single, 8 },
	{ 0 },
};
#else
#error "the kernels of roofs exist for x86-64 and aarch64 only"
#endif

double roof_operations(uint64_t rounds)
{
	return (double)rounds * TURNS * PER_TURN;
}
