/* Tests of attaching to running tasks: they are not disturbed, whichever way the observation ends. */
#include "../base/check.h"
#include "helper_run.h"
#include "recording_check.h"

#include <errno.h>
#include <fcntl.h>
#include <runbench/recording.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define OUT "build/test/attach.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

struct target {
	pid_t pid;
	int   input, output;
	char  id[16];
};

static struct target start(const char *what, const char *a, const char *b, const char *c)
{
	struct target r;
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

/* Ends a program; returns its exit status and its output. */
static int end(struct target *r, char *output, size_t size)
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

static void check_undisturbed(struct target *r, const char *after)
{
	char output[256];
	int status = end(r, output, sizeof output);

	CHECK(status == 42 && !strcmp(output, "5 threads, rest 0\n"), "after %s: exit %d, output: %s", after, status, output);
}

/* Attaches several times to one program; the observation ends by its time limit, a stop command, a closed pipe, SIGTERM and SIGKILL in turn. */
static void check_repeated_attaching(void)
{
	struct target r = start("steady", "0", NULL, NULL);
	unsigned rounds = getenv("RUNBENCH_ATTACH_ROUNDS") ? (unsigned)atoi(getenv("RUNBENCH_ATTACH_ROUNDS")) : 25;
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
	check_undisturbed(&r, "several observers");
}

static void check_threads_and_children(void)
{
	struct target r = start("forks", "400", "64", "4");
	struct recording_facts f;
	struct helper h;
	char output[16];

	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id), NONE);
	CHECK(helper_end(&h) == 0, "%s", h.output);
	CHECK(end(&r, output, sizeof output) == 0, "the load failed");
	CHECK(strstr(h.output, "\"left\":\"exited\""), "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0 && f.decreases == 0 && f.early == 0, "%lu sums differ, %lu",
	      f.sum_mismatches, f.decreases);
	/* The remaining time of the program after the counters are open depends on the machine. */
	CHECK(f.tasks > 50, "%lu tasks", f.tasks);
	CHECK(helper_number(&h, "lost") == 0 && helper_number(&h, "tasks_incomplete") == 0, "%s", h.output);
}

/*
 * Many counters are disabled one after the other, and those still enabled take samples: the closing records of their series
 * must not be earlier than these samples.
 */
static void check_busy_threads(void)
{
	struct target r = start("busy", "64", NULL, NULL);
	uint64_t back = 0, decreases = 0;
	char output[16];

	usleep(50000);
	for (int round = 0; round < 6; round++) {
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

/* Returns the number after a key in the helper's output; -1 if there is none. */
static long long number_after(const struct helper *h, const char *key)
{
	const char *at = strstr(h->output, key);

	return at ? atoll(at + strlen(key)) : -1;
}

/*
 * Threads and processes start others and end permanently. From the helper's report on, each of them must be counted once. A
 * missing or twice counted task is detected: each touches 100 pages, and nothing else touches many. Returns false if the helper
 * reports that the machine was too busy to find all.
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
	/* The first process with one thread, each other process with two threads that start more, and short-lived tasks. */
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

static void check_storms(void)
{
	unsigned rounds = getenv("RUNBENCH_STORM_ROUNDS") ? (unsigned)atoi(getenv("RUNBENCH_STORM_ROUNDS")) : 2;

	static const char *const modes[] = { "kernel", "poll" };

	for (unsigned i = 0; i < 2 * rounds; i++) {
		bool sure = false;

		for (unsigned attempt = 0; attempt < 4 && !sure; attempt++)
			sure = storm(modes[i % 2], 3);
		if (!sure)
			SKIP("%s: all tasks of a storm: this machine is too busy to attach to it in time", modes[i % 2]);
	}
}

/* Existing children of a program are counted, but not with --no-inherit. */
static void check_existing_children(void)
{
	struct recording_facts f;
	struct helper h;
	char last_output[64];
	struct target r = start("nest", "3", NULL, NULL);

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
 * At a switch between a task and its heir the kernel may exchange their counters. Then the first task reports its counts at its
 * end, and one of the others does not. The recording must still contain the counts of all.
 */
static void check_exchanged_contexts(const char *mode, unsigned children)
{
	struct recording_facts f;
	struct helper h;
	char count[16], last_output[64];
	struct target r;

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

static void check_one_thread(void)
{
	struct target r = start("steady", "0", NULL, NULL);
	struct recording_facts f;
	struct helper h;

	usleep(50000);
	helper_start(&h, OUT, "1000000", ARGS("--tid", r.id), NONE);
	CHECK(helper_wait_for(&h, "\"exec\""), "%s", h.output);
	usleep(300000);
	check_undisturbed(&r, "its first thread was observed");
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"left\":\"exited\""), "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.tasks == 1 && f.sum_mismatches == 0, "%lu tasks", f.tasks);
	r = start("steady", "0", NULL, NULL);
	usleep(50000);
	helper_start(&h, OUT, "20000000", ARGS("--pid", r.id, "--mode", "poll", "--timeout", "60000000000"), NONE);
	CHECK(helper_wait_for_samples(&h, 15), "%s", h.output); /* without a time limit, for busy machines */
	check_undisturbed(&r, "it was polled");
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"left\":\"exited\"") && !recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "%s", h.output);
	CHECK(f.kinds[RB_SAMPLE] > 15, "%lu samples", f.kinds[RB_SAMPLE]);
	helper_start(&h, OUT, "1000000", ARGS("--pid", r.id), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "there is no process"), "%s", h.output);
}

int main(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3) {
		SKIP("perf events cannot be sampled here: %s", h.output);
		return summary("attach");
	}
	check_one_thread();
	check_threads_and_children();
	check_busy_threads();
	check_existing_children();
	check_exchanged_contexts("kernel", 1);
	check_exchanged_contexts("poll", 1);
	check_exchanged_contexts("poll", 20);
	check_storms();
	check_repeated_attaching();
	unlink(OUT);
	return summary("attach");
}
