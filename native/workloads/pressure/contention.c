/*
 * runbench-contention - measures the mutual slowdown of threads that share memory. It reports its CPUs and memory ("ready") and
 * executes commands, one per line, until standard input closes:
 *
 *   run NUMBER VICTIM ANTAGONISTS WORK RATE MS
 *
 * NUMBER: returned with the answer. VICTIM: stream, chase, compute, or none. ANTAGONISTS: their number. WORK: read, write, mix (of
 * large arrays) or small (reads of 16 KiB). RATE: bytes of traffic per second for each antagonist, 0 for full speed. MS: the time
 * for which all run together. The answer is "ran": for each thread, the victim first, its units of work (lines, loads,
 * additions), bytes of traffic and the time in which all ran. See contest.h.
 */
#include "contest.h"
#include "../known/known.h"
#include "../../base/clock_ns.h"
#include "../../base/say.h"
#include "../../base/text.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define REMEDY    "runbench machine bandwidth starts it"
#define MAX_RING_BYTES ((size_t)1 << 30)
#define TIME_LIMIT_FACTOR 20 /* maximum duration, relative to the wanted time */
#define WARM_UP_DIVISOR   5  /* the warm-up is the wanted time divided by this */

static struct contestant places[MAX_CONTESTANTS];
static struct mover large[MAX_CONTESTANTS], small[MAX_CONTESTANTS];
static unsigned cpus;
static void *ring;
static size_t ring_bytes, large_bytes, line_bytes;
static bool prepared;

static void find_cpus(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof set, &set))
		CPU_SET(0, &set);
	for (int cpu = 0; cpu < CPU_SETSIZE && cpus < MAX_CONTESTANTS; cpu++)
		if (CPU_ISSET(cpu, &set))
			places[cpus++].cpu = cpu;
}

/* Returns the size of each large array: beyond the caches; smaller if memory is scarce, and 0 if there is too little. */
static size_t large_size(const struct caches *c)
{
	size_t last = c->l3 > c->l2 ? c->l3 : c->l2, bytes = 2 * last > LARGE_BYTES ? 2 * last : LARGE_BYTES;
	size_t memory = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE) / 2 / (cpus + 1);

	if (bytes > memory)
		bytes = memory / LARGE_BYTES ? LARGE_BYTES : memory;
	return bytes > last + last / 2 ? bytes : 0;
}

static size_t ring_size(const struct caches *c)
{
	size_t last = c->l3 > c->l2 ? c->l3 : c->l2, bytes = 1 << 20;

	while (bytes < 4 * last && bytes < MAX_RING_BYTES)
		bytes *= 2;
	return bytes;
}

static bool find_sizes(const struct caches *c)
{
	large_bytes = large_size(c);
	if (!large_bytes) {
		say_error(ERROR_MACHINE, "free some memory, or allow fewer CPUs (taskset -c 0,1 runbench machine bandwidth)",
			  "not enough free memory for an array larger than the caches on each of %u CPUs", cpus);
		return false;
	}
	ring_bytes = ring_size(c);
	line_bytes = c->line;
	return true;
}

/* Fills the memory of all threads before the first run, which takes seconds where the last cache has hundreds of MB. */
static bool prepare(void)
{
	if (prepared)
		return true;
	for (unsigned i = 0; i < cpus; i++) {
		cpu_set_t own;

		/* The first write on its CPU determines the memory node. */
		CPU_ZERO(&own);
		CPU_SET(places[i].cpu, &own);
		sched_setaffinity(0, sizeof own, &own);
		if (mover_make(&large[i], large_bytes, READS) || mover_make(&small[i], SMALL_BYTES, READS)) {
			say_error(ERROR_MACHINE, "free some memory, or allow fewer CPUs (taskset -c 0,1 runbench machine bandwidth)", "no memory for %zu bytes: %s",
				  large_bytes, strerror(errno));
			return false;
		}
		if (i == 0)
			ring = known_ring(ring_bytes, line_bytes);
	}
	return prepared = true;
}

static void say_ready(const struct caches *c)
{
	struct text t = { 0 };

	text_add(&t, "\"cpus\":[");
	for (unsigned i = 0; i < cpus; i++)
		text_add(&t, "%s%d", i ? "," : "", places[i].cpu);
	text_add(&t, "],\"array_bytes\":%zu,\"ring_bytes\":%zu,\"last_level_bytes\":%zu", large_bytes, ring_bytes, c->l3 > c->l2 ? c->l3 : c->l2);
	say("ready", t.data);
	text_free(&t);
}

