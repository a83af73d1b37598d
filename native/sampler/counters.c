/* Opening and reading the counters of a recording; see counters.h. */
#include "counters.h"
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_RING_BYTES (512u << 10)
#define FINAL_RING_BYTES  (16u << 10)  /* 200 ended tasks; wakes the reader at 50 */

static int perf_open(struct perf_event_attr *attr, pid_t pid, int cpu, int leader)
{
	return (int)syscall(SYS_perf_event_open, attr, pid, cpu, leader, PERF_FLAG_FD_CLOEXEC);
}

struct counter *counters_at(const struct counters *c, unsigned unit, unsigned group, unsigned member)
{
	return &c->counter[(unit * c->places + group) * c->members + member];
}

unsigned counters_counted(const struct counters *c)
{
	unsigned n = 0;

	for (int i = 0; i < c->options->event_count; i++)
		n += c->event[i].counted;
	return n;
}

unsigned counters_value_count(const struct counters *c)
{
	unsigned most = 1;

	for (unsigned g = 0; g < c->groups; g++)
		if (c->group[g].values > most)
			most = c->group[g].values;
	return most;
}

static struct perf_event_attr common(const struct counters *c)
{
	struct perf_event_attr attr = {
		.size = sizeof attr,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU,
		.read_format = PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING
			| (c->format_lost ? PERF_FORMAT_LOST : 0),
		.inherit = c->options->inherit && !c->cpu_wide,
		.exclude_hv = 1,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.watermark = 1,
	};

	if (!c->poll)
		attr.sample_type |= PERF_SAMPLE_READ;
	return attr;
}

bool counters_can_inherit_reads(void)
{
	struct perf_event_attr attr = {
		.size = sizeof attr, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_READ, .sample_period = 1000000000,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID, .inherit = 1, .disabled = 1, .exclude_kernel = 1 };
	int fd;

	if (getenv("RUNBENCH_TEST_NO_INHERITED_READS")) /* the tests' way to an older kernel's answer */
		return false;
	fd = perf_open(&attr, 0, -1, -1);
	if (fd < 0)
		return errno != EINVAL;
	close(fd);
	return true;
}

