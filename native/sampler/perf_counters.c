/* The counters of a recording: opened task by task, read, enabled and disabled; see perf_counters.h. */
#include "counters_opening.h"
#include "machine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define REFUSED_READINGS 10
#define DOUBTED_READINGS 5

struct counter *counters_at(const struct counters *c, unsigned unit, unsigned group, unsigned member)
{
	return &c->counter[(unit * c->places + group) * c->members + member];
}

unsigned counters_position(const struct group *g, unsigned member)
{
	return g->led && member <= MEMBER_VALUES ? MEMBER_VALUES - member : member;
}

/* Returns the member that leads in the kernel: the first two members may be exchanged. */
static unsigned first_of(const struct group *g)
{
	return counters_position(g, 0);
}

bool counters_is_hardware(const struct event_option *e)
{
	return e->on->perf.type != PERF_TYPE_SOFTWARE && e->on->perf.type != PERF_TYPE_TRACEPOINT && e->on->perf.type != PERF_TYPE_BREAKPOINT;
}

unsigned counters_value_count(const struct counters *c)
{
	unsigned most = c->socket_values ? c->socket_values : 1;

	for (unsigned g = 0; g < c->groups; g++)
		if (c->group[g].values > most)
			most = c->group[g].values;
	return most + c->stacks;
}

struct perf_event_attr counters_attr(const struct counters *c)
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

	if (getenv("RUNBENCH_TEST_NO_INHERITED_READS")) /* lets tests simulate an older kernel */
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

