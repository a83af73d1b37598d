/* The processes that descend from this one, and how the kernel describes a process. */
#ifndef RUNBENCH_BASE_DESCENDANTS_H
#define RUNBENCH_BASE_DESCENDANTS_H

#include <stddef.h>
#include <sys/types.h>

/*
 * Kills all descendants of this process, whatever session or parent they chose; returns how many it found. A process that was
 * being forked may appear after a round: call it until no child is left.
 */
int descendants_kill(void);

struct descendant {
	pid_t    pid;
	unsigned of;    /* which of the ancestors */
	char     state; /* as /proc/PID/stat tells it: 'T' is stopped */
};

/*
 * The processes that descend from one of some ancestors, whatever session or group they chose, without these themselves: in *found
 * (to be freed); how many. What comes and goes meanwhile may or may not be among them.
 */
size_t descendants_of(const pid_t *ancestor, unsigned count, struct descendant **found);

/* A file of /proc/PID as text; empty when the process is gone. */
void process_read(pid_t pid, const char *name, char *text, size_t size);

#endif
