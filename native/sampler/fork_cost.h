/* What counters that are inherited cost a program that starts others. */
#ifndef RUNBENCH_FORK_COST_H
#define RUNBENCH_FORK_COST_H

#include "perf_counters.h"

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
