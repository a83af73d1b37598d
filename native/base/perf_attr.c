/* struct perf_event_attr; see perf_attr.h. */
#include "perf_attr.h"

#include <sys/syscall.h>
#include <unistd.h>

struct perf_event_attr perf_attr(uint32_t type, uint64_t config)
{
	return (struct perf_event_attr){ .size = sizeof(struct perf_event_attr), .type = type, .config = config };
}

void perf_attr_encode(struct perf_event_attr *attr, const struct perf_encoding *e)
{
	attr->type = e->type;
	attr->config = e->config;
	attr->config1 = e->config1;
	attr->config2 = e->config2;
	if (e->type == PERF_TYPE_BREAKPOINT) {
		attr->config = 0;
		attr->bp_type = (uint32_t)e->config;
		attr->bp_addr = e->config1;
		attr->bp_len = e->config2;
	}
}

void perf_attr_exclude(struct perf_event_attr *attr, const struct perf_modes *counted)
{
	attr->exclude_user = !counted->user;
	attr->exclude_kernel = !counted->kernel;
	attr->exclude_hv = !counted->hypervisor;
	attr->exclude_idle = !counted->idle;
	attr->exclude_guest = !counted->guest;
	attr->exclude_host = !counted->host;
}

int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int leader)
{
	return (int)syscall(SYS_perf_event_open, attr, pid, cpu, leader, PERF_FLAG_FD_CLOEXEC);
}

int perf_open_cgroup(const struct perf_event_attr *attr, int group, int cpu, int leader)
{
	return (int)syscall(SYS_perf_event_open, attr, group, cpu, leader, PERF_FLAG_FD_CLOEXEC | PERF_FLAG_PID_CGROUP);
}
