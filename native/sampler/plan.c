/* The distribution of events over runs; see plan.h. */
#include "plan.h"
#include "perf_counters.h"
#include "worker.h"
#include "../base/say.h"
#include "../base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define PERIOD_NS (50 * 1000ull) /* required to open counters; no sample is taken */

/* Returns whether an event leads its group in the kernel. Such a group is kept: its events take no counters from others. */
static bool is_led(const struct options *o, unsigned group)
{
	for (int i = 0; i < o->event_count; i++)
		if (o->events[i].group == group && o->events[i].leads)
			return true;
	return false;
}

/* Marks in taken[] the events among left[] that one group can count together. */
static int find_group(const struct options *o, const bool *left, bool *taken, struct event_state *state)
{
	struct options part = *o;
	struct counters c;
	struct worker w;
	int *index = calloc((size_t)o->event_count, sizeof *index), status, common = -1;
	unsigned first = 0;

	part.split = true;
	part.event_count = 0;
	part.events = calloc((size_t)o->event_count, sizeof *part.events);
	if (!index || !part.events || worker_start(&w))
		abort();
	for (int i = 0; i < o->event_count; i++)
		if (left[i]) {
			index[part.event_count] = i;
			part.events[part.event_count] = o->events[i];
			if (!is_led(o, o->events[i].group)) {
				common = common < 0 ? (int)o->events[i].group : common;
				part.events[part.event_count].group = (unsigned)common;
			}
			part.events[part.event_count++].together = false;
		}
	status = counters_open(&c, &part, true, &(struct targets){ .pid = w.pid }, PERIOD_NS);
	while (first < c.groups && c.group[first].led)
		first++;
	for (int i = 0; i < part.event_count && !status; i++) {
		state[index[i]] = c.event[i];
		taken[index[i]] = c.event[i].counted && (c.event[i].group == first || c.group[c.event[i].group].led);
	}
	counters_close(&c);
	worker_end(&w);
	free(part.events);
	free(index);
	return status;
}

/* Returns whether an event cannot be counted at all, even alone. */
static bool cannot_be_counted(const struct event_state *s)
{
	return !s->counted && s->error != ENOSPC;
}

/* Keeps events in braces together: a group that would be split by earlier events moves to a later run. */
static void keep_groups_whole(const struct options *o, const bool *left, bool *taken, const struct event_state *state)
{
	for (int i = 0; i < o->event_count; i++) {
		bool torn = false, others = false;

		if (!taken[i] || !o->events[i].together)
			continue;
		for (int j = 0; j < o->event_count; j++) {
			bool same = o->events[j].together && o->events[j].group == o->events[i].group;

			torn |= same && left[j] && !taken[j] && !cannot_be_counted(&state[j]);
			others |= !same && taken[j];
		}
		for (int j = 0; j < o->event_count && torn && others; j++)
			if (o->events[j].together && o->events[j].group == o->events[i].group)
				taken[j] = false;
	}
}

/*
 * Distributes the events, in the order given, over the fewest runs without multiplexing: run[event], from 0 on. Returns -1 if no
 * counters can be opened.
 */
static int assign_runs(const struct options *o, unsigned *run, unsigned *runs)
{
	size_t n = (size_t)o->event_count;
	bool *left = calloc(n, sizeof *left), *taken = calloc(n, sizeof *taken);
	struct event_state *state = calloc(n, sizeof *state);
	size_t remaining = n;
	int status = 0;

	if (!left || !taken || !state)
		abort();
	memset(left, true, n);
	for (*runs = 0; remaining && !status; ) {
		size_t before = remaining;

		memset(taken, 0, n);
		status = find_group(o, left, taken, state);
		keep_groups_whole(o, left, taken, state);
		for (size_t i = 0; i < n && !status; i++) {
			taken[i] |= left[i] && o->events[i].socket && !o->cpu_list;
			/* The first run reports the events that cannot be counted at all. */
			bool never = left[i] && cannot_be_counted(&state[i]);

			if (!taken[i] && !never)
				continue;
			run[i] = never ? 0 : *runs;
			left[i] = false;
			remaining--;
		}
		if (before == remaining) { /* events that do not fit even alone are reported in the first run */
			for (size_t i = 0; i < n; i++)
				run[i] = left[i] ? 0 : run[i];
			break;
		}
		for (size_t i = 0; i < n; i++)
			if (taken[i]) {
				(*runs)++;
				break;
			}
	}
	*runs += !*runs;
	free(left);
	free(taken);
	free(state);
	return status;
}

int plan_report(const struct options *o)
{
	unsigned *run = calloc((size_t)o->event_count, sizeof *run), runs;
	struct text t = { 0 };
	int status = 0;

	if (!run)
		abort();
	signal(SIGPIPE, SIG_IGN);
	if (assign_runs(o, run, &runs)) {
		status = say_error(ERROR_MACHINE, "type: runbench doctor", "no counters can be opened here");
	} else {
		text_add(&t, "\"runs\":[");
		for (unsigned r = 0; r < runs; r++) {
			const char *comma = "";

			text_add(&t, r ? ",[" : "[");
			for (int i = 0; i < o->event_count; i++)
				if (run[i] == r) {
					text_add(&t, "%s%d", comma, i);
					comma = ",";
				}
			text_add(&t, "]");
		}
		text_add(&t, "]");
		say("plan", t.data);
		text_free(&t);
	}
	free(run);
	return status;
}
