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

static inline void touch_page(struct models *m, uint64_t address, bool reads)
{
	if (m->tlbs.data.ways && unlikely(!cache_is_newest(&m->tlbs.data, address >> TLB_PAGE_SHIFT)))
		translate(m, address, reads);
}

/* Replaces a line of the L1D that the looked-up one does not hit. */
static __attribute__((noinline)) void replace(struct vcpu *v, uint64_t line)
{
	if (v->cache.ways == 8)
		cache_replace(&v->cache, line, 8);
	else if (v->cache.ways == 12)
		cache_replace(&v->cache, line, 12);
	else
		cache_replace(&v->cache, line, v->cache.ways);
}

/* Touches a line of the L1D and returns whether it missed. ways, line_shift: constants for common caches, so that sets
 * are searched without a loop. behind: further models follow the L1D. */
CACHE_INLINE bool touch_line(struct vcpu *v, uint64_t line, unsigned ways, unsigned line_shift, bool behind)
{
	if (cache_is_newest(&v->cache, line) || likely(cache_hit(&v->cache, line, ways)))
		return false;
	replace(v, line);
	if (behind)
		models_touch_l2(v->models, line << line_shift);
	return true;
}

/* Makes a reference to one or more lines. Returns true if any of them missed in the L1D. */
CACHE_INLINE bool refer(struct vcpu *v, uint64_t address, unsigned size, bool reads, unsigned ways, unsigned line_shift,
			bool behind)
{
	uint64_t line = address >> line_shift, last = (address + size - 1) >> line_shift;
	bool missed;

	if (behind)
		touch_page(v->models, address, reads);
	missed = touch_line(v, line, ways, line_shift, behind);
	while (unlikely(line != last)) {
		line++;
		if (behind)
			touch_page(v->models, line << line_shift, reads);
		missed |= touch_line(v, line, ways, line_shift, behind);
	}
	return missed;
}

CACHE_INLINE void touch(struct vcpu *v, uint32_t info, uint64_t address, bool modify, unsigned ways, unsigned line_shift,
			bool behind)
{
	struct access a = decode_word(info);

	if (unlikely(refer(v, address, a.size, modify | a.reads, ways, line_shift, behind)))
		count_miss(v, info, modify);
}

#define CALLBACKS(name, ways, line_shift, behind) \
	static bool refer_##name(struct vcpu *v, uint64_t address, unsigned size, bool reads) \
	{ \
		return refer(v, address, size, reads, ways, line_shift, behind); \
	} \
	static void touch_##name(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		struct vcpu *v = vcpus[index]; \
		(void)unused; \
		touch(v, info, address, false, ways, line_shift, behind); \
	} \
	static void modify_##name(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		struct vcpu *v = vcpus[index]; \
		(void)unused; \
		touch(v, info, address, true, ways, line_shift, behind); \
	}

CALLBACKS(8, 8, 6, false)
CALLBACKS(12, 12, 6, false)
CALLBACKS(any, v->cache.ways, v->cache.line_shift, false)
CALLBACKS(8_with_models, 8, 6, true)
CALLBACKS(12_with_models, 12, 6, true)
CALLBACKS(any_with_models, v->cache.ways, v->cache.line_shift, true)

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
