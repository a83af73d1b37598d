/* Moves a rank's files from a node's local disk to the run's folder. */
#ifndef RUNBENCH_LAUNCH_COLLECT_H
#define RUNBENCH_LAUNCH_COLLECT_H

#include "place.h"

/* Moves the recording unless it is there already. Returns NULL, or its path if it could not be moved. */
const char *collect_recording(const struct place *p, const char *recording);

/* Moves the event logs of the rank's program. */
void collect_event_logs(const struct place *p);

#endif
