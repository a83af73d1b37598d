/* The causes that end a run; see supervision.h. */
#include "supervision.h"
#include "../base/clock_ns.h"
#include "../base/descendants.h"
#include "../base/say.h"
#include "../base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRESS_NS (500 * NS_PER_MS)
#define GRACE_NS    (2 * NS_PER_S)
#define REPEAT_NS   (100 * NS_PER_MS)

enum { FROM_CONTROL, FROM_SIGNAL, FROM_REPORT, FROM_EXEC, SOURCES };

static void watch(const struct supervision *v, int fd, uint32_t source)
{
	struct epoll_event e = { .events = EPOLLIN, .data.u32 = source };

	epoll_ctl(v->wait_fd, EPOLL_CTL_ADD, fd, &e);
}

static void forget(const struct supervision *v, int fd)
{
	epoll_ctl(v->wait_fd, EPOLL_CTL_DEL, fd, NULL);
}

/* Connects to the control socket, or returns standard input. Returns -1 with errno on failure. */
static int open_control(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, error;

	if (!path)
		return STDIN_FILENO;
	if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s", path) >= sizeof address.sun_path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address)) {
		error = errno;
		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

static bool has_terminal(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

int supervision_start(struct supervision *v, const struct options *o, bool launches)
{
	struct program program = o->program;
	sigset_t original;

	*v = (struct supervision){ .options = o, .launches = launches, .outcome.attached = !launches };
	v->control_fd = open_control(o->control);
	if (v->control_fd < 0)
		return say_error(ERROR_MACHINE, "check the limits: ulimit -n", "cannot reach the control socket %s: %s", o->control,
				 strerror(errno));
	/* A program with the user's standard input belongs to the user's job: it may read the terminal, or stops in the background. */
	v->joined = program.joins_group = launches && o->control && has_terminal();
	v->signal_fd = signals_take_over(&original);
	if (launches && tree_start(&v->tree, &program, &original) < 0)
		return say_error(ERROR_MACHINE, "check the limits: ulimit -u, ulimit -n", "cannot start a process: %s",
				      strerror(errno));
	/* Writes to a full disk or a closed pipe must return an error here. After the fork, because the program would inherit this. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	v->wait_fd = epoll_create1(EPOLL_CLOEXEC);
	watch(v, v->signal_fd, FROM_SIGNAL);
	watch(v, v->control_fd, FROM_CONTROL);
	if (!launches)
		return 0;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	watch(v, v->tree.report_fd, FROM_REPORT);
	watch(v, v->tree.exec_fd, FROM_EXEC);
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

void supervision_begin(struct supervision *v, uint64_t since_ns)
{
	struct text t = { 0 };

	v->executed = true;
	v->outcome.exec_ns = since_ns;
	v->progress_ns = clock_ns();
	if (v->ended) /* it had ended before */
		v->outcome.end_ns = v->progress_ns;
	text_add(&t, "\"wall_ns\":%llu", (unsigned long long)v->outcome.exec_ns);
	say("exec", t.data);
	text_free(&t);
}

void supervision_detach(struct supervision *v, const char *why)
{
	if (v->ended)
		return;
	v->outcome.left = why;
	v->outcome.end_ns = clock_ns();
	v->ended = true;
}

/*
 * Sends a signal to the benchmark once, unless the terminal has delivered it. After a grace period the benchmark is killed.
 */
static void request_end(struct supervision *v, int signal, bool delivered)
{
	uint64_t now = clock_ns();

	if (!v->launches) {
		supervision_detach(v, "stopped");
		return;
	}
	if (signal == SIGKILL)
		v->kill_at_ns = now;
	else if (v->last_signal != signal && delivered)
		tree_note_signal(&v->tree, signal);
	else if (v->last_signal != signal)
		tree_signal(&v->tree, signal);
	v->last_signal = signal;
	v->repeat_ns = now + REPEAT_NS;
	if (!v->kill_at_ns)
		v->kill_at_ns = now + GRACE_NS;
}

static void interrupt(struct supervision *v, int signal, bool delivered)
{
	v->outcome.interrupted = v->launches;
	request_end(v, signal, delivered);
}

void supervision_stop(struct supervision *v)
{
	request_end(v, SIGTERM, false);
}

/*
 * Stops and continues the program together with the helper. Ctrl-Z reaches the helper and its parent, and the program only if it
 * is in their process group. A program that reads the terminal in the background stops the whole group. An attached object
 * continues, and its observation too.
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
			interrupt(v, known[i].signal, false);
}

/* Handles commands. Returns false at the end of the control channel. */
static bool on_control(struct supervision *v)
{
	char bytes[256];
	ssize_t n = read(v->control_fd, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return true;
	if (n <= 0) {
		v->outcome.note = "the program that started the helper has ended";
		interrupt(v, SIGKILL, false);
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

/* Handles signals. Returns true if the run was stopped and has continued. */
static bool on_signal(struct supervision *v)
{
	struct signalfd_siginfo info;
	bool stopped = false;

	while (read(v->signal_fd, &info, sizeof info) == sizeof info) {
		if (info.ssi_signo == SIGTSTP || info.ssi_signo == SIGTTIN || info.ssi_signo == SIGTTOU) {
			stopped |= stop_together(v);
		} else {
			if (!v->outcome.received)
				v->outcome.received = (int)info.ssi_signo;
			interrupt(v, (int)info.ssi_signo, v->joined && info.ssi_code == SI_KERNEL);
		}
	}
	return stopped;
}

/* Handles the end of the exec pipe (success), or the error of exec. */
static void on_exec(struct supervision *v)
{
	if (read(v->tree.exec_fd, &v->exec_failure, sizeof v->exec_failure) == sizeof v->exec_failure)
		return;
	if (!v->options->delay_ns) {
		supervision_begin(v, clock_ns());
		return;
	}
	v->executed = true; /* reported when counting begins */
	v->outcome.exec_ns = v->progress_ns = clock_ns();
}

/* Returns whether processes of the tree run after the end of the first. */
static bool leaves_processes(const struct tree *t)
{
	struct descendant *all;
	size_t count = descendants_of(&t->guardian, 1, &all), running = 0;

	for (size_t i = 0; i < count; i++)
		running += all[i].state != 'Z';
	free(all);
	return running > 0;
}

static void on_report(struct supervision *v)
{
	struct tree_report report;
	ssize_t n = read(v->tree.report_fd, &report, sizeof report);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n == sizeof report && report.kind == TREE_FIRST_ENDED) {
		v->outcome.first = report;
		/* A killed process does not reap its children: they could run for ever. */
		if (WIFSIGNALED(report.status) && !v->kill_at_ns) {
			if (leaves_processes(&v->tree))
				v->outcome.note = "the benchmark was ended by a signal, and the processes that it left running were ended too";
			request_end(v, SIGTERM, false);
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

bool supervision_take(struct supervision *v)
{
	struct epoll_event events[SOURCES];
	int n = epoll_wait(v->wait_fd, events, SOURCES, 0);
	bool stopped = false;

	/* Signals first: a terminal's signal to the whole group must not be sent again on the parent's command. */
	if (n > 0)
		stopped = on_signal(v);
	for (int i = 0; i < n; i++) {
		switch (events[i].data.u32) {
		case FROM_CONTROL:
			if (!on_control(v))
				forget(v, v->control_fd);
			break;
		case FROM_SIGNAL: stopped |= on_signal(v); break;
		case FROM_REPORT: on_report(v); break;
		case FROM_EXEC:
			forget(v, v->tree.exec_fd);
			on_exec(v);
			break;
		}
	}
	return stopped;
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

	return counts ? v->outcome.exec_ns - (v->launches ? v->outcome.delay_ns : 0) + v->options->timeout_ns + v->outcome.stopped_ns : UINT64_MAX;
}

void supervision_on_time(struct supervision *v, const struct container_stream *w, uint64_t now, uint64_t samples, uint64_t run_ns)
{
	if (v->executed && now - v->progress_ns >= PROGRESS_NS)
		send_progress(v, now, samples, run_ns);
	if (w->error && !v->disk_failed) {
		v->disk_failed = true;
		/* A started program continues without samples, and its end is reported. */
		if (!v->launches)
			supervision_detach(v, "stopped");
	}
	if (!v->kill_at_ns && now >= time_limit(v)) {
		if (!v->launches) {
			supervision_detach(v, "time");
			return;
		}
		v->outcome.timed_out = true;
		request_end(v, SIGTERM, false);
	}
	if (v->launches && v->last_signal && v->last_signal != SIGKILL && v->kill_at_ns > now && now >= v->repeat_ns) {
		tree_repeat_signal(&v->tree, v->last_signal);
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
