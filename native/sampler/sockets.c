/* Events of whole sockets; see sockets.h. */
#include "sockets.h"
#include "counters_opening.h"
#include "machine.h"
#include "../base/clock_ns.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Minimum period of reads. Energy meters are updated once per millisecond; more frequent reads would only disturb. */
#define MIN_PERIOD_NS (10 * NS_PER_MS)

bool sockets_have(const struct counters *c, const struct event_option *e)
{
	return e->socket && (!c->cpu_wide || e->resctrl);
}

static void set_not_counted(struct event_state *s, int error)
{
	s->counted = false;
	s->error = error;
	if (error == EACCES || error == EPERM)
		snprintf(s->reason, sizeof s->reason, "not permitted: it counts for all tasks of a socket, and "
			 "kernel.perf_event_paranoid is %d; type: sudo sysctl kernel.perf_event_paranoid=0, or run as root", machine_paranoid());
	else if (error == ENOENT || error == ENODEV || error == EOPNOTSUPP || error == EINVAL)
		snprintf(s->reason, sizeof s->reason, "not available: this processor's sockets do not count it");
	else
		snprintf(s->reason, sizeof s->reason, "%s", strerror(error));
}

static void close_event(struct socket_event *e)
{
	free(e->monitored);
	e->monitored = NULL;
	while (e->fds)
		close(e->fd[--e->fds]);
	free(e->fd);
	e->fd = NULL;
}

/* Opens an event on each online CPU of its list. Returns 0, or an errno. */
static int open_event(struct socket_event *e, const struct event_option *o)
{
	struct perf_event_attr attr = { .size = sizeof attr,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING };
	int *cpus, error = 0;
	unsigned n = machine_cpus(&cpus);

	e->fd = calloc(n ? n : 1, sizeof *e->fd);
	if (!e->fd)
		abort();
	perf_attr_encode(&attr, &o->on->perf);
	for (unsigned i = 0; i < n && !error; i++) {
		int fd;

		if (!options_encoding(o, cpus[i]))
			continue;
		fd = perf_open(&attr, -1, cpus[i], -1);
		if (fd >= 0)
			e->fd[e->fds++] = fd;
		else
			error = errno;
	}
	free(cpus);
	if (!error && !e->fds)
		error = ENODEV;
	if (error)
		close_event(e);
	return error;
}

/* Opens a resctrl event; the first one creates the monitoring group. Returns false with the reason on failure. */
static bool open_monitored(struct sockets *s, struct socket_event *e, const struct options *o, pid_t first, char why[RESCTRL_REASON_BYTES])
{
	struct resctrl_event *m = calloc(1, sizeof *m);

	if (!m)
		abort();
	if (!first)
		snprintf(why, RESCTRL_REASON_BYTES, "resctrl monitors a program from its start: give a command");
	else if ((s->monitor.fd >= 0 || !resctrl_make(&s->monitor, o->resctrl, first, 0, why))
		 && !resctrl_open(m, &s->monitor, o->events[e->index].resctrl, why))
		e->monitored = m;
	if (!e->monitored)
		free(m);
	return e->monitored;
}

void sockets_open(struct sockets *s, struct counters *c, uint64_t period_ns, pid_t first)
{
	const struct options *o = c->options;

	*s = (struct sockets){ .period_ns = period_ns > MIN_PERIOD_NS ? period_ns : MIN_PERIOD_NS, .due_ns = UINT64_MAX,
		.monitor = { .fd = -1 } };
	s->event = calloc((size_t)o->event_count, sizeof *s->event);
	if (!s->event)
		abort();
	for (int i = 0; i < o->event_count; i++) {
		struct event_state *state = &c->event[i];
		int error;

		if (!sockets_have(c, &o->events[i]))
			continue;
		s->event[s->count] = (struct socket_event){ .index = i };
		if (o->events[i].resctrl) {
			if (!open_monitored(s, &s->event[s->count], o, first, state->reason)) {
				state->counted = false;
				state->error = 0;
				continue;
			}
			*state = (struct event_state){ .counted = true, .group = c->groups, .value = s->count++ };
			continue;
		}
		error = open_event(&s->event[s->count], &o->events[i]);
		if (error) {
			set_not_counted(state, error);
			continue;
		}
		*state = (struct event_state){ .counted = true, .group = c->groups, .value = s->count++ };
	}
	c->socket_values = s->count;
}

