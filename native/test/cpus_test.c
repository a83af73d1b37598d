/* Tests of counting on CPUs. */
#include "../base/check.h"
#include "helper_run.h"
#include "recording_check.h"

#include <runbench/recording.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUT "build/test/cpus.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

/* Keeps each CPU busy by a child: an idle CPU may take no samples (Linux 6.18 takes none). Returns the number of children. */
static int keep_busy(pid_t *spinning, int max)
{
	cpu_set_t allowed, one;
	int count = 0;

	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return 0;
	for (int cpu = 0; cpu < CPU_SETSIZE && count < max; cpu++) {
		if (!CPU_ISSET(cpu, &allowed) || (spinning[count] = fork()) < 0)
			continue;
		if (!spinning[count]) {
			CPU_ZERO(&one);
			CPU_SET(cpu, &one);
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			sched_setaffinity(0, sizeof one, &one);
			for (;;)
				;
		}
		count++;
	}
	return count;
}

static void check_busy_cpus(unsigned long busy)
{
	struct recording_facts f;
	struct helper h;
	int status;

	helper_start(&h, OUT, "1000000", ARGS("--cpus", "all", "--timeout", "300000000"), NONE);
	status = helper_end(&h);
	if (status == 3 && strstr(h.output, "perf_event_paranoid")) {
		SKIP("CPU-wide counting: not permitted here");
		return;
	}
	CHECK(status == 0, "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0 && f.decreases == 0 && f.early == 0
	      && f.back_in_time == 0, "%lu sums differ, %lu records before their predecessors", f.sum_mismatches, f.back_in_time);
	CHECK((long)f.tasks == sysconf(_SC_NPROCESSORS_ONLN), "%lu series", f.tasks);
	CHECK(f.kinds[RB_SAMPLE] > 200 * busy, "%lu samples", f.kinds[RB_SAMPLE]);
	helper_start(&h, OUT, "1000000", ARGS("--cpus", "0"), ARGS("sh", "-c", "sleep 0.2; exit 5"));
	CHECK(helper_end(&h) == 0 && helper_number(&h, "exit_status") == 5, "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.tasks == 1 && f.kinds[RB_SAMPLE] > 150, "%lu samples",
	      f.kinds[RB_SAMPLE]);
}

static void check_cpus(void)
{
	pid_t spinning[64];
	struct helper h;
	int busy;

	helper_start(&h, OUT, "1000000", ARGS("--cpus", "0,999999"), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "CPU 999999 is not online"), "%s", h.output);
	busy = keep_busy(spinning, 64);
	check_busy_cpus((unsigned long)busy);
	for (int i = 0; i < busy; i++) {
		kill(spinning[i], SIGKILL);
		waitpid(spinning[i], NULL, 0);
	}
}

int main(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3)
		SKIP("perf events cannot be sampled here: %s", h.output);
	else
		check_cpus();
	unlink(OUT);
	return summary("cpus");
}
