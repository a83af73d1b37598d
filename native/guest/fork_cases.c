/* The cost of inherited counters at each fork and each end of a child: on every CPU a leader and its events are copied
 * and handed back. Only on request: guest/run --only forks --cpus N. */
#include "cases.h"
#include "console.h"
#include "../base/clock_ns.h"
#include "../base/perf_attr.h"

#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CPUS = 64, MAX_EVENTS = 16, FORKS = 40, ROUNDS = 3 };

static int opened[MAX_CPUS * (1 + MAX_EVENTS)];
static unsigned open_count;

/* Opens counters as the helper does for a command: a task clock on each CPU with page faults as siblings, enabled. */
static bool open_inherited(unsigned cpus, unsigned events)
{
	open_count = 0;
	for (unsigned cpu = 0; cpu < cpus; cpu++) {
		int leader = -1;

		for (unsigned e = 0; e <= events; e++) {
			struct perf_event_attr attr = perf_attr(PERF_TYPE_SOFTWARE,
				e ? PERF_COUNT_SW_PAGE_FAULTS : PERF_COUNT_SW_TASK_CLOCK);
			int fd;

			attr.inherit = 1;
			attr.inherit_stat = e != 0;
			attr.read_format = PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
			fd = perf_open(&attr, 0, (int)cpu, leader);
			if (fd < 0)
				return false;
			leader = e ? leader : fd;
			opened[open_count++] = fd;
		}
	}
	return true;
}

static void close_inherited(void)
{
	while (open_count)
		close(opened[--open_count]);
}

/* Returns the nanoseconds of a fork with the child's end and wait: the minimum of several rounds. Two ns are one
 * instruction. */
static double fork_ns(void)
{
	double least = 1e18;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t start = clock_ns();

		for (int i = 0; i < FORKS; i++) {
			pid_t pid = fork();

			if (!pid)
				_exit(0);
			waitpid(pid, NULL, 0);
		}
		double took = (double)(clock_ns() - start) / FORKS;

		least = took < least ? took : least;
	}
	return least;
}

void case_forks(void)
{
	static const unsigned sizes[] = { 1, 2, 4, 8, 16 };
	unsigned cpus = (unsigned)get_nprocs();
	double plain, none;

	fork_ns();
	plain = fork_ns();
	figure("forks: %u CPUs, no counters: %.1f us a fork", cpus, plain / 1e3);
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && cpus <= MAX_CPUS; i++) {
		double ns;

		if (!open_inherited(cpus, sizes[i])) {
			check(false, "forks: %u events on %u CPUs cannot be opened", sizes[i], cpus);
			close_inherited();
			return;
		}
		ns = fork_ns();
		figure("forks: %u CPUs, %u events: %u inherited, %.1f us a fork, %.3f us each", cpus, sizes[i], open_count,
			ns / 1e3,
		       (ns - plain) / 1e3 / open_count);
		close_inherited();
	}
	none = fork_ns();
	check(none < 1.5 * plain && plain < 1.5 * none, "forks: without counters before and after: %.1f and %.1f us",
		plain / 1e3, none / 1e3);
}
