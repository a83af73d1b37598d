/* The cache model compared with a simple implementation, on several kinds of addresses. */
#include "plain_lru.h"
#include "../cache.h"
#include "../../base/check.h"

#include <stdio.h>
#include <stdlib.h>

static void compare(unsigned sets, unsigned ways, unsigned kind)
{
	static struct plain plain;
	uint64_t *memory = malloc(cache_bytes(sets, ways)), state = sets * 64 + ways + kind, lines = 3ull * sets * ways;
	struct cache model;
	long wrong = 0;

	memset(&plain, 0, sizeof plain);
	plain.sets = sets;
	plain.ways = ways;
	cache_init(&model, memory, sets, ways, 6);
	for (long i = 0; i < 300000; i++) {
		uint64_t line = kind == 0 ? next_random(&state) % lines
			: kind == 1 ? (uint64_t)i % (sets * ways + sets) /* slightly too large: LRU always misses */
			: kind == 2 ? (uint64_t)i / 3 % (sets * ways)    /* fits; each line three times in a row */
			: (next_random(&state) % 8 ? next_random(&state) % (sets * ways / 2 + 1) : next_random(&state));

		wrong += cache_touch(&model, line) != plain_touch(&plain, line);
	}
	CHECK(!wrong, "%u sets, %u ways, addresses of kind %u: %ld of 300000 differ", sets, ways, kind, wrong);
	free(memory);
}

int main(void)
{
	static const unsigned shapes[][2] = { { 64, 8 }, { 64, 12 }, { 1, 1 }, { 1, 64 }, { 512, 1 }, { 128, 2 },
		{ 1024, 16 }, { 1, 96 }, { 4, 65 } };

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned kind = 0; kind < 4; kind++)
			compare(shapes[i][0], shapes[i][1], kind);
	return summary("emulate/cache");
}
