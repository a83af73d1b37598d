/* Tests of faults: after any kill at any time no process remains, and the recording is intact up to its last seal. */
#include "../base/check.h"
#include "helper_run.h"
#include "recording_check.h"

#include <errno.h>
#include <runbench/recording.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define OUT "build/test/fault.rec"
#define PIDS "build/test/fault.pids"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Reads state and parent of a process from /proc; 0 if it has ended. */
static char state_and_parent(pid_t pid, int *parent)
{
	char path[64], line[256] = "", state = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	if (fgets(line, sizeof line, f) && strrchr(line, ')'))
		sscanf(strrchr(line, ')') + 2, "%c %d", &state, parent);
	fclose(f);
	return state;
}

static char state_of(pid_t pid)
{
	int parent;

	return state_and_parent(pid, &parent);
}

/* Returns 0 if the process has ended. */
static pid_t parent_of(pid_t pid)
{
	int parent = 0;

	return state_and_parent(pid, &parent) == 'Z' ? 0 : parent;
}

/* Counts the running processes among those that the load has listed. */
static int count_alive(void)
{
	FILE *f = fopen(PIDS, "r");
	int pid, count = 0;

	while (f && fscanf(f, "%d", &pid) == 1)
		count += parent_of(pid) != 0;
	if (f)
		fclose(f);
	return count;
}

/* Waits for the end of these processes. Returns the number that remains: they must be killed, because this process is no subreaper. */
static int count_leftovers(void)
{
	double until = now() + 3;
	int count;

	while ((count = count_alive()) && now() < until)
		usleep(2000);
	return count;
}

enum victim { HELPER, GUARDIAN, BENCHMARK, PARENT, VICTIMS };
static const char *const victims[] = { "helper", "guardian", "benchmark", "parent" };

static void kill_one(enum victim victim, unsigned after_us)
{
	struct recording_facts f;
	struct helper h;
	const char *found;
	pid_t benchmark, guardian;
	int status, left;

	unlink(PIDS);
	unlink(OUT);
	helper_start(&h, OUT, "1000000", NONE, ARGS(LOAD, "detach", PIDS));
	found = helper_wait_for(&h, "\"pid\":");
	benchmark = found ? atoi(found) : 0;
	guardian = benchmark ? parent_of(benchmark) : 0;
	CHECK(benchmark > 0 && guardian > 0, "%s", h.output);
	if (!benchmark || !guardian)
		return;
	/* Waits until it has started the others; killed before, it would be the only process. */
	while (victim == BENCHMARK && count_alive() < 2 && !kill(benchmark, 0))
		usleep(1000);
	usleep(after_us);
	switch (victim) {
	case HELPER: kill(h.pid, SIGKILL); break;
	case GUARDIAN: kill(guardian, SIGKILL); break;
	case BENCHMARK: kill(benchmark, SIGKILL); break;
	default: close(h.control_fd); h.control_fd = -1; break;
	}
	/* After the end of the first process the others continue until they are terminated. */
	if (victim == BENCHMARK && write(h.control_fd, "stop KILL\n", 10) != 10)
		CHECK(0, "control pipe");
	status = helper_end(&h);
	left = count_leftovers();
	CHECK(left == 0, "%s killed after %u us: %d processes left", victims[victim], after_us, left);
	CHECK(status == (victim == HELPER ? -SIGKILL : victim == GUARDIAN ? 3 : 130), "%s: exit %d: %s",
	      victims[victim], status, h.output);
	CHECK(!recording_check(OUT, &f) && f.header_good, "%s killed after %u us: no readable recording",
	      victims[victim], after_us);
	CHECK(f.decreases == 0 && (victim == HELPER || (f.complete && f.sum_mismatches == 0)),
	      "%s: complete %d, %lu sums differ", victims[victim], f.complete, f.sum_mismatches);
	/* Seals are at most 100 ms apart if the helper gets a CPU; on a busy machine it may wait for one. */
	CHECK(f.longest_gap_ns < 10000000000, "%s: %lu ms between seals", victims[victim], f.longest_gap_ns / 1000000);
	CHECK(f.seals_backwards == 0, "%s: %lu seals go back in time", victims[victim], f.seals_backwards);
	CHECK(victim != HELPER || after_us < 300000 || f.seals > 0, "nothing sealed after %u us", after_us);
}

