/* What is left of a run of which helper and guardians were killed together: found by a mark in its environment. */
#ifndef RUNBENCH_SCHEDULE_RESCUE_H
#define RUNBENCH_SCHEDULE_RESCUE_H

#include <stdbool.h>

/* NAME=VALUE that programs have in their environment. */
#define RESCUE_MARK "RUNBENCH_GANGS"

/* Continues all that bear the mark of that run, and kills them unless they are to go on. Says how many there were. */
int rescue_run(const char *id, bool outlive);

#endif
