/* Time sources for instrumented programs in C and C++: link with librunbench-clock; for Fortran see clock.f90.
 * rb_tsc() is inline and stamps an event in tens of cycles, to be converted later. rb_clock_now() returns nanoseconds
 * of any source. All times are int64_t nanoseconds. A source that this machine lacks cannot be opened. */
#ifndef RUNBENCH_CLOCK_H
#define RUNBENCH_CLOCK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__x86_64__) || defined(__i386__)
#define RB_HAVE_TSC 1
/* Returns the cycles of the time stamp counter; may be executed before preceding instructions have finished. */
static inline uint64_t rb_tsc(void)
{
	uint32_t lo, hi;
	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (uint64_t)hi << 32 | lo;
}

/* Returns the cycles after all preceding instructions; stores the CPU in *cpu unless that is NULL. */
static inline uint64_t rb_tscp(uint32_t *cpu)
{
	uint32_t lo, hi, aux;
	__asm__ volatile("rdtscp" : "=a"(lo), "=d"(hi), "=c"(aux));
	if (cpu)
		*cpu = aux & 0xfff;
	return (uint64_t)hi << 32 | lo;
}
#elif defined(__aarch64__)
#define RB_HAVE_TSC 1
static inline uint64_t rb_tsc(void)
{
	uint64_t v;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(v));
	return v;
}
static inline uint64_t rb_tscp(uint32_t *cpu)
{
	uint64_t v;
	(void)cpu;
	__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(v) : : "memory");
	return v;
}
#else
#define RB_HAVE_TSC 0
#endif

/* Returns rb_tsc() for languages that cannot inline it; 0 if there is no counter. */
int64_t rb_ticks(void);

struct rb_clock;

/* Opens a source: tsc, tscp, monotonic, raw, realtime, gettimeofday, syscall (clock_gettime without vDSO), hpet, or
 * virtual(BASE,offset=NS,ppm=P,epoch=NS,table=FILE). A virtual clock is BASE plus an offset, with a drift of P ppm since
 * the epoch (a time of BASE; default: the time of opening), plus a table of "seconds-since-epoch offset-ns" lines with
 * linear interpolation. Returns NULL on failure, with the reason in error. */
struct rb_clock *rb_clock_open(const char *spec, char *error, size_t error_size);
void rb_clock_close(struct rb_clock *clock);

/* Returns the time of a clock in ns. */
int64_t rb_clock_now(const struct rb_clock *clock);

/* Converts a recent CLOCK_REALTIME stamp, such as a packet stamp of the kernel, to this clock's time. */
int64_t rb_clock_from_realtime(const struct rb_clock *clock, int64_t realtime_ns);

/* Returns the maximum error of a stamp by resolution and conversion, in ns. */
int64_t rb_clock_slack(const struct rb_clock *clock);

/* Returns the exact ticks per second used to convert the counter to ns; 0 if the source counts ns. All programs of one
 * boot use the same number ("scale":"boot" in the description). "user": all programs of this user do, because root has
 * published none. "process": it could not be shared. */
double rb_clock_hertz(const struct rb_clock *clock);

/* Returns the maximum difference between that number and the counter's true frequency, in Hz. */
double rb_clock_hertz_error(const struct rb_clock *clock);

/* Returns the number of the source, equal on all machines; RB_CODE_VIRTUAL is set for a virtual clock based on it. */
uint16_t rb_clock_code(const struct rb_clock *clock);
#define RB_CODE_VIRTUAL 0x100

/* Writes the source's name and settings as JSON, always NUL-terminated. */
void rb_clock_describe(const struct rb_clock *clock, char *json, size_t size);

#ifdef __cplusplus
}
#endif
#endif
