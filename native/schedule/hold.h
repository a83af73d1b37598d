/*
 * Stopping, continuing and placing a program with all its processes. If permitted, it uses the freezer of a control group of the
 * program, which no descendant can leave. Otherwise it sends signals to all descendants of the guardian, in any process group or
 * session, repeatedly until none is found running.
 */
#ifndef RUNBENCH_SCHEDULE_HOLD_H
#define RUNBENCH_SCHEDULE_HOLD_H

#include "../sampler/cgroup.h"

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

struct hold {
	struct cgroup group;  /* the program's control group; its descriptor is -1 if signals are used */
	int       freeze_fd;  /* cgroup.freeze of the group; -1: signals are used */
	pid_t     guardian, first;
	bool      stopped;
	cpu_set_t cpus;       /* CPUs of the last placement */
	bool      placed;     /* cpus is set */
};

/* Creates the control group. Returns 0, or -1 with the reason: then signals are used. */
int  hold_make(struct hold *h, unsigned number, char why[CGROUP_REASON_BYTES]);

/* Sets the program, which is held at its gate, and moves it into the group. Returns false if it could not be moved. */
bool hold_take(struct hold *h, pid_t guardian, pid_t first);

/* Stops programs together, without waiting: each process stops when it is scheduled next. */
void hold_stop(struct hold *const *all, unsigned count);

/* Waits until all processes of stopped programs have stopped, including those being forked; at most 100 ms. */
void hold_settle(struct hold *const *all, unsigned count);

/* Places programs on their CPUs (cpus[i]; NULL: unchanged) and continues them. */
void hold_continue(struct hold *const *all, unsigned count, const cpu_set_t *const *cpus);

/* Sends a signal to all processes of a program. */
void hold_signal(const struct hold *h, int signal);

/* Returns the current number of processes of a program. */
unsigned hold_processes(const struct hold *h);

void hold_close(struct hold *h);

#endif
