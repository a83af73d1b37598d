/* Tests of the helper with real programs: all tasks are recorded, and the differences add up exactly to the totals. */
#include "../base/check.h"
#include "helper_run.h"
#include "recording_check.h"

#include <runbench/recording.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <dirent.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define OUT "build/test/sampling.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

static int run(const char *period, const char *const *options, const char *const *command, struct helper *h,
	       struct recording_facts *f)
{
	int status;

	helper_start(h, OUT, period, options, command);
	status = helper_end(h);
	if (recording_check(OUT, f))
		memset(f, 0, sizeof *f);
	return status;
}

static void exact(const char *what, const char *period, const char *const *options, const char *const *command,
		  uint64_t tasks)
{
	struct recording_facts f;
	struct helper h;
	int status = run(period, options, command, &h, &f);

	CHECK(status == 0, "%s: exit %d: %s", what, status, h.output);
	CHECK(f.header_good && f.complete, "%s: recording is not complete", what);
	CHECK(f.sum_mismatches == 0, "%s: %lu sums differ from the totals", what, f.sum_mismatches);
	CHECK(f.decreases == 0, "%s: %lu values went back", what, f.decreases);
	CHECK(f.early == 0, "%s: %lu samples before the beginning", what, f.early);
	CHECK(f.seals_backwards == 0, "%s: %lu seals go back in time", what, f.seals_backwards);
	CHECK(f.tasks == tasks, "%s: %lu tasks of %lu", what, f.tasks, tasks);
	CHECK(f.kinds[RB_EXIT] == tasks, "%s: %lu ends", what, f.kinds[RB_EXIT]);
	CHECK(helper_number(&h, "tasks_incomplete") == 0, "%s: final values lost", what);
	CHECK(helper_number(&h, "lost") == 0, "%s: %lld records lost", what, helper_number(&h, "lost"));
	CHECK(helper_number(&h, "samples") == (long long)f.kinds[RB_SAMPLE], "%s: samples", what);
}

static void check_threads_and_children(void)
{
	exact("one task", "1000000", NONE, ARGS(LOAD, "spin", "200"), 1);
	for (int i = 0; i < 5; i++)
		exact("50 children, 8 threads, 1 ms", "1000000", NONE, ARGS(LOAD, "forks", "50", "8", "4"), 59);
	exact("50 children, 8 threads, 100 us", "100000", ARGS("--force"), ARGS(LOAD, "forks", "50", "8", "4"), 59);
	exact("context-switch records", "1000000", ARGS("--switches"), ARGS(LOAD, "forks", "50", "8", "4"), 59);
	exact("polling", "1000000", ARGS("--mode", "poll"), ARGS(LOAD, "forks", "50", "8", "4"), 59);
	exact("first task only", "1000000", ARGS("--no-inherit"), ARGS(LOAD, "forks", "50", "8", "4"), 1);
	setenv("RUNBENCH_TEST_NO_INHERITED_READS", "1", 1);
	exact("as on Linux before 6.12", "1000000", NONE, ARGS(LOAD, "forks", "50", "8", "4"), 59);
	unsetenv("RUNBENCH_TEST_NO_INHERITED_READS");
}

/* Records of switches end after 20,000 in a second if they are recorded by default, and never if they are requested. */
static void check_frequent_switches(void)
{
	struct recording_facts all, limited;
	struct helper h;

	CHECK(!run("1000000", ARGS("--switches"), ARGS(LOAD, "alternate", "25000"), &h, &all), "exit: %s", h.output);
	CHECK(all.kinds[RB_SWITCH] > 80000, "%lu of more than 80,000 switches in and out", all.kinds[RB_SWITCH]);
	CHECK(!run("1000000", ARGS("--switches=auto"), ARGS(LOAD, "alternate", "25000"), &h, &limited), "exit: %s", h.output);
	CHECK(limited.kinds[RB_SWITCH] >= 40000 && limited.kinds[RB_SWITCH] < all.kinds[RB_SWITCH],
	      "%lu of %lu switches in and out", limited.kinds[RB_SWITCH], all.kinds[RB_SWITCH]);
	CHECK(limited.sum_mismatches == 0 && helper_number(&h, "lost") == 0, "%lu sums, %lld lost", limited.sum_mismatches,
	      helper_number(&h, "lost"));
	CHECK(!run("1000000", ARGS("--switches=auto"), ARGS(LOAD, "spin", "300"), &h, &limited), "exit: %s", h.output);
	CHECK(strstr(limited.trailer, "\"run_delay_ns\"") || access("/proc/self/schedstat", R_OK), "no run delay");
}

