/* Data references: the lookups in the L1D, and in the TLBs and the level 2 cache behind it. The file is compiled for the
 * general processor and, if the compiler can, for AVX2; touch_callbacks() is then the name of one of the two. */
#include "models.h"
#include "touch.h"

static void count_miss(struct vcpu *v, uint32_t info, bool modify)
{
	v->access[modify | decode_word(info).reads ? ACCESS_READ_MISSES : ACCESS_WRITE_MISSES]++;
	if (modify)
		v->access[ACCESS_MODIFY_MISSES]++;
}

static __attribute__((noinline)) void translate(struct models *m, uint64_t address, bool reads)
{
	enum translation t = tlb_data(&m->tlbs, address >> TLB_PAGE_SHIFT);

	m->count[MODEL_L1_DTLB_MISSES] += t != TLB_HIT;
	m->count[reads ? MODEL_DTLB_LOAD_WALKS : MODEL_DTLB_STORE_WALKS] += t == TLB_WALK;
}

CACHE_INLINE bool page_is_newest(const struct models *m, uint64_t address)
{
	return !m->tlbs.data.ways || cache_is_newest(&m->tlbs.data, address >> TLB_PAGE_SHIFT);
}

/* Replaces a line of the L1D by one that missed. */
CACHE_INLINE void replace(struct vcpu *v, uint64_t line, bool behind)
{
	if (v->cache.ways == 8)
		cache_replace(&v->cache, line, 8);
	else if (v->cache.ways == 12)
		cache_replace(&v->cache, line, 12);
	else
		cache_replace(&v->cache, line, v->cache.ways);
	if (behind)
		models_touch_l2(v->models, line << v->cache.line_shift);
}

/* Touches one line. ways, line_shift: constants for common caches, so that sets are searched without a loop. behind:
 * further models follow the L1D. The last line belongs to the last page, so the page changes only with the line. */
CACHE_INLINE bool touch_line(struct vcpu *v, uint64_t address, bool reads, unsigned ways, unsigned line_shift, bool behind)
{
	uint64_t line = address >> line_shift;

	if (line == v->last)
		return false;
	v->last = line;
	if (behind && !page_is_newest(v->models, address))
		translate(v->models, address, reads);
	if (likely(cache_hit(&v->cache, line, ways)))
		return false;
	replace(v, line, behind);
	return true;
}

/* Makes a reference to one or more lines. Returns true if any of them missed in the L1D. */
CACHE_INLINE bool refer(struct vcpu *v, uint64_t address, unsigned size, bool reads, unsigned ways, unsigned line_shift,
			bool behind)
{
	uint64_t last = (address + size - 1) >> line_shift;
	bool missed = touch_line(v, address, reads, ways, line_shift, behind);

	for (uint64_t line = (address >> line_shift) + 1; unlikely(line <= last); line++)
		missed |= touch_line(v, line << line_shift, reads, ways, line_shift, behind);
	return missed;
}

static __attribute__((noinline)) void miss(struct vcpu *v, uint32_t info, uint64_t line, bool modify)
{
	replace(v, line, false);
	count_miss(v, info, modify);
}

static __attribute__((noinline)) void miss_with_models(struct vcpu *v, uint32_t info, uint64_t line, bool modify)
{
	replace(v, line, true);
	count_miss(v, info, modify);
}

typedef void touch_slowly_type(struct vcpu *v, uint32_t info, uint64_t address, bool modify);

/* All references but those to one line of a page that needs no translation end with slowly(), so that the frequent ones
 * need no stack. */
CACHE_INLINE void touch(unsigned index, uint32_t info, uint64_t address, bool modify, unsigned ways, unsigned line_shift,
			bool behind, touch_slowly_type *slowly)
{
	struct vcpu *v = vcpus[index];
	uint64_t line = address >> line_shift, last = (address + decode_word(info).size - 1) >> line_shift;

	if (unlikely(line != last)) {
		slowly(v, info, address, modify);
	} else if (line != v->last) {
		if (behind && unlikely(!page_is_newest(v->models, address))) {
			slowly(v, info, address, modify);
			return;
		}
		v->last = line;
		if (unlikely(!cache_hit(&v->cache, line, ways)))
			(behind ? miss_with_models : miss)(v, info, line, modify);
	}
}

#define CALLBACKS(name, ways, line_shift, behind) \
	static bool refer_##name(struct vcpu *v, uint64_t address, unsigned size, bool reads) \
	{ \
		return refer(v, address, size, reads, ways, line_shift, behind); \
	} \
	static __attribute__((noinline)) void slowly_##name(struct vcpu *v, uint32_t info, uint64_t address, bool modify) \
	{ \
		struct access a = decode_word(info); \
		if (refer(v, address, a.size, modify | a.reads, ways, line_shift, behind)) \
			count_miss(v, info, modify); \
	} \
	static void touch_##name(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		(void)unused; \
		touch(index, info, address, false, ways, line_shift, behind, slowly_##name); \
	} \
	static void modify_##name(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		(void)unused; \
		touch(index, info, address, true, ways, line_shift, behind, slowly_##name); \
	}

CALLBACKS(8, 8, 6, false)
CALLBACKS(12, 12, 6, false)
CALLBACKS(any, segment->ways, segment->line_shift, false)
CALLBACKS(8_with_models, 8, 6, true)
CALLBACKS(12_with_models, 12, 6, true)
CALLBACKS(any_with_models, segment->ways, segment->line_shift, true)

#define NAMED(name) (struct touch_callbacks){ touch_##name, modify_##name, refer_##name }
#define EITHER(name) behind ? NAMED(name##_with_models) : NAMED(name)

struct touch_callbacks TOUCH_CALLBACKS(unsigned ways, unsigned line_shift, bool behind)
{
	if (ways == 8 && line_shift == 6)
		return EITHER(8);
	if (ways == 12 && line_shift == 6)
		return EITHER(12);
	return EITHER(any);
}
