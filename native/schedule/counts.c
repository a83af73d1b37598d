/* The counts of a program; see counts.h. */
#include "counts.h"
#include "../base/clock_ns.h"
#include "../base/descendants.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLOCK, SWITCHES, MIGRATIONS };

static int open_encoding(const struct perf_encoding *e, const struct perf_modes *modes, pid_t pid)
{
	struct perf_event_attr attr = perf_attr(e->type, e->config);

	perf_attr_encode(&attr, e);
	perf_attr_exclude(&attr, modes);
	attr.disabled = 1;
	attr.enable_on_exec = 1;
	attr.inherit = 1;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return perf_open(&attr, pid, -1, -1);
}

/* Opens an event; kernel_needed: the event occurs only in kernel mode, so that user mode alone would give 0. */
static void open_count(struct count *k, const struct event_option *e, pid_t pid, bool kernel_needed)
{
	struct perf_modes modes = e->modes;
	bool any = false;

	*k = (struct count){ .user_only = false };
	for (unsigned i = 0; i < MAX_ENCODINGS; i++)
		k->fd[i] = -1;
	for (unsigned i = 0; i < e->encodings; i++) {
		k->fd[i] = open_encoding(&e->on[i].perf, &modes, pid);
		if (k->fd[i] < 0 && errno == EACCES && modes.kernel && !kernel_needed) {
			modes.kernel = modes.hypervisor = false;
			k->user_only = true;
			k->fd[i] = open_encoding(&e->on[i].perf, &modes, pid);
		}
		k->error = k->fd[i] < 0 ? errno : k->error;
		any |= k->fd[i] >= 0;
	}
	if (any)
		k->error = 0;
}

static void open_monitored(struct counts *c, struct count *k, const struct event_option *e, pid_t pid, unsigned number)
{
	struct resctrl_event *m = calloc(1, sizeof *m);

	if (!m)
		abort();
	*k = (struct count){ .error = ENODEV };
	for (unsigned i = 0; i < MAX_ENCODINGS; i++)
		k->fd[i] = -1;
	if ((c->monitor.fd >= 0 || !resctrl_make(&c->monitor, c->options->resctrl, pid, number, k->why)) && !resctrl_open(m, &c->monitor, e->resctrl, k->why))
		memcpy(k->why, m->why, sizeof k->why);
	if (*k->why) {
		free(m);
		return;
	}
	k->monitored = m;
	k->error = 0;
}

void counts_open(struct counts *c, const struct options *o, pid_t pid, unsigned number)
{
	static const uint64_t own[] = { PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS };

	*c = (struct counts){ .options = o, .monitor = { .fd = -1 }, .event = calloc((size_t)o->event_count + 1, sizeof *c->event) };
	if (!c->event)
		abort();
	for (int i = 0; i < 3; i++) {
		struct event_option e = { .encodings = 1, .modes = { .user = true, .kernel = true, .idle = true, .guest = true, .host = true },
			.on = { { .perf = { .type = PERF_TYPE_SOFTWARE, .config = own[i] } } } };

		open_count(&c->own[i], &e, pid, i != CLOCK);
	}
	for (int i = 0; i < o->event_count; i++)
		if (o->events[i].resctrl)
			open_monitored(c, &c->event[i], &o->events[i], pid, number);
		else
			open_count(&c->event[i], &o->events[i], pid, false);
}

bool count_update(struct count *k, const uint64_t now[MAX_ENCODINGS][3], uint64_t *value)
{
	uint64_t counted = 0, enabled = 0, running = 0;
	bool any = false;

	/* A program moves between core types: its event is enabled on all of them and runs on one at a time. */
	for (unsigned i = 0; i < MAX_ENCODINGS; i++) {
		uint64_t waited;

		if (k->fd[i] < 0)
			continue;
		any = true;
		counted += now[i][0] - k->last[i][0];
		running += now[i][2] - k->last[i][2];
		waited = now[i][1] - k->last[i][1];
		enabled = waited > enabled ? waited : enabled;
	}
	if (!any || (enabled && !running))
		return false;
	if (running)
		k->sum += running < enabled ? (double)counted * ((double)enabled / (double)running) : (double)counted;
	memcpy(k->last, now, sizeof k->last);
	*value = (uint64_t)k->sum;
	return true;
}

