/*
 * The costs of counting; see calibrate.h. A child process does the same work alternately with and without sampling. The cost
 * of a sample is the difference of the shortest times, divided by the number of samples.
 */
#include "calibrate.h"
#include "worker.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Short, for many samples in a short time. But on virtual machines a sample can cost 50 us, and a period near that would leave
 * the work hardly any progress.
 */
#define PERIOD_NS  (100 * 1000ull)
#define ROUNDS     5
#define MIN_ROUNDS 2
#define MAX_ROUNDS 10
#define ENOUGH_NS  (20 * NS_PER_MS) /* CPU time after which no further round begins: each run waits for this */
#define WAKES      30

static uint64_t sampled_time(const struct counters *c)
{
	struct reading *members = calloc(c->members, sizeof *members);
	uint64_t sum = 0;

	for (unsigned i = 0; members && i < c->units; i++)
		if (!counters_read_group(c, i, 0, members))
			sum += members[MEMBER_LEADER].value;
	free(members);
	return sum;
}

static uint64_t cost_of_interrupts(struct counters *c, int out, int in)
{
	/* Interference only adds to a cost. One near the limit is measured longer before the period is refused, and none at all
	 * is interference with all work without samples. */
	uint64_t doubtful = c->options->force ? UINT64_MAX
		: (uint64_t)((double)c->options->period_ns * c->options->max_cost / 2);
	uint64_t plain = UINT64_MAX, sampled = UINT64_MAX, spent = 0, cost = 0;

	for (unsigned rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
		uint64_t without = worker_run(out, in, WORK), with, samples;

		counters_switch(c, true);
		with = worker_run(out, in, WORK);
		counters_switch(c, false);
		if (without == UINT64_MAX || with == UINT64_MAX)
			return 0;
		spent += without + with;
		plain = without < plain ? without : plain;
		sampled = with < sampled ? with : sampled;
		samples = sampled_time(c) / PERIOD_NS / rounds;
		cost = samples && sampled > plain ? (sampled - plain) / samples : 0;
		if (rounds >= MIN_ROUNDS && cost && cost <= doubtful && (rounds >= ROUNDS || spent >= ENOUGH_NS))
			break;
	}
	return cost;
}

/* Measures a read of all groups. Most of it is the interrupt that fetches the values from the program's CPU. */
static uint64_t cost_of_reads(struct counters *c, int out, int in)
{
	struct reading *members = calloc(c->members, sizeof *members);
	uint64_t least = UINT64_MAX, took;

	counters_switch(c, true);
	for (int round = 0; members && round < ROUNDS; round++) {
		uint64_t start = clock_ns(), reads = 0;

		if (write(out, &(char){ WORK }, 1) != 1)
			break;
		while (clock_ns() < start + WORK_NS / 2) {
			for (unsigned g = 0; g < c->groups; g++)
				counters_read_group(c, 0, g, members);
			reads++;
		}
		took = (clock_ns() - start) / (reads ? reads : 1);
		if (took < least)
			least = took;
		if (read(in, &took, sizeof took) != sizeof took)
			break;
	}
	free(members);
	return least == UINT64_MAX ? 0 : least;
}

/* Measures a poll on the program's CPU: waking up, reading, going back to sleep. */
static uint64_t cost_of_wakes(struct counters *c, int out, int in)
{
	struct reading *members = calloc(c->members, sizeof *members);
	struct timespec pause = { .tv_nsec = (long)PERIOD_NS };
	uint64_t took = clock_of(CLOCK_PROCESS_CPUTIME_ID), theirs;
	int wakes = 0;

	if (write(out, &(char){ WORK }, 1) != 1) {
		free(members);
		return 0;
	}
	for (; members && wakes < WAKES; wakes++) {
		nanosleep(&pause, NULL);
		for (unsigned g = 0; g < c->groups; g++)
			counters_read_group(c, 0, g, members);
	}
	took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - took;
	free(members);
	return read(in, &theirs, sizeof theirs) == sizeof theirs && wakes ? took / WAKES : 0;
}

static uint64_t cost_of_polls(struct counters *c, int out, int in)
{
	uint64_t reads = cost_of_reads(c, out, in), wakes;
	cpu_set_t allowed;

	/* With several CPUs the helper runs on another one, and only the interrupts delay the program. */
	if (sched_getaffinity(0, sizeof allowed, &allowed) || CPU_COUNT(&allowed) != 1)
		return reads;
	wakes = cost_of_wakes(c, out, in);
	return wakes > reads ? wakes : reads;
}

/* Marks opened events that counted nothing: some processors accept events that they do not support. Returns whether any is silent. */
static bool update_silent(struct counters *c)
{
	bool any = false;
	struct reading *members = calloc(c->members, sizeof *members);

	for (unsigned g = 0; members && g < c->groups; g++)
		for (unsigned i = 0; i < c->group[g].values; i++) {
			uint64_t value = 0, running_ns = 0;

			for (unsigned unit = 0; unit < c->units; unit++) {
				if (!counters_counts_on(c, &c->options->events[c->group[g].events[i]], unit)
				    || counters_read_group(c, unit, g, members))
					continue;
				value += members[MEMBER_VALUES + i].value;
				running_ns += members[MEMBER_VALUES + i].running_ns;
			}
			c->event[c->group[g].events[i]].silent = running_ns && !value
				&& counters_is_hardware(&c->options->events[c->group[g].events[i]]);
			any |= c->event[c->group[g].events[i]].silent;
		}
	free(members);
	return any;
}

