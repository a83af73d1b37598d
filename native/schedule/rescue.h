/* The remaining processes of a run whose helper and guardians were killed, found by a mark in their environment. */
#ifndef RUNBENCH_SCHEDULE_RESCUE_H
#define RUNBENCH_SCHEDULE_RESCUE_H

#include <stdbool.h>

/* The name of the environment variable of all programs; its value is the ID of the run. */
#define RESCUE_MARK "RUNBENCH_GANGS"

/* Continues all processes with the mark of a run and, unless they outlive it, kills them. Reports their number. */
int rescue_run(const char *id, bool outlive);

#endif
