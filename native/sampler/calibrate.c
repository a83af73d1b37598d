/*
 * The cost of a sample: a child process does the same work with and without being sampled, in turn; the difference of
 * the shortest times, over the number of samples, is what one sample takes from the program.
 */
#include "calibrate.h"
#include "clock.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
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
		spin(turns);
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - took;
		if (write(out, &took, sizeof took) != sizeof took)
			break;
	}
	_exit(0);
}

static uint64_t once(int out, int in)
{
	uint64_t took = 0;

	if (write(out, "w", 1) != 1 || read(in, &took, sizeof took) != sizeof took)
		return UINT64_MAX;
	return took;
}

static uint64_t sampled_time(const struct counters *c)
{
	struct reading *members = calloc(c->members, sizeof *members);
	uint64_t sum = 0;

	for (unsigned i = 0; members && i < c->cpus; i++)
		if (!counters_read_group(c, i, 0, members))
			sum += members[MEMBER_LEADER].value;
	free(members);
	return sum;
}

static uint64_t cost_of_interrupts(struct counters *c, int out, int in)
{
	uint64_t plain = UINT64_MAX, sampled = UINT64_MAX, samples;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t took = once(out, in);

		if (took < plain)
			plain = took;
		counters_switch(c, true);
		took = once(out, in);
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

		if (write(out, "w", 1) != 1)
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

	if (write(out, "w", 1) != 1) {
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

/* Processors let events be opened that they do not know, and then count nothing. */
static void find_silent(struct counters *c)
{
	struct reading *members = calloc(c->members, sizeof *members);

	for (unsigned g = 0; members && g < c->groups; g++)
		for (unsigned i = 0; i < c->group[g].values; i++) {
			uint64_t value = 0, running_ns = 0;

			for (unsigned cpu = 0; cpu < c->cpus; cpu++) {
				if (counters_read_group(c, cpu, g, members))
					continue;
				value += members[MEMBER_VALUES + i].value;
				running_ns += members[MEMBER_VALUES + i].running_ns;
			}
			c->event[c->group[g].events[i]].silent = running_ns && !value;
		}
	free(members);
}

int calibrate(struct counters *c, const struct options *o, bool poll, uint64_t *cost_ns)
{
	int there[2], back[2], status;
	pid_t child, self = getpid();

	*cost_ns = 0;
	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return 0;
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(there[1]);
		close(back[0]);
		if (getppid() == self)
			work(there[0], back[1]);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	if (child < 0)
		return 0;
	status = counters_open(c, o, poll, child, PERIOD_NS);
	if (!status && c->groups) {
		*cost_ns = poll ? cost_of_polls(c, there[1], back[0]) : cost_of_interrupts(c, there[1], back[0]);
		find_silent(c);
	}
	close(there[1]);
	close(back[0]);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return status;
}

uint64_t sensible_period(uint64_t ns)
{
	for (uint64_t decade = 1; ; decade *= 10)
		for (uint64_t step = 1; step <= 5; step = step * 2 + (step == 2))
			if (decade * step >= ns)
				return decade * step;
}
