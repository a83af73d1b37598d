/*
 * How much of the processor time that it wanted a rank had: what the scheduler counts for its main thread anyway, read at the
 * beginning and at the end of what is traced. Nothing is read in between.
 */
#ifndef RUNBENCH_CPU_USE_H
#define RUNBENCH_CPU_USE_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/text.h"

struct cpu_use {
	bool     read;
	uint64_t at_ns;       /* CLOCK_MONOTONIC */
	uint64_t run_ns;      /* on a processor */
	uint64_t wait_ns;     /* runnable, and on none */
	uint64_t involuntary; /* how often it had to leave one */
	uint64_t steal_ns;    /* of all processors, what the hypervisor gave to others */
};

/* Leaves read false where the kernel does not tell (no /proc, no scheduler statistics). */
void cpu_use_read(struct cpu_use *use);

/* ,"NAME":{...}: from one to the other; nothing where one of them was not read. */
void cpu_use_add(struct text *json, const char *name, const struct cpu_use *from, const struct cpu_use *to);

#endif
