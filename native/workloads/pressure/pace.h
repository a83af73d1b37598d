/* A steady rate in slices of 50 us: the traffic is as even within a millisecond as over a second. */
#ifndef RUNBENCH_PRESSURE_PACE_H
#define RUNBENCH_PRESSURE_PACE_H

#include "traffic.h"

struct pace {
	double   bytes_per_ns; /* 0: full speed */
	double   due;          /* earliest start of the next slice, CLOCK_MONOTONIC in ns */
	size_t   slice;        /* lines */
	unsigned line_bytes;
};

/* Starts a rate; bytes_per_s: bytes of traffic per second, 0: full speed. */
void pace_begin(struct pace *p, double bytes_per_s, enum traffic kind);

/* Moves a slice. Returns the number of lines. */
size_t pace_slice(struct pace *p, struct mover *m);

/* Returns whether the next slice is due. The caller spins until then: a sleeping processor changes its clock rate. */
bool pace_due(struct pace *p, uint64_t now_ns);

/* Executes the processor's hint for a spin loop. */
void pace_rest(void);

#endif
