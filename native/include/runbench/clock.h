/* Time sources for instrumented programs in C and C++: link with librunbench-clock; for Fortran see clock.f90.
 * To stamp an event in tens of cycles call rb_tsc(), which is inline, and convert later; rb_clock_now() gives
 * nanoseconds of any source. All times are int64_t nanoseconds; a source that this machine lacks fails to open. */
#ifndef RUNBENCH_CLOCK_H
#define RUNBENCH_CLOCK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__x86_64__) || defined(__i386__)
#define RB_HAVE_TSC 1
/* Cycles of the time stamp counter; may be executed early, before what precedes it has finished. */
static inline uint64_t rb_tsc(void)
{
	uint32_t lo, hi;
	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (uint64_t)hi << 32 | lo;
}

/* Cycles after everything that precedes has been executed; tells the CPU through *cpu if that is not NULL. */
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

/* rb_tsc() for languages that cannot inline it; 0 where there is no counter. */
int64_t rb_ticks(void);

struct rb_clock;

/* Opens a source: tsc, tscp, monotonic, raw, realtime, gettimeofday, syscall (clock_gettime without vDSO), hpet, or
 * virtual(BASE,offset=NS,ppm=P,epoch=NS,table=FILE): BASE's time shifted by offset, running fast by P millionths since
 * the epoch (of BASE; the moment of opening if not given), plus a table of "seconds-since-epoch offset-ns" lines,
 * straight in between. NULL on failure, with the reason in error. */
struct rb_clock *rb_clock_open(const char *spec, char *error, size_t error_size);
void rb_clock_close(struct rb_clock *clock);

int64_t rb_clock_now(const struct rb_clock *clock);

/* A CLOCK_REALTIME stamp of the recent past (a kernel's packet stamp) in this clock's time. */
int64_t rb_clock_from_realtime(const struct rb_clock *clock, int64_t realtime_ns);

/* How far a stamp may be off because of ticks and conversion, ns. */
int64_t rb_clock_slack(const struct rb_clock *clock);

/* Ticks a second by which the counter is turned into ns, exactly; 0 if the source counts ns itself. All programs of
 * one boot use the same number ("scale":"boot" in the description; "user": all of this user, since root has published
 * none; "process": it could not be shared). */
double rb_clock_hertz(const struct rb_clock *clock);

/* How far that number may be from the counter's true frequency, Hz. */
double rb_clock_hertz_error(const struct rb_clock *clock);

/* The source as a number that means the same on every machine; RB_CODE_VIRTUAL is set for a virtual clock over it. */
uint16_t rb_clock_code(const struct rb_clock *clock);
#define RB_CODE_VIRTUAL 0x100

/* The source's name and settings as JSON, always terminated. */
void rb_clock_describe(const struct rb_clock *clock, char *json, size_t size);

#ifdef __cplusplus
}
#endif
#endif
