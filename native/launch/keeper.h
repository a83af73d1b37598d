/*
 * The keeper of a rank: a process beside the rank's program that has it sampled, lets it go when all may, and stays until
 * what was recorded is home, also where a launcher kills all that it started. Nothing that fails here keeps the program from running.
 */
#ifndef RUNBENCH_LAUNCH_KEEPER_H
#define RUNBENCH_LAUNCH_KEEPER_H

#include "gate.h"
#include "place.h"

#include <stdbool.h>
#include <sys/types.h>

struct keeper {
	struct place place;
	struct gate  gate;
	pid_t        program;     /* whose processes are sampled; held at the gate */
	pid_t        wrapper;     /* the program's parent, which tells how it ended; 0: there is none */
	const char  *form;        /* "constructor" or "wrapper" */
	const char  *executable;
	uint64_t     ended_ns;    /* CLOCK_MONOTONIC when the program's end was seen; 0: it has not ended */
};

/* Returns when the program and everything it started have ended and the recording is complete. */
void keeper_run(struct keeper *k);

#endif
