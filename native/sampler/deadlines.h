/* When polling reads the counters: at absolute times of CLOCK_MONOTONIC, one period apart. */
#ifndef RUNBENCH_DEADLINES_H
#define RUNBENCH_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

struct deadlines {
	int      fd;          /* readable when one has passed */
	uint64_t period_ns;
	uint64_t next_ns;
	bool     gives_way;   /* there are no other CPUs, and this process goes first */
	uint64_t passed;      /* how many at once, the last time */
};

void deadlines_init(struct deadlines *d, uint64_t period_ns);

/* Takes real-time priority, which is what keeps deadlines; returns whether it was given. */
bool deadlines_become_realtime(struct deadlines *d);

/* The first one is a period from now. */
void deadlines_start(struct deadlines *d);

/* The last one that has passed - those missed meanwhile show as a long interval -, 0 if none has. Then: on to the next. */
uint64_t deadlines_passed(struct deadlines *d);
void     deadlines_next(struct deadlines *d);

#endif
