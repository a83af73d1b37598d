/*
 * struct perf_event_attr: which event, counted where, and the system call that opens it. The one place that knows which
 * word and which bit that is; perf-attr.tsv holds the Java side (PerfAttr, which asks the kernel before a run) to the same.
 */
#ifndef RUNBENCH_BASE_PERF_ATTR_H
#define RUNBENCH_BASE_PERF_ATTR_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* An event. Of a breakpoint (PERF_TYPE_BREAKPOINT): what (HW_BREAKPOINT_R ...), address, length. */
struct perf_encoding {
	uint32_t type;
	uint64_t config, config1, config2;
};

/* What of it is counted. */
struct perf_modes {
	bool user, kernel, hypervisor, idle, guest, host;
};

/* Attributes of an event with nothing else set. */
struct perf_event_attr perf_attr(uint32_t type, uint64_t config);

/* Sets type and configuration; all else stays. */
void perf_attr_encode(struct perf_event_attr *attr, const struct perf_encoding *e);

/* Sets what is left out. */
void perf_attr_exclude(struct perf_event_attr *attr, const struct perf_modes *counted);

/* perf_event_open(2), closed on exec: a descriptor, or -1 with errno. leader: -1 for an event of its own. */
int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int leader);

/* The same for all tasks of a control group while they run on one CPU; group: a descriptor of its directory. */
int perf_open_cgroup(const struct perf_event_attr *attr, int group, int cpu, int leader);

#endif
