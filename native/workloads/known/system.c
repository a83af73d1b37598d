/* Kernels of events that the operating system counts: page faults, context switches, migrations. See known.h. */
#include "known.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define PAGES 1024u
#define PAGE  4096u
#define TIMES 100u

static void *pages(const struct caches *c, size_t *bytes)
{
	(void)c;
	return known_pages(*bytes = (size_t)PAGES * PAGE);
}

/* Releases the pages first: those touched by the preparation must not count. */
static void touch(void *memory, uint64_t rounds)
{
	while (rounds--) {
		madvise(memory, (size_t)PAGES * PAGE, MADV_DONTNEED);
		for (unsigned i = 0; i < PAGES; i++)
			((volatile char *)memory)[i * PAGE] = 1;
	}
}

static void sleep_often(void *unused, uint64_t rounds)
{
	struct timespec little = { 0, 20000 };

	(void)unused;
	for (uint64_t i = rounds * TIMES; i--; )
		clock_nanosleep(CLOCK_MONOTONIC, 0, &little, NULL);
}

static int two_cpus(int cpu[2])
{
	cpu_set_t allowed;
	int found = 0;

	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return 0;
	for (int i = 0; i < CPU_SETSIZE && found < 2; i++)
		if (CPU_ISSET(i, &allowed))
			cpu[found++] = i;
	return found == 2;
}

static const char *needs_two_cpus(const struct caches *c)
{
	int cpu[2];

	(void)c;
	return two_cpus(cpu) ? NULL : "this process may run on only one CPU";
}

static void move_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
}

static void *settle(const struct caches *c, size_t *bytes)
{
	static int cpu[2];

	(void)c;
	*bytes = 0;
	if (two_cpus(cpu))
		move_to(cpu[0]);
	return cpu;
}

static void migrate(void *cpus, uint64_t rounds)
{
	const int *cpu = cpus;

	for (uint64_t i = 0; i < rounds * TIMES; i++)
		move_to(cpu[(i + 1) % 2]);
}

const struct kernel system_kernels[] = {
	{ "page_faults", "pages", "pages touched for the first time", PAGES, NULL, pages, touch,
	  { EXACTLY("page_faults", 1, "each page is new"), EXACTLY("major_faults", 0, "no page comes from storage") } },
	{ "sleeps", "sleeps", "sleeps of 20 us, each long enough to leave the CPU", TIMES, NULL, NULL, sleep_often,
	  { { "context_switches", 1, 1, 1.05, "each sleep leaves the CPU once; other tasks may add switches" }, EXACTLY("major_faults", 0, "no page comes from storage") } },
	{ "migrations", "moves", "moves from one CPU to another and back", TIMES, needs_two_cpus, settle, migrate,
	  { EXACTLY("migrations", 1, "each move is to the other CPU") } },
	{ 0 },
};
