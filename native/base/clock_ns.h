/* The kernel's clocks in ns. Recordings and traces use CLOCK_MONOTONIC, with which the kernel stamps perf records. */
#ifndef RUNBENCH_BASE_CLOCK_NS_H
#define RUNBENCH_BASE_CLOCK_NS_H

#include <stdint.h>
#include <time.h>

#define NS_PER_S  1000000000ull
#define NS_PER_MS 1000000ull
#define NS_PER_US 1000ull

/* Returns the time of a clock in ns. */
static inline uint64_t clock_of(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

/* Returns CLOCK_MONOTONIC in ns. */
static inline uint64_t clock_ns(void)
{
	return clock_of(CLOCK_MONOTONIC);
}

/* Returns the whole milliseconds from now until a time of CLOCK_MONOTONIC, rounded up, for poll(); 0: it has passed. */
static inline int clock_ms_until(uint64_t due_ns)
{
	uint64_t now = clock_ns();

	return due_ns <= now ? 0 : (int)((due_ns - now + NS_PER_MS - 1) / NS_PER_MS);
}

/* Returns CLOCK_REALTIME in ns since 1970. */
static inline int64_t clock_realtime_ns(void)
{
	return (int64_t)clock_of(CLOCK_REALTIME);
}

/* Returns CLOCK_MONOTONIC_RAW in ns, which no time service adjusts. */
static inline uint64_t clock_raw_ns(void)
{
	return clock_of(CLOCK_MONOTONIC_RAW);
}

#endif
