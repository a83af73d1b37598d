/* The share of the requested processor time that a rank received: the scheduler's statistics of the main thread, read
 * at the beginning and at the end of the trace only. */
#ifndef RUNBENCH_CPU_USE_H
#define RUNBENCH_CPU_USE_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/text.h"

struct cpu_use {
	bool     read;
	uint64_t at_ns;       /* CLOCK_MONOTONIC */
	uint64_t run_ns;      /* time on a processor */
	uint64_t wait_ns;     /* time runnable, but not running */
	uint64_t involuntary; /* involuntary context switches */
	uint64_t steal_ns;    /* steal time of all processors */
};

/* Reads the statistics; `read` stays false if the kernel does not provide them (no /proc, no scheduler statistics). */
void cpu_use_read(struct cpu_use *use);

/* Writes ,"NAME":{...} with the differences; nothing if one of the two was not read. */
void cpu_use_add(struct text *json, const char *name, const struct cpu_use *from, const struct cpu_use *to);

#endif