static bool has_lost_format(void)
{
	struct perf_event_attr attr = {
		.size = sizeof attr, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY,
		.read_format = PERF_FORMAT_LOST, .disabled = 1, .exclude_kernel = 1 };
	int fd = perf_open(&attr, 0, -1, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void close_counter(struct counter *k)
{
	ring_unmap(&k->ring);
	if (k->fd >= 0)
		close(k->fd);
	k->fd = -1;
}

/* Software events that the kernel raises in kernel mode only: with exclude_kernel they would read 0 for ever. */
static bool only_in_kernel(const struct event_option *e)
{
	return e->type == PERF_TYPE_SOFTWARE
		&& (e->config == PERF_COUNT_SW_CONTEXT_SWITCHES || e->config == PERF_COUNT_SW_CPU_MIGRATIONS
		    || e->config == 11 /* PERF_COUNT_SW_CGROUP_SWITCHES */);
}

static const char *explain(const struct event_option *e, int error)
{
	switch (error) {
	case ENOENT:
		return e->type == PERF_TYPE_SOFTWARE || e->type == PERF_TYPE_TRACEPOINT
			? "this kernel does not know the event"
			: "no hardware counter for it on this machine (in a virtual machine: let the host pass its PMU through)";
	case ENOSPC:
		return "all of the processor's breakpoints are in use (most have 4); with --exact each run takes some";
	case ENODEV:
		return "the processor does not support it";
	case EOPNOTSUPP:
		return "the processor's counters cannot do this (precise counting, most often)";
	case EINVAL:
		return "the kernel refuses the event: not for this processor, or its group is full";
	case EBUSY:
		return "the counter is in use (NMI watchdog? type: sudo sysctl kernel.nmi_watchdog=0)";
	case EMFILE:
		return "too many open files; type: ulimit -n 65536";
	default:
		return strerror(error);
	}
}

static void not_counted(struct event_state *s, const struct event_option *e, int error)
{
	s->counted = false;
	s->error = error;
	if (error == EACCES || error == EPERM)
		snprintf(s->reason, sizeof s->reason, "not permitted: kernel.perf_event_paranoid is %d; "
			 "type: sudo sysctl kernel.perf_event_paranoid=1", machine_paranoid());
	else
		snprintf(s->reason, sizeof s->reason, "%s", explain(e, error));
}

static struct perf_event_attr *attr_of(const struct counters *c, unsigned group, unsigned member)
{
	return &c->attr[group * c->members + member];
}

static int open_one(struct counters *c, unsigned unit, unsigned group, unsigned member)
{
	const struct unit *u = &c->unit[unit];
	struct counter *self = counters_at(c, unit, group, member);
	int leader = member == MEMBER_LEADER ? -1 : counters_at(c, unit, group, MEMBER_LEADER)->fd;

	self->fd = perf_open(attr_of(c, group, member), c->target[u->target], c->cpu[u->cpu], leader);
	return self->fd < 0 ? -1 : ioctl(self->fd, PERF_EVENT_IOC_ID, &self->id);
}

/* Opens one member everywhere, or nowhere. */
static int open_member(struct counters *c, unsigned group, unsigned member, const struct perf_event_attr *attr)
{
	*attr_of(c, group, member) = *attr;
	for (unsigned i = 0; i < c->units; i++)
		if (open_one(c, i, group, member)) {
			int error = errno;

			for (unsigned j = 0; j <= i; j++)
				close_counter(counters_at(c, j, group, member));
			errno = error;
			return -1;
		}
	return 0;
}

/* A task clock stands still where no task is observed. */
static unsigned clock_event(const struct counters *c)
{
	return c->cpu_wide ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_TASK_CLOCK;
}

static int open_leader(struct counters *c, unsigned group, bool pinned, uint64_t period_ns)
{
	struct perf_event_attr attr = common(c);

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = clock_event(c);
	attr.pinned = pinned; /* only a leader can be: its whole group is then */
	attr.read_format |= PERF_FORMAT_GROUP;
	attr.disabled = !c->at_once;
	attr.enable_on_exec = c->waits_for_exec;
	attr.exclude_kernel = c->user_only;
	attr.wakeup_watermark = SAMPLE_RING_BYTES / 8;
	if (!c->poll) {
		attr.sample_period = period_ns;
		attr.task = attr.comm = attr.comm_exec = group == 0 && !c->cpu_wide;
		attr.context_switch = group == 0 && c->options->switches;
	}
	if (!open_member(c, group, MEMBER_LEADER, &attr))
		return 0;
	if ((errno == EACCES || errno == EPERM) && !c->user_only && !c->cpu_wide) {
		c->user_only = true;
		return open_leader(c, group, pinned, period_ns);
	}
	return -1;
}

static int fatal(struct counters *c, const char *what)
{
	c->fatal = errno;
	c->fatal_what = what;
	return -1;
}

/* True where an event would count if its group did not hold others already. */
static bool finds_no_room(const struct counters *c, unsigned group, struct perf_event_attr attr, int error)
{
	bool others = false;
	int fd;

	for (unsigned i = 0; i < c->group[group].values; i++)
		others |= c->options->events[c->group[group].events[i]].type != PERF_TYPE_SOFTWARE;
	if (error != EINVAL || !others)
		return false;
	attr.disabled = 1;
	fd = perf_open(&attr, c->target[c->unit->target], c->cpu[c->unit->cpu], -1);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Returns -1 if the group has no room for it. */
static int open_event(struct counters *c, int index, unsigned group)
{
	const struct event_option *e = &c->options->events[index];
	struct event_state *s = &c->event[index];
	struct perf_event_attr attr = common(c);
	unsigned member = MEMBER_VALUES + c->group[group].values;

	attr.type = e->type;
	attr.config = e->config;
	attr.config1 = e->config1;
	attr.config2 = e->config2;
	if (e->type == PERF_TYPE_BREAKPOINT) {
		attr.config = 0;
		attr.bp_type = (uint32_t)e->config;
		attr.bp_addr = e->config1;
		attr.bp_len = e->config2;
	}
	attr.inherit_stat = c->finals;
	attr.exclude_user = !e->user;
	attr.exclude_kernel = !e->kernel;
	attr.exclude_hv = !e->hypervisor;
	attr.precise_ip = e->precise & 3;
	attr.wakeup_watermark = FINAL_RING_BYTES / 4;
	if (open_member(c, group, member, &attr)) {
		int error = errno;

		if (error == ESRCH)
			return fatal(c, "opening the counters");
		/* Without the privilege to see the kernel, user mode alone still says something - for most events. */
		bool retry = (error == EACCES || error == EPERM) && e->user && e->kernel && !only_in_kernel(e);

		/* Some PMUs (msr, power) know no modes and refuse every exclusion; the mask of a hypervisor is only a wish. */
		if (error == EINVAL && e->user && e->kernel && attr.exclude_hv) {
			attr.exclude_hv = 0;
			if (!open_member(c, group, member, &attr))
				goto counted;
			attr.exclude_hv = 1;
		}
		if (retry) {
			attr.exclude_kernel = 1;
			if (!open_member(c, group, member, &attr))
				goto counted;
			error = errno;
		}
		if (finds_no_room(c, group, attr, error))
			return -1;
		not_counted(s, e, error);
		return 0;
	}
counted:
	s->user_only = attr.exclude_kernel;
	s->counted = true;
	s->group = group;
	s->value = c->group[group].values;
	c->group[group].events[c->group[group].values++] = index;
	return 0;
}

/* Halves a ring until the locked-memory limits of an unprivileged user let it through. */
static int map_ring(struct counter *k, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (size_t pages = bytes / page ? bytes / page : 1; ; pages /= 2) {
		if (!ring_map(&k->ring, k->fd, pages))
			return 0;
		if ((errno != EPERM && errno != ENOMEM) || pages == 1)
			return -1;
	}
}

/* The leaders of all targets and groups write into one ring per CPU: only a CPU's own events may share it. */
static int map_sample_ring(struct counters *c, unsigned cpu, size_t bytes)
{
	struct counter *first = NULL;

	for (unsigned u = 0; u < c->units; u++)
		for (unsigned g = 0; g < c->groups && c->unit[u].cpu == cpu; g++) {
			struct counter *leader = counters_at(c, u, g, MEMBER_LEADER);

			if (!first && map_ring(leader, bytes))
				return fatal(c, "mapping the ring buffer of the samples");
			if (first && ioctl(leader->fd, PERF_EVENT_IOC_SET_OUTPUT, first->fd) < 0)
				return fatal(c, "sharing the ring buffer of the samples");
			first = first ? first : leader;
		}
	return 0;
}

static int map_rings(struct counters *c)
{
	size_t sample_bytes = SAMPLE_RING_BYTES;

	/* Unprivileged: kernel.perf_event_mlock_kb for each CPU, for all rings of this user together. */
	if (!c->poll && machine_paranoid() > -1 && geteuid() != 0)
		sample_bytes /= 2;
	for (unsigned i = 0; i < c->cpus; i++)
		if (map_sample_ring(c, i, sample_bytes))
			return -1;
	for (unsigned i = 0; i < c->units && c->finals; i++)
		for (unsigned g = 0; g < c->groups; g++)
			for (unsigned m = MEMBER_VALUES; m < MEMBER_VALUES + c->group[g].values; m++)
				if (map_ring(counters_at(c, i, g, m), FINAL_RING_BYTES))
					return fatal(c, "mapping the ring buffer of a counter");
	return 0;
}

/* Poll mode: nothing samples, so dummy events report which tasks come and go. */
static int open_tracks(struct counters *c, unsigned target)
{
	struct perf_event_attr attr = common(c);

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_DUMMY;
	attr.sample_period = 1;
	attr.task = attr.comm = attr.comm_exec = 1;
	attr.context_switch = c->options->switches;
	attr.disabled = !c->at_once;
	attr.enable_on_exec = c->waits_for_exec;
	attr.exclude_kernel = 1;
	attr.wakeup_watermark = FINAL_RING_BYTES;
	c->tracks = (target + 1) * c->track_cpus;
	c->track = realloc(c->track, c->tracks * sizeof *c->track);
	if (c->tracks && !c->track)
		abort();
	for (unsigned i = target * c->track_cpus; i < c->tracks; i++)
		c->track[i] = (struct counter){ .fd = -1 };
	for (unsigned i = target * c->track_cpus; i < c->tracks; i++)
		if ((c->track[i].fd = perf_open(&attr, c->target[target], c->track_cpu[i % c->track_cpus], -1)) < 0)
			return -1;
	return 0;
}

static int map_tracks(struct counters *c)
{
	for (unsigned i = 0; i < c->tracks; i++)
		if (map_ring(&c->track[i], 4 * FINAL_RING_BYTES))
			return fatal(c, "mapping the ring buffer of an event that follows tasks");
	return 0;
}

static void drop_group(struct counters *c, unsigned g)
{
	for (unsigned k = 0; k < c->units; k++)
		close_counter(counters_at(c, k, g, MEMBER_LEADER));
	free(c->group[g].events);
	c->group[g].events = NULL;
}

static bool any_pinned(const struct options *o, unsigned group)
{
	for (int i = 0; i < o->event_count; i++)
		if (o->events[i].group == group && o->events[i].pinned)
			return true;
	return false;
}

static int first_open(const bool *done, int count)
{
	int i = 0;

	while (i < count && done[i])
		i++;
	return i;
}

/*
 * Groups are numbered by first appearance; one without any event that counts is dropped again. With --split, what
 * finds no room in its group comes into the next one: the kernel itself says what fits.
 */
static int open_groups(struct counters *c, uint64_t period_ns)
{
	const struct options *o = c->options;
	bool *done = calloc((size_t)o->event_count, sizeof *done);
	int status = done ? 0 : fatal(c, "allocating memory");

	for (int i; !status && (i = first_open(done, o->event_count)) < o->event_count; ) {
		unsigned given = o->events[i].group, g = c->groups;

		if (open_leader(c, g, any_pinned(o, given), period_ns)) {
			status = fatal(c, "opening the task clock");
			break;
		}
		c->group[g].events = calloc((size_t)o->event_count, sizeof(int));
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

/* Places for all groups that may turn out to hold an event that counts. */
static void lay_out(struct counters *c)
{
	bool seen[256] = { false };
	size_t count;

	for (int i = 0; i < c->options->event_count; i++) {
		c->places += !seen[c->options->events[i].group];
		seen[c->options->events[i].group] = true;
	}
	c->members = MEMBER_VALUES + (unsigned)c->options->event_count;
	if (c->options->split)
		c->places = (unsigned)c->options->event_count;
	count = (size_t)c->units * c->places * c->members;
	c->counter = calloc(count, sizeof *c->counter);
	c->attr = calloc((size_t)c->places * c->members, sizeof *c->attr);
	c->group = calloc(c->places, sizeof *c->group);
	c->event = calloc((size_t)c->options->event_count, sizeof *c->event);
	if (!c->counter || !c->attr || !c->group || !c->event)
		abort();
	for (size_t i = 0; i < count; i++)
		c->counter[i].fd = -1;
}

static void *copy_of(const void *data, size_t bytes)
{
	void *copy = malloc(bytes);

	if (!copy)
		abort();
	return memcpy(copy, data, bytes);
}

/* Each task on each CPU, or each CPU for itself. */
static void choose_units(struct counters *c, const struct targets *t)
{
	static const int all_cpus = -1;
	static const pid_t anyone = -1;

	c->cpu_wide = t->cpu != NULL;
	c->targets = c->cpu_wide ? t->count : 1;
	if (c->cpu_wide) {
		c->cpus = t->count;
		c->cpu = copy_of(t->cpu, t->count * sizeof *t->cpu);
		c->target = malloc(t->count * sizeof *c->target);
		for (unsigned i = 0; i < t->count; i++)
			c->target[i] = anyone;
	} else {
		c->target = copy_of(&t->pid, sizeof t->pid);
		if (c->poll) {
			c->cpus = 1;
			c->cpu = copy_of(&all_cpus, sizeof all_cpus);
		} else {
			c->cpus = machine_cpus(&c->cpu);
		}
	}
	c->units = c->cpus;
	c->unit = calloc(c->units, sizeof *c->unit);
	if (!c->unit)
		abort();
	for (unsigned u = 0; u < c->units; u++)
		c->unit[u] = (struct unit){ .target = c->cpu_wide ? u : 0, .cpu = u };
}

int counters_open(struct counters *c, const struct options *o, bool poll, const struct targets *t, uint64_t period_ns)
{
	*c = (struct counters){ .options = o, .poll = poll, .format_lost = has_lost_format(),
		.waits_for_exec = t->on_exec, .at_once = t->at_once, .finals = o->inherit && !poll && !t->cpu, .too_large = -1 };
	choose_units(c, t);
	lay_out(c);
	if (open_groups(c, period_ns))
		return -1;
	if (poll && !c->cpu_wide)
		c->track_cpus = machine_cpus(&c->track_cpu);
	return open_tracks(c, 0) ? fatal(c, "following the tasks") : 0;
}

int counters_map(struct counters *c)
{
	if (!c->groups)
		return 0;
	return c->poll ? map_tracks(c) : map_rings(c);
}

/* Room for the units of as many targets. */
static void make_room(struct counters *c, unsigned targets)
{
	size_t row = (size_t)c->places * c->members, units = (size_t)targets * c->cpus;

	c->target = realloc(c->target, targets * sizeof *c->target);
	c->unit = realloc(c->unit, units * sizeof *c->unit);
	c->counter = realloc(c->counter, units * row * sizeof *c->counter);
	if (!c->target || !c->unit || !c->counter)
		abort();
	for (size_t i = c->units * row; i < units * row; i++)
		c->counter[i] = (struct counter){ .fd = -1 };
}

static int open_unit(struct counters *c, unsigned unit)
{
	for (unsigned g = 0; g < c->groups; g++)
		for (unsigned m = 0; m < MEMBER_VALUES + c->group[g].values; m++)
			if (open_one(c, unit, g, m))
				return -1;
	return 0;
}

int counters_add(struct counters *c, pid_t pid)
{
	int error = 0;

	make_room(c, c->targets + 1);
	c->target[c->targets] = pid;
	for (unsigned i = 0; i < c->cpus && !error; i++) {
		c->unit[c->units + i] = (struct unit){ .target = c->targets, .cpu = i };
		error = open_unit(c, c->units + i) ? errno : 0;
	}
	c->targets++;
	c->units += c->cpus;
	if (!error && open_tracks(c, c->targets - 1))
		error = errno;
	if (!error)
		return 0;
	counters_drop(c, c->targets - 1);
	errno = error;
	return -1;
}

static void drop_tracks(struct counters *c, unsigned target)
{
	unsigned last = c->targets * c->track_cpus;

	if (c->tracks <= last) /* opening the counters failed before */
		return;
	for (unsigned i = 0; i < c->track_cpus; i++) {
		close_counter(&c->track[target * c->track_cpus + i]);
		c->track[target * c->track_cpus + i] = c->track[last + i];
	}
	c->tracks = last;
}

void counters_drop(struct counters *c, unsigned target)
{
	size_t row = (size_t)c->places * c->members * c->cpus;

	for (size_t i = target * row; i < (target + 1) * row; i++)
		close_counter(&c->counter[i]);
	c->targets--;
	c->units -= c->cpus;
	c->target[target] = c->target[c->targets];
	memmove(&c->counter[target * row], &c->counter[c->targets * row], row * sizeof *c->counter);
	for (size_t i = c->targets * row; i < (c->targets + 1) * row; i++)
		c->counter[i] = (struct counter){ .fd = -1 };
	drop_tracks(c, target);
}

void counters_close(struct counters *c)
{
	for (size_t i = 0; i < (size_t)c->units * c->places * c->members; i++)
		close_counter(&c->counter[i]);
	for (unsigned i = 0; i < c->tracks; i++)
		close_counter(&c->track[i]);
	for (unsigned g = 0; g < c->places; g++)
		free(c->group[g].events);
	free(c->group);
	free(c->counter);
	free(c->attr);
	free(c->track);
	free(c->track_cpu);
	free(c->event);
	free(c->cpu);
	free(c->target);
	free(c->unit);
	*c = (struct counters){ 0 };
}

int counters_read_group(const struct counters *c, unsigned unit, unsigned group, struct reading *members)
{
	unsigned count = MEMBER_VALUES + c->group[group].values, step = 2 + c->format_lost;
	uint64_t buffer[3 + 3 * (MEMBER_VALUES + 256)];
	ssize_t n = read(counters_at(c, unit, group, MEMBER_LEADER)->fd, buffer, sizeof buffer);

	if (n < 0)
		return -1;
	if (n < (ssize_t)(8 * (3 + count * step)) || buffer[0] != count) {
		errno = EIO;
		return -1;
	}
	for (unsigned m = 0; m < count; m++)
		members[m] = (struct reading){ .value = buffer[3 + m * step], .enabled_ns = buffer[1],
			.running_ns = buffer[2], .lost = c->format_lost ? buffer[5 + m * step] : 0 };
	return 0;
}

uint64_t counters_lost(const struct counters *c, const struct counter *k)
{
	uint64_t buffer[8];

	/* value, enabled, running, id, lost */
	if (!c->format_lost || read(k->fd, buffer, sizeof buffer) < 40)
		return 0;
	return buffer[4];
}

void counters_switch(const struct counters *c, bool on)
{
	unsigned long what = on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE;

	for (unsigned i = 0; i < c->tracks; i++)
		ioctl(c->track[i].fd, what, 0);
	for (unsigned i = 0; i < c->units; i++)
		for (unsigned g = 0; g < c->groups; g++)
			ioctl(counters_at(c, i, g, MEMBER_LEADER)->fd, what, 0);
}
