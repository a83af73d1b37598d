/* Properties of this machine, for the metadata and for opening counters. */
#ifndef RUNBENCH_MACHINE_H
#define RUNBENCH_MACHINE_H

#include "../base/text.h"

#include <stdbool.h>

/* Lists the numbers of the online CPUs in *cpus; the caller frees it. Returns their number. */
unsigned machine_cpus(int **cpus);

/* Returns kernel.perf_event_paranoid, 2 if it cannot be read. */
int machine_paranoid(void);

/* Returns whether a seccomp filter restricts the system calls of this process, as in most containers. */
bool machine_filtered(void);

/* Adds the JSON members cpus, host (its name), kernel ("Linux 6.1.0 x86_64") and machine (the processor's name). */
void machine_describe(struct text *t);

#endif