static void read_event(struct socket_event *e)
{
	uint64_t now[3], value = 0, enabled_ns = 0, running_ns = 0;

	if (e->monitored) {
		e->value = resctrl_read(e->monitored, clock_ns()) - e->before;
		return;
	}
	for (unsigned i = 0; i < e->fds; i++) {
		if (read(e->fd[i], now, sizeof now) != sizeof now)
			return; /* the CPU went offline: the previous values remain */
		value += now[0];
		enabled_ns += now[1];
		running_ns += now[2];
	}
	e->value = value - e->before;
	e->enabled_ns = enabled_ns;
	e->running_ns = running_ns;
}

void sockets_read(struct sockets *s)
{
	for (unsigned i = 0; i < s->count; i++)
		read_event(&s->event[i]);
}

void sockets_begin(struct sockets *s, uint64_t now_ns)
{
	sockets_read(s);
	for (unsigned i = 0; i < s->count; i++) {
		s->event[i].before = s->event[i].value;
		s->event[i].value = 0;
	}
	sockets_resume(s, now_ns);
}

void sockets_enable(const struct sockets *s, bool on)
{
	for (unsigned i = 0; i < s->count; i++)
		for (unsigned k = 0; k < s->event[i].fds; k++)
			ioctl(s->event[i].fd[k], on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

void sockets_pause(struct sockets *s, struct recorder *r)
{
	if (s->count)
		sockets_sample(s, r);
	s->due_ns = UINT64_MAX;
}

void sockets_resume(struct sockets *s, uint64_t now_ns)
{
	s->due_ns = s->count ? now_ns + s->period_ns : UINT64_MAX;
}

uint64_t sockets_due(const struct sockets *s)
{
	return s->due_ns;
}

static void write_group(const struct sockets *s, struct recorder *r, unsigned kind, uint64_t wall_ns)
{
	struct rb_record *record = recorder_add(r, kind, wall_ns);

	record->group = (uint8_t)r->counters->groups;
	record->cpu = RB_ALL_CPUS;
	record->task = kind == RB_TOTAL ? RB_ALL_TASKS : 0;
	record->tid = kind == RB_TOTAL ? 0 : r->root[0]->tid;
	record->run_ns = record->enabled_ns = record->running_ns = r->run_ns;
	for (unsigned i = 0; i < s->count; i++)
		record->value[i] = s->event[i].value;
}

/* Earlier records of the rings are written first. */
void sockets_sample(struct sockets *s, struct recorder *r)
{
	uint64_t before, after;

	recorder_drain(r, clock_ns());
	before = clock_ns();
	sockets_read(s);
	after = clock_ns();
	write_group(s, r, RB_SAMPLE, before + (after - before) / 2);
	s->due_ns = after + s->period_ns;
}

void sockets_end(struct sockets *s)
{
	if (s->count)
		sockets_read(s);
	s->due_ns = UINT64_MAX;
}

/* Marks an event as not counted if its counter was multiplexed with other events or its monitor failed. */
static void check_count(struct event_state *state, const struct socket_event *e)
{
	if (e->monitored) {
		state->counted = !*e->monitored->why;
		snprintf(state->reason, sizeof state->reason, "%s", e->monitored->why);
		return;
	}
	if (e->running_ns && e->running_ns >= e->enabled_ns - e->enabled_ns / 100)
		return;
	state->counted = false;
	state->error = 0;
	snprintf(state->reason, sizeof state->reason, "its counter was scheduled for only %.0f %% of the time, because others share it: select "
		 "fewer events of sockets", e->enabled_ns ? 100.0 * (double)e->running_ns / (double)e->enabled_ns : 0.0);
}

void sockets_close(struct sockets *s, struct recorder *r, uint64_t wall_ns)
{
	struct counters *c = r->counters;

	if (!s->count)
		return;
	write_group(s, r, RB_CLOSE, wall_ns);
	write_group(s, r, RB_TOTAL, wall_ns);
	for (unsigned i = 0; i < s->count; i++) {
		const struct socket_event *e = &s->event[i];

		r->totals[c->groups * c->members + MEMBER_VALUES + i].value = e->value;
		r->totals[c->groups * c->members] = (struct reading){ .enabled_ns = r->run_ns, .running_ns = r->run_ns };
		check_count(&c->event[e->index], e);
	}
}

void sockets_free(struct sockets *s)
{
	for (unsigned i = 0; i < s->count; i++)
		close_event(&s->event[i]);
	free(s->event);
	if (s->event)
		resctrl_close(&s->monitor);
}
