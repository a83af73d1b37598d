/* The layout of the counters: units of target and CPU, groups, members; see perf_counters.h. */
#include "counters_opening.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* Allocates places for all groups that may contain a counted event. */
static void lay_out_groups(struct counters *c)
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
		c->counter[i] = NO_COUNTER;
}

static void *copy_of(const void *data, size_t bytes)
{
	void *copy = malloc(bytes);

	if (!copy)
		abort();
	return memcpy(copy, data, bytes);
}

/* Returns whether an event has different encodings on different CPUs. */
static bool cpus_differ(const struct options *o)
{
	for (int i = 0; i < o->event_count; i++)
		if (o->events[i].on->cpus && !o->events[i].socket)
			return true;
	return false;
}

/* Chooses the units: each task on each CPU, or each CPU. Polled tasks have one unit for all CPUs unless core types differ. */
static void choose_units(struct counters *c, const struct targets *t)
{
	static const int all_cpus = -1;

	c->cpu_wide = t->cpu != NULL;
	c->cgroups = t->cgroup != NULL;
	c->targets = c->cpu_wide ? t->count * (c->cgroups ? t->cgroups : 1) : 1;
	if (c->cpu_wide) {
		c->cpus = t->count;
		c->cpu = copy_of(t->cpu, t->count * sizeof *t->cpu);
		c->target = malloc(c->targets * sizeof *c->target);
		if (!c->target)
			abort();
		for (unsigned i = 0; i < c->targets; i++)
			c->target[i] = c->cgroups ? t->cgroup[i / t->count] : -1;
	} else {
		c->target = copy_of(&t->pid, sizeof t->pid);
		if (c->poll && !cpus_differ(c->options)) {
			c->cpus = 1;
			c->cpu = copy_of(&all_cpus, sizeof all_cpus);
		} else {
			c->cpus = machine_cpus(&c->cpu);
		}
	}
	c->units = c->cpu_wide ? c->targets : c->cpus;
	c->unit = calloc(c->units, sizeof *c->unit);
	if (!c->unit)
		abort();
	for (unsigned u = 0; u < c->units; u++)
		c->unit[u] = (struct unit){ .target = c->cpu_wide ? u : 0, .cpu = u % c->cpus };
}

void counters_lay_out(struct counters *c, const struct targets *t)
{
	choose_units(c, t);
	lay_out_groups(c);
}

void counters_make_room(struct counters *c, unsigned targets)
{
	size_t row = (size_t)c->places * c->members, units = (size_t)targets * c->cpus;

	c->target = realloc(c->target, targets * sizeof *c->target);
	c->unit = realloc(c->unit, units * sizeof *c->unit);
	c->counter = realloc(c->counter, units * row * sizeof *c->counter);
	if (!c->target || !c->unit || !c->counter)
		abort();
	for (size_t i = c->units * row; i < units * row; i++)
		c->counter[i] = NO_COUNTER;
}
