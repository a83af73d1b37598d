/* What counters that are inherited cost a program that starts others. */
#ifndef RUNBENCH_FORK_COST_H
#define RUNBENCH_FORK_COST_H

#include "options.h"

/*
 * CPU time in ns that counters for these events add to the life of a task, from its fork to its collection: on each CPU each
 * group's leader and all its events are copied, switched to, read and handed back. Tried on children of our own, with and
 * without in turns. 0: nothing is inherited, or not known.
 */
uint64_t fork_cost(const struct options *o, bool poll);

/* Below this it is on no machine where so many events are inherited by each task: CPUs x groups x (1 + events). */
uint64_t fork_cost_at_least(unsigned inherited);

#endif
