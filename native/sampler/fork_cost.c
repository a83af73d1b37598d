/* What counters that are inherited cost a program that starts others; see fork_cost.h. */
#include "fork_cost.h"
#include "perf_counters.h"
#include "worker.h"

#define ROUNDS    8
#define PERIOD_NS NS_PER_S /* so that no sample is taken: these are another matter */

static void keep_least(uint64_t *least, const struct worker *w)
{
	uint64_t took = worker_once(w->out, w->in, FORK);

	*least = took < *least ? took : *least;
}

static uint64_t compare(const struct worker *counted, const struct worker *plain)
{
	uint64_t with = UINT64_MAX, without = UINT64_MAX;

	for (int round = 0; round < ROUNDS; round++) {
		keep_least(&without, plain);
		keep_least(&with, counted);
	}
	return with != UINT64_MAX && with > without ? (with - without) / FORKS : 0;
}

uint64_t fork_cost(const struct options *o, bool poll)
{
	struct worker counted, plain;
	struct counters c;
	uint64_t cost = 0;

	if (!o->inherit || worker_start(&counted))
		return 0;
	if (!counters_open(&c, o, poll, &(struct targets){ .pid = counted.pid }, PERIOD_NS) && c.groups && !counters_map(&c)
	    && !worker_start(&plain)) {
		counters_switch(&c, true);
		cost = compare(&counted, &plain);
		worker_end(&plain);
	}
	counters_close(&c);
	worker_end(&counted);
	return cost;
}
