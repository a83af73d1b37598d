/* What a program did so far; see counts.h. */
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

/* kernel_needed: in user mode alone it never happens, and 0 would be said of it. */
static void open_count(struct count *k, const struct event_option *e, pid_t pid, bool kernel_needed)
{
	struct perf_modes modes = e->modes;
	bool any = false;

	*k = (struct count){ .user_only = false };
	for (unsigned i = 0; i < MOST_ENCODINGS; i++)
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

void counts_open(struct counts *c, const struct options *o, pid_t pid)
{
	static const uint64_t own[] = { PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS };

	*c = (struct counts){ .options = o, .event = calloc((size_t)o->event_count + 1, sizeof *c->event) };
	if (!c->event)
		abort();
	for (int i = 0; i < 3; i++) {
		struct event_option e = { .encodings = 1, .modes = { .user = true, .kernel = true, .idle = true, .guest = true, .host = true },
			.on = { { .perf = { .type = PERF_TYPE_SOFTWARE, .config = own[i] } } } };

		open_count(&c->own[i], &e, pid, i != CLOCK);
	}
	for (int i = 0; i < o->event_count; i++)
		open_count(&c->event[i], &o->events[i], pid, false);
}

/* False: not counted. What the counter missed while others had their turn is made up for. */
static bool read_count(const struct count *k, uint64_t *value)
{
	double sum = 0;
	bool any = false;

	for (unsigned i = 0; i < MOST_ENCODINGS; i++) {
		uint64_t now[3];

		if (k->fd[i] < 0 || read(k->fd[i], now, sizeof now) != sizeof now)
			continue;
		any = true;
		if (now[2])
			sum += now[2] < now[1] ? (double)now[0] * ((double)now[1] / (double)now[2]) : (double)now[0];
	}
	*value = (uint64_t)sum;
	return any;
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

/* What processes that began and ended between two looks did is missing. */
static uint64_t by_clocks(struct counts *c, pid_t guardian)
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

static void add_count(struct text *t, const struct count *k)
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
		run_ns = by_clocks(c, guardian);
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

void counts_name(struct text *t, const struct counts *c)
{
	text_add(t, ",\"counted\":[");
	for (int i = 0; i < c->options->event_count; i++) {
		text_add(t, "%s{\"name\":", i ? "," : "");
		text_add_json(t, c->options->events[i].name);
		text_add(t, ",\"counted\":%s,\"user_only\":%s", c->event[i].error ? "false" : "true", c->event[i].user_only ? "true" : "false");
		if (c->event[i].error)
			text_add_member(t, "why", strerror(c->event[i].error));
		text_add(t, "}");
	}
	text_add(t, "]");
}

static void close_count(struct count *k)
{
	for (unsigned i = 0; i < MOST_ENCODINGS; i++)
		if (k->fd[i] >= 0)
			close(k->fd[i]);
}

void counts_close(struct counts *c)
{
	for (int i = 0; i < 3; i++)
		close_count(&c->own[i]);
	for (int i = 0; i < c->options->event_count; i++)
		close_count(&c->event[i]);
	free(c->event);
	free(c->clock);
	c->event = NULL;
	c->clock = NULL;
}
