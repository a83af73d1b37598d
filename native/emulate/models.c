/* See models.h. */
#include "models.h"

#include <stdlib.h>

/* A translated block: its fetches and its end. */
struct translated_block {
	uint64_t first, last; /* addresses of the first and the last byte */
	struct branch branch; /* the last instruction, if it is a branch */
};

static size_t shape_bytes(const struct shape *s)
{
	return cache_bytes(s->sets, s->ways);
}

static uint64_t *shape_init(struct cache *c, uint64_t *memory, const struct shape *s)
{
	if (s->ways)
		cache_init(c, memory, s->sets, s->ways, s->line_shift);
	return memory + shape_bytes(s) / sizeof *memory;
}

bool models_need_blocks(void)
{
	const struct model_shapes *s = &segment->models;

	return s->l1i.ways || s->itlb.ways || s->branches;
}

struct models *models_new(void)
{
	const struct model_shapes *s = &segment->models;
	size_t lines = shape_bytes(&s->l1i) + shape_bytes(&s->l2) + shape_bytes(&s->dtlb) + shape_bytes(&s->itlb)
		+ shape_bytes(&s->second_tlb) + shape_bytes(&s->second_itlb);
	struct models *m;
	uint64_t *memory;

	if (!models_need_blocks() && !models_behind_l1d(segment))
		return NULL;
	m = calloc(1, sizeof *m + lines);
	if (!m)
		abort();
	memory = (uint64_t *)(m + 1);
	memory = shape_init(&m->l1i, memory, &s->l1i);
	memory = shape_init(&m->l2, memory, &s->l2);
	memory = shape_init(&m->tlbs.data, memory, &s->dtlb);
	memory = shape_init(&m->tlbs.code, memory, &s->itlb);
	memory = shape_init(&m->tlbs.second, memory, &s->second_tlb);
	shape_init(&m->tlbs.second_code, memory, &s->second_itlb);
	if (s->branches)
		branch_init(&m->predictor);
	return m;
}

/* Touches the level 2 cache after a level 1 miss. It takes the address of the line's first byte, because line lengths
 * may differ. */
static inline void touch_l2(struct models *m, uint64_t address)
{
	m->count[MODEL_L2_REFERENCES]++;
	m->count[MODEL_L2_MISSES] += cache_touch(&m->l2, address >> m->l2.line_shift);
}

void models_line(struct vcpu *v, uint64_t line)
{
	if (v->models->l2.ways)
		touch_l2(v->models, line << v->cache.line_shift);
}

void models_page(struct vcpu *v, uint64_t address, bool reads)
{
	struct models *m = v->models;
	uint64_t page = address >> TLB_PAGE_SHIFT;
	enum translation t;

	if (page == m->tlbs.data.last || !m->tlbs.data.ways)
		return;
	t = tlb_data(&m->tlbs, page);
	m->count[MODEL_L1_DTLB_MISSES] += t != TLB_HIT;
	m->count[reads ? MODEL_DTLB_LOAD_WALKS : MODEL_DTLB_STORE_WALKS] += t == TLB_WALK;
}

bool models_refer(struct vcpu *v, uint64_t address, unsigned size, bool reads)
{
	unsigned shift = v->cache.line_shift;
	bool missed = false;

	for (uint64_t line = address >> shift; line <= (address + size - 1) >> shift; line++) {
		uint64_t first = line << shift;

		models_page(v, first > address ? first : address, reads);
		if (cache_touch(&v->cache, line)) {
			missed = true;
			models_line(v, line);
		}
	}
	return missed;
}

static void fetch_lines(struct models *m, const struct translated_block *b)
{
	for (uint64_t line = b->first >> m->l1i.line_shift; line <= b->last >> m->l1i.line_shift; line++)
		if (cache_touch(&m->l1i, line)) {
			m->count[MODEL_L1I_MISSES]++;
			if (m->l2.ways)
				touch_l2(m, line << m->l1i.line_shift);
		}
}

static void fetch_pages(struct models *m, const struct translated_block *b)
{
	for (uint64_t page = b->first >> TLB_PAGE_SHIFT; page <= b->last >> TLB_PAGE_SHIFT; page++)
		m->count[MODEL_ITLB_WALKS] += tlb_code(&m->tlbs, page) == TLB_WALK;
}

/* Resolves the last branch, whose target is now known. */
static void resolve(struct models *m, uint64_t to)
{
	bool wrong = branch_mispredicted(&m->predictor, &m->pending, to);
	enum branch_kind kind = m->pending.kind;

	m->count[MODEL_BRANCH_MISSES] += wrong;
	m->count[MODEL_CONDITIONAL_MISSES] += wrong && kind == BRANCH_CONDITIONAL;
	m->count[MODEL_INDIRECT_MISSES] += wrong && (kind == BRANCH_INDIRECT || kind == BRANCH_INDIRECT_CALL);
}

static void end_with(struct models *m, const struct branch *b)
{
	m->pending = *b;
	m->count[MODEL_BRANCHES]++;
	m->count[MODEL_CONDITIONALS] += b->kind == BRANCH_CONDITIONAL;
	m->count[MODEL_INDIRECTS] += b->kind == BRANCH_INDIRECT || b->kind == BRANCH_INDIRECT_CALL;
}

static void on_watched_block(unsigned index, void *data)
{
	const struct translated_block *b = data;
	struct models *m = vcpus[index]->models;

	if (m->l1i.ways)
		fetch_lines(m, b);
	if (m->tlbs.code.ways)
		fetch_pages(m, b);
	if (m->pending.kind != BRANCH_NONE) {
		resolve(m, b->first);
		m->pending.kind = BRANCH_NONE;
	}
	if (b->branch.kind != BRANCH_NONE)
		end_with(m, &b->branch);
}

void models_watch(struct qemu_plugin_tb *tb, size_t insns, const char *target)
{
	struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0), *last = qemu_plugin_tb_get_insn(tb, insns - 1);
	branch_kind_of *kind = segment->models.branches ? branch_kinds_for(target) : NULL;
	struct translated_block *b = calloc(1, sizeof *b); /* never freed: QEMU does not report the end of a translation */
	size_t size = qemu_plugin_insn_size(last);

	if (!b)
		abort();
	b->first = qemu_plugin_insn_vaddr(first);
	b->last = qemu_plugin_insn_vaddr(last) + size - 1;
	if (kind)
		b->branch = (struct branch){ kind(qemu_plugin_insn_data(last), size), qemu_plugin_insn_vaddr(last),
			b->last + 1 };
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_watched_block, QEMU_PLUGIN_CB_NO_REGS, b);
}
