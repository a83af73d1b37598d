/*
 * The deadlines of poll mode: absolute times of CLOCK_MONOTONIC, one period apart.
 *
 * The kernel rotates multiplexed groups at whole milliseconds of that clock, but only while the program runs. If the helper
 * shares the program's CPU, a poll at that moment prevents a rotation. With a period that is a multiple or divisor of the
 * rotation interval it would prevent every one, and the same groups would count all the time. Deadlines are therefore slightly
 * after whole milliseconds.
 */
#ifndef RUNBENCH_DEADLINES_H
#define RUNBENCH_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

struct deadlines {
	int      fd;          /* timerfd, readable after a deadline */
	uint64_t period_ns;
	uint64_t next_ns;     /* the next deadline, CLOCK_MONOTONIC */
	bool     yields_cpu;  /* this process has priority over the program on the only CPU */
	uint64_t passed;      /* number of deadlines passed at the last read */
};

void deadlines_init(struct deadlines *d, uint64_t period_ns);

/* Returns the offset of deadlines after whole milliseconds in ns, for periods that are multiples or divisors of 1 ms. */
uint64_t deadlines_offset(uint64_t period_ns);

/* Requests real-time priority, which keeps deadlines on busy CPUs. Returns whether it was granted. */
bool deadlines_become_realtime(struct deadlines *d);

/* Sets the first deadline: 0.5 to 1.5 periods from now, or up to 1 ms later. */
void deadlines_start(struct deadlines *d);

/*
 * Returns the last deadline that has passed, 0 if none has. Missed deadlines are skipped and appear as a long interval.
 */
uint64_t deadlines_passed(struct deadlines *d);

/* Sets the next deadline; multiplexed: groups are multiplexed on the counters. */
void     deadlines_next(struct deadlines *d, bool multiplexed);

#endif
