/* A steady rate: slices of 50 us, so that the traffic is as even within a millisecond as over a second. */
#ifndef RUNBENCH_PRESSURE_PACE_H
#define RUNBENCH_PRESSURE_PACE_H

#include "traffic.h"

struct pace {
	double   bytes_per_ns; /* 0: as fast as it goes */
	double   due;          /* CLOCK_MONOTONIC, ns: when the next slice may begin */
	size_t   slice;        /* lines */
	unsigned line_bytes;
};

/* @param bytes_per_s of traffic; 0: as fast as it goes */
void pace_begin(struct pace *p, double bytes_per_s, enum traffic kind);

/* Moves a slice. Returns the lines moved. */
size_t pace_slice(struct pace *p, struct mover *m);

/* Whether the next slice is due; until then one waits awake: a processor that sleeps changes its clock. */
bool pace_due(struct pace *p, uint64_t now_ns);

/* What to do while one waits. */
void pace_rest(void);

#endif
