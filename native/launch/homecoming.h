/* Brings a recording from a node's own disk into the run's folder. */
#ifndef RUNBENCH_LAUNCH_HOMECOMING_H
#define RUNBENCH_LAUNCH_HOMECOMING_H

#include "place.h"

/* Copies it unless it is there, and then removes it here. Returns NULL, or where it still lies because it could not be copied. */
const char *bring_home(const struct place *p, const char *recording);

/* The same with what the program logged. */
void bring_log_home(const struct place *p);

#endif
