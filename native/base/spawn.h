/* Start and end of a program. */
#ifndef RUNBENCH_BASE_SPAWN_H
#define RUNBENCH_BASE_SPAWN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct spawn {
	char *const    *argv;         /* searched in $PATH; ends with NULL */
	int             stdio[3];     /* descriptors of standard input, output and error; -1: those of this process */
	bool            own_group;    /* it leads its own process group */
	int             death_signal; /* signal at the end of the starting thread; 0: none */
	const sigset_t *mask;         /* signal mask; NULL: that of this process */
};

/*
 * Starts a program and waits for its exec. The default action of SIGPIPE is restored. Returns the PID, or -1 with the errno
 * of fork or exec; no process is left then.
 */
pid_t spawn(const struct spawn *s);

/*
 * Waits for a child that leads its own group, at most until a time of CLOCK_MONOTONIC; then kills the group. Returns true if
 * the child ended by itself. status: as of wait(), in both cases.
 */
bool spawn_wait_until(pid_t pid, uint64_t until_ns, int *status);

/* Converts a status of wait() as a shell does: the exit code, or 128 + the signal. */
int spawn_exit_code(int status);

#endif
