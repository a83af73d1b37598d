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

/* A file of /proc/PID as text; empty when the process is gone. */
void process_read(pid_t pid, const char *name, char *text, size_t size);

#endif
