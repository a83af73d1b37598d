/*
 * struct perf_event_attr, filled for an event and its modes, and the system call that opens it. The Java class PerfAttr, which
 * queries the kernel before a run, has the same encoding; perf-attr.tsv tests both.
 */
#ifndef RUNBENCH_BASE_PERF_ATTR_H
#define RUNBENCH_BASE_PERF_ATTR_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* An event. For a breakpoint (PERF_TYPE_BREAKPOINT) config is the access (HW_BREAKPOINT_R ...), config1 the address, config2 the length. */
struct perf_encoding {
	uint32_t type;
	uint64_t config, config1, config2;
};

/* The processor modes in which an event is counted. */
struct perf_modes {
	bool user, kernel, hypervisor, idle, guest, host;
};

/* Returns the attributes of an event with all other fields 0. */
struct perf_event_attr perf_attr(uint32_t type, uint64_t config);

/* Sets type and configuration; leaves the other fields unchanged. */
void perf_attr_encode(struct perf_event_attr *attr, const struct perf_encoding *e);

/* Excludes the modes that are not counted. */
void perf_attr_exclude(struct perf_event_attr *attr, const struct perf_modes *counted);

/* Calls perf_event_open(2), close-on-exec. Returns a descriptor, or -1 with errno. leader: -1 for an event without a group. */
int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int leader);

/* Opens an event for all tasks of a control group while they run on one CPU; group: a descriptor of its directory. */
int perf_open_cgroup(const struct perf_event_attr *attr, int group, int cpu, int leader);

#endif
