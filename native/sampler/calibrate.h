/* What one sample costs on this machine, with the very events that will be counted. */
#ifndef RUNBENCH_CALIBRATE_H
#define RUNBENCH_CALIBRATE_H

#include "perf_counters.h"

/*
 * Takes about 50 ms. 0 ns if it cannot be told. -1 when the counters cannot be opened (see c->fatal). Leaves the
 * counters open; c->event says which of them were silent.
 */
int calibrate(struct counters *c, const struct options *o, bool poll, uint64_t *cost_ns);

/*
 * Distributes the events over as few runs as it takes to count each of them all the time, in the order in which they
 * were given: run[event] from 0 on. -1 when the counters cannot be opened at all.
 */
int calibrate_plan(const struct options *o, unsigned *run, unsigned *runs);

/* The smallest period of the series 1, 2, 5, 10, ... that is not shorter than this. */
uint64_t sensible_period(uint64_t ns);

#endif
