/* Groups of counters: the events that can be opened and fit together, and the reasons of the others. */
#include "agreement.h"
#include "counters_opening.h"
#include "machine.h"
#include "sockets.h"
#include "unwind.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *explain(const struct event_option *e, int error)
{
	switch (error) {
	case ENOENT:
		return e->on->perf.type == PERF_TYPE_SOFTWARE || e->on->perf.type == PERF_TYPE_TRACEPOINT
			? "this kernel does not support the event"
			: e->encodings > 1
			? "not all core types have a counter for it; select one of them, e.g. cpu_core/EVENT/"
			: "no hardware counter for it on this machine (in a virtual machine: let the host pass its PMU through)";
	case ENOSPC:
		return "all of the processor's breakpoints are in use (most have 4); --exact distributes them over several runs";
	case ENODEV:
		return "the processor does not support it";
	case EOPNOTSUPP:
		return "the processor's counters cannot do this (usually precise counting)";
	case EINVAL:
		return "the kernel refuses the event: not for this processor, or its group is full";
	case ENODATA:
		return "this machine accepts breakpoints but never counts them (a virtual machine without debug registers?)";
	case EBUSY:
		return "the counter is in use (NMI watchdog? type: sudo sysctl kernel.nmi_watchdog=0)";
	case EMFILE:
		return "too many open files; type: ulimit -n 65536";
	default:
		return strerror(error);
	}
}

static void set_not_counted(struct event_state *s, const struct event_option *e, int error)
{
	s->counted = false;
	s->error = error;
	if (error == ENXIO)
		snprintf(s->reason, sizeof s->reason, "only CPUs %s count it, and none of them is observed", e->on->cpus);
	else if (error == EACCES || error == EPERM)
		snprintf(s->reason, sizeof s->reason, "not permitted: kernel.perf_event_paranoid is %d; "
			 "type: sudo sysctl kernel.perf_event_paranoid=1", machine_paranoid());
	else
		snprintf(s->reason, sizeof s->reason, "%s", explain(e, error));
}

/* Returns whether the kernel raises a software event only in kernel mode: with exclude_kernel it would always be 0. */
static bool only_in_kernel(const struct event_option *e)
{
	return e->on->perf.type == PERF_TYPE_SOFTWARE
		&& (e->on->perf.config == PERF_COUNT_SW_CONTEXT_SWITCHES || e->on->perf.config == PERF_COUNT_SW_CPU_MIGRATIONS
		    || e->on->perf.config == 11 /* PERF_COUNT_SW_CGROUP_SWITCHES */);
}

/*
 * Returns whether breakpoints count. Some virtual machines accept them and never raise the trap: each would read 0. A write to a
 * watched variable shows it. If the watch cannot be opened, the event itself reports why.
 */
static bool breakpoints_count(void)
{
	static volatile long watched;
	struct perf_event_attr attr = { .size = sizeof attr, .type = PERF_TYPE_BREAKPOINT, .bp_type = HW_BREAKPOINT_W,
		.bp_addr = (uintptr_t)&watched, .bp_len = sizeof watched, .exclude_kernel = 1 };
	uint64_t hits = 0;
	int fd;

	if (getenv("RUNBENCH_TEST_SILENT_BREAKPOINTS")) /* lets tests simulate such a machine */
		return false;
	fd = perf_open(&attr, 0, -1, -1);
	if (fd < 0)
		return true;
	watched++;
	if (read(fd, &hits, sizeof hits) != sizeof hits)
		hits = 0;
	close(fd);
	return hits > 0;
}

/* Returns the clock of the leaders. A task clock does not run on an observed CPU. */
static unsigned clock_event(const struct counters *c)
{
	return c->cpu_wide ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_TASK_CLOCK;
}

/* Returns whether a field is set in any event of a group; given: the group number of the options. */
#define ANY_OF_GROUP(c, given, field) any_of_group(c, given, offsetof(struct event_option, field))

static bool any_of_group(const struct counters *c, unsigned group, size_t field)
{
	for (int i = 0; i < c->options->event_count; i++)
		if (c->options->events[i].group == group && *(const bool *)((const char *)&c->options->events[i] + field))
			return true;
	return false;
}

static unsigned taken(const struct counters *c, unsigned group)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->group[group].values; i++)
		n += agreement_counters_of(&c->options->events[c->group[group].events[i]]);
	return n;
}

