/* Loops that move data by the widest loads and stores, eight lines per turn; see roofs.h. */
#include "roofs.h"

static const double ones[8] __attribute__((aligned(64))) = { 1, 1, 1, 1, 1, 1, 1, 1 };

#if defined(__x86_64__)
#define REGISTERS "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm15"
#define TURNS "dec %[n]\n\tjnz 1b\n\t"

/* Loads the vectors of a turn into different registers. */
#define READ(name, load, length, step, rest) \
static void read_##name(const struct roof_arrays *p, uint64_t rounds) \
{ \
	while (rounds--) { \
		uint64_t n = p->bytes / BYTES_PER_TURN; \
		const char *from = p->memory; \
		__asm__ volatile(".p2align 6\n1:\n\t.set at, 0\n\t.rept " step "\n\t.irp r,0,1,2,3,4,5,6,7\n\t" \
			load " at(%[p]), %%" length "\\r\n\t.set at, at + 512 / (8 * " step ")\n\t.endr\n\t.endr\n\t" \
			"add $512, %[p]\n\t" TURNS rest : [n] "+r"(n), [p] "+r"(from) : : REGISTERS); \
	} \
}

#define TRIAD(name, begin, body, step, rest) \
static void triad_##name(const struct roof_arrays *p, uint64_t rounds) \
{ \
	while (rounds--) { \
		uint64_t n = p->bytes / BYTES_PER_TURN; \
		char *a = p->memory; \
		const char *b = a + p->apart, *c = b + p->apart; \
		__asm__ volatile(begin "\n\t.p2align 6\n1:\n\t.set at, 0\n\t.rept " step "\n\t.irp r,0,1,2,3,4,5,6,7\n\t" \
			body "\n\t.set at, at + 512 / (8 * " step ")\n\t.endr\n\t.endr\n\t" \
			"add $512, %[a]\n\tadd $512, %[b]\n\tadd $512, %[c]\n\t" TURNS rest \
			: [n] "+r"(n), [a] "+r"(a), [b] "+r"(b), [c] "+r"(c) : [from] "r"(ones) : REGISTERS); \
	} \
}

#define FUSED_TRIAD(length) "vmovups at(%[c]), %%" length "\\r\n\tvfmadd213pd at(%[b]), %%" length "15, %%" length "\\r\n\t" \
	"vmovups %%" length "\\r, at(%[a])"

READ(sse, "movups", "xmm", "4", "")
READ(avx2, "vmovups", "ymm", "2", "vzeroupper")
READ(avx512, "vmovups", "zmm", "1", "vzeroupper")
TRIAD(sse, "movups (%[from]), %%xmm15",
      "movaps at(%[c]), %%xmm\\r\n\tmulpd %%xmm15, %%xmm\\r\n\taddpd at(%[b]), %%xmm\\r\n\tmovaps %%xmm\\r, at(%[a])", "4", "")
TRIAD(avx2, "vmovups (%[from]), %%ymm15", FUSED_TRIAD("ymm"), "2", "vzeroupper")
TRIAD(avx512, "vmovups (%[from]), %%zmm15", FUSED_TRIAD("zmm"), "1", "vzeroupper")

struct movers widest_movers(void)
{
	if (__builtin_cpu_supports("avx512f"))
		return (struct movers){ "AVX-512", read_avx512, triad_avx512 };
	if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"))
		return (struct movers){ "AVX2", read_avx2, triad_avx2 };
	return (struct movers){ "SSE2", read_sse, triad_sse };
}
#elif defined(__aarch64__)
#define REGISTERS "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v31"
#define PAIRS "0,32,64,96,128,160,192,224,256,288,320,352,384,416,448,480"
#define TURNS "subs %[n], %[n], #1\n\tb.ne 1b"

static void read_neon(const struct roof_arrays *p, uint64_t rounds)
{
	while (rounds--) {
		uint64_t n = p->bytes / BYTES_PER_TURN;
		const char *from = p->memory;

		__asm__ volatile(".p2align 6\n1:\n\t.irp at," PAIRS "\n\tldp q0, q1, [%[p], #\\at]\n\t.endr\n\tadd %[p], %[p], #512\n\t" TURNS
				 : [n] "+r"(n), [p] "+r"(from) : : REGISTERS);
	}
}

static void triad_neon(const struct roof_arrays *p, uint64_t rounds)
{
	while (rounds--) {
		uint64_t n = p->bytes / BYTES_PER_TURN;
		char *a = p->memory;
		const char *b = a + p->apart, *c = b + p->apart;

		__asm__ volatile("ldr q31, [%[from]]\n\t.p2align 6\n1:\n\t.irp at," PAIRS "\n\tldp q0, q1, [%[b], #\\at]\n\tldp q2, q3, [%[c], #\\at]\n\t"
				 "fmla v0.2d, v2.2d, v31.2d\n\tfmla v1.2d, v3.2d, v31.2d\n\tstp q0, q1, [%[a], #\\at]\n\t.endr\n\t"
				 "add %[a], %[a], #512\n\tadd %[b], %[b], #512\n\tadd %[c], %[c], #512\n\t" TURNS
				 : [n] "+r"(n), [a] "+r"(a), [b] "+r"(b), [c] "+r"(c) : [from] "r"(ones) : REGISTERS);
	}
}

struct movers widest_movers(void)
{
	return (struct movers){ "Neon", read_neon, triad_neon };
}
#else
#error "the kernels of roofs exist for x86-64 and aarch64 only"
#endif