/* Returns the steal time of all CPUs since boot in ns: time that the host gave to other machines. */
static unsigned long long stolen(void)
{
	unsigned long long ticks = 0;
	FILE *f = fopen("/proc/stat", "re");

	if (!f)
		return 0;
	if (fscanf(f, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
		ticks = 0;
	fclose(f);
	return ticks * (NS_PER_S / (unsigned long long)sysconf(_SC_CLK_TCK));
}

static void place(unsigned at, enum work work, enum traffic kind, double rate)
{
	struct contestant *one = &places[at];

	one->work = work;
	one->kind = kind;
	one->rate = rate;
	one->ring = ring;
	one->mover = work == CACHED ? small[at] : large[at];
	one->mover.kind = kind;
}

static unsigned long long traffic(const struct contestant *one)
{
	return one->work == STREAM ? one->units * traffic_line_bytes(one->kind) : one->work == CHASE ? one->units * LINE_BYTES : 0;
}

static void answer(unsigned long number, const struct contest *c, unsigned long long stolen_ns)
{
	struct text t = { 0 };

	text_add(&t, "\"number\":%lu,\"stolen_ns\":%llu,\"threads\":[", number, stolen_ns);
	for (unsigned i = 0; i < c->count; i++) {
		const struct contestant *one = &c->contestants[i];

		text_add(&t, "%s{\"units\":%llu,\"bytes\":%llu,\"together_ns\":%llu,\"all_ns\":%llu}", i ? "," : "", (unsigned long long)one->units,
			 traffic(one), (unsigned long long)one->together_ns, (unsigned long long)one->all_ns);
	}
	text_add(&t, "]");
	say("ran", t.data);
	text_free(&t);
}

static int execute_command(const char *line)
{
	char victim[16], work[16];
	unsigned long number;
	unsigned count, ms, first;
	double rate;
	enum traffic kind = READS;
	struct contest c = { .contestants = places };
	unsigned long long before;

	if (sscanf(line, "run %lu %15s %u %15s %lf %u", &number, victim, &count, work, &rate, &ms) != 6 || !ms || ms > 60000 || !(rate >= 0))
		return say_error(ERROR_USAGE, REMEDY, "'%s' is no command", line);
	first = strcmp(victim, "none") != 0;
	if (first && strcmp(victim, "stream") && strcmp(victim, "chase") && strcmp(victim, "compute"))
		return say_error(ERROR_USAGE, REMEDY, "there is no victim '%s'", victim);
	if (first + count < 1 || first + count > cpus)
		return say_error(ERROR_USAGE, REMEDY, "%u threads, but this process may run on %u CPUs", first + count, cpus);
	if (strcmp(work, "small") && !traffic_of(work, &kind))
		return say_error(ERROR_USAGE, REMEDY, "there is no antagonist '%s'", work);
	if (!prepare())
		return EXIT_MACHINE;
	if (!strcmp(victim, "stream"))
		place(0, STREAM, READS, 0);
	else if (!strcmp(victim, "chase"))
		place(0, CHASE, READS, 0);
	else if (first)
		place(0, COMPUTE, READS, 0);
	for (unsigned i = first; i < first + count; i++)
		place(i, strcmp(work, "small") ? STREAM : CACHED, kind, rate);
	c.count = first + count;
	c.wanted_ns = ms * NS_PER_MS;
	c.warm_ns = c.wanted_ns / WARM_UP_DIVISOR;
	c.max_ns = c.wanted_ns * TIME_LIMIT_FACTOR;
	before = stolen();
	if (contest_run(&c))
		return say_error(ERROR_MACHINE, "allow more threads (ulimit -u)", "cannot start %u threads: %s", c.count, strerror(errno));
	if (first)
		ring = places[0].ring ? places[0].ring : ring;
	answer(number, &c, stolen() - before);
	return 0;
}

/* Ignores a signal of the terminal: the program that started this one handles it and closes standard input. */
static void ignore_signal(int signal)
{
	(void)signal;
}

int main(int argc, char **argv)
{
	struct caches c = caches_find();
	char line[256];
	int status = 0;

	sigaction(SIGINT, &(struct sigaction){ .sa_handler = ignore_signal, .sa_flags = SA_RESTART }, NULL);
	(void)argv;
	if (argc > 1)
		return say_error(ERROR_USAGE, REMEDY, "it takes no arguments, but commands on standard input");
	find_cpus();
	if (!find_sizes(&c))
		return EXIT_MACHINE;
	say_ready(&c);
	while (!status && fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		status = execute_command(line);
	}
	return status;
}
