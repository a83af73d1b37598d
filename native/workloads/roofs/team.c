/* Threads that work simultaneously; see team.h. */
#include "team.h"
#include "../../base/clock_ns.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Offset of arrays in bytes: no multiple of a page, because a store would wait for a load with equal low address bits. */
#define STAGGER (4096 + 1280)

#define TRIALS  5

struct member;

struct team {
	const struct team_task *task;
	pthread_barrier_t start, end;
	struct member    *members;
	uint64_t          rounds; /* 0: the threads end */
	int               error;
};

struct member {
	struct team *team;
	pthread_t    thread;
	int          cpu;
	struct roof_arrays place; /* the current part of its arrays */
	char        *memory;
	size_t       mapped;
	unsigned     window;
	uint64_t     began, ended;
};

static int nth_cpu(const cpu_set_t *set, unsigned n)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, set) && !n--)
			return cpu;
	return -1;
}

static cpu_set_t allowed(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof set, &set))
		CPU_SET(0, &set);
	return set;
}

unsigned team_cpus(void)
{
	cpu_set_t set = allowed();

	return (unsigned)CPU_COUNT(&set);
}

/* Counts the CPUs of a list of sysfs, such as 0-3,8, among the first CPUs of a set. */
static unsigned listed_among(FILE *list, const cpu_set_t *set, unsigned first)
{
	unsigned from, to, found = 0;
	int behind = ',';

	while (behind == ',' && fscanf(list, "%u", &from) == 1) {
		to = from;
		behind = fgetc(list);
		if (behind == '-') {
			if (fscanf(list, "%u", &to) != 1)
				break;
			behind = fgetc(list);
		}
		for (unsigned i = 0; i < first; i++) {
			int cpu = nth_cpu(set, i);

			found += cpu >= (int)from && cpu <= (int)to;
		}
	}
	return found;
}

unsigned team_sharing(int level, unsigned n)
{
	cpu_set_t set = allowed();
	char path[128], type[32];
	unsigned found = 0;

	for (int i = 0; !found; i++) {
		int of = 0;
		FILE *f;

		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/level", nth_cpu(&set, 0), i);
		if (!(f = fopen(path, "re")))
			break;
		if (fscanf(f, "%d", &of) != 1)
			of = 0;
		fclose(f);
		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/type", nth_cpu(&set, 0), i);
		type[0] = 0;
		if ((f = fopen(path, "re"))) {
			if (fscanf(f, "%31s", type) != 1)
				type[0] = 0;
			fclose(f);
		}
		if (of != level || !strcmp(type, "Instruction"))
			continue;
		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list", nth_cpu(&set, 0), i);
		if ((f = fopen(path, "re"))) {
			found = listed_among(f, &set, n);
			fclose(f);
		}
	}
	return found ? found : 1;
}

/* Moves the thread to its CPU and allocates its memory there: the first write determines the memory node. */
static int settle(struct member *m)
{
	const struct team_task *t = m->team->task;
	cpu_set_t own;

	CPU_ZERO(&own);
	CPU_SET(m->cpu, &own);
	sched_setaffinity(0, sizeof own, &own);
	if (!t->bytes)
		return 0;
	m->place.bytes = t->bytes;
	m->place.apart = t->bytes * t->windows + STAGGER;
	m->mapped = m->place.apart * t->arrays;
	m->memory = mmap(NULL, m->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m->memory == MAP_FAILED) {
		m->memory = NULL;
		return errno;
	}
	madvise(m->memory, m->mapped, MADV_HUGEPAGE); /* measures bandwidth, not page walks */
	for (size_t i = 0; i < m->mapped; i += sizeof(double))
		*(double *)(void *)(m->memory + i) = 1;
	return 0;
}

static void *work(void *of)
{
	struct member *m = of;
	struct team *team = m->team;
	int error = settle(m);

	if (error)
		__atomic_store_n(&team->error, error, __ATOMIC_RELAXED);
	pthread_barrier_wait(&team->end);
	for (;;) {
		pthread_barrier_wait(&team->start);
		if (!team->rounds)
			break;
		m->place.memory = m->memory + m->place.bytes * m->window;
		m->window = (m->window + 1) % team->task->windows;
		m->began = clock_ns();
		team->task->run(&m->place, team->rounds);
		m->ended = clock_ns();
		pthread_barrier_wait(&team->end);
	}
	if (m->memory)
		munmap(m->memory, m->mapped);
	return NULL;
}

static uint64_t repetition(struct team *team, uint64_t rounds)
{
	uint64_t began = UINT64_MAX, ended = 0;

	team->rounds = rounds;
	pthread_barrier_wait(&team->start);
	if (!rounds)
		return 0;
	pthread_barrier_wait(&team->end);
	for (unsigned i = 0; i < team->task->threads; i++) {
		const struct member *m = &team->members[i];

		began = m->began < began ? m->began : began;
		ended = m->ended > ended ? m->ended : ended;
	}
	return ended - began;
}

/* Returns the shortest of several repetitions: other programs only lengthen them. */
static uint64_t least_time(struct team *team, uint64_t rounds)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < TRIALS; i++) {
		uint64_t took = repetition(team, rounds);

		least = took < least ? took : least;
	}
	return least;
}

/* Returns the number of rounds that take the given time; the trials also warm up. */
static uint64_t rounds_for(struct team *team, uint64_t ns)
{
	uint64_t rounds = 1, took;

	if (team->task->windows > 1)
		return 1;
	while ((took = least_time(team, rounds)) < ns / 4)
		rounds *= 2;
	return (uint64_t)((double)rounds * (double)ns / (double)(took ? took : 1)) + 1;
}

static void go(struct team *team)
{
	const struct team_task *t = team->task;
	uint64_t rounds;

	pthread_barrier_wait(&team->end); /* all threads are ready */
	if (!team->error) {
		rounds = rounds_for(team, t->nanoseconds);
		for (unsigned i = 0; i < t->repetitions; i++)
			t->done(t->context, rounds, repetition(team, rounds));
	}
	repetition(team, 0);
}

/* If a thread cannot be started, the others wait at a barrier for ever: the process must end. */
int team_run(const struct team_task *t)
{
	struct team team = { .task = t };
	cpu_set_t cpus = allowed();

	team.members = calloc(t->threads, sizeof *team.members);
	if (!team.members)
		return -1;
	pthread_barrier_init(&team.start, NULL, t->threads + 1);
	pthread_barrier_init(&team.end, NULL, t->threads + 1);
	for (unsigned i = 0; i < t->threads; i++) {
		struct member *m = &team.members[i];

		m->team = &team;
		m->cpu = nth_cpu(&cpus, i);
		if ((errno = pthread_create(&m->thread, NULL, work, m)))
			return -1;
	}
	go(&team);
	for (unsigned i = 0; i < t->threads; i++)
		pthread_join(team.members[i].thread, NULL);
	pthread_barrier_destroy(&team.start);
	pthread_barrier_destroy(&team.end);
	free(team.members);
	errno = team.error;
	return team.error ? -1 : 0;
}
