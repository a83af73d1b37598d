/* What counters that are inherited cost a program that starts others; see fork_cost.h. */
#include "fork_cost.h"
#include "worker.h"

#define ROUNDS    8
#define PERIOD_NS NS_PER_S /* so that no sample is taken: these are another matter */

/*
 * The law: what is added grows with the events that are inherited, CPUs x groups x (1 + events), and with nothing else; an
 * emulated Arm needs 3,200 to 7,500 instructions for each of them with 1, 2, 4 and 8 CPUs alike (guest/run --only forks), and
 * an x86 server 2 to 4 us. On a busy machine a trial this short may find less, or nothing: never below this.
 */
#define INHERITED_NS 1500

uint64_t fork_cost_of_inherited(unsigned events)
{
	return (uint64_t)events * INHERITED_NS;
}

static unsigned inherited_events(const struct counters *c)
{
	unsigned each = 0;

	for (unsigned g = 0; g < c->groups; g++)
		each += MEMBER_VALUES + c->group[g].values;
	return each * c->units;
}

uint64_t fork_cost_at_least(const struct counters *c)
{
	return c->options->inherit ? fork_cost_of_inherited(inherited_events(c)) : 0;
}

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
	uint64_t cost = 0, least;

	if (!o->inherit || worker_start(&counted))
		return 0;
	if (!counters_open(&c, o, poll, &(struct targets){ .pid = counted.pid }, PERIOD_NS) && c.groups && !counters_map(&c)
	    && !worker_start(&plain)) {
		counters_switch(&c, true);
		cost = compare(&counted, &plain);
		least = fork_cost_at_least(&c);
		cost = cost < least ? least : cost;
		worker_end(&plain);
	}
	counters_close(&c);
	worker_end(&counted);
	return cost;
}