/* A recording with two groups: the second event is in group 1. */
static void check_two_groups(void)
{
	struct recording_facts f;
	struct helper h;
	int status = run("1000000", ARGS("--event", "type=1,config=5,group=1,source=software,name=minor-faults"),
			 ARGS(LOAD, "forks", "50", "8", "4"), &h, &f);

	CHECK(status == 0 && f.complete && f.groups == 2, "exit %d, %lu groups", status, f.groups);
	CHECK(f.sum_mismatches == 0 && f.decreases == 0, "%lu sums, %lu decreases", f.sum_mismatches, f.decreases);
	CHECK(f.tasks == 59, "%lu tasks", f.tasks);
}

/* Polled samples are sums over all tasks; the kernel reports the total of each task at its end. */
static void check_polled_finals(void)
{
	struct recording_facts f;
	struct helper h;
	int status = run("5000000", ARGS("--mode", "poll", "--event", "type=1,config=5,group=1,source=software,name=minor-faults"),
			 ARGS(LOAD, "forks", "50", "8", "4"), &h, &f);

	CHECK(status == 0 && f.complete && f.sum_mismatches == 0, "exit %d, %lu sums differ", status, f.sum_mismatches);
	if (f.finals <= 1 && f.tasks == 59) {
		SKIP("final values of tasks: this kernel forgets to report them (Linux 5.13 to 6.17)");
		return;
	}
	CHECK(f.finals == 59 && f.kinds[RB_FINAL] == 2 * 59, "%lu tasks recorded their counts", f.finals);
	for (int i = 0; i < 3; i++)
		CHECK(f.final_sum[i] == f.total[i], "value %d: tasks %lu, total %lu", i, f.final_sum[i], f.total[i]);
	CHECK(f.total[0] > 1000 && f.final_run_ns > 1000000, "%lu page faults in %lu ns", f.total[0], f.final_run_ns);
}

