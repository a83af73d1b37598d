/* A simple set-associative cache, the reference for the models. */
#ifndef RUNBENCH_PLAIN_LRU_H
#define RUNBENCH_PLAIN_LRU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plain {
	uint64_t line[1 << 16], used[1 << 16], clock;
	unsigned sets, ways;
};

/* Searches all ways and replaces the least recently used one. */
static inline bool plain_touch(struct plain *p, uint64_t line)
{
	size_t first = (size_t)(line % p->sets) * p->ways, oldest = first;

	for (size_t i = first; i < first + p->ways; i++) {
		if (p->used[i] && p->line[i] == line) {
			p->used[i] = ++p->clock;
			return false;
		}
		if (p->used[i] < p->used[oldest])
			oldest = i;
	}
	p->line[oldest] = line;
	p->used[oldest] = ++p->clock;
	return true;
}

static inline uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth, MMIX */
	return *state >> 33;
}

#endif
