/* The cache model against one written as plainly as possible, on addresses of several kinds. */
#include "../l1d.h"
#include "../../base/check.h"

#include <stdio.h>
#include <stdlib.h>

struct plain {
	uint64_t line[1 << 16], used[1 << 16], clock;
	unsigned sets, ways;
};

/* Looks at all ways; replaces the one used longest ago. */
static bool plain_touch(struct plain *p, uint64_t line)
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

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth, MMIX */
	return *state >> 33;
}

static void compare(unsigned sets, unsigned ways, unsigned kind)
{
	static struct plain plain;
	uint64_t *memory = malloc(l1d_bytes(sets, ways)), state = sets * 64 + ways + kind, lines = 3ull * sets * ways;
	struct l1d model;
	long wrong = 0;

	memset(&plain, 0, sizeof plain);
	plain.sets = sets;
	plain.ways = ways;
	l1d_init(&model, memory, sets, ways, 6);
	for (long i = 0; i < 300000; i++) {
		uint64_t line = kind == 0 ? next_random(&state) % lines
			: kind == 1 ? (uint64_t)i % (sets * ways + sets) /* just too much: LRU misses always */
			: kind == 2 ? (uint64_t)i / 3 % (sets * ways)    /* fits, each line three times running */
			: (next_random(&state) % 8 ? next_random(&state) % (sets * ways / 2 + 1) : next_random(&state));

		wrong += l1d_touch(&model, line) != plain_touch(&plain, line);
	}
	CHECK(!wrong, "%u sets, %u ways, addresses of kind %u: %ld of 300000 differ", sets, ways, kind, wrong);
	free(memory);
}

int main(void)
{
	static const unsigned shapes[][2] = { { 64, 8 }, { 64, 12 }, { 1, 1 }, { 1, 64 }, { 512, 1 }, { 128, 2 }, { 1024, 16 } };

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned kind = 0; kind < 4; kind++)
			compare(shapes[i][0], shapes[i][1], kind);
	return summary("emulate/l1d");
}
