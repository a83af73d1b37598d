/* Starting a program and seeing it end. */
#ifndef RUNBENCH_BASE_SPAWN_H
#define RUNBENCH_BASE_SPAWN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct spawn {
	char *const    *argv;         /* found along $PATH; ends with NULL */
	int             stdio[3];     /* descriptors that become its 0, 1 and 2; -1: those of this process */
	bool            own_group;    /* it leads a process group of its own */
	int             death_signal; /* what it gets when the thread that starts it ends; 0: nothing */
	const sigset_t *mask;         /* its signal mask; NULL: that of this process */
};

/*
 * Starts a program and waits until exec is through. SIGPIPE ends it again if this process ignores that. Returns its pid, or
 * -1 with errno, of exec too: nothing is left behind then.
 */
pid_t spawn(const struct spawn *s);

/*
 * Waits for a child that leads its own group, until a time (clock_ns) at most; then its group is killed. Returns true if it
 * ended by itself; status is as of wait() in either case.
 */
bool spawn_wait_until(pid_t pid, uint64_t until_ns, int *status);

/* A status of wait() as a shell tells it: the exit code, or 128 + the signal. */
int spawn_exit_code(int status);

#endif
