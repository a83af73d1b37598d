/*
 * A model of a branch predictor, of classic parts. Conditional branches: a bimodal and a gshare predictor of two-bit
 * counters, and two-bit counters that choose between them (McFarling, "Combining Branch Predictors", DEC WRL TN-36, 1993).
 * Indirect jumps and calls: a cache of targets, found by the branch and the ways taken before it (Chang, Hao and Patt, "Target
 * Prediction for Indirect Jumps", ISCA 1997). Returns: a stack of return addresses, of which the oldest is overwritten
 * (Kaeli and Emma, ISCA 1991). Branches to what they name are never wrong.
 */
#ifndef RUNBENCH_BRANCH_H
#define RUNBENCH_BRANCH_H

#include "branch_kind.h"

#include <stdbool.h>

#define BRANCH_BIMODAL_BITS 14 /* of the number of counters */
#define BRANCH_GSHARE_BITS  16 /* and of the history */
#define BRANCH_CHOICE_BITS  14
#define BRANCH_TARGET_BITS  12
#define BRANCH_STACK        32 /* return addresses, a power of two */

struct branch {
	enum branch_kind kind;
	uint64_t address; /* of the instruction */
	uint64_t next;    /* of the one behind it: where it goes if not taken, or where its callee returns to */
};

struct branch_predictor {
	uint64_t history;  /* of conditional branches: 1 taken, the last one lowest */
	uint64_t path;     /* of the targets of indirect branches */
	uint64_t top;      /* calls less returns: the stack's place is its remainder */
	uint8_t  bimodal[1 << BRANCH_BIMODAL_BITS]; /* 0, 1: not taken; 2, 3: taken */
	uint8_t  gshare[1 << BRANCH_GSHARE_BITS];
	uint8_t  choice[1 << BRANCH_CHOICE_BITS];   /* 0, 1: bimodal; 2, 3: gshare */
	uint64_t target[1 << BRANCH_TARGET_BITS];
	uint64_t stack[BRANCH_STACK];
};

/* A predictor that has seen nothing: weakly not taken, weakly for bimodal. */
void branch_init(struct branch_predictor *p);

/* A branch went to an address. Learns from it; returns whether that had been predicted wrongly. */
bool branch_mispredicted(struct branch_predictor *p, const struct branch *b, uint64_t to);

#endif
