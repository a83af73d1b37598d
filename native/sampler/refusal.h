/* Why something cannot be measured, in words, with what to type next. Each says it and returns the exit code. */
#ifndef RUNBENCH_REFUSAL_H
#define RUNBENCH_REFUSAL_H

#include "perf_counters.h"

/* Counters could not be opened (counters->fatal, too_large). */
int refuse_counters(const struct counters *c);

/* The same on a child of our own, where nobody else's rights can be in the way. */
int refuse_calibration(const struct counters *c);

/* They could, but none of the events counts. */
int refuse_empty(const struct counters *c);

/* A sample would cost too much of the period. Says what it costs in any case; returns 0 if that is accepted. */
int refuse_cost(const struct options *o, uint64_t cost_ns, uint64_t fork_ns);

#endif
