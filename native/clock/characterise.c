/* See characterise.h. */
#include "characterise.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#if RB_HAVE_TSC
static inline void read_once(const struct rb_clock *clock, int kind)
{
	uint64_t value = kind == 1 ? rb_tsc() : kind == 2 ? rb_tscp(NULL) : (uint64_t)rb_clock_now(clock);
	__asm__ volatile("" : : "r"(value));
}

/* A separate loop for each kind, so that only the read is timed. */
static inline __attribute__((always_inline)) double timed(const struct rb_clock *clock, int kind, int reads)
{
	uint64_t begin = rb_tscp(NULL);
	for (int i = 0; i < reads; i++)
		read_once(clock, kind);
	return (double)(rb_tscp(NULL) - begin);
}

static double timed_kind(const struct rb_clock *clock, int kind, int reads)
{
	return kind == 1 ? timed(clock, 1, reads) : kind == 2 ? timed(clock, 2, reads) : timed(clock, 0, reads);
}

/* Returns the cost of the two counter reads around the loop, in cycles. */
static double empty_cost(void)
{
	double total = 0;
	for (int i = 0; i < 1000; i++)
		total += timed(NULL, 1, 0);
	return total / 1000;
}

size_t rb_read_costs(const struct rb_clock *clock, int kind, int reads, double *cycles, size_t samples)
{
	timed_kind(clock, kind, 1000);
	double empty = empty_cost();
	for (size_t i = 0; i < samples; i++) {
		double cost = (timed_kind(clock, kind, reads) - empty) / reads;
		cycles[i] = cost > 0 ? cost : 0;
	}
	return samples;
}

/* Returns twice the size of the last-level cache, or 64 MiB if the system does not report it. */
static size_t sweep_size(void)
{
	long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
	return l3 > 0 && l3 <= 256L << 20 ? 2 * (size_t)l3 : 64u << 20;
}

static void flush_code(const void *code)
{
#if defined(__x86_64__) || defined(__i386__)
	for (size_t at = 0; at < 512; at += 64)
		__builtin_ia32_clflush((const char *)code + at);
	__builtin_ia32_mfence();
#else
	(void)code;
#endif
}

/* Separate functions, so that their code can be flushed from the caches without that of the measurement. */
static __attribute__((noinline, aligned(64))) void cold_tsc(void)
{
	read_once(NULL, 1);
}

static __attribute__((noinline, aligned(64))) void cold_tscp(void)
{
	read_once(NULL, 2);
}

static double timed_cold(const struct rb_clock *clock, int kind)
{
	flush_code((const void *)(kind == 1 ? (void *)cold_tsc : kind == 2 ? (void *)cold_tscp : (void *)rb_clock_now));
	uint64_t begin = rb_tscp(NULL);
	if (kind == 1)
		cold_tsc();
	else if (kind == 2)
		cold_tscp();
	else
		read_once(clock, 0);
	return (double)(rb_tscp(NULL) - begin);
}

size_t rb_cold_costs(const struct rb_clock *clock, int kind, double *cycles, size_t samples)
{
	/* The first write to a page takes far longer than a sweep, so the next call gets the same memory. */
	static _Atomic(unsigned char *) spare;
	size_t size = sweep_size();
	unsigned char *sweep = atomic_exchange(&spare, NULL);
	if (!sweep) {
		sweep = malloc(size);
		if (!sweep)
			return 0;
		memset(sweep, 1, size);
	}
	double empty = empty_cost();
	for (size_t i = 0; i < samples; i++) {
		for (size_t at = 0; at < size; at += 64)
			sweep[at]++;
		double cost = timed_cold(clock, kind) - empty;
		cycles[i] = cost > 0 ? cost : 0;
	}
	free(atomic_exchange(&spare, sweep));
	return samples;
}

void rb_tsc_steps(int64_t *steps, size_t samples)
{
	uint64_t last = rb_tsc();
	for (size_t i = 0; i < samples; i++) {
		uint64_t now = rb_tsc();
		steps[i] = (int64_t)(now - last);
		last = now;
	}
}

static int64_t raw_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

struct clock_pair {
	int64_t ns;
	uint64_t middle, width;
};

/* Returns the narrowest of 200 pairs. */
static struct clock_pair narrowest_pair(const struct rb_clock *clock)
{
	struct clock_pair best = { .width = UINT64_MAX };
	for (int i = 0; i < 200; i++) {
		uint64_t before = rb_tscp(NULL);
		int64_t ns = clock ? rb_clock_now(clock) : raw_ns();
		uint64_t after = rb_tscp(NULL);
		if (after - before < best.width)
			best = (struct clock_pair){ ns, before + (after - before) / 2, after - before };
	}
	return best;
}

int rb_tsc_frequency_by(const struct rb_clock *clock, int64_t tick_ns, double seconds, double result[3])
{
	struct timespec pause = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
	struct clock_pair a = narrowest_pair(clock);
	nanosleep(&pause, NULL);
	struct clock_pair b = narrowest_pair(clock);
	double interval = (double)(b.ns - a.ns);
	result[0] = (double)(b.middle - a.middle) / interval * 1e9;
	result[1] = (double)(a.width + b.width) / 2 / (double)(b.middle - a.middle) + (double)tick_ns / interval;
	result[2] = interval * 1e-9;
	return 0;
}

int rb_tsc_frequency(double seconds, double result[3])
{
	return rb_tsc_frequency_by(NULL, 0, seconds, result);
}
#else
size_t rb_read_costs(const struct rb_clock *clock, int kind, int reads, double *cycles, size_t samples)
{
	(void)clock, (void)kind, (void)reads, (void)cycles, (void)samples;
	return 0;
}

size_t rb_cold_costs(const struct rb_clock *clock, int kind, double *cycles, size_t samples)
{
	return rb_read_costs(clock, kind, 1, cycles, samples);
}

void rb_tsc_steps(int64_t *steps, size_t samples)
{
	memset(steps, 0, samples * sizeof *steps);
}

int rb_tsc_frequency_by(const struct rb_clock *clock, int64_t tick_ns, double seconds, double result[3])
{
	(void)clock, (void)tick_ns, (void)seconds, (void)result;
	return -1;
}

int rb_tsc_frequency(double seconds, double result[3])
{
	return rb_tsc_frequency_by(NULL, 0, seconds, result);
}
#endif

void rb_read_steps(const struct rb_clock *clock, int64_t *steps, size_t samples)
{
	int64_t last = rb_clock_now(clock);
	for (size_t i = 0; i < samples; i++) {
		int64_t now = rb_clock_now(clock);
		steps[i] = now - last;
		last = now;
	}
}

int rb_utc_status(int64_t result[6])
{
	struct timex t = { .modes = 0 };
	int state = adjtimex(&t);
	if (state < 0)
		return -1;
	result[0] = state != TIME_ERROR && !(t.status & STA_UNSYNC);
	result[1] = t.esterror * 1000LL;
	result[2] = t.maxerror * 1000LL;
	result[3] = t.status & STA_NANO ? t.offset : t.offset * 1000LL;
	/* freq is in 2^-16 ppm; tick, in us per USER_HZ tick and nominally 10,000, is the coarse part of the rate */
	result[4] = t.freq * 1000000LL / 65536 + (t.tick - 1000000 / sysconf(_SC_CLK_TCK)) * sysconf(_SC_CLK_TCK) * 1000000;
	result[5] = t.tai;
	return 0;
}
