/*
 * The cost of a sample: a child process does the same work with and without being sampled, in turn; the difference of
 * the shortest times, over the number of samples, is what one sample takes from the program.
 */
#include "calibrate.h"
#include "../base/clock_ns.h"
#include "provoke.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PERIOD_NS  (50 * 1000ull)  /* many samples in a short time */
#define WORK_NS    (3 * NS_PER_MS)
#define ROUNDS     5
#define WAKES      30

/* Loads, stores and branches: what an event that this processor knows would most likely count. */
static void spin(uint64_t turns)
{
	static volatile uint64_t sink;

	while (turns--)
		sink += turns;
}

/* What the worker is asked for. */
enum { WORK = 'w', PROVOKE = 'p' };

/* In the child: the same work for each byte received; answers with the CPU time that it took. */
static void work(int in, int out)
{
	uint64_t turns = 1 << 12, took;
	char byte;

	for (;;) {
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		spin(turns);
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - took;
		if (took >= WORK_NS / 4)
			break;
		turns *= 2;
	}
	turns = turns * WORK_NS / took;
	while (read(in, &byte, 1) == 1) {
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		if (byte == PROVOKE)
			provoke_events();
		else
			spin(turns);
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - took;
		if (write(out, &took, sizeof took) != sizeof took)
			break;
	}
	_exit(0);
}

static uint64_t once(int out, int in, char what)
{
	uint64_t took = 0;

	if (write(out, &what, 1) != 1 || read(in, &took, sizeof took) != sizeof took)
		return UINT64_MAX;
	return took;
}

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
	uint64_t plain = UINT64_MAX, sampled = UINT64_MAX, samples;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t took = once(out, in, WORK);

		if (took < plain)
			plain = took;
		counters_switch(c, true);
		took = once(out, in, WORK);
		counters_switch(c, false);
		if (took < sampled)
			sampled = took;
	}
	samples = sampled_time(c) / PERIOD_NS / ROUNDS;
	return samples && sampled > plain ? (sampled - plain) / samples : 0;
}

/* Polling costs a read of all groups; most of it is the interrupt that fetches the values from the program's CPU. */
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

/* All that a poll takes from a program on the same CPU: waking up, reading, going back to sleep. */
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

	/* Elsewhere the helper has a CPU of its own for all but the interrupts. */
	if (sched_getaffinity(0, sizeof allowed, &allowed) || CPU_COUNT(&allowed) != 1)
		return reads;
	wakes = cost_of_wakes(c, out, in);
	return wakes > reads ? wakes : reads;
}

/* Processors let events be opened that they do not know, and then count nothing. Returns whether one does. */
static bool find_silent(struct counters *c)
{
	bool any = false;
	struct reading *members = calloc(c->members, sizeof *members);

	for (unsigned g = 0; members && g < c->groups; g++)
		for (unsigned i = 0; i < c->group[g].values; i++) {
			uint64_t value = 0, running_ns = 0;

			for (unsigned unit = 0; unit < c->units; unit++) {
				if (!counters_count_on(c, &c->options->events[c->group[g].events[i]], unit)
				    || counters_read_group(c, unit, g, members))
					continue;
				value += members[MEMBER_VALUES + i].value;
				running_ns += members[MEMBER_VALUES + i].running_ns;
			}
			c->event[c->group[g].events[i]].silent = running_ns && !value
				&& counters_of_hardware(&c->options->events[c->group[g].events[i]]);
			any |= c->event[c->group[g].events[i]].silent;
		}
	free(members);
	return any;
}

/* Plain work stays in the caches and is predicted well: what it does not raise may be an event all the same. */
static void try_silent(struct counters *c, int out, int in)
{
	if (!find_silent(c))
		return;
	counters_switch(c, true);
	once(out, in, PROVOKE);
	counters_switch(c, false);
	find_silent(c);
}

/* A child that works on demand. */
struct worker {
	pid_t pid;
	int   out, in;
};

