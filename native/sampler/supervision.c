/* Who may end a run, and how; see supervision.h. */
#include "supervision.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRESS_NS (500 * NS_PER_MS)
#define GRACE_NS    (2 * NS_PER_S)
#define REPEAT_NS   (100 * NS_PER_MS)

/*
 * Signals are read, not caught; a write to a full disk or a closed pipe must return an error. What was ignored when the
 * helper was started (nohup, a shell's background job) stays ignored: once blocked, it would be read all the same.
 */
static int take_over_signals(sigset_t *original)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction action;

		if (!sigaction(signals[i], NULL, &action) && action.sa_handler != SIG_IGN)
			sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &set, original);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int supervision_start(struct supervision *v, const struct options *o, bool launches)
{
	sigset_t original;

	*v = (struct supervision){ .options = o, .launches = launches, .outcome.attached = !launches };
	v->signal_fd = take_over_signals(&original);
	if (launches && tree_start(&v->tree, &o->program, &original) < 0)
		return say_error(ERROR_MACHINE, "check the limits: ulimit -u, ulimit -n", "cannot start a process: %s",
				      strerror(errno));
	if (launches)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	return 0;
}

void supervision_end(struct supervision *v)
{
	if (!v->launches)
		return;
	close(v->tree.command_fd);
	while (waitpid(v->tree.guardian, NULL, 0) < 0 && errno == EINTR)
		;
}

void supervision_began(struct supervision *v, uint64_t since_ns)
{
	struct text t = { 0 };

	v->executed = true;
	v->outcome.exec_ns = since_ns;
	v->progress_ns = clock_ns();
	if (v->ended) /* it was gone before */
		v->outcome.end_ns = v->progress_ns;
	text_add(&t, "\"wall_ns\":%llu", (unsigned long long)v->outcome.exec_ns);
	say("exec", t.data);
	text_free(&t);
}

void supervision_leave(struct supervision *v, const char *why)
{
	if (v->ended)
		return;
	v->outcome.left = why;
	v->outcome.end_ns = clock_ns();
	v->ended = true;
}

/* Passes a signal on to the benchmark, once; what has not ended after a grace period is killed. */
static void ask_to_end(struct supervision *v, int signal)
{
	uint64_t now = clock_ns();

	if (!v->launches) {
		supervision_leave(v, "stopped");
		return;
	}
	if (signal == SIGKILL)
		v->kill_at_ns = now;
	else if (v->asked != signal)
		tree_signal(&v->tree, signal);
	v->asked = signal;
	v->repeat_ns = now + REPEAT_NS;
	if (!v->kill_at_ns)
		v->kill_at_ns = now + GRACE_NS;
}

static void interrupt(struct supervision *v, int signal)
{
	v->outcome.interrupted = v->launches;
	ask_to_end(v, signal);
}

/*
 * Ctrl-Z reaches the helper and who started it, but not the program, which is in a group of its own: all of them stop and
 * go on together. What is only observed goes on, and so does its observation.
 */
static bool stop_together(struct supervision *v)
{
	uint64_t since = clock_ns(), stopped;

	if (!v->launches || v->ended)
		return false;
	tree_signal(&v->tree, SIGSTOP);
	kill(getpid(), SIGSTOP);
	tree_signal(&v->tree, SIGCONT);
	stopped = clock_ns() - since;
	v->outcome.stops++;
	v->outcome.stopped_ns += stopped;
	if (v->kill_at_ns && v->kill_at_ns != UINT64_MAX)
		v->kill_at_ns += stopped;
	return true;
}

static void on_control_line(struct supervision *v, const char *line)
{
	static const struct { const char *words; int signal; } known[] = {
		{ "stop INT", SIGINT }, { "stop TERM", SIGTERM }, { "stop HUP", SIGHUP }, { "stop KILL", SIGKILL } };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(line, known[i].words))
			interrupt(v, known[i].signal);
}

bool supervision_on_control(struct supervision *v)
{
	char bytes[256];
	ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return true;
	if (n <= 0) {
		v->outcome.note = "the program that started the helper has gone";
		interrupt(v, SIGKILL);
		return false;
	}
	for (ssize_t i = 0; i < n; i++) {
		if (bytes[i] == '\n') {
			v->line[v->line_size] = 0;
			on_control_line(v, v->line);
			v->line_size = 0;
		} else if (v->line_size < sizeof v->line - 1) {
			v->line[v->line_size++] = bytes[i];
		}
	}
	return true;
}

bool supervision_on_signal(struct supervision *v)
{
	struct signalfd_siginfo info;
	bool stopped = false;

	while (read(v->signal_fd, &info, sizeof info) == sizeof info) {
		if (info.ssi_signo == SIGTSTP)
			stopped |= stop_together(v);
		else
			interrupt(v, (int)info.ssi_signo);
	}
	return stopped;
}

