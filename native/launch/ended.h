/* The exit status of a process that is not a child: the keeper of a rank that the preloaded library found uses it. */
#ifndef RUNBENCH_LAUNCH_ENDED_H
#define RUNBENCH_LAUNCH_ENDED_H

#include <sys/types.h>

/* Returns the status as of wait(), or -1 if it is lost. fd: a pidfd that was opened while the process ran and that has
 * reported its end. Since Linux 6.15 the kernel keeps the status with the pidfd; before, it can be read until the
 * parent has collected it. */
int ended_status(int fd, pid_t pid);

#endif
