/*
 * A victim and its antagonists, each a thread on its own CPU. The work of a thread counts only while all of them run: on a shared
 * machine, times in which one of them waits for a CPU are excluded.
 */
#ifndef RUNBENCH_PRESSURE_CONTEST_H
#define RUNBENCH_PRESSURE_CONTEST_H

#include "traffic.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_CONTESTANTS = 256 };

enum work {
	NO_WORK,
	STREAM, /* moves lines of a large array */
	CACHED, /* moves lines within the nearest cache */
	CHASE,  /* dependent loads from memory */
	COMPUTE /* dependent additions */
};

/* The work of one thread, and its result. Aligned to cache lines, because each thread writes its own frequently. */
struct contestant {
	enum work    work;
	enum traffic kind;
	double       rate;        /* bytes of traffic per second; 0: full speed */
	int          cpu;
	struct mover mover;       /* of STREAM and CACHED */
	void        *ring;        /* of CHASE */

	uint64_t     units;       /* lines, loads or additions while all ran */
	uint64_t     together_ns; /* time for which all ran */
	uint64_t     all_ns;      /* from the first counted slice to the end of the last */
	uint64_t     beat __attribute__((aligned(64))); /* time of the last slice or wait, CLOCK_MONOTONIC */
} __attribute__((aligned(64)));

struct contest {
	struct contestant *contestants;
	unsigned count;
	uint64_t warm_ns, wanted_ns; /* time for which all run together: warm-up, and counted */
	uint64_t max_ns;             /* maximum duration; 0: until stop is set */
	volatile bool stop;
};

/* Runs the threads until the first has run for wanted_ns together with the others. Returns 0, or -1 with errno. */
int contest_run(struct contest *c);

#endif
