/* Tests of counting under control: what is counted, what is recorded, and the protocol. */
#include "../base/check.h"
#include "helper_run.h"
#include "recording_check.h"

#include <fcntl.h>
#include <poll.h>
#include <runbench/recording.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define SHARES "build/eventlog/shares"
#define OUT "build/test/control.rec"
#define CTL "build/test/control.ctl"
#define ACK "build/test/control.ack"
#define ROUNDS "build/test/control.rounds"
#define FIFOS "--counting", "fifo:" CTL "," ACK
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }
#define MS 1000000ll
#define TAKE(word) "echo " word " > " CTL "; read -r a < " ACK "; "

static int ctl = -1, ack = -1;

/* Both ends stay open, so that no writer or reader has to wait for the other. */
static void make_fifos(void)
{
	if (ctl >= 0) {
		close(ctl);
		close(ack);
	}
	unlink(CTL);
	unlink(ACK);
	if (mkfifo(CTL, 0600) || mkfifo(ACK, 0600))
		exit(99);
	ctl = open(CTL, O_RDWR | O_CLOEXEC);
	ack = open(ACK, O_RDWR | O_CLOEXEC);
}

static void command(const char *words)
{
	if (write(ctl, words, strlen(words)) != (ssize_t)strlen(words))
		exit(99);
}

/* Waits for acknowledgements. Returns their number within 10 s. */
static int acknowledged(int count)
{
	struct pollfd p = { .fd = ack, .events = POLLIN };
	char bytes[4];
	int n = 0;

	while (n < count && poll(&p, 1, 10000) == 1 && read(ack, bytes, 4) == 4 && !memcmp(bytes, "ack\n", 4))
		n++;
	return n;
}

static long long rounds(void)
{
	struct stat st;

	return stat(ROUNDS, &st) ? 0 : (long long)st.st_size;
}

/* Waits, 10 s at most, until a program that writes a byte to ROUNDS after each round has begun and ended one. */
static void await_round(void)
{
	long long before = rounds();

	for (int i = 0; i < 10000 && rounds() < before + 2; i++)
		usleep(1000);
}

/* Kills the measured program. A number that was not found would address other processes. */
static void kill_program(struct helper *h)
{
	const char *started = helper_wait_for(h, "\"started\",\"pid\":");
	int pid = started ? atoi(started) : 0;

	CHECK(pid > 1 && helper_wait_for(h, "\"exec\""), "no program: %s", h->output);
	if (pid > 1)
		kill(pid, SIGKILL);
}

static int run(const char *const *options, const char *const *program, struct helper *h, struct recording_facts *f)
{
	int status;

	make_fifos();
	helper_start(h, OUT, "1000000", options, program);
	status = helper_end(h);
	if (recording_check(OUT, f))
		memset(f, 0, sizeof *f);
	CHECK(f->complete && f->sum_mismatches == 0 && f->decreases == 0 && f->early == 0,
	      "complete %d, %lu sums, %lu decreases, %lu early: %s", f->complete, f->sum_mismatches, f->decreases, f->early, h->output);
	CHECK(helper_number(h, "lost") == 0 && helper_number(h, "tasks_incomplete") == 0, "lost: %s", h->output);
	return status;
}

/* One of three loops of 100 ms of CPU time, each in its own process, is counted; all processes are recorded. */
static void check_one_of_three_loops(const char *const *options)
{
	static const char script[] = LOAD " spin 100; " TAKE("enable") LOAD " spin 100; " TAKE("disable") LOAD " spin 100";
	struct recording_facts f;
	struct helper h;
	int status = run(options, ARGS("sh", "-c", script), &h, &f);
	long long run_ns = helper_number(&h, "run_ns");

	CHECK(status == 0, "exit %d: %s", status, h.output);
	CHECK(run_ns >= 98 * MS && run_ns < 130 * MS, "%lld ms counted of 100 ms", run_ns / MS);
	CHECK(f.tasks == 4 && f.kinds[RB_EXIT] == 4, "%lu tasks of 4, %lu ends", f.tasks, f.kinds[RB_EXIT]);
	CHECK(f.kinds[RB_CONTROL] == 3, "%lu records of control", f.kinds[RB_CONTROL]);
	CHECK(helper_number(&h, "stretches") == 1, "%s", f.trailer);
	CHECK(helper_number(&h, "counted_ns") >= run_ns && helper_number(&h, "counted_ns") < helper_number(&h, "wall_ns"),
	      "%lld of %lld ns", helper_number(&h, "counted_ns"), helper_number(&h, "wall_ns"));
}

