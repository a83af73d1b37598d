/*
 * Kernels of known counts: small loops whose instructions determine the counts of a processor. The values of counters are
 * compared with these counts.
 */
#ifndef RUNBENCH_KNOWN_H
#define RUNBENCH_KNOWN_H

#include <stddef.h>
#include <stdint.h>

/* The cache sizes and the line size of the first CPU, in bytes; 0: no such cache. */
struct caches {
	size_t line, l1d, l2, l3;
};

/*
 * The expected count of one quantity per unit of work. If the processor decides (misses, cycles), low and high are the accepted
 * bounds, and why is their reason. If the instructions decide, all three numbers are equal.
 */
struct expected_count {
	const char *quantity;
	double      low, expected, high;
	const char *why;
};

enum { MAX_EXPECTED_COUNTS = 12 };

struct kernel {
	const char *name, *unit, *meaning;
	uint64_t    units;                                  /* units of work per round; a round takes about 1 ms */
	const char *(*missing)(const struct caches *c);     /* returns why the kernel cannot run here, NULL if it can; may be NULL */
	void       *(*prepare)(const struct caches *c, size_t *bytes); /* returns the data of run, and its size; may be NULL */
	void        (*run)(void *prepared, uint64_t rounds);
	struct expected_count expected[MAX_EXPECTED_COUNTS]; /* ends with a quantity of NULL */
};

/* The kernels; each array ends with a kernel without a name. */
extern const struct kernel compute_kernels[], branch_kernels[], chase_kernels[], memory_kernels[], system_kernels[];

/* Returns the cache sizes from sysfs, from the C library, or typical ones. */
struct caches caches_find(void);

/* Returns zeroed and present memory in pages of the base size. Exits with 3 if there is none. */
void *known_pages(size_t bytes);

/* Returns a pointer chase: a ring through all lines of a memory area, whose size is a power of two. */
void *known_ring(size_t bytes, size_t line);

/* Follows a ring for a number of loads, a multiple of 16. Returns the pointer reached. */
void *known_follow(void *p, uint64_t loads);

#define EXACTLY(quantity, count, why) { quantity, count, count, count, why }
#define NONE_OF(quantity, most, why)  { quantity, 0, 0, most, why }

/* A loop of n turns, n > 0, around instructions; each turn adds two instructions, one of them a branch. */
#if defined(__x86_64__)
#define TURN "\n\tdec %[n]\n\tjnz 1b\n\t"
#elif defined(__aarch64__)
#define TURN "\n\tsubs %[n], %[n], #1\n\tb.ne 1b\n\t"
#else
#error "the kernels of known counts exist for x86-64 and aarch64 only"
#endif
#define LOOP(body) ".p2align 6\n1:\n\t" body TURN

#endif
