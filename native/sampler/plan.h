/* Which events can be counted together. */
#ifndef RUNBENCH_PLAN_H
#define RUNBENCH_PLAN_H

#include "options.h"

/* Says which events need no turns beside one another: {"event":"plan","runs":[[0,1],[2]]}. Returns the exit code. */
int plan_report(const struct options *o);

#endif
