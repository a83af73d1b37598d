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
	/* ticks a second for counters; NULL for clocks in ns */
	double (*hertz)(void);
};

extern const struct rb_source rb_sources[];
extern const size_t rb_source_count;

const struct rb_source *rb_source_named(const char *name, size_t length);

/* CLOCK_REALTIME by vDSO, ns. */
int64_t rb_realtime(void);

#endif
