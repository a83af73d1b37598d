/* See model_report.h. */
#include "model_report.h"
#include "branch.h"
#include "tlb.h"

static void add_cache(struct text *t, const char *name, const struct shape *s, const char *of)
{
	if (s->ways)
		text_add(t, ",\"%s\":{\"bytes\":%llu,\"ways\":%u,\"line_bytes\":%u,\"replacement\":\"LRU\",\"of\":\"%s\",\"per\":\"thread\"}", name,
			 (unsigned long long)s->sets * s->ways << s->line_shift, s->ways, 1u << s->line_shift, of);
}

static void add_tlb(struct text *t, const char *name, const struct shape *s)
{
	if (s->ways)
		text_add(t, ",\"%s\":{\"entries\":%u,\"ways\":%u}", name, s->sets * s->ways, s->ways);
}

void model_shapes_add(struct text *t, const struct settings *s)
{
	const struct model_shapes *m = &s->models;

	add_cache(t, "l1i", &m->l1i, "code");
	add_cache(t, "l2", &m->l2, "data and code");
	if (m->dtlb.ways) {
		text_add(t, ",\"tlb\":{\"page_bytes\":%u,\"replacement\":\"LRU\",\"per\":\"thread\"", 1u << TLB_PAGE_SHIFT);
		text_add_member(t, "sizes", s->tlb_source);
		add_tlb(t, "data", &m->dtlb);
		add_tlb(t, "code", &m->itlb);
		add_tlb(t, m->second_itlb.ways ? "second_data" : "second", &m->second_tlb);
		add_tlb(t, "second_code", &m->second_itlb);
		text_add(t, "}");
	}
	if (m->branches)
		text_add(t, ",\"branch\":{\"conditional\":\"bimodal %u, gshare %u with %u bits of history, chooser %u\",\"indirect\":\"target cache %u\","
			 "\"returns\":\"stack of %u\",\"per\":\"thread\"}", 1u << BRANCH_BIMODAL_BITS, 1u << BRANCH_GSHARE_BITS, BRANCH_GSHARE_BITS,
			 1u << BRANCH_CHOICE_BITS, 1u << BRANCH_TARGET_BITS, BRANCH_STACK);
}

void model_counts_add(struct text *t, const struct settings *s, const struct collector *c)
{
	if (s->models.branches)
		text_add(t, ",\"conditional_branches\":%llu,\"conditional_misses\":%llu,\"indirect_branches\":%llu,\"indirect_misses\":%llu",
			 (unsigned long long)c->model[MODEL_CONDITIONALS], (unsigned long long)c->model[MODEL_CONDITIONAL_MISSES],
			 (unsigned long long)c->model[MODEL_INDIRECTS], (unsigned long long)c->model[MODEL_INDIRECT_MISSES]);
}
