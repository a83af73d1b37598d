/* The distribution of events over runs in which they can be counted together. */
#ifndef RUNBENCH_PLAN_H
#define RUNBENCH_PLAN_H

#include "options.h"

/* Reports the runs in which no event is multiplexed: {"event":"plan","runs":[[0,1],[2]]}. Returns the exit code. */
int plan_report(const struct options *o);

#endif
