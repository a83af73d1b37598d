/* Attaching to what runs already, and to CPUs: what is observed must not notice, whatever becomes of the observer. */
#include "../base/check.h"
#include "helper_run.h"
#include "recording_check.h"

#include <errno.h>
#include <fcntl.h>
#include <runbench/recording.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define OUT "build/test/attach.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

struct thread {
	pid_t pid;
	int   input, output;
	char  id[16];
};

static struct thread start(const char *what, const char *a, const char *b, const char *c)
{
	struct thread r;
	int in[2], out[2];

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(99);
	r.input = in[1];
	r.output = out[0];
	r.pid = fork();
	if (!r.pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execl(LOAD, LOAD, what, a, b, c, (char *)NULL);
		_exit(99);
	}
	close(in[0]);
	close(out[1]);
	snprintf(r.id, sizeof r.id, "%d", (int)r.pid);
	return r;
}

/* Its exit status, and what it printed. */
static int end(struct thread *r, char *output, size_t size)
{
	size_t used = 0;
	ssize_t n;
	int status;

	close(r->input);
	while ((n = read(r->output, output + used, size - 1 - used)) > 0)
		used += (size_t)n;
	output[used] = 0;
	close(r->output);
	while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void unharmed(struct thread *r, const char *after)
{
	char output[256];
	int status = end(r, output, sizeof output);

	CHECK(status == 42 && !strcmp(output, "5 threads, rest 0\n"), "after %s: exit %d, output: %s", after, status, output);
}

/* Comes and goes by its time, a stop, a closed pipe, SIGTERM and SIGKILL, in turn. */
static void a_hundred_times(void)
{
	struct thread r = start("steady", "0", NULL, NULL);
	unsigned rounds = getenv("RUNBENCH_ATTACH_ROUNDS") ? (unsigned)atoi(getenv("RUNBENCH_ATTACH_ROUNDS")) : 100;
	unsigned bad = 0;

	usleep(50000);
	for (unsigned i = 0; i < rounds; i++) {
		struct recording_facts f;
		struct helper h;
		int status, way = (int)(i % 5);

		helper_start(&h, OUT, "1000000", way ? ARGS("--pid", r.id) : ARGS("--pid", r.id, "--timeout", "10000000"), NONE);
		if (!helper_wait_for(&h, "\"exec\"")) {
			CHECK(0, "round %u: %s", i, h.output);
			helper_end(&h);
			break;
		}
		usleep(5000);
		if (way == 1 && write(h.control_fd, "stop INT\n", 9) != 9)
			CHECK(0, "control pipe");
		if (way == 2) {
			close(h.control_fd);
			h.control_fd = -1;
		}
		if (way > 2)
			kill(h.pid, way == 3 ? SIGTERM : SIGKILL);
		status = helper_end(&h);
		if (way == 4)
			bad += status != -SIGKILL;
		else if (status || recording_check(OUT, &f) || !f.complete || f.tasks != 6 || f.sum_mismatches || f.decreases || f.early || f.back_in_time)
			bad++;
		if (bad == 1)
			CHECK(0, "round %u: exit %d: %s", i, status, h.output);
	}
	CHECK(bad == 0, "%u of %u rounds failed", bad, rounds);
	unharmed(&r, "100 observers");
}

static void threads_and_what_they_start(void)
{
	struct thread r = start("forks", "4000", "64", "4");
	struct recording_facts f;
	struct helper h;
	char output[16];

	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id), NONE);
	CHECK(helper_end(&h) == 0, "%s", h.output);
	CHECK(end(&r, output, sizeof output) == 0, "the load failed");
	CHECK(strstr(h.output, "\"left\":\"exited\""), "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0 && f.decreases == 0 && f.early == 0, "%lu sums differ, %lu",
	      f.sum_mismatches, f.decreases);
	/* How much of the program is left when everything is open depends on the machine. */
	CHECK(f.tasks > 50, "%lu tasks", f.tasks);
	CHECK(helper_number(&h, "lost") == 0 && helper_number(&h, "tasks_incomplete") == 0, "%s", h.output);
}

/*
 * Many counters are switched off one after the other, and those that still count go on taking samples: what closes their
 * series must not bear a time before these.
 */
static void threads_that_never_rest(void)
{
	struct thread r = start("busy", "200", NULL, NULL);
	uint64_t back = 0, decreases = 0;
	char output[16];

	usleep(50000);
	for (int round = 0; round < 12; round++) {
		struct recording_facts f;
		struct helper h;

		helper_start(&h, OUT, "100000", ARGS("--pid", r.id, "--timeout", "50000000", "--force"), NONE);
		CHECK(helper_end(&h) == 0 && !recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "%s", h.output);
		back += f.back_in_time;
		decreases += f.decreases;
	}
	CHECK(back == 0 && decreases == 0, "%lu records before their predecessors, %lu values", back, decreases);
	CHECK(end(&r, output, sizeof output) == 0, "the load failed");
}

