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
uint64_t sensible_period(uint64_t ns);

#endif
