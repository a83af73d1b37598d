/* One run of a benchmark under counters, from the first fork to the closed recording. */
#ifndef RUNBENCH_SESSION_H
#define RUNBENCH_SESSION_H

#include "options.h"

/* Runs the helper. Returns its exit code, after reporting all results and errors. */
int session_run(const struct options *o);

#endif
