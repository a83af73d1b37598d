/* Counts since the start of the program, reported to the parent at regular intervals of wall time. */
#ifndef RUNBENCH_INTERVALS_H
#define RUNBENCH_INTERVALS_H

#include "control.h"
#include "sample_recorder.h"
#include "sockets.h"

struct intervals {
	uint64_t start_ns, due_ns; /* of the program; of the next report, 0 before the start */
};

/* Returns the time of the next report, UINT64_MAX if there is none. start_ns: start of the program, 0 before it. */
uint64_t intervals_due(struct intervals *i, const struct options *o, uint64_t start_ns);

/*
 * Reads the open counters and reports the counts since the start. Deadlines that passed meanwhile are skipped: the next report
 * covers a longer interval. The counts never decrease, and the final counts are at least as large.
 */
void intervals_report(struct intervals *i, struct recorder *r, struct sockets *s, const struct control *control);

#endif
