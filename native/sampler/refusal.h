/* Reports of a measurement that is not possible, with the remedy. Each function returns the exit code. */
#ifndef RUNBENCH_REFUSAL_H
#define RUNBENCH_REFUSAL_H

#include "perf_counters.h"

/* Reports counters that could not be opened (counters->fatal, too_large). */
int refuse_counters(const struct counters *c);

/* Reports counters that could not be opened on the calibration's child, which belongs to this user. */
int refuse_calibration(const struct counters *c);

/* Reports that none of the events can be counted. */
int refuse_empty(const struct counters *c);

/* Reports the calibration. Returns 0 if the share of a sample in the period is accepted, or the exit code after an error. */
int refuse_cost(const struct options *o, const struct costs *costs);

#endif
