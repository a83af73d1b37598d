/* What one sample costs on this machine, with the very events that will be counted. */
#ifndef RUNBENCH_CALIBRATE_H
#define RUNBENCH_CALIBRATE_H

#include "perf_counters.h"

/*
 * Takes about 50 ms. 0 ns if it cannot be told. -1 when the counters cannot be opened (see c->fatal). Leaves the
 * counters open; c->event says which of them were silent.
 */
int calibrate(struct counters *c, const struct options *o, bool poll, uint64_t *cost_ns);

/* The smallest period of the series 1, 2, 5, 10, ... that is not shorter than this. */
uint64_t round_up_period(uint64_t ns);

/*
 * CPU time in ns that counters for these events add to the life of a task, from its fork to its collection: on each CPU each
 * group's leader and all its events are copied, switched to, read and handed back. Tried on children of our own, with and
 * without in turns. 0: nothing is inherited, or not known.
 */
uint64_t fork_cost(const struct options *o, bool poll);

/* Below this it is on no machine, by the law: CPUs x groups x (1 + events), each inherited by every task. Nothing is tried. */
uint64_t fork_cost_at_least(const struct counters *c);
uint64_t fork_cost_of_inherited(unsigned events);

#endif
