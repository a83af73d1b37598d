/* Kernels for the front end: unpredictable branches, and more code than the first-level cache holds. See known.h. */
#include "known.h"

#include <string.h>
#include <sys/mman.h>

#define DECISIONS (1u << 16)
#define CODE      (512u << 10)
#define LINE      64u
#define LINES     (CODE / LINE)
#define WRITTEN   "defined by the loop"

/* Branches on the lowest bit of Marsaglia's xorshift (13, 7, 17). Both paths have equal numbers of instructions and branches. */
static void random_branches(void *unused, uint64_t rounds)
{
	uint64_t n = rounds * DECISIONS, x = 88172645463325252u, t = 0;

	(void)unused;
#if defined(__x86_64__)
	__asm__ volatile(LOOP("mov %[x], %[t]\n\tshl $13, %[t]\n\txor %[t], %[x]\n\tmov %[x], %[t]\n\tshr $7, %[t]\n\txor %[t], %[x]\n\t"
		"mov %[x], %[t]\n\tshl $17, %[t]\n\txor %[t], %[x]\n\ttest $1, %b[x]\n\tjnz 2f\n\tnop\n\tjmp 3f\n2:\n\tnop\n\tjmp 3f\n3:")
		: [n] "+r"(n), [x] "+r"(x), [t] "+r"(t) : : "cc");
#else
	__asm__ volatile(LOOP("eor %[x], %[x], %[x], lsl #13\n\teor %[x], %[x], %[x], lsr #7\n\teor %[x], %[x], %[x], lsl #17\n\t"
		"tbnz %[x], #0, 2f\n\tnop\n\tb 3f\n2:\n\tnop\n\tb 3f\n3:")
		: [n] "+r"(n), [x] "+r"(x) : : "cc");
	(void)t;
#endif
}

#if defined(__x86_64__)
#define DECISION_INSTRUCTIONS 15
#else
#define DECISION_INSTRUCTIONS 8
#endif

static void put(unsigned char *at, const void *code, size_t bytes)
{
	memcpy(at, code, bytes);
}

/* Writes a jump to another line of the code. */
static void put_jump(unsigned char *at, const unsigned char *to)
{
#if defined(__x86_64__)
	int32_t distance = (int32_t)(to - (at + 5));

	*at = 0xe9;
	put(at + 1, &distance, sizeof distance);
#else
	uint32_t b = 0x14000000u | ((uint32_t)((to - at) / 4) & 0x3ffffffu);

	put(at, &b, sizeof b);
#endif
}

/* Writes the loop's end: decrements the argument and jumps to the start until it is 0. */
static void put_end(unsigned char *at, const unsigned char *first)
{
#if defined(__x86_64__)
	static const unsigned char dec_rdi_jnz[] = { 0x48, 0xff, 0xcf, 0x0f, 0x85 }, ret[] = { 0xc3 };
	int32_t distance = (int32_t)(first - (at + 9));

	put(at, dec_rdi_jnz, sizeof dec_rdi_jnz);
	put(at + 5, &distance, sizeof distance);
	put(at + 9, ret, sizeof ret);
#else
	uint32_t code[] = { 0xf1000400u, 0x54000001u | (((uint32_t)((first - (at + 4)) / 4) & 0x7ffffu) << 5), 0xd65f03c0u };

	put(at, code, sizeof code);
#endif
}

/* Writes code whose lines jump to each other in an order that no prefetcher follows. */
static void *write_code(const struct caches *c, size_t *bytes)
{
	unsigned char *code = known_pages(CODE);
	unsigned line = 0;

	(void)c;
	*bytes = CODE;
	for (unsigned i = 1; i < LINES; i++) {
		unsigned next = (line * 1664525u + 1013904223u) % LINES;

		put_jump(code + line * LINE, code + next * LINE);
		line = next;
	}
	put_end(code + line * LINE, code);
	__builtin___clear_cache((char *)code, (char *)code + CODE);
	return mprotect(code, CODE, PROT_READ | PROT_EXEC) ? NULL : code;
}

static const char *needs_fresh_code(const struct caches *c)
{
	size_t bytes;
	void *code = write_code(c, &bytes);

	if (!code)
		return "this system does not execute generated code";
	munmap(code, CODE);
	return NULL;
}

static void run_code(void *code, uint64_t rounds)
{
	void (*f)(uint64_t);

	memcpy(&f, &code, sizeof f);
	f(rounds);
}

const struct kernel branch_kernels[] = {
	{ "random_branches", "decisions", "branches with random outcomes", DECISIONS, NULL, NULL, random_branches,
	  { EXACTLY("instructions", DECISION_INSTRUCTIONS, WRITTEN), EXACTLY("branches", 3, WRITTEN),
	    { "branch_misses", 0.45, 0.5, 0.56, "half of the random branches are mispredicted; some of the other branches too" },
	    EXACTLY("loads", 0, WRITTEN), EXACTLY("stores", 0, WRITTEN), EXACTLY("flops", 0, WRITTEN) } },
	{ "big_code", "jumps", "jumps through 512 KiB of code, each to another line", LINES, needs_fresh_code, write_code, run_code,
	  { EXACTLY("instructions", 1 + 1.0 / LINES, WRITTEN), EXACTLY("branches", 1, WRITTEN), EXACTLY("loads", 0, WRITTEN),
	    EXACTLY("stores", 0, WRITTEN), { "l1i_misses", 0.9, 1, 1.3, "each line of code is evicted before it is executed again; prefetches may add some" } } },
	{ 0 },
};
