/* A model of a cache, or of a TLB with pages as lines: set associative, least recently used replacement, write-allocate
 * and write-back, physical = virtual addresses, no prefetching, no other processors. As in Smith, "Cache Memories", ACM
 * Computing Surveys 14(3), 1982, sections 2.2 and 2.4. */
#ifndef RUNBENCH_CACHE_H
#define RUNBENCH_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#define CACHE_MAX_WAYS 128 /* a power of two; TLBs are often a single set */
#define CACHE_INLINE   static inline __attribute__((always_inline))

/* A set holds its lines and then, per way, the time of the last use, combined with the way so that the smallest value
 * names the way to replace. Since no order is maintained, hits at all depths cost the same, and no branch depends on
 * the depth. */
struct cache {
	uint64_t *newest; /* per set, the most recently used line, maintained by cache_touch() */
	uint64_t *sets;
	uint64_t  set_mask;
	uint64_t  uses; /* number of uses times CACHE_MAX_WAYS */
	unsigned  ways, line_shift;
};

/* Returns the bytes that the lines of a cache need. sets is a power of two. */
static inline size_t cache_bytes(unsigned sets, unsigned ways)
{
	return (size_t)sets * (ways * 2 + 1) * sizeof(uint64_t);
}

/* Initialises an empty cache in memory of cache_bytes(). */
static inline void cache_init(struct cache *c, uint64_t *memory, unsigned sets, unsigned ways, unsigned line_shift)
{
	*c = (struct cache){ .newest = memory + (size_t)sets * ways * 2, .sets = memory, .set_mask = sets - 1,
		.ways = ways, .line_shift = line_shift };
	for (unsigned s = 0; s < sets; s++) {
		c->newest[s] = UINT64_MAX; /* no line: addresses are shifted right */
		for (unsigned w = 0; w < ways; w++) {
			memory[(size_t)s * ways * 2 + w] = UINT64_MAX;
			memory[(size_t)s * ways * 2 + ways + w] = w;
		}
	}
}

/* Returns whether a line is the most recently used one of its set: touching it again changes nothing. */
CACHE_INLINE bool cache_is_newest(const struct cache *c, uint64_t line)
{
	return c->newest[line & c->set_mask] == line;
}

/* Returns the ways, of up to 64, that hold a line, one bit each. */
CACHE_INLINE uint64_t cache_find(const uint64_t *lines, uint64_t line, unsigned ways)
{
	uint64_t found = 0;
	unsigned w = 0;

#ifdef __AVX2__
	for (; w + 4 <= ways; w += 4) {
		__m256i four = _mm256_loadu_si256((const __m256i *)(lines + w));
		__m256i equal = _mm256_cmpeq_epi64(four, _mm256_set1_epi64x((long long)line));

		found |= (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(equal)) << w;
	}
#endif
	for (; w < ways; w++)
		found |= (uint64_t)(lines[w] == line) << w;
	return found;
}

CACHE_INLINE uint64_t cache_oldest(const uint64_t *used, unsigned ways)
{
	uint64_t oldest = used[0];

	for (unsigned w = 1; w < ways; w++)
		oldest = used[w] < oldest ? used[w] : oldest;
	return oldest;
}

/* Returns the way that holds a line, or `ways` if none does. */
CACHE_INLINE unsigned cache_way(const uint64_t *lines, uint64_t line, unsigned ways)
{
	for (unsigned first = 0; first < ways; first += 64) {
		uint64_t found = cache_find(lines + first, line, ways - first < 64 ? ways - first : 64);

		if (found)
			return first + (unsigned)__builtin_ctzll(found);
	}
	return ways;
}

/* Marks a line as used and returns whether it is in the cache. ways: those of the cache, a constant where that is
 * faster. */
CACHE_INLINE bool cache_hit(struct cache *c, uint64_t line, unsigned ways)
{
	uint64_t *set = c->sets + (line & c->set_mask) * ways * 2;
	unsigned way = cache_way(set, line, ways);

	if (__builtin_expect(way == ways, 0))
		return false;
	c->uses += CACHE_MAX_WAYS;
	set[ways + way] = c->uses + way;
	return true;
}

CACHE_INLINE void cache_replace(struct cache *c, uint64_t line, unsigned ways)
{
	uint64_t *set = c->sets + (line & c->set_mask) * ways * 2, way = cache_oldest(set + ways, ways) % CACHE_MAX_WAYS;

	c->uses += CACHE_MAX_WAYS;
	set[ways + way] = c->uses + way;
	set[way] = line;
}

/* Touches a line (address >> line_shift). Returns true on a miss; the line is then in the cache. */
static inline bool cache_touch(struct cache *c, uint64_t line)
{
	if (cache_is_newest(c, line))
		return false;
	c->newest[line & c->set_mask] = line;
	if (cache_hit(c, line, c->ways))
		return false;
	cache_replace(c, line, c->ways);
	return true;
}

#endif
