/* What one base clock is made of. */
#ifndef RB_SOURCE_H
#define RB_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct rb_source {
	const char *name;
	int64_t (*now)(void);
	/* 0 if the machine has it; else -1 and the reason */
	int (*open)(char *error, size_t size);
	/* ticks a second for counters, and how far that may be off; NULL for clocks in ns */
	double (*hertz)(double *error);
};

extern const struct rb_source rb_sources[];
extern const size_t rb_source_count;

const struct rb_source *rb_source_named(const char *name, size_t length);

/* A source's number on the wire, from 1; the name of any such number, also of a source that this machine lacks. */
uint16_t rb_source_code(const struct rb_source *source);
const char *rb_source_of_code(uint16_t code);

/* How far stamps of a source may be off because of ticks and conversion, ns. */
int64_t rb_source_slack(const char *name);

/* Who else turns the TSC into ns by the same factor, once a TSC clock is open: see scale.h. */
const char *rb_tsc_origin(void);

/* CLOCK_REALTIME by vDSO, ns. */
int64_t rb_realtime(void);

#endif
