/*
 * Accesses whose instructions are counted with their block: what is left to do is to ask the cache. Built for the
 * processor in general and, where a compiler can, for those with AVX2; touch_callbacks() is then the name of one of them.
 */
#include "touch.h"

/* What is not a hit in one line. */
static __attribute__((noinline)) void refer(struct vcpu *v, uint32_t info, uint64_t address, bool modify)
{
	struct access a = decode_word(info);

	if (!l1d_refer(&v->cache, address, a.size, v->cache.ways, v->cache.line_shift))
		return;
	v->access[a.reads ? ACCESS_READ_MISSES : ACCESS_WRITE_MISSES]++;
	if (modify)
		v->access[ACCESS_MODIFY_MISSES]++;
}

/* Constants for the caches of the day, so that sets are searched without a loop. */
static inline __attribute__((always_inline)) void touch(unsigned index, uint32_t info, uint64_t address, bool modify,
							unsigned ways, unsigned line_shift)
{
	struct vcpu *v = vcpus[index];
	struct access a = decode_word(info);
	uint64_t line = address >> line_shift, last = (address + a.size - 1) >> line_shift;

	if (modify && a.writes)
		return; /* where it has just read */
	if (likely(line == last) && (line == v->cache.last || likely(l1d_hit(&v->cache, line, ways))))
		return;
	refer(v, info, address, modify);
}

#define CALLBACKS(name, ways, line_shift) \
	static void touch_##name(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		(void)unused; \
		touch(index, info, address, false, ways, line_shift); \
	} \
	static void modify_##name(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		(void)unused; \
		touch(index, info, address, true, ways, line_shift); \
	}

CALLBACKS(8, 8, 6)
CALLBACKS(12, 12, 6)
CALLBACKS(any, vcpus[index]->cache.ways, vcpus[index]->cache.line_shift)

struct touch_callbacks TOUCH_CALLBACKS(unsigned ways, unsigned line_shift)
{
	if (ways == 8 && line_shift == 6)
		return (struct touch_callbacks){ touch_8, modify_8 };
	if (ways == 12 && line_shift == 6)
		return (struct touch_callbacks){ touch_12, modify_12 };
	return (struct touch_callbacks){ touch_any, modify_any };
}