static bool has_build_ids(void)
{
	struct perf_event_attr attr = {
		.size = sizeof attr, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY,
		.mmap = 1, .mmap2 = 1, .build_id = 1, .disabled = 1, .exclude_kernel = 1 };
	int fd = perf_open(&attr, 0, -1, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

void counters_close_one(struct counter *k)
{
	ring_unmap(&k->ring);
	if (k->fd >= 0)
		close(k->fd);
	if (k->ring_fd >= 0)
		close(k->ring_fd);
	k->fd = k->ring_fd = -1;
}

static struct perf_event_attr *attr_of(const struct counters *c, unsigned group, unsigned member)
{
	return &c->attr[group * c->members + member];
}

/* On a core type that cannot count the event, a dummy takes its place in the group: its count there is 0. */
void counters_encode(const struct event_option *e, int cpu, struct perf_event_attr *attr)
{
	static const struct perf_encoding nothing = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY };
	const struct encoding *on = options_encoding(e, cpu);

	attr->precise_ip = on ? e->precise & 3 : 0;
	perf_attr_encode(attr, on ? &on->perf : &nothing);
}

bool counters_counts_on(const struct counters *c, const struct event_option *e, unsigned unit)
{
	return options_encoding(e, c->cpu[c->unit[unit].cpu]) != NULL;
}

int counters_open_event(const struct counters *c, const struct perf_event_attr *attr, unsigned unit, int leader)
{
	const struct unit *u = &c->unit[unit];
	int cpu = c->cpu[u->cpu];

	return c->cgroups ? perf_open_cgroup(attr, c->target[u->target], cpu, leader) : perf_open(attr, c->target[u->target], cpu, leader);
}

static int open_one(struct counters *c, unsigned unit, unsigned group, unsigned member)
{
	const struct unit *u = &c->unit[unit];
	struct counter *self = counters_at(c, unit, group, member);
	unsigned first = first_of(&c->group[group]);
	int leader = member == first ? -1 : counters_at(c, unit, group, first)->fd;
	struct perf_event_attr attr = *attr_of(c, group, member);

	if (member >= MEMBER_VALUES)
		counters_encode(&c->options->events[c->group[group].events[member - MEMBER_VALUES]], c->cpu[u->cpu], &attr);
	self->fd = counters_open_event(c, &attr, unit, leader);
	return self->fd < 0 ? -1 : ioctl(self->fd, PERF_EVENT_IOC_ID, &self->id);
}

int counters_open_member(struct counters *c, unsigned group, unsigned member, const struct perf_event_attr *attr)
{
	*attr_of(c, group, member) = *attr;
	for (unsigned i = 0; i < c->units; i++)
		if (open_one(c, i, group, member)) {
			int error = errno;

			for (unsigned j = 0; j <= i; j++)
				counters_close_one(counters_at(c, j, group, member));
			errno = error;
			return -1;
		}
	return 0;
}

int counters_fatal(struct counters *c, const char *what)
{
	c->fatal = errno;
	c->fatal_what = what;
	return -1;
}

int counters_open(struct counters *c, const struct options *o, bool poll, const struct targets *t, uint64_t period_ns)
{
	*c = (struct counters){ .options = o, .poll = poll, .format_lost = has_lost_format(),
		.waits_for_exec = t->on_exec, .enabled_at_open = t->enabled_at_open, .finals = o->inherit && !t->cpu && (!poll || period_ns >= FINALS_FROM_NS), .too_large = -1 };
	/* On observed CPUs neither processes nor their mappings are followed. */
	c->pointers = o->pointers && !poll && !t->cpu;
	c->stacks = c->pointers && o->call_graph;
	c->build_ids = c->pointers && has_build_ids();
	c->held = t->held;
	/* The kernel reports nothing about tasks to an event that is disabled. */
	c->tracked = !t->cpu && (poll || o->counting.control || o->counting.regions);
	counters_lay_out(c, t);
	if (counters_open_groups(c, period_ns))
		return -1;
	if (c->tracked)
		c->track_cpus = machine_cpus(&c->track_cpu);
	return counters_open_tracks(c, 0) ? counters_fatal(c, "following the tasks") : 0;
}

static int open_unit(struct counters *c, unsigned unit)
{
	for (unsigned g = 0; g < c->groups; g++)
		for (unsigned m = 0; m < MEMBER_VALUES + c->group[g].values; m++)
			if (open_one(c, unit, g, counters_position(&c->group[g], m)))
				return -1;
	return 0;
}

int counters_add(struct counters *c, pid_t pid)
{
	int error = 0;

	counters_make_room(c, c->targets + 1);
	c->target[c->targets] = pid;
	for (unsigned i = 0; i < c->cpus && !error; i++) {
		c->unit[c->units + i] = (struct unit){ .target = c->targets, .cpu = i };
		error = open_unit(c, c->units + i) ? errno : 0;
	}
	c->targets++;
	c->units += c->cpus;
	if (!error && counters_open_tracks(c, c->targets - 1))
		error = errno;
	if (!error)
		return 0;
	counters_drop(c, c->targets - 1);
	errno = error;
	return -1;
}

void counters_drop(struct counters *c, unsigned target)
{
	size_t row = (size_t)c->places * c->members * c->cpus;

	for (size_t i = target * row; i < (target + 1) * row; i++)
		counters_close_one(&c->counter[i]);
	c->targets--;
	c->units -= c->cpus;
	c->target[target] = c->target[c->targets];
	memmove(&c->counter[target * row], &c->counter[c->targets * row], row * sizeof *c->counter);
	for (size_t i = c->targets * row; i < (c->targets + 1) * row; i++)
		c->counter[i] = NO_COUNTER;
	counters_drop_tracks(c, target);
}

void counters_close(struct counters *c)
{
	for (size_t i = 0; i < (size_t)c->units * c->places * c->members; i++)
		counters_close_one(&c->counter[i]);
	for (unsigned i = 0; i < c->tracks; i++)
		counters_close_one(&c->track[i]);
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

/* Numbers of a group as the kernel returns them: count, enabled and running time, then value, ID and lost records of each member. */
struct numbers {
	uint64_t head[3], member[3 * (MEMBER_VALUES + 256)];
};

/*
 * Reads a group once. While a task ends, its group is shorter than that of its parent, and the kernel refuses to read both
 * (ECHILD). The pause lets a task continue that waits for this CPU.
 */
static int read_numbers(const struct counters *c, unsigned unit, unsigned group, struct numbers *now)
{
	unsigned count = MEMBER_VALUES + c->group[group].values, step = 2 + c->format_lost;
	int fd = counters_at(c, unit, group, MEMBER_LEADER)->fd;
	ssize_t n;

	for (int i = 0; (n = read(fd, now, sizeof *now)) < 0 && errno == ECHILD && i < REFUSED_READINGS; i++)
		if (i >= REFUSED_READINGS / 2)
			usleep(20);
	if (n < 0)
		return -1;
	if (n < (ssize_t)(8 * (3 + count * step)) || now->head[0] != count) {
		errno = EIO;
		return -1;
	}
	return 0;
}

static bool any_decreased(const struct numbers *before, const struct numbers *after, unsigned count, unsigned step)
{
	for (unsigned m = 0; m < count; m++)
		if (after->member[m * step] < before->member[m * step])
			return true;
	return false;
}

int counters_read_group(const struct counters *c, unsigned unit, unsigned group, struct reading *members)
{
	unsigned count = MEMBER_VALUES + c->group[group].values, step = 2 + c->format_lost;
	struct numbers two[2], *now = &two[0], *later = &two[1];

	if (read_numbers(c, unit, group, now))
		return -1;
	for (int i = 0; c->heirs && i < DOUBTED_READINGS; i++) {
		struct numbers *doubted = now;

		if (read_numbers(c, unit, group, later) || !any_decreased(now, later, count, step))
			break;
		now = later;
		later = doubted;
	}
	for (unsigned m = 0; m < count; m++) {
		const uint64_t *member = &now->member[counters_position(&c->group[group], m) * step];

		members[m] = (struct reading){ .value = member[0], .enabled_ns = now->head[1], .running_ns = now->head[2],
			.lost = c->format_lost ? member[2] : 0 };
	}
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
	counters_enable(c, on);
}

void counters_enable(const struct counters *c, bool on)
{
	unsigned long what = on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE;

	for (unsigned i = 0; i < c->units; i++)
		for (unsigned g = 0; g < c->groups; g++)
			ioctl(counters_at(c, i, g, first_of(&c->group[g]))->fd, what, 0);
}
