/* Kernels that stay in the core: additions, no-operations, multiply-adds, divisions. See known.h. */
#include "known.h"

#define UNITS   (1u << 20)
#define PER_TURN 64
#define OVERHEAD (2.0 / PER_TURN) /* the loop's two instructions, per instruction of the body */
#define BRANCH   (1.0 / PER_TURN)
#define WRITTEN "defined by the loop"

#define LOOP_OF_64 \
	EXACTLY("instructions", 1 + OVERHEAD, WRITTEN), EXACTLY("branches", BRANCH, WRITTEN), \
	NONE_OF("branch_misses", BRANCH / 100, "a loop of many iterations: only its end is mispredicted"), \
	EXACTLY("loads", 0, WRITTEN), EXACTLY("stores", 0, WRITTEN)

static void adds(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / PER_TURN), sum = 0, one = 1;

	(void)unused;
#if defined(__x86_64__)
	/* Register to register: register renaming may execute the addition of a constant. */
	__asm__ volatile(LOOP(".rept 64\n\tadd %[one], %[sum]\n\t.endr") : [n] "+r"(n), [sum] "+r"(sum) : [one] "r"(one) : "cc");
#else
	__asm__ volatile(LOOP(".rept 64\n\tadd %[sum], %[sum], %[one]\n\t.endr") : [n] "+r"(n), [sum] "+r"(sum) : [one] "r"(one) : "cc");
#endif
}

static void nops(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / PER_TURN);

	(void)unused;
	__asm__ volatile(LOOP(".rept 64\n\tnop\n\t.endr") : [n] "+r"(n) : : "cc");
}

#if defined(__x86_64__)
#define DIVIDE_INSTRUCTIONS 3

static void divides(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / 8 / 16);

	(void)unused;
	__asm__ volatile(LOOP(".rept 16\n\tmov %[a], %%eax\n\txor %%edx, %%edx\n\tdiv %[b]\n\t.endr")
			 : [n] "+r"(n) : [a] "r"(1000000007u), [b] "r"(77u) : "cc", "rax", "rdx");
}

/* Eight independent sums of zeros, without overflow or underflow. */
#define FMA(kind, length, instruction) \
static void fma_##kind(void *unused, uint64_t rounds) \
{ \
	uint64_t n = rounds * (UNITS / PER_TURN); \
	(void)unused; \
	__asm__ volatile(".irp r,0,1,2,3,4,5,6,7,15\n\tvxorpd %%xmm\\r, %%xmm\\r, %%xmm\\r\n\t.endr\n\t" \
		LOOP(".rept 8\n\t.irp r,0,1,2,3,4,5,6,7\n\t" instruction " %%" length "15, %%" length "15, %%" length "\\r\n\t.endr\n\t.endr") \
		"vzeroupper" : [n] "+r"(n) : : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm15"); \
}
FMA(scalar, "xmm", "vfmadd231sd")
FMA(128, "xmm", "vfmadd231pd")
FMA(256, "ymm", "vfmadd231pd")
FMA(512, "zmm", "vfmadd231pd")

static const char *needs_fma(const struct caches *c)
{
	(void)c;
	return __builtin_cpu_supports("fma") ? NULL : "this processor has no fused multiply-add (FMA3)";
}

static const char *needs_avx512(const struct caches *c)
{
	(void)c;
	return __builtin_cpu_supports("avx512f") ? NULL : "this processor has no vectors of 512 bits (AVX-512F)";
}
#else
#define DIVIDE_INSTRUCTIONS 1

static void divides(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / 8 / 16), a = 1000000007u, b = 77, q = 0;

	(void)unused;
	__asm__ volatile(LOOP(".rept 16\n\tudiv %[q], %[a], %[b]\n\t.endr") : [n] "+r"(n), [q] "+r"(q) : [a] "r"(a), [b] "r"(b) : "cc");
}

static void fma_128(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / PER_TURN);

	(void)unused;
	__asm__ volatile(".irp r,0,1,2,3,4,5,6,7,15\n\tmovi v\\r\\().2d, #0\n\t.endr\n\t"
		LOOP(".rept 8\n\t.irp r,0,1,2,3,4,5,6,7\n\tfmla v\\r\\().2d, v15.2d, v15.2d\n\t.endr\n\t.endr")
		: [n] "+r"(n) : : "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v15");
}
static void fma_scalar(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / PER_TURN);

	(void)unused;
	__asm__ volatile(".irp r,0,1,2,3,4,5,6,7,15\n\tmovi d\\r, #0\n\t.endr\n\t"
		LOOP(".rept 8\n\t.irp r,0,1,2,3,4,5,6,7\n\tfmadd d\\r, d15, d15, d\\r\n\t.endr\n\t.endr")
		: [n] "+r"(n) : : "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v15");
}
#define fma_256 NULL
#define fma_512 NULL
#define needs_fma NULL

static const char *needs_avx512(const struct caches *c)
{
	(void)c;
	return "this architecture has no vectors of that fixed length";
}
#define needs_avx256 needs_avx512
#endif
#ifndef needs_avx256
#define needs_avx256 needs_fma
#endif

#define FMA_WHY "two operations in each double of each vector"
#define FLOPS(scalar, of128, of256, of512) EXACTLY("flops", scalar + of128 + of256 + of512, FMA_WHY), EXACTLY("flops_scalar", scalar, FMA_WHY), \
	EXACTLY("flops_128", of128, FMA_WHY), EXACTLY("flops_256", of256, FMA_WHY), EXACTLY("flops_512", of512, FMA_WHY)

const struct kernel compute_kernels[] = {
	{ "adds", "additions", "dependent additions", UNITS, NULL, NULL, adds,
	  { LOOP_OF_64, { "cycles", 0.98, 1, 1.1, "a dependent addition takes one cycle" }, EXACTLY("flops", 0, WRITTEN) } },
	{ "nops", "no-operations", "no-operation instructions", UNITS, NULL, NULL, nops, { LOOP_OF_64, EXACTLY("flops", 0, WRITTEN) } },
	{ "fma_scalar", "multiply-adds", "multiply-adds of single doubles", UNITS, needs_fma, NULL, fma_scalar, { LOOP_OF_64, FLOPS(2, 0, 0, 0) } },
	{ "fma128", "multiply-adds", "multiply-adds of two doubles", UNITS, needs_fma, NULL, fma_128,
	  { LOOP_OF_64, FLOPS(0, 4, 0, 0) } },
	{ "fma256", "multiply-adds", "multiply-adds of four doubles", UNITS, needs_avx256, NULL, fma_256,
	  { LOOP_OF_64, FLOPS(0, 0, 8, 0) } },
	{ "fma512", "multiply-adds", "multiply-adds of eight doubles", UNITS, needs_avx512, NULL, fma_512,
	  { LOOP_OF_64, FLOPS(0, 0, 0, 16) } },
	{ "divides", "divisions", "divisions of integers of 32 bits", UNITS / 8, NULL, NULL, divides,
	  { EXACTLY("instructions", DIVIDE_INSTRUCTIONS + 2.0 / 16, WRITTEN), EXACTLY("branches", 1.0 / 16, WRITTEN),
	    EXACTLY("divides", 1, WRITTEN), EXACTLY("loads", 0, WRITTEN), EXACTLY("stores", 0, WRITTEN), EXACTLY("flops", 0, WRITTEN) } },
	{ 0 },
};