/* Returns whether the kernel would open an event although a member of the group would then miscount silently. */
static bool would_miscount(const struct counters *c, unsigned group, const struct event_option *e)
{
	unsigned takes = agreement_counters_of(e), others = taken(c, group), most = takes;

	for (unsigned i = 0; i < c->group[group].values; i++) {
		unsigned other = agreement_counters_of(&c->options->events[c->group[group].events[i]]);

		most = other > most ? other : most;
	}
	return takes && others && (most > 1 || (c->options->limit && others + takes > c->options->limit));
}

/*
 * Returns whether each group must be alone on the counters. The kernel schedules several groups of a task simultaneously if they
 * fit. That must not use more counters than agree, nor place an event next to one that disturbs it.
 */
static bool groups_stay_alone(const struct options *o)
{
	unsigned all = 0, most = 0;

	for (int i = 0; i < o->event_count; i++) {
		unsigned takes = agreement_counters_of(&o->events[i]);

		all += takes;
		most = takes > most ? takes : most;
	}
	return (o->limit && all > o->limit) || (most > 1 && all > most);
}

/* Sets the attributes that a leader sets for its whole group; given: the group number of the options. */
static void lead(const struct counters *c, unsigned given, struct perf_event_attr *attr)
{
	attr->pinned = ANY_OF_GROUP(c, given, pinned);
	attr->exclusive = ANY_OF_GROUP(c, given, exclusive) || groups_stay_alone(c->options);
	attr->disabled = c->held || !c->enabled_at_open;
	attr->enable_on_exec = c->waits_for_exec && !c->held;
}

static int open_clock(struct counters *c, unsigned group, unsigned given, uint64_t period_ns)
{
	struct perf_event_attr attr = counters_attr(c);
	bool reports = group == 0 && !c->tracked;

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = clock_event(c);
	attr.read_format |= PERF_FORMAT_GROUP;
	if (!c->group[group].led)
		lead(c, given, &attr);
	attr.exclude_kernel = c->user_only;
	attr.wakeup_watermark = (uint32_t)c->options->rings.samples / 8;
	if (!c->poll) {
		attr.sample_period = period_ns;
		attr.task = reports && (!c->cpu_wide || c->cgroups);
		attr.comm = attr.comm_exec = reports && !c->cpu_wide;
		attr.context_switch = reports && options_record_switches(c->options);
		attr.sample_type |= (c->pointers ? PERF_SAMPLE_IP : 0) | (c->stacks ? PERF_SAMPLE_CALLCHAIN : 0);
		attr.exclude_callchain_kernel = c->stacks && c->user_only;
		if (c->stacks && c->options->stack_bytes) {
			attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
			attr.exclude_callchain_user = 1;
			attr.sample_regs_user = unwind_registers();
			attr.sample_stack_user = c->options->stack_bytes;
		}
		attr.mmap = attr.mmap2 = reports && c->pointers;
		attr.build_id = attr.mmap2 && c->build_ids;
	}
	if (!counters_open_member(c, group, MEMBER_LEADER, &attr))
		return 0;
	if ((errno == EACCES || errno == EPERM) && !c->user_only && !c->cpu_wide) {
		c->user_only = true;
		return open_clock(c, group, given, period_ns);
	}
	return -1;
}

/* Returns a unit whose CPU counts the event, -1 if there is none. */
static int unit_that_counts(const struct counters *c, const struct event_option *e)
{
	for (unsigned i = 0; i < c->units; i++)
		if (counters_counts_on(c, e, i))
			return (int)i;
	return -1;
}

/* Returns whether an event would be counted without the other members of its group. */
static bool finds_no_room(const struct counters *c, unsigned group, const struct event_option *e,
			  struct perf_event_attr attr, int error)
{
	int unit = unit_that_counts(c, e);
	bool others = false;
	int fd;

