/* Accesses of instructions that are counted with their block: only the cache lookup remains. The file is compiled for
 * the general processor and, if the compiler can, for AVX2; touch_callbacks() is then the name of one of the two. */
#include "models.h"
#include "touch.h"

static void count_miss(struct vcpu *v, uint32_t info, bool modify)
{
	v->access[modify | decode_word(info).reads ? ACCESS_READ_MISSES : ACCESS_WRITE_MISSES]++;
	if (modify)
		v->access[ACCESS_MODIFY_MISSES]++;
}

static __attribute__((noinline)) void miss(struct vcpu *v, uint32_t info, uint64_t line, bool modify)
{
	if (v->cache.ways == 8)
		cache_replace(&v->cache, line, 8);
	else if (v->cache.ways == 12)
		cache_replace(&v->cache, line, 12);
	else
		cache_replace(&v->cache, line, v->cache.ways);
	count_miss(v, info, modify);
}

static __attribute__((noinline)) void refer_to_two(struct vcpu *v, uint32_t info, uint64_t address, bool modify)
{
	if (cache_refer(&v->cache, address, decode_word(info).size, v->cache.ways, v->cache.line_shift))
		count_miss(v, info, modify);
}

static __attribute__((noinline)) void miss_with_models(struct vcpu *v, uint32_t info, uint64_t line, bool modify)
{
	miss(v, info, line, modify);
	models_line(v, line);
}

static __attribute__((noinline)) void refer_to_two_with_models(struct vcpu *v, uint32_t info, uint64_t address,
	bool modify)
{
	if (models_refer(v, address, decode_word(info).size, modify | decode_word(info).reads))
		count_miss(v, info, modify);
}

/* Constants for common caches, so that sets are searched without a loop. */
static inline __attribute__((always_inline)) void touch(unsigned index, uint32_t info, uint64_t address, bool modify,
							unsigned ways, unsigned line_shift)
{
	struct vcpu *v = vcpus[index];
	struct access a = decode_word(info);
	uint64_t line = address >> line_shift, last = (address + a.size - 1) >> line_shift;

	if (unlikely(line != last))
		refer_to_two(v, info, address, modify);
	else if (!cache_is_newest(&v->cache, line) && unlikely(!cache_hit(&v->cache, line, ways)))
		miss(v, info, line, modify);
}

static inline __attribute__((always_inline)) void touch_with_models(unsigned index, uint32_t info, uint64_t address,
	bool modify,
								    unsigned ways, unsigned line_shift)
{
	struct vcpu *v = vcpus[index];
	struct access a = decode_word(info);
	uint64_t line = address >> line_shift, last = (address + a.size - 1) >> line_shift;

	if (unlikely(line != last)) {
		refer_to_two_with_models(v, info, address, modify);
		return;
	}
	if (unlikely(!models_page_is_newest(v->models, address)))
		models_page(v, address, modify | a.reads);
	if (!cache_is_newest(&v->cache, line) && unlikely(!cache_hit(&v->cache, line, ways)))
		miss_with_models(v, info, line, modify);
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
	} \
	static void touch_##name##_with_models(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		(void)unused; \
		touch_with_models(index, info, address, false, ways, line_shift); \
	} \
	static void modify_##name##_with_models(unsigned index, uint32_t info, uint64_t address, void *unused) \
	{ \
		(void)unused; \
		touch_with_models(index, info, address, true, ways, line_shift); \
	}

CALLBACKS(8, 8, 6)
CALLBACKS(12, 12, 6)
CALLBACKS(any, vcpus[index]->cache.ways, vcpus[index]->cache.line_shift)

#define EITHER(name) behind ? (struct touch_callbacks){ touch_##name##_with_models, modify_##name##_with_models } \
	: (struct touch_callbacks){ touch_##name, modify_##name }

struct touch_callbacks TOUCH_CALLBACKS(unsigned ways, unsigned line_shift, bool behind)
{
	if (ways == 8 && line_shift == 6)
		return EITHER(8);
	if (ways == 12 && line_shift == 6)
		return EITHER(12);
	return EITHER(any);
}
