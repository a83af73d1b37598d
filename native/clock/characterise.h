/* Measurements of a time source, for the command line: what it costs, how finely it ticks, whether it runs back. */
#ifndef RB_CHARACTERISE_H
#define RB_CHARACTERISE_H

#include <stddef.h>
#include <stdint.h>

#include "runbench/clock.h"

/* TSC cycles of one read, each sample the mean of reads successive ones. kind: 0 the clock itself, 1 bare rdtsc,
 * 2 bare rdtscp (clock may be NULL for these). Returns the number of samples; 0 without a TSC. */
size_t rb_read_costs(const struct rb_clock *clock, int kind, int reads, double *cycles, size_t samples);

/* The same for single reads after the caches were filled with something else. */
size_t rb_cold_costs(const struct rb_clock *clock, int kind, double *cycles, size_t samples);

/* Differences between successive reads, ns. */
void rb_read_steps(const struct rb_clock *clock, int64_t *steps, size_t samples);

/* Bare counter differences, cycles. */
void rb_tsc_steps(int64_t *steps, size_t samples);

/* TSC against CLOCK_MONOTONIC_RAW over an interval: formula (1) of Tinetti, Romero, De Giusti, section 2.3, each end
 * bracketed by two TSC reads; the error is both brackets over the interval (formulas 2-4). result: hertz, relative
 * error, interval in s. -1 without a TSC. */
int rb_tsc_frequency(double seconds, double result[3]);

/* The same against any clock, of which one tick more is uncertain: two readings, each up to one tick old. */
int rb_tsc_frequency_by(const struct rb_clock *clock, int64_t tick_ns, double seconds, double result[3]);

/* Bounds of cpu b's TSC minus cpu a's, ns, by handing a cache line to and fro; -1 if a CPU cannot be had. */
int rb_tsc_skew(int cpu_a, int cpu_b, int rounds, double bounds[2]);

/* What the system's time service says of CLOCK_REALTIME, by adjtimex without changing anything: result[0] 1 if
 * synchronised, [1] estimated error ns, [2] maximum error ns, [3] remaining offset ns, [4] frequency correction, 1e-12,
 * [5] TAI - UTC s. */
int rb_utc_status(int64_t result[6]);

#endif
