/*
 * The peak rates of a processor: kernels that only execute floating-point operations, or only move data within one level of the
 * memory hierarchy. Their code determines their work, so that a clock is sufficient and no counter is needed.
 */
#ifndef RUNBENCH_ROOFS_H
#define RUNBENCH_ROOFS_H

#include <stddef.h>
#include <stdint.h>

enum level { NO_LEVEL, L1, L2, L3, DRAM };

/* The arrays of one thread. Their sizes are multiples of a turn of the widest loop. */
struct roof_arrays {
	char  *memory;
	size_t bytes; /* size of an array, or of its part that a round uses */
	size_t apart; /* distance between the starts of two arrays */
};

/*
 * A roof and its kernel. A round is one pass over the arrays, or about OPERATIONS_PER_ROUND instructions. The work is the number
 * of bytes requested by instructions, or of floating-point operations.
 */
struct roof {
	const char *name, *meaning;
	const char *vector;            /* display name of the instructions */
	const char *precision;         /* of operations: "double" or "single"; NULL: the kernel moves data */
	enum level  level;
	unsigned    arrays;            /* number of arrays */
	int       (*possible)(void);   /* returns whether this processor has the instructions; NULL: all have */
	void      (*run)(const struct roof_arrays *p, uint64_t rounds);
	unsigned    flops;             /* per instruction */
};

/* Approximate number of instructions in a round of operations. */
#define OPERATIONS_PER_ROUND (1u << 14)

/* Returns the exact number of instructions in a number of rounds. */
double roof_operations(uint64_t rounds);

/* Bytes of an array that one turn of a loop moves. */
#define BYTES_PER_TURN 512

/* The roofs of operations; the array ends with a roof without a name. */
extern const struct roof compute_roofs[];

/* A pair of kernels that move data: one reads, one writes b + s * c to a. */
struct movers {
	const char *vector;
	void (*read)(const struct roof_arrays *p, uint64_t rounds);
	void (*triad)(const struct roof_arrays *p, uint64_t rounds);
};

/* Returns the pair with the widest instructions of this processor. */
struct movers widest_movers(void);

#endif
