/*
 * When polling reads the counters: at absolute times of CLOCK_MONOTONIC, one period apart.
 *
 * Groups that compete for counters take turns, which the kernel changes at whole milliseconds of that clock - but only
 * while the program runs. On a CPU that the helper shares with the program, a poll under way at that moment costs the
 * next group its turn; with a period in step with the turns (1 ms and 4 ms, say) it would cost every turn, and the same
 * groups would be counted for ever. So deadlines stand a little behind whole milliseconds: the turn comes first.
 */
#ifndef RUNBENCH_DEADLINES_H
#define RUNBENCH_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

struct deadlines {
	int      fd;          /* readable when one has passed */
	uint64_t period_ns;
	uint64_t next_ns;
	bool     yields_cpu;   /* there are no other CPUs, and this process goes first */
	uint64_t passed;      /* how many at once, the last time */
};

void deadlines_init(struct deadlines *d, uint64_t period_ns);

/* How long after a whole millisecond they stand, if the period is a multiple or divisor of one. */
uint64_t deadlines_offset(uint64_t period_ns);

/* Takes real-time priority, which is what keeps deadlines; returns whether it was given. */
bool deadlines_become_realtime(struct deadlines *d);

/* The first one is half a period to one and a half from now, or the millisecond's rest longer. */
void deadlines_start(struct deadlines *d);

/*
 * The last one that has passed - those missed meanwhile show as a long interval -, 0 if none has. Then: on to the next;
 * turns: groups take turns at the counters.
 */
uint64_t deadlines_passed(struct deadlines *d);
void     deadlines_next(struct deadlines *d, bool turns);

#endif