static void check_random_kills(void)
{
	unsigned rounds = getenv("RUNBENCH_FAULT_ROUNDS") ? (unsigned)atoi(getenv("RUNBENCH_FAULT_ROUNDS")) : 3;

	srand(getenv("RUNBENCH_SEED") ? (unsigned)atoi(getenv("RUNBENCH_SEED")) : 1);
	for (unsigned i = 0; i < rounds; i++)
		for (enum victim v = HELPER; v < VICTIMS; v++)
			kill_one(v, (unsigned)rand() % 400000);
}

static void check_stop_commands(void)
{
	struct recording_facts f;
	struct helper h;
	double start;

	helper_start(&h, OUT, "1000000", NONE, ARGS(LOAD, "spin", "60000"));
	helper_wait_for(&h, "\"exec\"");
	kill(h.pid, SIGINT);
	CHECK(helper_end(&h) == 130 && helper_number(&h, "signal") == SIGINT
	      && helper_number(&h, "received_signal") == SIGINT, "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "recording after SIGINT");
	helper_start(&h, OUT, "1000000", NONE, ARGS(LOAD, "stubborn"));
	helper_wait_for(&h, "\"exec\"");
	usleep(50000);
	start = now();
	CHECK(write(h.control_fd, "stop TERM\n", 10) == 10, "control pipe");
	CHECK(helper_end(&h) == 130 && helper_number(&h, "signal") == SIGKILL && helper_number(&h, "received_signal") == -1,
	      "%s", h.output);
	CHECK(now() - start > 1.9 && now() - start < 6, "grace of %.1f s", now() - start);
	CHECK(!recording_check(OUT, &f) && f.complete, "recording after a grace period");
}

/* A process that catches a signal and then calls exec loses it, such as a shell between two commands. */
static void check_lost_signals(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("sh", "-c", "trap 'exec sleep 60' INT; echo > " PIDS "; while :; do :; done"));
	while (access(PIDS, F_OK))
		usleep(1000);
	CHECK(write(h.control_fd, "stop INT\n", 9) == 9, "control pipe");
	CHECK(helper_end(&h) == 130 && helper_number(&h, "signal") == SIGINT, "a lost signal was not repeated: %s", h.output);
	/* A process that cleans up has two seconds. */
	unlink(PIDS);
	helper_start(&h, OUT, "1000000", NONE, ARGS("sh", "-c", "trap 'sleep 0.5; exit 7' INT; echo > " PIDS "; while :; do :; done"));
	while (access(PIDS, F_OK))
		usleep(1000);
	CHECK(write(h.control_fd, "stop INT\n", 9) == 9, "control pipe");
	CHECK(helper_end(&h) == 130 && helper_number(&h, "exit_status") == 7 && helper_number(&h, "wall_ns") > 500000000,
	      "a program that cleans up was disturbed: %s", h.output);
	unlink(PIDS);
}

/* Ctrl-Z stops and continues all processes together; the recording contains the duration. */
static void check_job_control(void)
{
	struct recording_facts f;
	struct helper h;
	const char *found;
	double began;
	int status, waited;

	for (int poll = 0; poll < 2; poll++) {
		helper_start(&h, OUT, "20000000", poll ? ARGS("--mode", "poll") : NONE, ARGS(LOAD, "spin", "400"));
		found = helper_wait_for(&h, "\"pid\":");
		waited = found ? atoi(found) : 0;
		helper_wait_for(&h, "\"exec\"");
		kill(h.pid, SIGTSTP);
		CHECK(waitpid(h.pid, &status, WUNTRACED) == h.pid && WIFSTOPPED(status), "the helper did not stop");
		began = now();
		while (state_of(waited) != 'T' && now() - began < 5)
			usleep(1000);
		CHECK(state_of(waited) == 'T', "the program did not stop: %c", state_of(waited));
		usleep(300000);
		kill(h.pid, SIGCONT);
		CHECK(helper_end(&h) == 0 && helper_number(&h, "exit_status") == 0, "%s", h.output);
		CHECK(helper_number(&h, "stops") == 1 && helper_number(&h, "stopped_ns") >= 300000000, "%s", h.output);
		CHECK(helper_number(&h, "wall_ns") - helper_number(&h, "stopped_ns") >= 300000000, "%s", h.output);
		CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "recording after a stop");
	}
}

