/* Event counts of the calling thread outside MPI, read at the boundaries of traced calls. */
#ifndef RUNBENCH_COUNTERS_H
#define RUNBENCH_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "runbench/mpitrace.h"

struct rb_counters {
	int      values; /* 0: no counters */
	int      fd[RB_MPI_COUNTS];
	uint64_t outside[RB_MPI_COUNTS];
	uint64_t enabled_outside, running_outside;
	uint64_t at_exit[RB_MPI_COUNTS];
	uint64_t enabled_at_exit, running_at_exit;
	int      user_only; /* the kernel allowed counting in user mode only */
};

/* Opens one group of events: "name=type:config,name=type:config", with the numbers of struct perf_event_attr, decimal
 * or with 0x. The names are labels only. Returns 0, or -1 with the reason in error. */
int counters_open(struct rb_counters *c, const char *events, char *error, size_t error_bytes);

void counters_enter(struct rb_counters *c); /* Begins a traced call: counts since the last exit are outside MPI */
void counters_exit(struct rb_counters *c);  /* Ends a traced call */
void counters_record(const struct rb_counters *c, struct rb_mpi_counts *record);
void counters_close(struct rb_counters *c);

#endif