/* Reads an event. Returns false if it is not counted. */
static bool read_count(struct count *k, uint64_t *value)
{
	uint64_t now[MAX_ENCODINGS][3] = { 0 };

	if (k->monitored) {
		*value = resctrl_read(k->monitored, clock_ns());
		return !*k->monitored->why && !k->monitored->silent;
	}
	for (unsigned i = 0; i < MAX_ENCODINGS; i++)
		if (k->fd[i] >= 0 && read(k->fd[i], now[i], sizeof now[i]) != sizeof now[i])
			return false;
	return count_update(k, (const uint64_t (*)[3])now, value);
}

static struct process_clock *clock_of_process(struct counts *c, pid_t pid)
{
	for (unsigned i = 0; i < c->clocks; i++)
		if (c->clock[i].pid == pid)
			return &c->clock[i];
	c->clock = realloc(c->clock, (c->clocks + 1) * sizeof *c->clock);
	if (!c->clock)
		abort();
	c->clock[c->clocks] = (struct process_clock){ .pid = pid };
	return &c->clock[c->clocks++];
}

/* Returns the CPU time of the processes in ns; without processes that started and ended between two calls. */
static uint64_t sum_process_clocks(struct counts *c, pid_t guardian)
{
	struct descendant *found;
	size_t count = descendants_of(&guardian, 1, &found);
	uint64_t sum;

	for (size_t i = 0; i < count; i++) {
		struct process_clock *p = clock_of_process(c, found[i].pid);
		uint64_t now;
		clockid_t id;

		if (clock_getcpuclockid(found[i].pid, &id) || !(now = clock_of(id)))
			continue;
		if (now < p->ns)
			c->ended_ns += p->ns;
		p->ns = now;
	}
	free(found);
	sum = c->ended_ns;
	for (unsigned i = 0; i < c->clocks; i++)
		sum += c->clock[i].ns;
	return sum;
}

static void add_count(struct text *t, struct count *k)
{
	uint64_t value;

	if (read_count(k, &value))
		text_add(t, "%llu", (unsigned long long)value);
	else
		text_add(t, "null");
}

void counts_describe(struct text *t, struct counts *c, pid_t guardian)
{
	uint64_t run_ns;

	if (!read_count(&c->own[CLOCK], &run_ns))
		run_ns = sum_process_clocks(c, guardian);
	text_add(t, ",\"run_ns\":%llu,\"switches\":", (unsigned long long)run_ns);
	add_count(t, &c->own[SWITCHES]);
	text_add(t, ",\"migrations\":");
	add_count(t, &c->own[MIGRATIONS]);
	text_add(t, ",\"values\":[");
	for (int i = 0; i < c->options->event_count; i++) {
		text_add(t, i ? "," : "");
		add_count(t, &c->event[i]);
	}
	text_add(t, "]");
}

void counts_list(struct text *t, const struct counts *c)
{
	text_add(t, ",\"counted\":[");
	for (int i = 0; i < c->options->event_count; i++) {
		text_add(t, "%s{\"name\":", i ? "," : "");
		text_add_json(t, c->options->events[i].name);
		text_add(t, ",\"counted\":%s,\"user_only\":%s", c->event[i].error ? "false" : "true", c->event[i].user_only ? "true" : "false");
		if (c->event[i].error)
			text_add_member(t, "why", *c->event[i].why ? c->event[i].why : strerror(c->event[i].error));
		text_add(t, "}");
	}
	text_add(t, "]");
}

static void close_count(struct count *k)
{
	for (unsigned i = 0; i < MAX_ENCODINGS; i++)
		if (k->fd[i] >= 0)
			close(k->fd[i]);
	free(k->monitored);
}

void counts_close(struct counts *c)
{
	for (int i = 0; i < 3; i++)
		close_count(&c->own[i]);
	for (int i = 0; i < c->options->event_count; i++)
		close_count(&c->event[i]);
	resctrl_close(&c->monitor);
	free(c->event);
	free(c->clock);
	c->event = NULL;
	c->clock = NULL;
}