static long fds_of(pid_t pid)
{
	char path[64];
	DIR *d;
	long n = 0;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
	d = opendir(path);
	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

static long rss_pages_of(pid_t pid)
{
	char path[64];
	long size = 0, rss = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
	f = fopen(path, "r");
	if (f && fscanf(f, "%ld %ld", &size, &rss) != 2)
		rss = 0;
	if (f)
		fclose(f);
	return rss;
}

/* Samples a program with short-lived children and threads. Returns the largest RSS of the helper, in pages. */
static long rss_with_tasks(const char *children, const char *threads, uint64_t tasks)
{
	struct recording_facts f;
	struct helper h;
	long fds, most_fds = 0, most_rss = 0;
	char program[128];
	int status;

	/* A fast machine runs all tasks before the first reading: the helper has to live a little longer. */
	snprintf(program, sizeof program, "%s forks %s %s 4; exec sleep 0.3", LOAD, children, threads);
	helper_start(&h, OUT, "1000000", NONE, ARGS("sh", "-c", program));
	helper_wait_for(&h, "\"exec\"");
	usleep(100000);
	fds = fds_of(h.pid);
	while (!strstr(h.output, "\"finished\"")) {
		long now_fds = fds_of(h.pid), now_rss = rss_pages_of(h.pid);

		most_fds = now_fds > most_fds ? now_fds : most_fds;
		most_rss = now_rss > most_rss ? now_rss : most_rss;
		if (!helper_wait_for(&h, "}\n") || strstr(h.output, "\"finished\""))
			break;
		h.size = 0;
		h.output[0] = 0;
	}
	status = helper_end(&h);
	CHECK(status == 0 && !recording_check(OUT, &f) && f.complete, "exit %d", status);
	CHECK(f.tasks == tasks && f.sum_mismatches == 0, "%lu tasks, %lu sums differ", f.tasks, f.sum_mismatches);
	CHECK(f.kinds[RB_LOST] == 0 && f.decreases == 0, "%lu records of loss, %lu decreases", f.kinds[RB_LOST],
	      f.decreases);
	CHECK(most_fds <= fds, "file descriptors grew from %ld to %ld", fds, most_fds);
	return most_rss;
}

/* Memory and file descriptors of the helper must not grow with the number of tasks once its buffers have been written. */
static void check_many_tasks(void)
{
	long few = rss_with_tasks("500", "0", 502);
	long many = rss_with_tasks("1000", "16", 1018);
#ifdef __SANITIZE_ADDRESS__
	SKIP("RSS of the helper: AddressSanitizer keeps what was freed (%ld, then %ld pages)", few, many);
#else
	CHECK(few > 0 && many <= few + 64, "RSS grew from %ld to %ld pages", few, many);
#endif
}

static void check_errors(void)
{
	struct recording_facts f;
	struct helper h;
	struct stat st;

	CHECK(run("1000000", NONE, ARGS("build/test/no-such-program"), &h, &f) == 127, "%s", h.output);
	CHECK(strstr(h.output, "No such file or directory"), "%s", h.output);
	CHECK(stat(OUT, &st) < 0, "a recording without a run is left behind");
	CHECK(run("1000000", NONE, ARGS("build/test"), &h, &f) == 126 && strstr(h.output, "Permission denied"), "%s", h.output);
	CHECK(run("2000", NONE, ARGS(LOAD, "spin", "1"), &h, &f) == 2, "%s", h.output);
	CHECK(strstr(h.output, "\"kind\":\"usage\""), "%s", h.output);
	CHECK(run("1000000", ARGS("--event", "nonsense"), ARGS(LOAD), &h, &f) == 2, "%s", h.output);
	CHECK(run("1000000", ARGS("--chdir", "/no/such"), ARGS(LOAD), &h, &f) == 1 && strstr(h.output, "/no/such"),
	      "%s", h.output);
	CHECK(run("1000000", ARGS("--stdin", "/no/such"), ARGS(LOAD), &h, &f) == 1 && strstr(h.output, "standard input"),
	      "%s", h.output);
	helper_start(&h, "/no/such/dir/x.rec", "1000000", NONE, ARGS(LOAD));
	CHECK(helper_end(&h) == 3 && strstr(h.output, "\"kind\":\"io\""), "%s", h.output);
}

static void check_outcome(void)
{
	struct recording_facts f;
	struct helper h;

	CHECK(run("1000000", NONE, ARGS("sh", "-c", "exit 7"), &h, &f) == 0, "%s", h.output);
	CHECK(helper_number(&h, "exit_status") == 7, "%s", h.output);
	CHECK(run("1000000", NONE, ARGS("sh", "-c", "kill -SEGV $$"), &h, &f) == 0, "%s", h.output);
	CHECK(helper_number(&h, "signal") == SIGSEGV, "%s", h.output);
	/* The helper ignores these two; the program must not inherit that. */
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	CHECK(run("1000000", NONE, ARGS("sh", "-c", "kill -PIPE $$; exit 7"), &h, &f) == 0, "%s", h.output);
	CHECK(helper_number(&h, "signal") == SIGPIPE, "%s", h.output);
	CHECK(run("1000000", NONE, ARGS("sh", "-c", "kill -XFSZ $$; exit 7"), &h, &f) == 0, "%s", h.output);
	CHECK(helper_number(&h, "signal") == SIGXFSZ, "%s", h.output);
	CHECK(helper_number(&h, "max_rss_kib") > 0 && helper_number(&h, "max_rss_kib") < 20000, "%s", h.output);
	CHECK(run("1000000", ARGS("--timeout", "200000000"), ARGS("sleep", "100"), &h, &f) == 0, "%s", h.output);
	CHECK(strstr(h.output, "\"timed_out\":true") && helper_number(&h, "signal") == SIGTERM, "%s", h.output);
	/* Its standard streams. */
	CHECK(run("1000000", ARGS("--stdin", "build/test/golden.rec", "--stdout", "build/test/copy.rec"), ARGS("cat"),
		  &h, &f) == 0, "%s", h.output);
	CHECK(!recording_check("build/test/copy.rec", &f) && f.complete, "cat did not copy");
	unlink("build/test/copy.rec");
}

/* Returns the page faults of a message, -1 if it has none. */
static long long page_faults(const char *message)
{
	static const char member[] = "{\"name\":\"page-faults\",\"value\":";
	const char *at = strstr(message, member);

	return at ? strtoll(at + sizeof member - 1, NULL, 10) : -1;
}

/* Counts of intervals never decrease, do not exceed the final ones, and come at multiples of the interval. */
static void intervals(const char *what, const char *const *options)
{
	static const char begin[] = "\"event\":\"interval\",\"wall_ns\":";
	long long before = 0, wall_ns = 0, final, count = 0;
	struct recording_facts f;
	struct helper h;
	int status = run("1000000", options, ARGS(LOAD, "forks", "50", "8", "4"), &h, &f);
	const char *end = strstr(h.output, "\"event\":\"finished\"");

	CHECK(status == 0 && end, "%s: exit %d: %s", what, status, h.output);
	if (!end)
		return;
	final = page_faults(end);
	for (const char *at = h.output; (at = strstr(at, begin)) && at < end; count++) {
		long long now = page_faults(at), now_ns;

		at += sizeof begin - 1;
		now_ns = strtoll(at, NULL, 10);
		CHECK(now >= before, "%s: %lld page faults after %lld", what, now, before);
		CHECK(now_ns >= wall_ns + (wall_ns ? 1 : 10000000), "%s: an interval ends %lld ns after %lld", what, now_ns, wall_ns);
		before = now;
		wall_ns = now_ns;
	}
	CHECK(count > 0, "%s: no intervals", what);
	CHECK(before > 0 && before <= final, "%s: %lld page faults of %lld", what, before, final);
	CHECK(f.sum_mismatches == 0 && f.decreases == 0, "%s: reading at intervals changed the recording", what);
}

static void check_intervals(void)
{
	struct helper h;

	intervals("intervals", ARGS("--interval", "10000000"));
	intervals("intervals of a polled run", ARGS("--interval", "10000000", "--mode", "poll"));
	helper_start(&h, OUT, "1000000", ARGS("--interval", "9999999"), ARGS("true"));
	CHECK(helper_end(&h) == 2 && strstr(h.output, "9999999"), "an interval below 10 ms: %s", h.output);
}

/* After a delay all tasks that run are counted, and the times are those since then. */
static void check_delay(void)
{
	static const char two[] = LOAD " spin 500 & " LOAD " spin 500 & wait";
	struct recording_facts f;
	struct helper h;
	int status = run("1000000", ARGS("--delay", "200000000"), ARGS("sh", "-c", two), &h, &f);
	long long cpu_ns = helper_number(&h, "user_ns") + helper_number(&h, "system_ns"), run_ns = helper_number(&h, "run_ns");

	CHECK(status == 0, "a delay: exit %d: %s", status, h.output);
	CHECK(f.complete && f.sum_mismatches == 0 && f.decreases == 0, "a delay: the recording is not exact");
	CHECK(strstr(h.output, "\"attached_tasks\":3,"), "a delay: not 3 tasks: %s", h.output);
	CHECK(!strstr(h.output, "\"attached\":true"), "a delayed program has an exit status: %s", h.output);
	/* A clock tick of each process, and the time of opening the counters, which is long on a busy machine. */
	CHECK(run_ns > 0, "a delay: nothing was counted: %s", h.output);
	CHECK(llabs(cpu_ns - run_ns) < 200000000, "a delay: counted %lld ns, and the usage is %lld ns", run_ns, cpu_ns);
	CHECK(helper_number(&h, "wall_ns") > 0 && run_ns < 2 * helper_number(&h, "wall_ns") + 10000000, "a delay: %s", h.output);

	helper_start(&h, OUT, "1000000", ARGS("--delay", "60000000000"), ARGS("true"));
	status = helper_end(&h);
	CHECK(status == 1 && strstr(h.output, "before counting started"), "ended during the delay: exit %d: %s", status, h.output);
	helper_start(&h, OUT, "1000000", ARGS("--delay", "60000000000"), ARGS("/no/such/program"));
	status = helper_end(&h);
	CHECK(status == 127, "not started during the delay: exit %d: %s", status, h.output);
	helper_start(&h, OUT, "1000000", ARGS("--delay", "60000000000", "--timeout", "100000000"), ARGS("sleep", "60"));
	status = helper_end(&h);
	CHECK(status == 1, "time limit during the delay: exit %d: %s", status, h.output);
	helper_start(&h, OUT, "1000000", ARGS("--delay", "60000000000"), ARGS("sleep", "60"));
	CHECK(helper_wait_for(&h, "\"progress\"") && write(h.control_fd, "stop INT\n", 9) == 9, "no progress: %s", h.output);
	status = helper_end(&h);
	CHECK(status == 130 && strstr(h.output, "\"interrupted\""), "stopped during the delay: exit %d: %s", status, h.output);
}

/* Returns the first line that a program writes with options of the helper, without its end; the next call replaces it. */
static const char *line_of(struct helper *h, const char *const *options, const char *const *command)
{
	static char line[4096];
	const char *all[8] = { "--stdout", "build/test/place.out" };
	FILE *f;

	for (int i = 0; options[i]; i++)
		all[2 + i] = options[i];
	helper_start(h, OUT, "1000000", all, command);
	*line = 0;
	if (helper_end(h) == 0 && (f = fopen(all[1], "re"))) {
		if (!fgets(line, sizeof line, f))
			*line = 0;
		fclose(f);
	}
	unlink(all[1]);
	line[strcspn(line, "\n")] = 0;
	return line;
}

/* A program, and one that it starts, are bound to the CPUs and nodes of the options. The helper itself is not. */
static void check_place(void)
{
	struct helper h;
	cpu_set_t own;
	char last[16];
	const char *line;
	int cpu = CPU_SETSIZE - 1;

	CHECK(!sched_getaffinity(0, sizeof own, &own), "no affinity");
	while (!CPU_ISSET(cpu, &own))
		cpu--;
	snprintf(last, sizeof last, "%d", cpu);
	line = line_of(&h, ARGS("--affinity", last), ARGS("sh", "-c", "grep Cpus_allowed_list /proc/self/status; :"));
	CHECK(strrchr(line, '\t') && !strcmp(strrchr(line, '\t') + 1, last), "bound to CPU %s: '%s' %s", last, line, h.output);
	line = line_of(&h, ARGS("--memory-nodes", "0"), ARGS("sh", "-c", "grep -m1 -o 'bind:0' /proc/self/numa_maps; :"));
	if (strstr(h.output, "memory cannot be bound"))
		SKIP("memory policies: %s", h.output);
	else
		CHECK(!strcmp(line, "bind:0"), "memory of node 0: '%s' %s", line, h.output);

	line_of(&h, ARGS("--affinity", "8000"), ARGS("true"));
	CHECK(strstr(h.output, "cannot be bound to the CPUs"), "an absent CPU: %s", h.output);
	for (const char *const *list = ARGS("", "1-", "3-1", "a", "0,", "9000"); *list; list++) {
		helper_start(&h, OUT, "1000000", ARGS("--affinity", *list), ARGS("true"));
		CHECK(helper_end(&h) == 2, "affinity '%s': %s", *list, h.output);
	}
	helper_start(&h, OUT, "1000000", ARGS("--affinity", "0", "--cpus", "0", "--timeout", "1"), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "need a command"), "no program to bind: %s", h.output);
}

int main(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3) {
		SKIP("perf events cannot be sampled here: %s", h.output);
		return summary("sampling");
	}
	check_threads_and_children();
	check_frequent_switches();
	check_two_groups();
	check_polled_finals();
	check_many_tasks();
	check_errors();
	check_outcome();
	check_intervals();
	check_delay();
	check_place();
	unlink(OUT);
	return summary("sampling");
}
