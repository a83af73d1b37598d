/* See models.h. */
#include "models.h"

#include <stdlib.h>

#define ARENA_BLOCKS 2048

/* A translated block: its fetches and its end. It is small, because programs execute hundreds of thousands of them. */
struct watched_block {
	uint64_t counts;      /* see models_watch() */
	uint64_t first;       /* address of the first byte */
	uint16_t size, end;   /* bytes of the block, and of its last instruction */
	uint8_t  branch;      /* enum branch_kind of the last instruction */
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

static __attribute__((noinline)) void fetch_line(struct models *m, uint64_t line)
{
	if (!cache_touch(&m->l1i, line))
		return;
	m->count[MODEL_L1I_MISSES]++;
	models_touch_l2(m, line << m->l1i.line_shift);
}

static inline void fetch_lines(struct models *m, uint64_t first, uint64_t last)
{
	for (uint64_t line = first >> m->l1i.line_shift; line <= last >> m->l1i.line_shift; line++)
		if (unlikely(!cache_is_newest(&m->l1i, line)))
			fetch_line(m, line);
}

static inline void fetch_pages(struct models *m, uint64_t first, uint64_t last)
{
	for (uint64_t page = first >> TLB_PAGE_SHIFT; page <= last >> TLB_PAGE_SHIFT; page++)
		if (unlikely(!cache_is_newest(&m->tlbs.code, page)))
			m->count[MODEL_ITLB_WALKS] += tlb_code(&m->tlbs, page) == TLB_WALK;
}

/* Resolves the last branch, whose target is now known. */
static inline void resolve(struct models *m, const struct watched_block *from, uint64_t to)
{
	uint64_t next = from->first + from->size;
	struct branch b = { from->branch, next - from->end, next };
	bool wrong = branch_mispredicted(&m->predictor, &b, to);

	m->count[MODEL_BRANCH_MISSES] += wrong;
	m->count[MODEL_CONDITIONAL_MISSES] += wrong && b.kind == BRANCH_CONDITIONAL;
	m->count[MODEL_INDIRECT_MISSES] += wrong && (b.kind == BRANCH_INDIRECT || b.kind == BRANCH_INDIRECT_CALL);
}

static inline void end_with(struct models *m, const struct watched_block *b)
{
	m->pending = b;
	m->count[MODEL_BRANCHES]++;
	m->count[MODEL_CONDITIONALS] += b->branch == BRANCH_CONDITIONAL;
	m->count[MODEL_INDIRECTS] += b->branch == BRANCH_INDIRECT || b->branch == BRANCH_INDIRECT_CALL;
}

static inline void watch(struct models *m, const struct watched_block *b)
{
	uint64_t last = b->first + b->size - 1;

	if (m->l1i.ways)
		fetch_lines(m, b->first, last);
	if (m->tlbs.code.ways)
		fetch_pages(m, b->first, last);
	if (m->pending) {
		resolve(m, m->pending, b->first);
		m->pending = NULL;
	}
	if (b->branch != BRANCH_NONE)
		end_with(m, b);
}

static void on_watched_block(unsigned index, void *block)
{
	watch(vcpus[index]->models, block);
}

/* Blocks whose counts no other callback adds. */
static void on_watched_block_with_counts(unsigned index, void *block)
{
	const struct watched_block *b = block;
	struct vcpu *v = count_block(index, b->counts);

	v->insn = 0;
	watch(v->models, b);
}

/* Returns memory that is never freed, because QEMU does not report the end of a translation. QEMU translates in one
 * thread at a time. */
static struct watched_block *new_block(void)
{
	static struct watched_block *arena;
	static size_t left;

	if (!left) {
		left = ARENA_BLOCKS;
		arena = calloc(left, sizeof *arena);
		if (!arena)
			abort();
	}
	return &arena[--left];
}

void models_watch(struct qemu_plugin_tb *tb, size_t insns, const char *target, uint64_t counts)
{
	struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0), *last = qemu_plugin_tb_get_insn(tb, insns - 1);
	branch_kind_of *kind = segment->models.branches ? branch_kinds_for(target) : NULL;
	size_t end = qemu_plugin_insn_size(last);
	struct watched_block *b = new_block();

	b->counts = counts;
	b->first = qemu_plugin_insn_vaddr(first);
	b->size = (uint16_t)(qemu_plugin_insn_vaddr(last) + end - b->first); /* at most two pages */
	b->end = (uint16_t)end;
	if (kind) {
		struct insn_bytes code = insn_bytes(last);

		b->branch = kind(code.bytes, code.size);
	}
	qemu_plugin_register_vcpu_tb_exec_cb(tb, counts ? on_watched_block_with_counts : on_watched_block,
					     QEMU_PLUGIN_CB_NO_REGS, b);
}
