/*
 * astar SIZE PATHS STAGES - shortest paths on a generated map of rivers, by A* with a binary heap.
 *
 * (Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths, IEEE Trans. SSC 4,
 * 1968.) The map has land of different cost and winding rivers with few bridges. Each stage adds rivers, so that paths become
 * longer and the search visits more cells. Costs are integers; the order of cells breaks ties.
 */
#include "workload.h"

enum { DEEP = 0 }; /* cost 0 marks a cell that cannot be entered */

struct map {
	long size;
	unsigned char *cost;
};

struct search {
	uint32_t *distance, *seen, generation;
	struct entry {
		uint32_t estimate, cell;
	} *heap;
	size_t length, capacity;
	uint64_t visited;
};

static void flood(struct map *m, uint64_t *random)
{
	int down = (int)random_below(random, 2);
	long across = (long)random_below(random, (uint64_t)m->size), width = 2 + (long)random_below(random, 4);
	long bridge = 4 + m->size / 32 + (long)random_below(random, (uint64_t)(m->size / 16));
	for (long along = 0; along < m->size; along++) {
		across += (long)random_below(random, 3) - 1;
		if (along % bridge < 2)
			continue;
		for (long w = 0; w < width; w++) {
			long a = across + w;
			if (a >= 0 && a < m->size)
				m->cost[down ? along * m->size + a : a * m->size + along] = DEEP;
		}
	}
}

static void make_map(struct map *m, uint64_t *random)
{
	m->cost = allocate((size_t)(m->size * m->size), 1);
	long patch = m->size / 16 > 4 ? m->size / 16 : 4;
	for (long y = 0; y < m->size; y++)
		for (long x = 0; x < m->size; x++) {
			uint64_t region = (uint64_t)(y / patch * 977 + x / patch);
			m->cost[y * m->size + x] = (unsigned char)(1 + next_random(&region) % 4 + random_below(random, 2));
		}
}

static int before(struct entry a, struct entry b)
{
	return a.estimate < b.estimate || (a.estimate == b.estimate && a.cell < b.cell);
}

static void push(struct search *s, struct entry e)
{
	if (s->length == s->capacity) {
		s->capacity = s->capacity ? 2 * s->capacity : 1024;
		s->heap = realloc(s->heap, s->capacity * sizeof *s->heap);
		if (!s->heap) {
			fprintf(stderr, "not enough memory for %zu open cells\n", s->capacity);
			exit(3);
		}
	}
	size_t i = s->length++;
	for (; i && before(e, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
		s->heap[i] = s->heap[(i - 1) / 2];
	s->heap[i] = e;
}

static struct entry pop(struct search *s)
{
	struct entry top = s->heap[0], last = s->heap[--s->length];
	size_t i = 0;
	for (size_t child = 1; child < s->length; child = 2 * i + 1) {
		if (child + 1 < s->length && before(s->heap[child + 1], s->heap[child]))
			child++;
		if (!before(s->heap[child], last))
			break;
		s->heap[i] = s->heap[child];
		i = child;
	}
	s->heap[i] = last;
	return top;
}

/* Returns the Manhattan distance. Every step costs at least 1: the heuristic never overestimates and is consistent. */
static uint32_t min_cost(const struct map *m, uint32_t from, uint32_t to)
{
	long dx = (long)(from % m->size) - (long)(to % m->size), dy = (long)(from / m->size) - (long)(to / m->size);
	return (uint32_t)(labs(dx) + labs(dy));
}

static void reach(const struct map *m, struct search *s, uint32_t cell, uint32_t distance, uint32_t goal)
{
	if (m->cost[cell] == DEEP)
		return;
	distance += m->cost[cell];
	if (s->seen[cell] == s->generation && s->distance[cell] <= distance)
		return;
	s->seen[cell] = s->generation;
	s->distance[cell] = distance;
	push(s, (struct entry){distance + min_cost(m, cell, goal), cell});
}

/* Returns the cost of the cheapest path without its first cell, UINT32_MAX if there is no path. */
static uint32_t shortest(const struct map *m, struct search *s, uint32_t start, uint32_t goal)
{
	uint32_t size = (uint32_t)m->size;
	s->generation++;
	s->length = 0;
	s->seen[start] = s->generation;
	s->distance[start] = 0;
	push(s, (struct entry){min_cost(m, start, goal), start});
	while (s->length) {
		struct entry e = pop(s);
		uint32_t distance = s->distance[e.cell];
		if (e.estimate > distance + min_cost(m, e.cell, goal))
			continue; /* reached more cheaply since it was pushed */
		s->visited++;
		if (e.cell == goal)
			return distance;
		if (e.cell % size)
			reach(m, s, e.cell - 1, distance, goal);
		if (e.cell % size != size - 1)
			reach(m, s, e.cell + 1, distance, goal);
		if (e.cell >= size)
			reach(m, s, e.cell - size, distance, goal);
		if (e.cell / size != size - 1)
			reach(m, s, e.cell + size, distance, goal);
	}
	return UINT32_MAX;
}

static uint32_t land(const struct map *m, uint64_t *random)
{
	for (;;) {
		uint32_t cell = (uint32_t)random_below(random, (uint64_t)(m->size * m->size));
		if (m->cost[cell] != DEEP)
			return cell;
	}
}

int main(int argc, char **argv)
{
	struct map m = {.size = argument(argc, argv, 1, "SIZE", 1024, 16, 16384)};
	long paths = argument(argc, argv, 2, "PATHS", 60, 1, 1000000), stages = argument(argc, argv, 3, "STAGES", 5, 1, 100);
	uint64_t random = 473, sum = CHECKSUM_START;
	make_map(&m, &random);
	size_t cells = (size_t)(m.size * m.size);
	struct search s = {.distance = allocate(cells, sizeof(uint32_t)), .seen = allocate(cells, sizeof(uint32_t))};
	for (long stage = 1; stage <= stages; stage++) {
		for (int rivers = 0; rivers < 6; rivers++)
			flood(&m, &random);
		uint64_t length = 0, before_stage = s.visited;
		long unreachable = 0;
		for (long i = 0; i < paths; i++) {
			uint32_t from = land(&m, &random), to = land(&m, &random);
			uint32_t there = shortest(&m, &s, from, to);
			if (there == UINT32_MAX)
				unreachable++;
			else {
				/* The reverse path includes the cost of the first cell instead of the last. */
				if (i == 0)
					require(shortest(&m, &s, to, from) - m.cost[from] == there - m.cost[to], "a path costs the same both ways");
				length += there;
			}
			sum = checksum(sum, there);
		}
		printf("stage %ld length %llu unreachable %ld visited %llu\n", stage, (unsigned long long)length, unreachable,
		       (unsigned long long)(s.visited - before_stage));
	}
	printf("checksum %016llx\n", (unsigned long long)sum);
	free(m.cost);
	free(s.distance);
	free(s.seen);
	free(s.heap);
	return 0;
}
