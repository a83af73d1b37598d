/* Facts about this machine that the helper writes down or needs for opening counters. */
#ifndef RUNBENCH_MACHINE_H
#define RUNBENCH_MACHINE_H

#include "../base/text.h"

#include <stdbool.h>

/* Numbers of the CPUs that are online, in *cpus (to be freed); returns how many. */
unsigned machine_cpus(int **cpus);

/* kernel.perf_event_paranoid, 2 if it cannot be read. */
int machine_paranoid(void);

/* Whether a seccomp filter decides which system calls this process may make, as in most containers. */
bool machine_filtered(void);

/* Adds the JSON members cpus, host (its name), kernel ("Linux 6.1.0 x86_64") and machine (the processor's name). */
void machine_describe(struct text *t);

#endif
