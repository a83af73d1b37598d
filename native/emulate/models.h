/*
 * What is modelled of a processor besides its L1 data cache, where it was asked for: the L1 instruction cache, the level 2
 * cache behind both, the TLBs and the branch predictor. Each task has its own of everything.
 */
#ifndef RUNBENCH_MODELS_H
#define RUNBENCH_MODELS_H

#include "branch.h"
#include "branch_kind.h"
#include "plugin.h"
#include "tlb.h"

struct models {
	struct cache l1i, l2;  /* the level 2 cache sees what the level 1 caches miss; lines that those give back do not touch it */
	struct tlbs  tlbs;
	struct branch_predictor predictor;
	struct branch pending; /* the last block ended with it; where it went is seen by what comes next */
	uint64_t    *count;    /* [MODEL_COUNTS], in the slot */
};

/* For the shapes of the segment; NULL: nothing but an L1D is modelled. */
struct models *models_new(void);

/* Whether references go on behind the L1D, to a level 2 cache or to TLBs. */
static inline bool models_behind_l1d(const struct segment *s)
{
	return s->models.l2.ways || s->models.dtlb.ways;
}

/* Whether blocks have to come by, for instruction fetches or branches. */
bool models_of_blocks(void);

/* target: as QEMU calls it. */
void models_watch(struct qemu_plugin_tb *tb, size_t insns, const char *target);

/* A reference to one or two lines of the L1D, and to what lies behind it; true if any of them was missing in the L1D. */
bool models_refer(struct vcpu *v, uint64_t address, unsigned size, bool reads);

/* Of an access within one line, in two steps: its page, and a line that the L1D did not hold. */
void models_page(struct vcpu *v, uint64_t address, bool reads);
void models_line(struct vcpu *v, uint64_t line);

#endif
