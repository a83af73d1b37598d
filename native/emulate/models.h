/* Optional processor models in addition to the L1 data cache: the L1 instruction cache, the level 2 cache behind both, the
 * TLBs and the branch predictor. Each task has its own instances. */
#ifndef RUNBENCH_MODELS_H
#define RUNBENCH_MODELS_H

#include "branch.h"
#include "branch_kind.h"
#include "plugin.h"
#include "tlb.h"

struct models {
	/* the level 2 cache receives the misses of the level 1 caches; their write-backs do not touch it */
	struct cache l1i, l2;
	struct tlbs  tlbs;
	struct branch_predictor predictor;
	/* the last block, if it ends with a branch, whose outcome the next block determines; else NULL */
	const struct watched_block *pending;
	uint64_t    *count;    /* MODEL_COUNTS values in the slot */
};

/* Makes models with the shapes of the segment. Returns NULL if only an L1D is modelled. */
struct models *models_new(void);

/* Returns whether references continue behind the L1D, to a level 2 cache or TLBs. */
static inline bool models_behind_l1d(const struct segment *s)
{
	return s->models.l2.ways || s->models.dtlb.ways;
}

/* Returns whether a model needs the executed blocks, for instruction fetches or branches. */
bool models_need_blocks(void);

/* Watches the blocks of a translation. target: QEMU's name of the processor. counts: what each execution adds to the
 * vCPU's block word; 0: another callback adds it. */
void models_watch(struct qemu_plugin_tb *tb, size_t insns, const char *target, uint64_t counts);

/* Touches the level 2 cache, if it is modelled, after a level 1 miss. address: that of the line's first byte, because
 * line lengths may differ. */
static inline void models_touch_l2(struct models *m, uint64_t address)
{
	if (!m->l2.ways)
		return;
	m->count[MODEL_L2_REFERENCES]++;
	m->count[MODEL_L2_MISSES] += cache_touch(&m->l2, address >> m->l2.line_shift);
}

#endif
