/* A model of a branch predictor from classic parts. Conditional branches: a bimodal and a gshare predictor of two-bit
 * counters, and two-bit counters that choose between them (McFarling, "Combining Branch Predictors", DEC WRL TN-36,
 * 1993). Indirect jumps and calls: a target cache, indexed by the branch and the preceding path (Chang, Hao and Patt,
 * "Target Prediction for Indirect Jumps", ISCA 1997). Returns: a stack of return addresses that overwrites the oldest
 * one (Kaeli and Emma, ISCA 1991). Direct jumps and calls are always predicted correctly. */
#ifndef RUNBENCH_BRANCH_H
#define RUNBENCH_BRANCH_H

#include "branch_kind.h"

#include <stdbool.h>

#define BRANCH_BIMODAL_BITS 14 /* log2 of the number of counters */
#define BRANCH_GSHARE_BITS  16 /* log2 of the number of counters, and bits of history */
#define BRANCH_CHOICE_BITS  14
#define BRANCH_TARGET_BITS  12
#define BRANCH_STACK        32 /* entries of the return stack, a power of two */

struct branch {
	enum branch_kind kind;
	uint64_t address; /* address of the instruction */
	uint64_t next;    /* address of the next instruction: the target if not taken, the return address of a call */
};

struct branch_predictor {
	uint64_t history;                           /* outcomes of conditional branches: 1 taken, the latest in bit 0 */
	uint64_t path;                              /* hash of the targets of indirect branches */
	uint64_t top;                               /* calls minus returns; the stack's index is its remainder */
	uint8_t  bimodal[1 << BRANCH_BIMODAL_BITS]; /* 0, 1: not taken; 2, 3: taken */
	uint8_t  gshare[1 << BRANCH_GSHARE_BITS];
	uint8_t  choice[1 << BRANCH_CHOICE_BITS];   /* 0, 1: bimodal; 2, 3: gshare */
	uint64_t target[1 << BRANCH_TARGET_BITS];
	uint64_t stack[BRANCH_STACK];
};

/* Initialises an untrained predictor: weakly not taken, weakly for bimodal. */
void branch_init(struct branch_predictor *p);

/* Trains the predictor with a branch to an address. Returns whether it had been mispredicted. */
bool branch_mispredicted(struct branch_predictor *p, const struct branch *b, uint64_t to);

#endif
