/* The time namespace of this process: its CLOCK_MONOTONIC differs from the kernel's own, which stamps perf records. */
#ifndef RUNBENCH_BASE_TIME_NAMESPACE_H
#define RUNBENCH_BASE_TIME_NAMESPACE_H

#include <stdint.h>

/* CLOCK_MONOTONIC of this process minus the kernel's, ns: 0, or an errno where that cannot be read. */
int time_namespace_offset(int64_t *ns);

#endif
