/*
 * Kernels of known counts: small loops of which it is known, by how they are written, what a processor does in them. What a
 * counter reads of a kernel is held against that.
 */
#ifndef RUNBENCH_KNOWN_H
#define RUNBENCH_KNOWN_H

#include <stddef.h>
#include <stdint.h>

/* Of the first CPU, bytes. */
struct caches {
	size_t line, l1d, l2, l3;
};

/*
 * What a unit of work does of one quantity. Where the processor decides (misses, cycles), low and high enclose what is
 * right, and why tells what they rest on; where the instructions alone decide, all three are the same.
 */
struct truth {
	const char *quantity;
	double      low, expected, high;
	const char *why;
};

enum { MOST_TRUTHS = 12 };

struct kernel {
	const char *name, *unit, *meaning;
	uint64_t    units;                                  /* of a round, which takes a millisecond or so */
	const char *(*missing)(const struct caches *c);     /* why it cannot run here; NULL: it can. May be NULL itself */
	void       *(*prepare)(const struct caches *c, size_t *bytes); /* what run works on, and its size; may be NULL */
	void        (*run)(void *prepared, uint64_t rounds);
	struct truth truths[MOST_TRUTHS];                   /* ends with a quantity of NULL */
};

/* Ended by kernels without a name. */
extern const struct kernel compute_kernels[], branch_kernels[], chase_kernels[], memory_kernels[], system_kernels[];

/* As the kernel of the machine describes them, else as the C library does, else those of a usual core. */
struct caches caches_find(void);

/* Memory in pages of the base size, zeroed and present; ends the program with 3 where there is none. */
void *known_pages(size_t bytes);

/* A pointer chase: a ring through all lines of so many bytes, a power of two, and where so many loads along it (whole 16) lead. */
void *known_ring(size_t bytes, size_t line);
void *known_follow(void *p, uint64_t loads);

#define EXACTLY(quantity, count, why) { quantity, count, count, count, why }
#define NONE_OF(quantity, most, why)  { quantity, 0, 0, most, why }

/* A loop of n turns around instructions, n > 0: two instructions and one branch a turn besides. */
#if defined(__x86_64__)
#define TURN "\n\tdec %[n]\n\tjnz 1b\n\t"
#elif defined(__aarch64__)
#define TURN "\n\tsubs %[n], %[n], #1\n\tb.ne 1b\n\t"
#else
#error "the kernels of known counts are written for x86-64 and aarch64"
#endif
#define LOOP(body) ".p2align 6\n1:\n\t" body TURN

#endif
