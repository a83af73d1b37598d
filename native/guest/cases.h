/* The guest's cases by subject, and their shared functions. */
#ifndef RUNBENCH_GUEST_CASES_H
#define RUNBENCH_GUEST_CASES_H

#include "measure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INSTRUCTIONS "type=4,config=0x08,"
#define CYCLES       "type=4,config=0x11,"
#define USER         "user=1,kernel=0,"

#define LOOP      10000000.0 /* instructions of "work loop 10000000" */
#define ARGUMENTS     1000.0 /* instructions with which a program without a C library reads its arguments */

extern bool inherits; /* samples of inherited counters have per-task values in this kernel */

/* Returns the option that sampling in the kernel needs on older kernels. */
const char *kernel_mode(void);

double relative(double value, double truth);

/* Returns the total of a value; 0 without a record. */
uint64_t final(const struct run *r, unsigned group, unsigned value);

/* Writes `--event` options for cycles and instructions, all in one group, and returns their length. */
int group_options(char *options, size_t size, const char *mode, unsigned period_us, unsigned events);

/* counts_cases.c: counts are correct, or reported as not counted. */
void case_known_loop(void);
void case_unknown_events(void);
void case_group_of_eight(void);
void case_exact_runs(void);
void case_recording_for_readers(void);

/* multiplex_cases.c: more events than counters. */
void case_polling_out_of_phase(void);
void more_events_than_counters(void);

/* period_cases.c: regularity and cost of samples. */
void case_periods(void);
void case_costly_period(void);

/* task_cases.c: children, threads, and running programs. */
void case_inherited_tasks(void);
void case_attached(void);

/* fork_cases.c: only on request. */
void case_forks(void);

#endif