static int start_worker(struct worker *w)
{
	int there[2], back[2];
	pid_t self = getpid();

	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return -1;
	w->pid = fork();
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(there[1]);
		close(back[0]);
		if (getppid() == self)
			work(there[0], back[1]);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	w->out = there[1];
	w->in = back[0];
	return w->pid < 0 ? -1 : 0;
}

static void end_worker(const struct worker *w)
{
	close(w->out);
	close(w->in);
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
}

int calibrate(struct counters *c, const struct options *o, bool poll, uint64_t *cost_ns)
{
	struct worker w;
	int status;

	*cost_ns = 0;
	if (start_worker(&w))
		return 0;
	status = counters_open(c, o, poll, &(struct targets){ .pid = w.pid }, PERIOD_NS);
	if (!status)
		status = counters_map(c);
	if (!status && c->groups) {
		*cost_ns = poll ? cost_of_polls(c, w.out, w.in) : cost_of_interrupts(c, w.out, w.in);
		try_silent(c, w.out, w.in);
	}
	end_worker(&w);
	return status;
}

/* Those of the events that would be counted together in one group, marked in taken[]. */
static int take_what_fits(const struct options *o, const bool *left, bool *taken, struct event_state *state)
{
	struct options part = *o;
	struct counters c;
	struct worker w;
	int *index = calloc((size_t)o->event_count, sizeof *index), status;

	part.split = true;
	part.event_count = 0;
	part.events = calloc((size_t)o->event_count, sizeof *part.events);
	if (!index || !part.events || start_worker(&w))
		abort();
	for (int i = 0; i < o->event_count; i++)
		if (left[i]) {
			index[part.event_count] = i;
			part.events[part.event_count] = o->events[i];
			part.events[part.event_count].group = 0;
			part.events[part.event_count++].together = false;
		}
	status = counters_open(&c, &part, true, &(struct targets){ .pid = w.pid }, PERIOD_NS);
	for (int i = 0; i < part.event_count && !status; i++) {
		state[index[i]] = c.event[i];
		taken[index[i]] = c.event[i].counted && c.event[i].group == 0;
	}
	counters_close(&c);
	end_worker(&w);
	free(part.events);
	free(index);
	return status;
}

/* What cannot be counted at all; no room is another matter. */
static bool hopeless(const struct event_state *s)
{
	return !s->counted && s->error != ENOSPC;
}

/* Events in braces stay together, in a run of their own rather than torn apart by what came before them. */
static void keep_braces(const struct options *o, const bool *left, bool *taken, const struct event_state *state)
{
	for (int i = 0; i < o->event_count; i++) {
		bool torn = false, others = false;

		if (!taken[i] || !o->events[i].together)
			continue;
		for (int j = 0; j < o->event_count; j++) {
			bool same = o->events[j].together && o->events[j].group == o->events[i].group;

			torn |= same && left[j] && !taken[j] && !hopeless(&state[j]);
			others |= !same && taken[j];
		}
		for (int j = 0; j < o->event_count && torn && others; j++)
			if (o->events[j].together && o->events[j].group == o->events[i].group)
				taken[j] = false;
	}
}

int calibrate_plan(const struct options *o, unsigned *run, unsigned *runs)
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
		status = take_what_fits(o, left, taken, state);
		keep_braces(o, left, taken, state);
		for (size_t i = 0; i < n && !status; i++) {
			/* What cannot be counted at all says so in the first run. */
			bool never = left[i] && hopeless(&state[i]);

			if (!taken[i] && !never)
				continue;
			run[i] = never ? 0 : *runs;
			left[i] = false;
			remaining--;
		}
		if (before == remaining) { /* no room even alone: said in the first run */
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

uint64_t sensible_period(uint64_t ns)
{
	for (uint64_t decade = 1; ; decade *= 10)
		for (uint64_t step = 1; step <= 5; step = step * 2 + (step == 2))
			if (decade * step >= ns)
				return decade * step;
}