	for (unsigned i = 0; i < c->group[group].values; i++)
		others |= c->options->events[c->group[group].events[i]].on->perf.type != PERF_TYPE_SOFTWARE;
	if (error != EINVAL || !others)
		return false;
	attr.disabled = 1;
	counters_encode(e, c->cpu[c->unit[unit].cpu], &attr);
	fd = counters_open_event(c, &attr, (unsigned)unit, -1);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Opens an event in a group, or stores why it is not counted. Returns 0, or -1 if it does not fit. */
static int open_event(struct counters *c, int index, unsigned group)
{
	const struct event_option *e = &c->options->events[index];
	struct event_state *s = &c->event[index];
	struct perf_event_attr attr = counters_attr(c);
	unsigned member = MEMBER_VALUES + c->group[group].values;

	if (unit_that_counts(c, e) < 0) {
		set_not_counted(s, e, ENXIO);
		return 0;
	}
	if (e->on->perf.type == PERF_TYPE_BREAKPOINT && !breakpoints_count()) {
		set_not_counted(s, e, ENODATA);
		return 0;
	}
	if (would_miscount(c, group, e))
		return -1;
	c->group[group].events[c->group[group].values] = index; /* kept only if it is opened */
	attr.inherit_stat = c->finals;
	perf_attr_exclude(&attr, &e->modes);
	if (c->group[group].led && member == MEMBER_VALUES)
		lead(c, e->group, &attr);
	attr.wakeup_watermark = (uint32_t)c->options->rings.finals / 4;
	if (counters_open_member(c, group, member, &attr)) {
		int error = errno;

		if (error == ESRCH)
			return counters_fatal(c, "opening the counters");
		/* Without the privilege to count kernel mode, most events are still useful in user mode alone. */
		bool retry = (error == EACCES || error == EPERM) && e->modes.user && e->modes.kernel && !only_in_kernel(e);

		/* Some PMUs (msr, power) have no modes and refuse every exclusion; excluding the hypervisor is optional. */
		if (error == EINVAL && e->modes.user && e->modes.kernel && attr.exclude_hv) {
			attr.exclude_hv = 0;
			if (!counters_open_member(c, group, member, &attr))
				goto counted;
			attr.exclude_hv = 1;
		}
		if (retry) {
			attr.exclude_kernel = 1;
			if (!counters_open_member(c, group, member, &attr))
				goto counted;
			error = errno;
		}
		if (finds_no_room(c, group, e, attr, error))
			return -1;
		set_not_counted(s, e, error);
		return 0;
	}
counted:
	s->user_only = attr.exclude_kernel;
	s->counted = true;
	s->group = group;
	s->value = c->group[group].values;
	c->group[group].values++;
	return 0;
}

static void drop_group(struct counters *c, unsigned g)
{
	for (unsigned k = 0; k < c->units; k++)
		counters_close_one(counters_at(c, k, g, MEMBER_LEADER));
	free(c->group[g].events);
	c->group[g].events = NULL;
}

/* Opens the clock of a group, after the event that must lead the group, if there is one. */
static int open_leaders(struct counters *c, unsigned group, int index, bool *done, uint64_t period_ns)
{
	const struct event_option *e = &c->options->events[index];

	c->group[group].led = e->leads;
	if (e->leads) {
		*done = true;
		if (open_event(c, index, group))
			return -1;
		c->group[group].led = c->event[index].counted;
	}
	return open_clock(c, group, e->group, period_ns);
}

static int first_open(const bool *done, int count)
{
	int i = 0;

	while (i < count && done[i])
		i++;
	return i;
}

/*
 * Opens all groups, numbered by first appearance; a group without a counted event is dropped. With --split, an event that does
 * not fit its group moves to the next one: the kernel decides which events fit.
 */
int counters_open_groups(struct counters *c, uint64_t period_ns)
{
	const struct options *o = c->options;
	bool *done = calloc((size_t)o->event_count, sizeof *done);
	int status = 0;

	if (!done)
		return counters_fatal(c, "allocating memory");
	for (int i = 0; !status && i < o->event_count; i++)
		done[i] = sockets_have(c, &o->events[i]);
	for (int i; !status && (i = first_open(done, o->event_count)) < o->event_count; ) {
		unsigned given = o->events[i].group, g = c->groups;

		c->group[g] = (struct group){ .events = calloc((size_t)o->event_count, sizeof(int)) };
		if (open_leaders(c, g, i, &done[i], period_ns)) {
			status = c->fatal ? -1 : counters_fatal(c, "opening the task clock");
			break;
		}
		for (int j = i; j < o->event_count; j++) {
			if (done[j] || o->events[j].group != given)
				continue;
			done[j] = !open_event(c, j, g);
			if (!c->fatal && (done[j] || (o->split && !o->events[j].together)))
				continue;
			c->too_large = c->fatal ? -1 : j;
			status = -1;
			break;
		}
		if (c->group[g].values)
			c->groups++;
		else
			drop_group(c, g);
	}
	free(done);
	return status;
}
