/* The keeper of a rank: a process that starts the rank's sampler, opens the rank's gate when all ranks may start, and
 * stays until the recording is in the run's folder, even if a launcher kills all its processes. No failure here keeps
 * the program from running. */
#ifndef RUNBENCH_LAUNCH_KEEPER_H
#define RUNBENCH_LAUNCH_KEEPER_H

#include "gate.h"
#include "place.h"

#include <stdbool.h>
#include <sys/types.h>

struct keeper {
	struct place place;
	struct gate  gate;
	pid_t        program;  /* the sampled process tree; held at the gate */
	pid_t        wrapper;  /* the program's parent, which reports its status; 0: none */
	const char  *form;     /* "constructor" or "wrapper" */
	const char  *executable;
	bool         stop_requested; /* the head wants the program to end */
	uint64_t     ended_ns; /* CLOCK_MONOTONIC when the program's end was noticed; 0: it has not ended */
};

/* Returns when the program and all its descendants have ended and the recording is complete. */
void keeper_run(struct keeper *k);

#endif
