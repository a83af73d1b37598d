/*
 * A victim and its antagonists, each a thread on a CPU of its own, and how fast each was while all of them ran: on a machine that
 * others use, too, what somebody did while another of them had to wait for a processor tells nothing.
 */
#ifndef RUNBENCH_PRESSURE_CONTEST_H
#define RUNBENCH_PRESSURE_CONTEST_H

#include "traffic.h"

#include <stdbool.h>
#include <stdint.h>

enum { MOST_CONTESTANTS = 256 };

enum work {
	NO_WORK,
	STREAM, /* moves lines of a large array */
	CACHED, /* the same in the nearest cache */
	CHASE,  /* loads from memory that wait for one another */
	COMPUTE /* additions that wait for one another */
};

/* What one thread does, and what came of it. Padded: each writes its own all the time. */
struct contestant {
	enum work    work;
	enum traffic kind;
	double       rate;        /* bytes of traffic per second; 0: as fast as it goes */
	int          cpu;
	struct mover mover;       /* of STREAM and CACHED */
	void        *ring;        /* of CHASE */

	uint64_t     units;       /* lines, loads or additions while all ran */
	uint64_t     together_ns; /* that all ran */
	uint64_t     all_ns;      /* from the first slice that counts to the end of the last */
	uint64_t     beat __attribute__((aligned(64))); /* CLOCK_MONOTONIC, when it last showed that it ran */
} __attribute__((aligned(64)));

struct contest {
	struct contestant *contestants;
	unsigned count;
	uint64_t warm_ns, wanted_ns; /* how long all are to run together, before and while it counts */
	uint64_t most_ns;            /* after which it ends even so; 0: when stop is set */
	volatile bool stop;
};

/* Runs them until the first has run for long enough together with the others. 0, or -1 with errno: not so many threads. */
int contest_run(struct contest *c);

#endif
