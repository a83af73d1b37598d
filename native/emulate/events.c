/* See events.h. */
#include "events.h"

const struct emulated_event emulated_events[COUNTS] = {
	[COUNT_LOADS] = { "loads", "references" },
	[COUNT_STORES] = { "stores", "references" },
	[COUNT_READ_MISSES] = { "L1D_READ_MISS", "misses" },
	[COUNT_WRITE_MISSES] = { "L1D_WRITE_MISS", "misses" },
	[COUNT_INSTRUCTIONS] = { "instructions", "instructions" },
	[COUNT_MODELS + MODEL_L1I_MISSES] = { "L1-icache-load-misses", "misses" },
	[COUNT_MODELS + MODEL_L2_REFERENCES] = { "L2_ALL_REF", "references" },
	[COUNT_MODELS + MODEL_L2_MISSES] = { "L2_MISS", "misses" },
	[COUNT_MODELS + MODEL_L1_DTLB_MISSES] = { "L1_DTLB_MISS", "misses" },
	[COUNT_MODELS + MODEL_DTLB_LOAD_WALKS] = { "dTLB-load-misses", "misses" },
	[COUNT_MODELS + MODEL_DTLB_STORE_WALKS] = { "dTLB-store-misses", "misses" },
	[COUNT_MODELS + MODEL_ITLB_WALKS] = { "iTLB-load-misses", "misses" },
	[COUNT_MODELS + MODEL_BRANCHES] = { "branch-instructions", "branches" },
	[COUNT_MODELS + MODEL_BRANCH_MISSES] = { "branch-misses", "misses" } };

bool event_recorded(const struct model_shapes *m, unsigned event)
{
	if (event < COUNT_MODELS)
		return true;
	switch (event - COUNT_MODELS) {
	case MODEL_L1I_MISSES:
		return m->l1i.ways;
	case MODEL_L2_REFERENCES: case MODEL_L2_MISSES:
		return m->l2.ways;
	case MODEL_BRANCHES: case MODEL_BRANCH_MISSES:
		return m->branches;
	default:
		return m->dtlb.ways;
	}
}

unsigned events_recorded(const struct model_shapes *m, unsigned list[COUNTS])
{
	unsigned n = 0;

	for (unsigned e = 0; e < COUNTS; e++)
		if (event_recorded(m, e))
			list[n++] = e;
	return n;
}
