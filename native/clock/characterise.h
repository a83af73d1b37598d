/* Measurements of a time source for the command line: read cost, resolution and monotonicity; and the state of the
 * system's time service. */
#ifndef RB_CHARACTERISE_H
#define RB_CHARACTERISE_H

#include <stddef.h>
#include <stdint.h>

#include "runbench/clock.h"

/* Measures the cost of a read in TSC cycles. Each sample is the mean of `reads` successive reads. kind: 0 the clock
 * itself, 1 bare rdtsc, 2 bare rdtscp (clock may be NULL for 1 and 2). Returns the number of samples; 0 without a
 * TSC. */
size_t rb_read_costs(const struct rb_clock *clock, int kind, int reads, double *cycles, size_t samples);

/* Measures single reads, in TSC cycles, after the caches were filled with other data. Arguments and result as for
 * rb_read_costs. */
size_t rb_cold_costs(const struct rb_clock *clock, int kind, double *cycles, size_t samples);

/* Measures the differences between successive reads, in ns. */
void rb_read_steps(const struct rb_clock *clock, int64_t *steps, size_t samples);

/* Measures the differences between successive reads of the bare counter, in cycles. */
void rb_tsc_steps(int64_t *steps, size_t samples);

/* Measures the TSC against CLOCK_MONOTONIC_RAW over an interval by formula (1) of Tinetti, Romero, De Giusti, section
 * 2.3. Two TSC reads bracket each end; the error is both brackets divided by the interval (formulas 2-4). result:
 * hertz, relative error, interval in s. Returns -1 without a TSC. */
int rb_tsc_frequency(double seconds, double result[3]);

/* Measures the TSC against any clock. One tick is added to the error: both readings may be up to one tick old. */
int rb_tsc_frequency_by(const struct rb_clock *clock, int64_t tick_ns, double seconds, double result[3]);

/* Bounds the TSC of CPU b minus that of CPU a, in ns, by passing a cache line back and forth. Returns -1 if the process
 * may not run on one of the CPUs. */
int rb_tsc_skew(int cpu_a, int cpu_b, int rounds, double bounds[2]);

/* Reads the state of CLOCK_REALTIME by adjtimex, without changing anything: result[0] 1 if synchronised, [1] estimated
 * error in ns, [2] maximum error in ns, [3] remaining offset in ns, [4] frequency correction in 1e-12, [5] TAI - UTC in
 * s. Returns -1 if adjtimex fails. */
int rb_utc_status(int64_t result[6]);

#endif
