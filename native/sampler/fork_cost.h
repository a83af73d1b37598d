/* What counters that are inherited cost a program that starts others. */
#ifndef RUNBENCH_FORK_COST_H
#define RUNBENCH_FORK_COST_H

#include "options.h"

/*
 * CPU time in ns that counters for these events add to the life of a task, from its fork to its collection: on each CPU each
 * group's leader and all its events are copied, switched to, read and handed back. Tried on children of our own, with and
 * without in turns. 0: too little to be told, or not known.
 */
uint64_t fork_cost(const struct options *o, bool poll);

#endif
