/* One run of a benchmark under counters, from the first fork to the closed recording. */
#ifndef RUNBENCH_SESSION_H
#define RUNBENCH_SESSION_H

#include "options.h"

/* Returns the helper's exit code; everything has been said by then. */
int session_run(const struct options *o);

#endif
