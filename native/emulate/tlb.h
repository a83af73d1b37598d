/* A model of address translation: a TLB for data and one for instructions, and a second level, shared or separate. A
 * miss in the second level walks the page tables and fills both levels. Pages have 4 KiB. */
#ifndef RUNBENCH_TLB_H
#define RUNBENCH_TLB_H

#include "cache.h"

#define TLB_PAGE_SHIFT 12

struct tlbs {
	struct cache data, code, second;
	struct cache second_code; /* ways = 0: `second` also serves code */
};

enum translation { TLB_HIT, TLB_HIT_SECOND, TLB_WALK };

/* Translates a page (address >> TLB_PAGE_SHIFT) with a first-level TLB and the second one behind it. */
static inline enum translation tlb_translate(struct cache *first, struct cache *second, uint64_t page)
{
	if (!cache_touch(first, page))
		return TLB_HIT;
	return cache_touch(second, page) ? TLB_WALK : TLB_HIT_SECOND;
}

static inline enum translation tlb_data(struct tlbs *t, uint64_t page)
{
	return tlb_translate(&t->data, &t->second, page);
}

static inline enum translation tlb_code(struct tlbs *t, uint64_t page)
{
	return tlb_translate(&t->code, t->second_code.ways ? &t->second_code : &t->second, page);
}

#endif
