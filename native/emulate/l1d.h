/*
 * A model of a level 1 data cache: set associative, least recently used line replaced, lines allocated by writes too
 * (write-back), physical = virtual addresses. No prefetching, no other processors. As in Smith, "Cache Memories",
 * ACM Computing Surveys 14(3), 1982, sections 2.2 and 2.4.
 */
#ifndef RUNBENCH_L1D_H
#define RUNBENCH_L1D_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define L1D_MAX_WAYS 64

struct l1d {
	uint64_t  last;     /* the line touched last: the most recently used of its set, so LRU order stays exact */
	uint64_t *lines;    /* [set * ways]: the lines of a set, most recently used first */
	uint64_t  set_mask;
	unsigned  ways, line_shift;
};

/* Bytes that the lines of a cache need. sets is a power of two. */
static inline size_t l1d_bytes(unsigned sets, unsigned ways)
{
	return (size_t)sets * ways * sizeof(uint64_t);
}

/* An empty cache in memory of l1d_bytes(). */
static inline void l1d_init(struct l1d *c, uint64_t *memory, unsigned sets, unsigned ways, unsigned line_shift)
{
	*c = (struct l1d){ .last = UINT64_MAX, .lines = memory, .set_mask = sets - 1, .ways = ways,
		.line_shift = line_shift };
	memset(memory, 0xff, l1d_bytes(sets, ways)); /* UINT64_MAX is no line: addresses are shifted right */
}

/* Behind the most recently used line: moves each line it passes one place back. */
static inline bool l1d_search(const struct l1d *c, uint64_t *set, uint64_t line)
{
	uint64_t passed = set[0];

	set[0] = line;
	for (unsigned i = 1; i < c->ways; i++) {
		uint64_t here = set[i];

		set[i] = passed;
		if (here == line)
			return false;
		passed = here;
	}
	return true;
}

/* Touches a line (address >> line_shift); true: it was not in the cache, and now is. */
static inline bool l1d_touch(struct l1d *c, uint64_t line)
{
	uint64_t *set;

	if (line == c->last)
		return false;
	c->last = line;
	set = c->lines + (line & c->set_mask) * c->ways;
	return set[0] != line && l1d_search(c, set, line);
}

#endif
