/*
 * What a processor can do at most: kernels that do nothing but floating-point operations, or nothing but move data within one
 * level of the memory. How much they do is known by how they are written; a clock tells the rest, and no counter is needed.
 */
#ifndef RUNBENCH_ROOFS_H
#define RUNBENCH_ROOFS_H

#include <stddef.h>
#include <stdint.h>

enum level { NO_LEVEL, L1, L2, L3, DRAM };

/* Where one thread works. Arrays are cut to whole turns of the widest loop. */
struct roof_arrays {
	char  *memory;
	size_t bytes; /* of one array, or of the part of it that a round takes */
	size_t apart; /* from the start of one array to that of the next */
};

/*
 * A round of a kernel is one pass over its arrays, or about A_ROUND instructions.
 * Work is bytes as instructions ask for them, or floating-point operations.
 */
struct roof {
	const char *name, *meaning;
	const char *vector;            /* what the instructions are called, for people */
	const char *precision;         /* of operations: "double" or "single"; NULL: it moves data */
	enum level  level;
	unsigned    arrays;            /* that data is moved among */
	int       (*possible)(void);   /* on this processor; NULL: on each */
	void      (*run)(const struct roof_arrays *p, uint64_t rounds);
	unsigned    flops;             /* of an instruction */
};

/* Instructions of a round of operations, about. */
#define A_ROUND (1u << 14)

/* Instructions that so many rounds of operations are. */
double roof_operations(uint64_t rounds);

/* Bytes of an array that a turn of a loop that moves data takes. */
#define A_TURN_BYTES 512

/* Ended by a roof without a name. */
extern const struct roof compute_roofs[];

/* The widest pair of kernels that this processor has: one reads, one writes b + s * c to a. */
struct movers {
	const char *vector;
	void (*read)(const struct roof_arrays *p, uint64_t rounds);
	void (*triad)(const struct roof_arrays *p, uint64_t rounds);
};
struct movers widest_movers(void);

#endif
