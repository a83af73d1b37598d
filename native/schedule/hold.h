/*
 * Stopping, continuing and placing a program with all its processes. By the freezer of a control group of its own where that is
 * permitted: nothing that it starts can escape. Otherwise by signals to all that descend from its guardian, whatever group or
 * session they chose, again and again until nobody is found running.
 */
#ifndef RUNBENCH_SCHEDULE_HOLD_H
#define RUNBENCH_SCHEDULE_HOLD_H

#include "../sampler/cgroup.h"

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

struct hold {
	struct cgroup group;  /* of the program alone; its descriptor is -1 where it is held by signals */
	int       freeze_fd;  /* its cgroup.freeze; -1: by signals */
	pid_t     guardian, first;
	bool      stopped;
	cpu_set_t cpus;       /* where it was placed last */
	bool      placed;
};

/* Makes the control group. -1 with the reason where there is none: then the program is held by signals. */
int  hold_make(struct hold *h, unsigned number, char why[CGROUP_REASON_BYTES]);

/* The program is there, held at its gate, and belongs to this from now on. False: it could not be put into the group. */
bool hold_take(struct hold *h, pid_t guardian, pid_t first);

/* Has programs stop together: each of their processes does when it next comes to run. */
void hold_stop(struct hold *const *all, unsigned count);

/* Looks after those that were told to stop until all have, whoever was being forked meanwhile, or for a tenth of a second. */
void hold_settle(struct hold *const *all, unsigned count);

/* Places programs on their CPUs (each on cpus[i], NULL: as they are) and continues them. */
void hold_continue(struct hold *const *all, unsigned count, const cpu_set_t *const *cpus);

/* Sends a signal to all processes of a program. */
void hold_signal(const struct hold *h, int signal);

/* Processes that it has now. */
unsigned hold_processes(const struct hold *h);

void hold_close(struct hold *h);

#endif