#define PAGES_A_TASK 100

/* Number behind a key in the last line of the helper's output that has it; -1 without. */
static long long number_after(const struct helper *h, const char *key)
{
	const char *at = strstr(h->output, key);

	return at ? atoll(at + strlen(key)) : -1;
}

/*
 * Threads and processes come and go all the time, and start others: from the moment that the helper says it counts, each
 * of them counts once. One that is left out, or counted twice, shows: it touches 100 pages, and all else hardly any.
 * False if the helper says that the machine was too busy to be sure of having found all.
 */
static bool storm(const char *mode, unsigned processes)
{
	struct recording_facts f;
	struct helper h;
	char count[16], id[16], out[32];
	int in[2], back[2], status;
	long long counted, touched;
	bool sure;
	ssize_t n;
	pid_t pid;

	snprintf(count, sizeof count, "%u", processes);
	if (pipe2(in, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		exit(99);
	pid = fork();
	if (!pid) {
		dup2(in[0], 0);
		dup2(back[1], 1);
		execl("build/test/storm", "storm", count, (char *)NULL);
		_exit(99);
	}
	close(in[0]);
	close(back[1]);
	usleep(100000);
	snprintf(id, sizeof id, "%d", (int)pid);
	helper_start(&h, OUT, "1000000", ARGS("--pid", id, "--mode", mode), NONE);
	helper_wait_for(&h, "\"exec\"");
	sure = !strstr(h.output, "may be missing");
	/* The first process and its one thread, each other one with two threads that start more, and who is there just then. */
	CHECK(!sure || (number_after(&h, "\"attached_processes\":") >= 1 + (long long)processes
	      && number_after(&h, "\"attached_tasks\":") >= 1 + 3 * (long long)processes), "%s", h.output);
	CHECK(write(in[1], "g", 1) == 1, "control");
	usleep(200000);
	CHECK(write(in[1], "s", 1) == 1, "control");
	n = read(back[0], out, sizeof out - 1);
	out[n > 0 ? n : 0] = 0;
	touched = atoll(out);
	CHECK(helper_end(&h) == 0, "%s", h.output);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	close(in[1]);
	close(back[0]);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0 && f.decreases == 0 && f.early == 0
	      && f.back_in_time == 0, "%lu sums differ, %lu records before their predecessors", f.sum_mismatches, f.back_in_time);
	counted = (long long)f.total[0];
	CHECK(touched > 0 && (counted >= touched || !sure) && counted < touched + PAGES_A_TASK,
	      "%s: %lld page faults counted, %lld pages touched: %lld", mode, counted, touched, counted - touched);
	CHECK(f.final_sum[0] <= f.total[0], "%s: %lu page faults of tasks that told theirs, %lu of all", mode, f.final_sum[0], f.total[0]);
	CHECK(helper_number(&h, "lost") == 0 && helper_number(&h, "tasks_incomplete") == 0, "%s", h.output);
	return sure;
}

static void storms(void)
{
	unsigned rounds = getenv("RUNBENCH_STORM_ROUNDS") ? (unsigned)atoi(getenv("RUNBENCH_STORM_ROUNDS")) : 3;

	static const char *const modes[] = { "kernel", "poll" };

	for (unsigned i = 0; i < 2 * rounds; i++) {
		bool sure = false;

		for (unsigned attempt = 0; attempt < 4 && !sure; attempt++)
			sure = storm(modes[i % 2], 3);
		if (!sure)
			SKIP("%s: all tasks of a storm: this machine is too busy to attach to it in time", modes[i % 2]);
	}
}

/* Processes that a program started before are taken, or left out when nothing is to be inherited. */
static void children_that_exist(void)
{
	struct recording_facts f;
	struct helper h;
	char last_output[64];
	struct thread r = start("nest", "3", NULL, NULL);

	usleep(100000);
	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id), NONE);
	helper_wait_for(&h, "\"exec\"");
	CHECK(write(r.input, "xxxx", 4) == 4, "control");
	CHECK(helper_end(&h) == 0 && number_after(&h, "\"attached_processes\":") == 4 && number_after(&h, "\"attached_tasks\":") == 4, "%s",
	      h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.tasks == 4 && f.sum_mismatches == 0, "%lu tasks", f.tasks);
	CHECK(f.total[0] >= 4 * PAGES_A_TASK, "%lu page faults: 4 processes have 100 and more", (unsigned long)f.total[0]);
	CHECK(end(&r, last_output, sizeof last_output) == 0, "the load failed");
	r = start("nest", "3", NULL, NULL);
	usleep(100000);
	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id, "--no-inherit"), NONE);
	helper_wait_for(&h, "\"exec\"");
	CHECK(write(r.input, "xxxx", 4) == 4, "control");
	CHECK(helper_end(&h) == 0 && number_after(&h, "\"attached_processes\":") == 1, "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.tasks == 1 && f.sum_mismatches == 0, "%lu tasks", f.tasks);
	CHECK(end(&r, last_output, sizeof last_output) == 0, "the load failed");
}