void supervision_on_exec(struct supervision *v)
{
	if (read(v->tree.exec_fd, &v->exec_failure, sizeof v->exec_failure) != sizeof v->exec_failure)
		supervision_began(v, clock_ns());
}

void supervision_on_report(struct supervision *v)
{
	struct tree_report report;
	ssize_t n = read(v->tree.report_fd, &report, sizeof report);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n == sizeof report && report.kind == TREE_FIRST_ENDED) {
		v->outcome.first = report;
		/* It will not collect what it started any more: waiting for that could take for ever. */
		if (WIFSIGNALED(report.status) && !v->kill_at_ns) {
			v->outcome.note = "the benchmark was ended by a signal, and what it left running was ended too";
			ask_to_end(v, SIGTERM);
		}
		return;
	}
	if (n == sizeof report && report.kind == TREE_ENDED) {
		v->outcome.tree = report;
	} else {
		v->guardian_died = true;
		tree_kill_and_reap(&v->tree, &v->outcome.tree);
	}
	v->outcome.end_ns = v->outcome.tree.wall_ns;
	v->ended = true;
}

static void send_progress(struct supervision *v, uint64_t now, uint64_t samples, uint64_t run_ns)
{
	struct text t = { 0 };

	v->progress_ns = now;
	text_add(&t, "\"samples\":%llu,\"run_ns\":%llu,\"wall_ns\":%llu", (unsigned long long)samples,
		 (unsigned long long)run_ns, (unsigned long long)(now - v->outcome.exec_ns));
	say_if_read("progress", t.data);
	text_free(&t);
}

static uint64_t time_limit(const struct supervision *v)
{
	bool counts = v->options->timeout_ns && v->executed && !v->outcome.timed_out;

	return counts ? v->outcome.exec_ns + v->options->timeout_ns + v->outcome.stopped_ns : UINT64_MAX;
}

void supervision_on_time(struct supervision *v, const struct container_stream *w, uint64_t now, uint64_t samples, uint64_t run_ns)
{
	if (v->executed && now - v->progress_ns >= PROGRESS_NS)
		send_progress(v, now, samples, run_ns);
	if (w->error && !v->disk_failed) {
		v->disk_failed = true;
		if (!v->launches)
			supervision_leave(v, "stopped");
		v->kill_at_ns = now;
	}
	if (!v->kill_at_ns && now >= time_limit(v)) {
		if (!v->launches) {
			supervision_leave(v, "time");
			return;
		}
		v->outcome.timed_out = true;
		ask_to_end(v, SIGTERM);
	}
	if (v->launches && v->asked && v->asked != SIGKILL && v->kill_at_ns > now && now >= v->repeat_ns) {
		tree_repeat_signal(&v->tree, v->asked);
		v->repeat_ns = now + REPEAT_NS;
	}
	if (v->launches && v->kill_at_ns && now >= v->kill_at_ns) {
		tree_signal(&v->tree, SIGKILL);
		v->kill_at_ns = UINT64_MAX;
	}
}

uint64_t supervision_due(const struct supervision *v)
{
	uint64_t limit = time_limit(v);

	return v->kill_at_ns && v->kill_at_ns < limit ? v->kill_at_ns : limit;
}

int supervision_not_started(const struct supervision *v)
{
	static const char *const streams[] = { "standard input", "standard output", "standard error" };
	const struct exec_failure *f = &v->exec_failure;
	const struct options *o = v->options;
	const char *reason = strerror(f->error);

	if (f->what < EXEC_DIRECTORY)
		return say_error(ERROR_BENCHMARK, "check the path and its permissions",
				      "the benchmark's %s, %s, cannot be opened: %s", streams[f->what],
				      o->program.stdio[f->what], reason);
	if (f->what == EXEC_DIRECTORY)
		return say_error(ERROR_BENCHMARK, "check the directory", "cannot change to the directory %s: %s",
				      o->program.directory, reason);
	return say_error(ERROR_BENCHMARK, f->error == ENOENT
			      ? "check the name; a program outside $PATH needs its path"
			      : "check that the file is a program for this machine and may be executed",
			      "the benchmark %s cannot be started: %s", o->program.command[0], reason);
}

int supervision_conclude(const struct supervision *v, const struct container_stream *w, uint64_t samples, bool whole,
			 const char *finished)
{
	if (w->error)
		return say_error(ERROR_IO, "make room or choose another place with -o; what was recorded until then can be "
				      "read", "cannot write %s: %s; the benchmark was ended, %llu bytes with %llu samples %s",
				      v->options->output, strerror(w->error), (unsigned long long)w->position,
				      (unsigned long long)samples, whole ? "were kept" : "were kept without a trailer");
	if (v->guardian_died)
		return say_error(ERROR_MACHINE, "find out who kills processes here (the kernel's out-of-memory killer says "
				      "so in: dmesg)", "the process that guards the benchmark was killed; the benchmark was "
				      "ended, the recording is kept");
	say("finished", finished);
	return v->outcome.interrupted ? EXIT_INTERRUPTED : 0;
}