/* Repeats silent events with work that misses caches and mispredicts branches: plain work does neither. */
static void provoke_silent(struct counters *c, int out, int in)
{
	if (!update_silent(c))
		return;
	counters_switch(c, true);
	worker_run(out, in, PROVOKE);
	counters_switch(c, false);
	update_silent(c);
}

int calibrate(struct counters *c, const struct options *o, bool poll, uint64_t *cost_ns)
{
	struct worker w;
	int status;

	*cost_ns = 0;
	if (worker_start(&w))
		return 0;
	status = counters_open(c, o, poll, &(struct targets){ .pid = w.pid }, PERIOD_NS);
	if (!status)
		status = counters_map(c);
	if (!status && c->groups) {
		*cost_ns = poll ? cost_of_polls(c, w.out, w.in) : cost_of_interrupts(c, w.out, w.in);
		provoke_silent(c, w.out, w.in);
	}
	worker_end(&w);
	return status;
}

void calibration_add(struct text *t, const struct options *o, const struct costs *costs)
{
	text_add(t, "%llu,%llu,%llu", (unsigned long long)costs->wall_ns, (unsigned long long)costs->sample_ns,
		 (unsigned long long)costs->fork_ns);
	for (int i = 0; i < o->event_count; i++)
		if (o->events[i].silent)
			text_add(t, ",%d", i);
}

int calibration_parse(struct options *o, char *list)
{
	uint64_t *const costs[] = { &o->known.wall_ns, &o->known.sample_ns, &o->known.fork_ns };
	unsigned n = 0;
	uint64_t value;

	for (char *word; (word = strsep(&list, ",")); n++) {
		if (options_number(word, &value))
			return -1;
		if (n < sizeof costs / sizeof *costs)
			*costs[n] = value;
		else if (value < (uint64_t)o->event_count)
			o->events[value].silent = true;
		else
			return -1;
	}
	return n >= sizeof costs / sizeof *costs && o->known.wall_ns ? 0 : -1;
}

uint64_t round_up_period(uint64_t ns)
{
	for (uint64_t decade = 1; ; decade *= 10)
		for (uint64_t step = 1; step <= 5; step = step * 2 + (step == 2))
			if (decade * step >= ns)
				return decade * step;
}

#define FORK_ROUNDS    8
#define FORK_PERIOD_NS NS_PER_S /* longer than the trial, so that no sample is taken */

/*
 * Minimum cost of one inherited event. The cost is proportional to the number of inherited events, CPUs x groups x (1 + events).
 * An emulated Arm needs 3,200 to 7,500 instructions for each, with 1, 2, 4 and 8 CPUs (guest/run --only forks); an x86 server
 * needs 2 to 4 us. On a busy machine this short measurement may find less: the cost is never set below this.
 */
#define INHERITED_NS 1500

uint64_t fork_cost_of_inherited(unsigned events)
{
	return (uint64_t)events * INHERITED_NS;
}

static unsigned inherited_events(const struct counters *c)
{
	unsigned each = 0;

	for (unsigned g = 0; g < c->groups; g++)
		each += MEMBER_VALUES + c->group[g].values;
	return each * c->units;
}

uint64_t fork_cost_at_least(const struct counters *c)
{
	return c->options->inherit ? fork_cost_of_inherited(inherited_events(c)) : 0;
}

static void update_minimum(uint64_t *least, const struct worker *w)
{
	uint64_t took = worker_run(w->out, w->in, FORK);

	*least = took < *least ? took : *least;
}

static uint64_t compare(const struct worker *counted, const struct worker *plain)
{
	uint64_t with = UINT64_MAX, without = UINT64_MAX;

	for (int round = 0; round < FORK_ROUNDS; round++) {
		update_minimum(&without, plain);
		update_minimum(&with, counted);
	}
	return with != UINT64_MAX && with > without ? (with - without) / FORKS : 0;
}

uint64_t fork_cost(const struct options *o, bool poll)
{
	struct worker counted, plain;
	struct counters c;
	uint64_t cost = 0, least;

	if (!o->inherit || worker_start(&counted))
		return 0;
	if (!counters_open(&c, o, poll, &(struct targets){ .pid = counted.pid }, FORK_PERIOD_NS) && c.groups && !counters_map(&c)
	    && !worker_start(&plain)) {
		counters_switch(&c, true);
		cost = compare(&counted, &plain);
		least = fork_cost_at_least(&c);
		cost = cost < least ? least : cost;
		worker_end(&plain);
	}
	counters_close(&c);
	worker_end(&counted);
	return cost;
}
