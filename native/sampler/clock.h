/* The clock of a recording: CLOCK_MONOTONIC, in ns; the kernel stamps the perf records with the same. */
#ifndef RUNBENCH_CLOCK_H
#define RUNBENCH_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NS_PER_S  1000000000ull
#define NS_PER_MS 1000000ull

static inline uint64_t clock_of(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

static inline uint64_t clock_ns(void)
{
	return clock_of(CLOCK_MONOTONIC);
}

#endif
