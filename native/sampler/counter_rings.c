/* The rings of counters, and the events that follow tasks in poll mode. */
#include "counters_opening.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int map_ring_of(struct counter *k, int fd, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return ring_map(&k->ring, fd, bytes > page ? bytes / page : 1);
}

static int map_ring(struct counter *k, size_t bytes)
{
	return map_ring_of(k, k->fd, bytes);
}

/* Handles a refused ring: other programs of this user may have used the limit since it was read. */
static int refused(struct counters *c, const char *what)
{
	c->rings_refused = errno == EPERM || errno == ENOMEM;
	return counters_fatal(c, what);
}

/* Maps the ring of a dummy event for an inherited event of all CPUs; see perf_counters.h. */
static int borrow_ring(const struct counters *c, const struct unit *u, struct counter *k)
{
	struct perf_event_attr attr = counters_attr(c);

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_DUMMY;
	attr.inherit = 0;
	attr.exclude_kernel = 1;
	attr.wakeup_watermark = (uint32_t)c->options->rings.finals / 4;
	k->ring_fd = perf_open(&attr, c->target[u->target], c->cpu[u->cpu], -1);
	return k->ring_fd < 0 || map_ring_of(k, k->ring_fd, c->options->rings.finals)
		|| ioctl(k->fd, PERF_EVENT_IOC_SET_OUTPUT, k->ring_fd) < 0 ? -1 : 0;
}

/* Maps the rings of final values in poll mode. If one does not fit, only the totals are polled. */
static void map_polled_finals(struct counters *c)
{
	for (unsigned i = 0; i < c->units && c->finals; i++)
		for (unsigned g = 0; g < c->groups; g++)
			for (unsigned m = MEMBER_VALUES; m < MEMBER_VALUES + c->group[g].values; m++) {
				struct counter *k = counters_at(c, i, g, m);
				bool all_cpus = c->cpu[c->unit[i].cpu] < 0;

				c->finals &= !(all_cpus ? borrow_ring(c, &c->unit[i], k) : map_ring(k, c->options->rings.finals));
			}
}

/* Maps one ring per CPU for the leaders of all targets and groups: only events of the same CPU may share a ring. */
static int map_sample_ring(struct counters *c, unsigned cpu)
{
	struct counter *first = NULL;

	for (unsigned u = 0; u < c->units; u++)
		for (unsigned g = 0; g < c->groups && c->unit[u].cpu == cpu; g++) {
			struct counter *leader = counters_at(c, u, g, MEMBER_LEADER);

			if (!first && map_ring(leader, c->options->rings.samples))
				return refused(c, "mapping the ring buffer of the samples");
			if (first && ioctl(leader->fd, PERF_EVENT_IOC_SET_OUTPUT, first->fd) < 0)
				return counters_fatal(c, "sharing the ring buffer of the samples");
			first = first ? first : leader;
		}
	for (unsigned i = 0; first && i < c->tracks; i++)
		if (c->track_cpu[i % c->track_cpus] == c->cpu[cpu] && ioctl(c->track[i].fd, PERF_EVENT_IOC_SET_OUTPUT, first->fd) < 0)
			return counters_fatal(c, "sharing the ring buffer of the samples");
	return 0;
}

static int map_rings(struct counters *c)
{
	for (unsigned i = 0; i < c->cpus; i++)
		if (map_sample_ring(c, i))
			return -1;
	for (unsigned i = 0; i < c->units && c->finals; i++)
		for (unsigned g = 0; g < c->groups; g++)
			for (unsigned m = MEMBER_VALUES; m < MEMBER_VALUES + c->group[g].values; m++)
				if (map_ring(counters_at(c, i, g, m), c->options->rings.finals))
					return refused(c, "mapping the ring buffer of a counter");
	return 0;
}

/*
 * Opens dummy events that report starts and ends of tasks: in poll mode no event samples, and counters under control may be
 * disabled.
 */
int counters_open_tracks(struct counters *c, unsigned target)
{
	struct perf_event_attr attr = counters_attr(c);

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_DUMMY;
	attr.sample_period = 1;
	attr.task = attr.comm = attr.comm_exec = 1;
	attr.context_switch = options_record_switches(c->options);
	attr.mmap = attr.mmap2 = c->pointers;
	attr.build_id = attr.mmap2 && c->build_ids;
	attr.disabled = !c->enabled_at_open;
	attr.enable_on_exec = c->waits_for_exec;
	attr.exclude_kernel = 1;
	attr.wakeup_watermark = (uint32_t)c->options->rings.follower / 4;
	c->tracks = (target + 1) * c->track_cpus;
	c->track = realloc(c->track, c->tracks * sizeof *c->track);
	if (c->tracks && !c->track)
		abort();
	for (unsigned i = target * c->track_cpus; i < c->tracks; i++)
		c->track[i] = NO_COUNTER;
	for (unsigned i = target * c->track_cpus; i < c->tracks; i++)
		if ((c->track[i].fd = perf_open(&attr, c->target[target], c->track_cpu[i % c->track_cpus], -1)) < 0)
			return -1;
	return 0;
}

static int map_tracks(struct counters *c)
{
	for (unsigned i = 0; i < c->tracks; i++)
		if (map_ring(&c->track[i], c->options->rings.follower))
			return refused(c, "mapping the ring buffer of an event that follows tasks");
	map_polled_finals(c);
	return 0;
}

int counters_map(struct counters *c)
{
	if (!c->groups)
		return 0;
	return c->poll ? map_tracks(c) : map_rings(c);
}

void counters_drop_tracks(struct counters *c, unsigned target)
{
	unsigned last = c->targets * c->track_cpus;

	if (c->tracks <= last) /* opening the counters failed before */
		return;
	for (unsigned i = 0; i < c->track_cpus; i++) {
		counters_close_one(&c->track[target * c->track_cpus + i]);
		c->track[target * c->track_cpus + i] = c->track[last + i];
	}
	c->tracks = last;
}
