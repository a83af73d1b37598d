/* The costs of counting on this machine, measured with the events of the run: of a sample, and of a fork. */
#ifndef RUNBENCH_CALIBRATE_H
#define RUNBENCH_CALIBRATE_H

#include "perf_counters.h"
#include "../base/text.h"

/*
 * Measures the cost of one sample in ns, 0 if unknown; takes about 50 ms. Returns 0, or -1 if the counters cannot be opened
 * (see c->fatal). Leaves the counters open; c->event marks the silent ones.
 */
int calibrate(struct counters *c, const struct options *o, bool poll, uint64_t *cost_ns);

/*
 * Write and read a calibration as text that a later run with the same counters takes: WALL_NS,SAMPLE_NS,FORK_NS and the indices of
 * the silent events. calibration_parse changes the text, and sets o->known and o->events[].silent; the events precede it. Returns 0,
 * or -1 if it is none.
 */
void calibration_add(struct text *t, const struct options *o, const struct costs *costs);
int  calibration_parse(struct options *o, char *list);

/* Rounds a period up to the series 1, 2, 5, 10, ... ns. */
uint64_t round_up_period(uint64_t ns);

/*
 * Measures the CPU time, in ns, that inherited counters for these events add to the life of a task, from its fork to its wait.
 * On each CPU the kernel copies, switches, reads and returns each group's leader and events. Compares children with and without
 * counters. Returns 0 if nothing is inherited, or if the cost is unknown.
 */
uint64_t fork_cost(const struct options *o, bool poll);

/* Return the lower bound of this cost, without a measurement: proportional to CPUs x groups x (1 + events). */
uint64_t fork_cost_at_least(const struct counters *c);
uint64_t fork_cost_of_inherited(unsigned events);

#endif