/* Counting that starts enabled is disabled before a child starts: it inherits disabled counters. */
static void check_disabled_later(void)
{
	struct recording_facts f;
	struct helper h;
	int status = run(ARGS(FIFOS), ARGS("sh", "-c", LOAD " spin 100; " TAKE("disable") LOAD " spin 200"), &h, &f);
	long long run_ns = helper_number(&h, "run_ns");

	CHECK(status == 0 && run_ns >= 98 * MS && run_ns < 130 * MS, "exit %d, %lld ms counted of 100", status, run_ns / MS);
}

static void check_never_enabled(void)
{
	struct recording_facts f;
	struct helper h;
	int status = run(ARGS("--disabled", FIFOS), ARGS(LOAD, "spin", "100"), &h, &f);

	CHECK(status == 0 && f.tasks == 1 && f.kinds[RB_SAMPLE] == 0, "exit %d, %lu samples", status, f.kinds[RB_SAMPLE]);
	CHECK(strstr(h.output, "\"value\":null") && strstr(h.output, "never enabled"), "%s", h.output);
	make_fifos();
	helper_start(&h, OUT, "1000000", ARGS("--disabled", FIFOS), ARGS(LOAD, "stubborn"));
	kill_program(&h);
	CHECK(helper_end(&h) == 0 && helper_number(&h, "signal") == SIGKILL && helper_number(&h, "counted_ns") == 0, "%s", h.output);
}

/* Two writers, words that are no commands, and 1000 switches while tasks start and end. */
static void check_many_switches(const char *const *options)
{
	struct recording_facts f;
	struct helper h;
	int status, other;

	make_fifos();
	helper_start(&h, OUT, "1000000", options, ARGS("sh", "-c", "while :; do " LOAD " spin 2; echo >> " ROUNDS "; done"));
	other = open(CTL, O_WRONLY);
	helper_wait_for(&h, "\"exec\"");
	for (int i = 0; i < 50; i++) {
		command("enable\n");
		CHECK(write(other, "disable\n", 8) == 8, "second writer");
		if (acknowledged(2) != 2)
			break;
		if (i == 25) { /* it closes, and opens again */
			close(other);
			other = open(CTL, O_WRONLY);
		}
	}
	close(other);
	for (int i = 0; i < 450; i++)
		command("enable\ndisable\n");
	CHECK(acknowledged(900) == 900, "all commands are answered");
	command("snapshot\nenable cycles\nping\n\n");
	CHECK(acknowledged(1) == 1, "ping is answered, unknown words are not");
	/* The switches may be over before the shell has started a program. */
	command("enable\n");
	await_round();
	command("stop\n");
	status = helper_end(&h);
	recording_check(OUT, &f);
	CHECK(status == 0 && f.complete && f.sum_mismatches == 0 && f.decreases == 0, "exit %d, %lu sums, %lu decreases: %s", status,
	      f.sum_mismatches, f.decreases, h.output);
	CHECK(helper_number(&h, "lost") == 0 && f.tasks >= 2 && f.tasks == f.kinds[RB_EXIT], "%lu tasks, %lu ends", f.tasks, f.kinds[RB_EXIT]);
	CHECK(helper_number(&h, "unknown_count") == 2 && strstr(h.output, "\"unknown\":\"snapshot\""), "%s", h.output);
	unlink(ROUNDS);
	/* Counting starts enabled: the first command changes nothing. */
	CHECK(helper_number(&h, "stretches") == 501 && f.kinds[RB_CONTROL] == 1002, "%lu records: %s", f.kinds[RB_CONTROL], h.output);
}

