/* A base clock. */
#ifndef RB_SOURCE_H
#define RB_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rb_source {
	const char *name;
	int64_t (*now)(void);
	/* Returns 0 if the machine has the clock; else -1 with the reason in error. */
	int (*open)(char *error, size_t size);
	/* Returns the counter's ticks per second and sets their maximum error; NULL for clocks in ns. */
	double (*hertz)(double *error);
};

extern const struct rb_source rb_sources[];
extern const size_t rb_source_count;

const struct rb_source *rb_source_named(const char *name, size_t length);

/* Returns a source's number on the wire, from 1.
 * rb_source_name returns the name of any such number, including sources that this machine lacks. */
uint16_t rb_source_code(const struct rb_source *source);
const char *rb_source_name(uint16_t code);

/* Returns the maximum error of a source's stamps caused by ticks and conversion, in ns. */
int64_t rb_source_slack(const char *name);

/* Returns the origin of the TSC's scale (scale.h); valid once a TSC clock is open. */
const char *rb_tsc_origin(void);

/* Returns the number of timers of the open HPET, and whether its counter has 64 bits; 0 before a clock has opened it. */
unsigned rb_hpet_timers(bool *wide);

/* Reads CLOCK_REALTIME by the vDSO, in ns. */
int64_t rb_realtime(void);

#endif