/* Signals ignored at the start (nohup, background jobs) stay ignored. */
static void check_ignored_signals(void)
{
	struct helper h;

	signal(SIGHUP, SIG_IGN);
	helper_start(&h, OUT, "1000000", NONE, ARGS(LOAD, "spin", "300"));
	signal(SIGHUP, SIG_DFL);
	helper_wait_for(&h, "\"exec\"");
	kill(h.pid, SIGHUP);
	CHECK(helper_end(&h) == 0 && helper_number(&h, "exit_status") == 0, "SIGHUP under nohup: %s", h.output);
}

/* The program ends as without a recording, and its final counts are kept. */
static void on_full_disk(const char *spin_ms, unsigned filled_kib, unsigned long least_samples)
{
	char directory[] = "/tmp/runbench-test-XXXXXX", path[64], fill[64], script[64], kib[1024] = "";
	struct recording_facts f;
	struct helper h;
	int status;
	FILE *filler;

	if (geteuid() != 0) {
		SKIP("full disk: only root can mount a small tmpfs");
		return;
	}
	if (!mkdtemp(directory) || mount("tmpfs", directory, "tmpfs", 0, "size=1m") < 0) {
		SKIP("full disk: mounting a tmpfs: %s", strerror(errno));
		rmdir(directory);
		return;
	}
	snprintf(path, sizeof path, "%s/full.rec", directory);
	snprintf(fill, sizeof fill, "%s/fill", directory);
	filler = fopen(fill, "w");
	for (unsigned i = 0; filler && i < filled_kib; i++)
		fwrite(kib, 1, sizeof kib, filler);
	if (filler)
		fclose(filler);
	snprintf(script, sizeof script, LOAD " spin %s; exit 9", spin_ms);
	helper_start(&h, path, "100000", ARGS("--force"), ARGS("sh", "-c", script));
	status = helper_end(&h);
	CHECK(status == 3, "%u KiB filled: exit %d: %s", filled_kib, status, h.output);
	CHECK(strstr(h.output, "No space left on device") && strstr(h.output, path), "%s", h.output);
	CHECK(helper_number(&h, "exit_status") == 9, "%u KiB filled: %s", filled_kib, h.output);
	CHECK(helper_number(&h, "lost") > 0, "%u KiB filled: %s", filled_kib, h.output);
	CHECK(!recording_check(path, &f) && f.header_good && f.kinds[RB_SAMPLE] >= least_samples, "%u KiB filled: %lu samples", filled_kib,
	      f.kinds[RB_SAMPLE]);
	CHECK(f.complete && f.sum_mismatches == 0, "complete %d, %lu sums differ", f.complete, f.sum_mismatches);
	umount(directory);
	rmdir(directory);
}

/* Free space may be less than the space allocated ahead, or than a short program needs: the program is not affected. */
static void check_full_disk(void)
{
	on_full_disk("2500", 0, 500);
	on_full_disk("1300", 512, 500);
	on_full_disk("900", 700, 500);
	on_full_disk("500", 924, 1);
	on_full_disk("300", 984, 0);
}

/* The report mentions remaining processes only if there were any. */
static void ended_by_a_signal(const char *script, bool leaves)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("sh", "-c", script));
	helper_end(&h);
	CHECK(helper_number(&h, "signal") == SIGSEGV, "%s: %s", script, h.output);
	CHECK(!strstr(h.output, "left running") != leaves, "%s: %s", script, h.output);
}

int main(void)
{
	struct helper h;

	/* A shell's background job ignores it, and the programs started here would inherit that. */
	signal(SIGINT, SIG_DFL);
	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3) {
		SKIP("perf events cannot be sampled here: %s", h.output);
		return summary("fault");
	}
	check_random_kills();
	check_stop_commands();
	check_lost_signals();
	check_job_control();
	check_ignored_signals();
	ended_by_a_signal("kill -SEGV $$", false);
	ended_by_a_signal("sleep 60 & kill -SEGV $$", true);
	check_full_disk();
	unlink(OUT);
	unlink(PIDS);
	return summary("fault");
}
