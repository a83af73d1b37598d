/* The guest's cases, by what they are about, and what they share. */
#ifndef RUNBENCH_GUEST_CASES_H
#define RUNBENCH_GUEST_CASES_H

#include "measure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INSTRUCTIONS "type=4,config=0x08,"
#define CYCLES       "type=4,config=0x11,"
#define USER         "user=1,kernel=0,"

#define LOOP      10000000.0  /* instructions of "work loop 10000000" */
#define ARGUMENTS     1000.0  /* more than a program without a C library needs to read its arguments */

extern bool inherits; /* this kernel gives per-task values in samples of inherited counters */

/* What samples in the kernel needs a switch on older kernels. */
const char *kernel_mode(void);

double relative(double value, double truth);

/* The total of a value; 0 without a record of it. */
uint64_t final(const struct run *r, unsigned group, unsigned value);

/* `--event` for cycles and instructions, all in one group; returns the length of the options. */
int one_group(char *options, size_t size, const char *mode, unsigned period_us, unsigned events);

/* counts_cases.c: what is counted is right, or is reported as not counted. */
void known_loop(void);
void unknown_events(void);
void group_of_eight(void);
void one_run_per_group(void);
void recording_for_readers(void);

/* multiplex_cases.c: more events than counters. */
void polls_and_turns(void);
void more_events_than_counters(void);

/* period_cases.c: how regular samples are, and what they cost. */
void all_periods(void);
void period_that_costs_too_much(void);

/* task_cases.c: children, threads, and what runs already. */
void inherited_tasks(void);
void attached(void);

/* fork_cases.c: only when asked for. */
void forks_under_counters(void);

#endif
