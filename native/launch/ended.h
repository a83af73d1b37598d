/* How a process ended that is nobody's child here: the keeper of a rank that the preloaded library found. */
#ifndef RUNBENCH_LAUNCH_ENDED_H
#define RUNBENCH_LAUNCH_ENDED_H

#include <sys/types.h>

/*
 * Its status as of wait(). fd: a pidfd that was opened while it ran, and by which it is known to have ended. Since Linux 6.15
 * the kernel keeps the status with the pidfd; before, it can be read until the parent has taken it. Returns -1 where it is lost.
 */
int ended_status(int fd, pid_t pid);

#endif
