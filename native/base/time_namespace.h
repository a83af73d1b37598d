/* The time namespace of this process, whose CLOCK_MONOTONIC differs from the clock that stamps perf records. */
#ifndef RUNBENCH_BASE_TIME_NAMESPACE_H
#define RUNBENCH_BASE_TIME_NAMESPACE_H

#include <stdint.h>

/* Reads CLOCK_MONOTONIC of this process minus the kernel's, in ns. Returns 0, or an errno. */
int time_namespace_offset(int64_t *ns);

#endif