/* Children that start while counting is enabled and disabled all the time are counted in the next stretch. */
static void check_no_task_keeps_the_old_state(void)
{
	struct recording_facts f;
	struct helper h;
	int status;

	make_fifos();
	helper_start(&h, OUT, "10000000", ARGS("--disabled", FIFOS), ARGS("sh", "-c", "for i in 1 2 3 4 5 6 7 8; do " LOAD " spin 50 & done; wait"));
	helper_wait_for(&h, "\"exec\"");
	for (int i = 0; i < 100; i++) {
		command("enable\n");
		command("disable\n");
		usleep(500);
	}
	command("enable\n");
	CHECK(acknowledged(201) == 201, "all commands are answered");
	status = helper_end(&h);
	recording_check(OUT, &f);
	CHECK(status == 0 && f.sum_mismatches == 0 && f.tasks == 9, "exit %d, %lu sums, %lu tasks", status, f.sum_mismatches, f.tasks);
	/* At most the first 200 changes took a part of it. */
	CHECK(helper_number(&h, "run_ns") > 200 * MS && helper_number(&h, "run_ns") < 460 * MS, "%lld of 400 ms", helper_number(&h, "run_ns") / MS);
}

static void check_stop(void)
{
	struct recording_facts f;
	struct helper h;

	make_fifos();
	helper_start(&h, OUT, "1000000", ARGS(FIFOS), ARGS(LOAD, "spin", "20000"));
	helper_wait_for_samples(&h, 5);
	command("stop\n");
	CHECK(acknowledged(1) == 1, "stop is answered");
	CHECK(helper_end(&h) == 0 && helper_number(&h, "signal") == SIGTERM, "%s", h.output);
	recording_check(OUT, &f);
	CHECK(f.complete && f.sum_mismatches == 0 && strstr(f.trailer, "\"stopped\":true"), "%s", f.trailer);
}

/* An attached process: nothing before the command is counted, and stop leaves it running. */
static void check_attached(void)
{
	struct recording_facts f;
	struct helper h;
	char pid[16];
	pid_t busy;

	make_fifos();
	busy = fork();
	if (!busy) {
		execl(LOAD, LOAD, "spin", "60000", NULL);
		_exit(99);
	}
	snprintf(pid, sizeof pid, "%d", (int)busy);
	helper_start(&h, OUT, "1000000", ARGS("--disabled", FIFOS, "--pid", pid), NONE);
	CHECK(helper_wait_for(&h, "\"exec\"") != NULL, "%s", h.output);
	usleep(200000);
	command("enable\n");
	usleep(200000);
	command("disable\n");
	CHECK(acknowledged(2) == 2, "enable and disable are answered");
	usleep(100000);
	command("stop\n");
	CHECK(helper_end(&h) == 0, "%s", h.output);
	recording_check(OUT, &f);
	CHECK(f.complete && f.sum_mismatches == 0 && f.kinds[RB_CONTROL] == 3, "%lu sums, %lu records", f.sum_mismatches, f.kinds[RB_CONTROL]);
	CHECK(helper_number(&h, "run_ns") > 0 && helper_number(&h, "run_ns") <= helper_number(&h, "counted_ns"), "%lld of %lld ns",
	      helper_number(&h, "run_ns"), helper_number(&h, "counted_ns"));
	CHECK(busy > 1 && !kill(busy, 0), "the process continues");
	if (busy > 1)
		kill(busy, SIGKILL);
}

