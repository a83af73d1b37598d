/* Descendants of processes, and the kernel's files about a process. */
#ifndef RUNBENCH_BASE_DESCENDANTS_H
#define RUNBENCH_BASE_DESCENDANTS_H

#include <stddef.h>
#include <sys/types.h>

/*
 * Kills all descendants of this process, in any session or process group. Returns their number. A process that is being forked
 * may appear afterwards: call it until no child is left.
 */
int descendants_kill(void);

struct descendant {
	pid_t    pid;
	unsigned of;    /* index of its ancestor */
	char     state; /* as in /proc/PID/stat: 'T' means stopped */
};

/*
 * Lists the descendants of some processes, in any session or process group, without these processes themselves. Returns their
 * number and, in *found, the list; the caller frees it. Processes that start or end meanwhile may or may not be listed.
 */
size_t descendants_of(const pid_t *ancestor, unsigned count, struct descendant **found);

/* Reads /proc/PID/name as text of at most size - 1 bytes; empty if the process has ended. */
void process_read(pid_t pid, const char *name, char *text, size_t size);

#endif