/*
 * Where the kernel switches between a task and one that inherited its counters it may exchange the two's: then the first
 * task reports its counts when it ends, and one of the others does not. All have theirs all the same.
 */
static void tasks_that_exchange_counters(const char *mode, unsigned children)
{
	struct recording_facts f;
	struct helper h;
	char count[16], last_output[64];
	struct thread r;

	snprintf(count, sizeof count, "%u", children);
	r = start("partners", count, NULL, NULL);
	usleep(50000);
	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id, "--mode", mode), NONE);
	helper_wait_for(&h, "\"exec\"");
	CHECK(write(r.input, "x", 1) == 1, "control");
	CHECK(helper_end(&h) == 0, "%s", h.output);
	CHECK(end(&r, last_output, sizeof last_output) == 0, "the load failed");
	CHECK(!recording_check(OUT, &f) && f.complete && f.tasks == 2 + children && f.sum_mismatches == 0,
	      "%s: %lu tasks, %lu sums differ", mode, f.tasks, f.sum_mismatches);
	CHECK(helper_number(&h, "tasks_incomplete") == 0, "%s: %s", mode, h.output);
	CHECK(!f.finals || f.finals == 2 + children, "%s: %lu tasks told their counts", mode, f.finals);
	for (int i = 0; i < 3 && f.finals; i++)
		CHECK(f.final_sum[i] == f.total[i], "%s: value %d: tasks %lu, total %lu", mode, i, f.final_sum[i], f.total[i]);
}

static void one_thread(void)
{
	struct thread r = start("steady", "0", NULL, NULL);
	struct recording_facts f;
	struct helper h;

	usleep(50000);
	helper_start(&h, OUT, "1000000", ARGS("--tid", r.id), NONE);
	CHECK(helper_wait_for(&h, "\"exec\""), "%s", h.output);
	usleep(300000);
	unharmed(&r, "its first thread was observed");
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"left\":\"exited\""), "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.tasks == 1 && f.sum_mismatches == 0, "%lu tasks", f.tasks);
	r = start("steady", "0", NULL, NULL);
	usleep(50000);
	helper_start(&h, OUT, "20000000", ARGS("--pid", r.id, "--mode", "poll", "--timeout", "60000000000"), NONE);
	CHECK(helper_wait_for_samples(&h, 15), "%s", h.output); /* however long a machine with other work takes */
	unharmed(&r, "it was polled");
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"left\":\"exited\"") && !recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "%s", h.output);
	CHECK(f.kinds[RB_SAMPLE] > 15, "%lu samples", f.kinds[RB_SAMPLE]);
	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "there is no process"), "%s", h.output);
}

/* An idle CPU may take no samples (Linux 6.18 takes none): all are kept busy, each by a child of its own. */
static int keep_busy(pid_t *spinning, int most)
{
	cpu_set_t allowed, one;
	int count = 0;

	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return 0;
	for (int cpu = 0; cpu < CPU_SETSIZE && count < most; cpu++) {
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

static void processors_kept_busy(unsigned long busy)
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

static void processors(void)
{
	pid_t spinning[64];
	struct helper h;
	int busy;

	helper_start(&h, OUT, "1000000", ARGS("--cpus", "0,999999"), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "CPU 999999 is not online"), "%s", h.output);
	busy = keep_busy(spinning, 64);
	processors_kept_busy((unsigned long)busy);
	for (int i = 0; i < busy; i++) {
		kill(spinning[i], SIGKILL);
		waitpid(spinning[i], NULL, 0);
	}
}

int main(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3) {
		SKIP("perf events cannot be sampled here: %s", h.output);
		return summary("attach");
	}
	one_thread();
	threads_and_what_they_start();
	threads_that_never_rest();
	children_that_exist();
	tasks_that_exchange_counters("kernel", 1);
	tasks_that_exchange_counters("poll", 1);
	tasks_that_exchange_counters("poll", 20);
	storms();
	processors();
	a_hundred_times();
	unlink(OUT);
	return summary("attach");
}