static void check_descriptors(void)
{
	struct recording_facts f;
	struct helper h;
	char spec[64];
	int pipe_fds[2];

	make_fifos();
	if (pipe(pipe_fds))
		exit(99);
	snprintf(spec, sizeof spec, "fd:%d,%d", pipe_fds[0], ack);
	helper_start(&h, OUT, "1000000", ARGS("--disabled", "--counting", spec), ARGS(LOAD, "spin", "200"));
	helper_wait_for(&h, "\"exec\"");
	CHECK(write(pipe_fds[1], "enable\ndisable\n", 15) == 15, "write");
	CHECK(acknowledged(2) == 2, "both commands are answered");
	close(pipe_fds[1]); /* the end of the commands changes nothing */
	close(pipe_fds[0]);
	CHECK(helper_end(&h) == 0 && helper_number(&h, "stretches") == 1, "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete, "complete");
}

/*
 * Only the region of a program is counted: its share of the CPU time, exactly, without samples at its edges. stretches: 0 if threads
 * may overlap.
 */
static void check_regions(const char *names, const char *how, long long ms, long long stretches)
{
	struct recording_facts f;
	struct helper h;
	const char *program[] = { SHARES, "3", how, NULL };
	long long run_ns;
	int status;

	setenv("RB_EVENTLOG", "build/test/control.log", 1);
	status = run(ARGS("--only-regions", names), program, &h, &f);
	unsetenv("RB_EVENTLOG");
	run_ns = helper_number(&h, "run_ns");
	CHECK(status == 0 && llabs(run_ns - ms * MS) < MS + ms * MS / 50, "%s %s: exit %d, %.2f ms of %lld: %s", names,
	      how ? how : "", status, (double)run_ns / MS, ms, h.output);
	CHECK(helper_number(&h, "stretches") == stretches || (!stretches && helper_number(&h, "stretches") > 0), "%lld stretches of %lld", helper_number(&h, "stretches"), stretches);
	CHECK(f.tasks == (!how || !strcmp(how, "killed") ? 1u : !strcmp(how, "child") ? 2u : 5u), "%lu tasks", f.tasks);
}

static void check_refusals(void)
{
	static const struct { const char *spec, *words; } wrong[] = { { "fifo:/dev/null", "is not a FIFO" }, { "fifo:build/test/none", "mkfifo" },
		{ "fd:800", "is not open" }, { "fd:x", "cannot be read" }, { "fd:1,", "cannot be read" }, { "pipe:3", "cannot be read" },
		{ "fifo:" CTL ",build/test/none", "mkfifo" } };
	struct helper h;

	make_fifos();
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		helper_start(&h, OUT, "1000000", ARGS("--counting", wrong[i].spec), ARGS("true"));
		CHECK(helper_end(&h) == 2 && strstr(h.output, wrong[i].words), "%s: %s", wrong[i].spec, h.output);
	}
	helper_start(&h, OUT, "1000000", ARGS("--counting", "fifo:" CTL, "--delay", "1000"), ARGS("true"));
	CHECK(helper_end(&h) == 2 && strstr(h.output, "--delay=-1"), "%s", h.output);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	/* The search for leaks at the end of a sanitized program runs in a task of its own, which would be counted. */
	setenv("LSAN_OPTIONS", "detect_leaks=0", 1);
	check_refusals();
	check_regions("solve", NULL, 90, 3);
	check_regions("inner", NULL, 30, 3);
	check_regions("other\ninner\nsolve", NULL, 90, 3);
	check_regions("solve", "child", 90, 3);
	check_regions("solve", "killed", 110, 4);
	check_regions("solve", "threads", 240, 0);
	check_one_of_three_loops(ARGS("--disabled", FIFOS));
	check_one_of_three_loops(ARGS("--disabled", FIFOS, "--switches"));
	check_one_of_three_loops(ARGS("--disabled", FIFOS, "--mode", "poll"));
	check_disabled_later();
	check_never_enabled();
	check_many_switches(ARGS(FIFOS));
	check_many_switches(ARGS("--mode", "poll", FIFOS));
	check_no_task_keeps_the_old_state();
	check_stop();
	check_attached();
	check_descriptors();
	unlink(OUT);
	unlink(CTL);
	unlink(ACK);
	return summary("control");
}
