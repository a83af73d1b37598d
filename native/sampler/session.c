/* One run of a benchmark under counters; see session.h. */
#include "session.h"
#include "attach.h"
#include "calibrate.h"
#include "clock.h"
#include "counters.h"
#include "machine.h"
#include "process_tree.h"
#include "protocol.h"
#include "recorder.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define FLUSH_NS    (80 * NS_PER_MS)
#define HOLD_NS     NS_PER_MS        /* records younger than this may still be followed by older ones */
#define PROGRESS_NS (500 * NS_PER_MS)
#define GRACE_NS    (2 * NS_PER_S)

/* Without real-time priority polling is not regular below this. */
#define LEAST_POLL_NS (500 * 1000ull)

enum wake { WAKE_CONTROL, WAKE_SIGNAL, WAKE_REPORT, WAKE_EXEC, WAKE_DEADLINE, WAKE_TARGET, WAKE_RING };

struct session {
	const struct options *options;
	struct tree     tree;
	struct counters counters;
	struct writer   writer;
	struct recorder recorder;
	struct outcome  outcome;
	uint64_t cost_ns;
	bool     poll, realtime, one_cpu;
	bool     launches;    /* it starts the program that it observes */
	pid_t    pid;         /* process that it was attached to */
	pid_t   *tids;        /* what counters were opened on */
	int     *cpus;
	struct targets targets;
	int      epoll_fd, signal_fd, deadline_fd;
	bool     running, executed, ended, guardian_died;
	struct exec_failure exec_failure;
	int      asked;       /* last signal passed on */
	uint64_t kill_at_ns;  /* 0: nobody asked for an end */
	bool     disk_failed;
	uint64_t flushed_ns, progress_ns, next_deadline_ns;
	char     line[64];    /* of the control pipe, so far */
	size_t   line_size;
};

static void watch(struct session *s, int fd, enum wake what, uint32_t events)
{
	struct epoll_event e = { .events = events, .data.u32 = what };

	epoll_ctl(s->epoll_fd, EPOLL_CTL_ADD, fd, &e);
}

/* Ends the observation of what goes on without us. */
static void leave(struct session *s, const char *why)
{
	if (s->ended)
		return;
	s->outcome.left = why;
	s->outcome.end_ns = clock_ns();
	s->ended = true;
}

/* Passes a signal on to the benchmark, once; what has not ended after a grace period is killed. */
static void ask_to_end(struct session *s, int signal)
{
	uint64_t now = clock_ns();

	if (!s->launches) {
		leave(s, "stopped");
		return;
	}
	if (signal == SIGKILL)
		s->kill_at_ns = now;
	else if (s->asked != signal)
		tree_signal(&s->tree, signal);
	s->asked = signal;
	if (!s->kill_at_ns)
		s->kill_at_ns = now + GRACE_NS;
}

static void interrupt(struct session *s, int signal)
{
	s->outcome.interrupted = s->launches;
	ask_to_end(s, signal);
}

static void on_control_line(struct session *s, const char *line)
{
	static const struct { const char *words; int signal; } known[] = {
		{ "stop INT", SIGINT }, { "stop TERM", SIGTERM }, { "stop HUP", SIGHUP }, { "stop KILL", SIGKILL } };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(line, known[i].words))
			interrupt(s, known[i].signal);
}

static void on_control(struct session *s)
{
	char bytes[256];
	ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		epoll_ctl(s->epoll_fd, EPOLL_CTL_DEL, STDIN_FILENO, NULL);
		s->outcome.note = "the program that started the helper has gone";
		interrupt(s, SIGKILL);
		return;
	}
	for (ssize_t i = 0; i < n; i++) {
		if (bytes[i] == '\n') {
			s->line[s->line_size] = 0;
			on_control_line(s, s->line);
			s->line_size = 0;
		} else if (s->line_size < sizeof s->line - 1) {
			s->line[s->line_size++] = bytes[i];
		}
	}
}

static void on_signal(struct session *s)
{
	struct signalfd_siginfo info;

	while (read(s->signal_fd, &info, sizeof info) == sizeof info)
		interrupt(s, (int)info.ssi_signo);
}

static void on_report(struct session *s)
{
	struct tree_report report;
	ssize_t n = read(s->tree.report_fd, &report, sizeof report);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n == sizeof report && report.kind == TREE_FIRST_ENDED) {
		s->outcome.first = report;
		/* It will not collect what it started any more: waiting for that could take for ever. */
		if (WIFSIGNALED(report.status) && !s->kill_at_ns) {
			s->outcome.note = "the benchmark was ended by a signal, and what it left running was ended too";
			ask_to_end(s, SIGTERM);
		}
		return;
	}
	if (n == sizeof report && report.kind == TREE_ENDED) {
		s->outcome.tree = report;
	} else {
		s->guardian_died = true;
		tree_kill_and_reap(&s->tree, &s->outcome.tree);
	}
	s->outcome.end_ns = s->outcome.tree.wall_ns;
	s->ended = true;
}

static void on_exec(struct session *s)
{
	struct text t = { 0 };
	ssize_t n = read(s->tree.exec_fd, &s->exec_failure, sizeof s->exec_failure);

	epoll_ctl(s->epoll_fd, EPOLL_CTL_DEL, s->tree.exec_fd, NULL);
	if (n == sizeof s->exec_failure)
		return;
	s->executed = true;
	s->outcome.exec_ns = clock_ns();
	text_add(&t, "\"wall_ns\":%llu", (unsigned long long)s->outcome.exec_ns);
	protocol_send("exec", t.data);
	text_free(&t);
}

/* Every period from the next deadline on. */
static void arm_deadlines(const struct session *s)
{
	uint64_t period = s->options->period_ns, next = s->next_deadline_ns;
	struct itimerspec t = {
		.it_interval = { .tv_sec = (time_t)(period / NS_PER_S), .tv_nsec = (long)(period % NS_PER_S) },
		.it_value = { .tv_sec = (time_t)(next / NS_PER_S), .tv_nsec = (long)(next % NS_PER_S) } };

	timerfd_settime(s->deadline_fd, TFD_TIMER_ABSTIME, &t, NULL);
}

static void on_deadline(struct session *s)
{
	uint64_t expired = 0, period = s->options->period_ns;

	if (read(s->deadline_fd, &expired, sizeof expired) != sizeof expired)
		return;
	/* The last one that has passed: those missed meanwhile show as a long interval. */
	s->next_deadline_ns += (expired - 1) * period;
	if (!s->ended)
		poll_mode_sample(&s->recorder, s->next_deadline_ns, period);
	s->next_deadline_ns += period;
	if (expired > 1 && s->realtime && s->one_cpu) {
		/* There are no other CPUs, and this process goes first: the program gets as long as it was kept waiting. */
		s->next_deadline_ns += expired * period;
		arm_deadlines(s);
	}
}

/* Polling starts with the benchmark, at multiples of the period from then on. */
static void start_deadlines(struct session *s)
{
	s->next_deadline_ns = clock_ns() + s->options->period_ns;
	arm_deadlines(s);
}

static void send_progress(struct session *s, uint64_t now)
{
	struct text t = { 0 };

	s->progress_ns = now;
	text_add(&t, "\"samples\":%llu,\"run_ns\":%llu,\"wall_ns\":%llu", (unsigned long long)s->recorder.samples,
		 (unsigned long long)s->recorder.run_ns, (unsigned long long)(now - s->outcome.exec_ns));
	protocol_offer("progress", t.data);
	text_free(&t);
}

/* What time brings: flush, progress, ends that are due. */
static void on_time(struct session *s)
{
	uint64_t now = clock_ns();

	if (s->options->attach_tid && !attach_runs(s->options->attach_tid))
		leave(s, "exited");
	if (now - s->flushed_ns >= FLUSH_NS) {
		recorder_drain(&s->recorder, now - HOLD_NS);
		writer_seal(&s->writer, now);
		s->flushed_ns = now;
	}
	if (s->executed && now - s->progress_ns >= PROGRESS_NS)
		send_progress(s, now);
	if (s->writer.error && !s->disk_failed) {
		s->disk_failed = true;
		if (!s->launches)
			leave(s, "stopped");
		s->kill_at_ns = now;
	}
	if (s->options->timeout_ns && s->executed && !s->outcome.timed_out && !s->kill_at_ns
	    && now - s->outcome.exec_ns >= s->options->timeout_ns) {
		if (!s->launches) {
			leave(s, "time");
			return;
		}
		s->outcome.timed_out = true;
		ask_to_end(s, SIGTERM);
	}
	if (s->launches && s->kill_at_ns && now >= s->kill_at_ns) {
		tree_signal(&s->tree, SIGKILL);
		s->kill_at_ns = UINT64_MAX;
	}
}

static int milliseconds_to_wait(const struct session *s)
{
	uint64_t now = clock_ns(), due = s->flushed_ns + FLUSH_NS;

	if (s->kill_at_ns && s->kill_at_ns < due)
		due = s->kill_at_ns;
	if (s->options->timeout_ns && s->executed && s->outcome.exec_ns + s->options->timeout_ns < due
	    && !s->outcome.timed_out)
		due = s->outcome.exec_ns + s->options->timeout_ns;
	return due <= now ? 0 : (int)((due - now + NS_PER_MS - 1) / NS_PER_MS);
}

static void loop(struct session *s)
{
	while (!s->ended) {
		struct epoll_event events[32];
		int n = epoll_wait(s->epoll_fd, events, 32, milliseconds_to_wait(s));
		bool ring = false;

		for (int i = 0; i < n; i++) {
			switch (events[i].data.u32) {
			case WAKE_CONTROL: on_control(s); break;
			case WAKE_SIGNAL: on_signal(s); break;
			case WAKE_REPORT: on_report(s); break;
			case WAKE_EXEC: on_exec(s); break;
			case WAKE_TARGET: leave(s, "exited"); break;
			case WAKE_DEADLINE: on_deadline(s); break;
			default: ring = true; break;
			}
		}
		if (ring)
			recorder_drain(&s->recorder, clock_ns() - HOLD_NS);
		on_time(s);
	}
}

/* Signals are read, not caught; a write to a full disk or a closed pipe must return an error. */
static void prepare_signals(struct session *s)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	s->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Only what polls needs the processor at once. */
static void become_realtime(struct session *s)
{
	struct sched_param p = { .sched_priority = 50 };
	cpu_set_t allowed;

	s->one_cpu = !sched_getaffinity(0, sizeof allowed, &allowed) && CPU_COUNT(&allowed) == 1;
	s->realtime = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &p) == 0;
	mlockall(MCL_CURRENT | MCL_FUTURE);
}

static void prepare_loop(struct session *s)
{
	s->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	watch(s, s->signal_fd, WAKE_SIGNAL, EPOLLIN);
	watch(s, STDIN_FILENO, WAKE_CONTROL, EPOLLIN);
	if (s->launches) {
		watch(s, s->tree.report_fd, WAKE_REPORT, EPOLLIN);
		watch(s, s->tree.exec_fd, WAKE_EXEC, EPOLLIN);
	} else if (s->options->attach_pid) {
		int fd = (int)syscall(SYS_pidfd_open, s->pid, 0);

		if (fd >= 0)
			watch(s, fd, WAKE_TARGET, EPOLLIN);
		else
			leave(s, "exited");
	}
	s->deadline_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (s->poll)
		watch(s, s->deadline_fd, WAKE_DEADLINE, EPOLLIN);
}

/* Edge-triggered: after the end of the first task its events hang up for ever, and more is to come. */
static void watch_rings(struct session *s)
{
	struct counters *c = &s->counters;

	for (unsigned i = 0; i < c->units; i++)
		for (unsigned g = 0; g < c->groups; g++)
			for (unsigned m = 0; m < MEMBER_VALUES + c->group[g].values; m++)
				if (counters_at(c, i, g, m)->ring.page)
					watch(s, counters_at(c, i, g, m)->fd, WAKE_RING, EPOLLIN | EPOLLET);
	for (unsigned i = 0; i < c->tracks; i++)
		watch(s, c->track[i].fd, WAKE_RING, EPOLLIN | EPOLLET);
}

static int too_large(const struct counters *c)
{
	const struct event_option *e = &c->options->events[c->too_large];
	unsigned place = 0;

	for (int i = 0; i < c->too_large; i++)
		place += c->options->events[i].group == e->group && c->event[i].counted;
	return protocol_error("usage", e->together ? "take events out of the braces, or add --exact for one run per group"
			      : "type --groups to count them in turns (estimates), or --exact for one run per group",
			      "the processor has no counter left for %s beside the %u events before it in its group",
			      e->name, place);
}

static int counters_error(const struct counters *c)
{
	const char *remedy = "type: runbench doctor";
	const char *why = strerror(c->fatal);

	if (c->too_large >= 0)
		return too_large(c);
	if (c->fatal == ESRCH)
		return protocol_error("usage", "look for it with: ps -eLf", "the task to attach to does not exist (any more)");
	if ((c->fatal == EPERM || c->fatal == ENOSYS) && machine_filtered()) {
		why = "the seccomp filter of this container or service refuses perf_event_open";
		remedy = "let it through: docker or podman run --security-opt seccomp=unconfined --cap-add=PERFMON ...; "
			 "systemd: SystemCallFilter=perf_event_open";
	} else if ((c->fatal == EACCES || c->fatal == EPERM) && c->cpu_wide) {
		return protocol_error("machine", "type: sudo sysctl kernel.perf_event_paranoid=0, or run as root",
				      "counting on CPUs, whoever runs there, is not permitted: "
				      "kernel.perf_event_paranoid is %d", machine_paranoid());
	} else if ((c->fatal == EACCES || c->fatal == EPERM) && (c->options->attach_pid || c->options->attach_tid)) {
		return protocol_error("machine", "run as its owner, or as root",
				      "the task %d belongs to someone else or protects itself: attaching is not permitted",
				      c->options->attach_pid ? c->options->attach_pid : c->options->attach_tid);
	} else if (c->fatal == EMFILE) {
		remedy = "type: ulimit -n 65536";
	} else if (c->fatal == EACCES || c->fatal == EPERM) {
		remedy = "type: sudo sysctl kernel.perf_event_paranoid=1, or run as root";
	} else if (c->fatal == ENOSYS) {
		why = "this kernel has no perf_event_open";
		remedy = "use a kernel with CONFIG_PERF_EVENTS";
	}
	return protocol_error("machine", remedy, "cannot sample here: %s failed: %s", c->fatal_what, why);
}

/* Of counters on a child of ours, that nobody else's rights can be in the way of. */
static int calibration_error(const struct counters *c)
{
	if (c->fatal != EACCES && (c->fatal != EPERM || machine_filtered()))
		return counters_error(c);
	return protocol_error("machine", c->options->cpu_list ? "type: sudo sysctl kernel.perf_event_paranoid=0, or run as root"
			      : "type: sudo sysctl kernel.perf_event_paranoid=1, or run as root",
			      "kernel.perf_event_paranoid is %d, which lets this user count nothing at all: %s failed: %s",
			      machine_paranoid(), c->fatal_what, strerror(c->fatal));
}

static int nothing_counts(const struct counters *c)
{
	struct text words = { 0 };
	int status;

	for (int i = 0; i < c->options->event_count; i++)
		text_add(&words, "%s%s: %s", i ? "; " : "", c->options->events[i].name, c->event[i].reason);
	status = protocol_error("machine", "choose events that this machine has; type: runbench doctor",
				"none of the events can be counted here: %s", words.data);
	text_free(&words);
	return status;
}

static int check_cost(const struct session *s)
{
	double share = (double)s->cost_ns / (double)s->options->period_ns;
	uint64_t better = sensible_period((uint64_t)((double)s->cost_ns / s->options->max_cost + 0.5));
	struct text t = { 0 };

	text_add(&t, "\"cost_per_sample_ns\":%llu,\"share\":%.6f", (unsigned long long)s->cost_ns, share);
	protocol_send("calibrated", t.data);
	text_free(&t);
	if (share <= s->options->max_cost || s->options->force)
		return 0;
	text_add(&t, "choose a period of %llu ns or longer, or add --force", (unsigned long long)better);
	protocol_error("usage", t.data, "a sample costs %.1f us on this machine, which is %.0f %% of the period of "
		       "%.1f us: the benchmark would be measured in slow motion (at most %.0f %% are accepted)",
		       (double)s->cost_ns / 1e3, share * 100, (double)s->options->period_ns / 1e3,
		       s->options->max_cost * 100);
	text_free(&t);
	return EXIT_USAGE;
}

static int exec_error(const struct session *s)
{
	static const char *const streams[] = { "standard input", "standard output", "standard error" };
	const struct exec_failure *f = &s->exec_failure;
	const struct options *o = s->options;
	const char *reason = strerror(f->error);

	if (f->what < 3)
		return protocol_error("benchmark", "check the path and its permissions",
				      "the benchmark's %s, %s, cannot be opened: %s", streams[f->what],
				      o->stdio[f->what], reason);
	if (f->what == 3)
		return protocol_error("benchmark", "check the directory", "cannot change to the directory %s: %s",
				      o->chdir, reason);
	return protocol_error("benchmark", f->error == ENOENT
			      ? "check the name; a program outside $PATH needs its path"
			      : "check that the file is a program for this machine and may be executed",
			      "the benchmark %s cannot be started: %s", o->command[0], reason);
}

/* A benchmark that has gone before its counters were opened says why: its streams or directory, most often. */
static bool failed_before_gate(struct session *s)
{
	struct pollfd result = { .fd = s->tree.exec_fd, .events = POLLIN };

	return s->counters.fatal == ESRCH && poll(&result, 1, 1000) == 1
		&& read(s->tree.exec_fd, &s->exec_failure, sizeof s->exec_failure) == sizeof s->exec_failure;
}

/* The text of a file, to be freed; NULL with errno. */
static char *read_whole(const char *path)
{
	struct text t = { 0 };
	char bytes[4096];
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return NULL;
	text_add(&t, "%s", "");
	while ((n = read(fd, bytes, sizeof bytes)) > 0)
		text_add(&t, "%.*s", (int)n, bytes);
	close(fd);
	while (t.size && strchr(" \t\r\n", t.data[t.size - 1]))
		t.data[--t.size] = 0;
	return t.data;
}

static const char *choose_mode(struct session *s)
{
	s->poll = s->options->poll;
	if (s->options->cpu_list) {
		s->poll = false; /* each CPU's own clock is as good at any period */
		return NULL;
	}
	if (s->poll || !s->options->inherit || counters_can_inherit_reads())
		return NULL;
	s->poll = true;
	return "this kernel gives no per-task values in samples of inherited counters (Linux 6.12 or later does): "
	       "the counters are polled instead; totals include all tasks";
}

static int finish(struct session *s)
{
	struct text t = { 0 }, trailer = { 0 };
	int status = s->outcome.interrupted ? EXIT_INTERRUPTED : 0;
	bool kept;

	recorder_finish(&s->recorder, s->outcome.end_ns);
	/* The kernel knows better than a helper that had to wait for a processor. */
	if (s->launches && s->recorder.exec_ns && s->recorder.exec_ns < s->outcome.exec_ns)
		s->outcome.exec_ns = s->recorder.exec_ns;
	/* Linux 5.13 to about 6.17 forget to report them. */
	if (!s->outcome.note && s->recorder.incomplete && !s->recorder.lost)
		s->outcome.note = "this kernel did not report the final values of all tasks: what they counted after their "
				  "last sample stands with the first task";
	report_finished(&t, &s->recorder, &s->outcome, s->cost_ns);
	text_add(&trailer, "{%s}", t.data);
	kept = !writer_finish(&s->writer, clock_ns(), trailer.data, trailer.size);
	if (s->writer.error)
		status = protocol_error("io", "make room or choose another place with -o; what was recorded until "
					"then can be read", "cannot write %s: %s; the benchmark was ended, %llu bytes "
					"with %llu samples %s", s->options->output, strerror(s->writer.error),
					(unsigned long long)s->writer.position, (unsigned long long)s->recorder.samples,
					kept ? "were kept" : "were kept without a trailer");
	else if (s->guardian_died)
		status = protocol_error("machine", "find out who kills processes here (the kernel's out-of-memory "
					"killer says so in: dmesg)", "the process that guards the benchmark was killed; "
					"the benchmark was ended, the recording is kept");
	else
		protocol_send("finished", t.data);
	text_free(&t);
	text_free(&trailer);
	return status;
}

/* Many threads take many counters; the limit that programs are born with is low for historical reasons only. */
static void raise_open_files(void)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static int no_such_task(const struct session *s)
{
	return protocol_error("usage", "look for it with: ps -eLf", "there is no %s %d", s->options->attach_pid
			      ? "process" : "thread", s->options->attach_pid ? s->options->attach_pid
			      : s->options->attach_tid);
}

/* Fills s->targets; returns 0 or an exit code. */
static int choose_targets(struct session *s)
{
	const struct options *o = s->options;
	char error[160] = "";

	if (o->cpu_list) {
		unsigned count = attach_cpus(o->cpu_list, &s->cpus, error);

		if (!count)
			return protocol_error("usage", "write for example 0-3,7 or all", "%s", error);
		s->targets = (struct targets){ .count = count, .cpu = s->cpus };
		return 0;
	}
	if (o->attach_pid) {
		s->targets.count = attach_threads(o->attach_pid, &s->tids);
		s->targets.pid = s->tids;
		s->pid = attach_process_of(o->attach_pid);
		if (!s->targets.count || !s->pid)
			return no_such_task(s);
		return 0;
	}
	s->tids = malloc(sizeof *s->tids);
	if (!s->tids)
		abort();
	*s->tids = o->attach_tid ? o->attach_tid : s->tree.first;
	s->targets = (struct targets){ .pid = s->tids, .count = 1, .on_exec = s->launches };
	if (o->attach_tid && !(s->pid = attach_process_of(o->attach_tid)))
		return no_such_task(s);
	return 0;
}

static bool same_threads(const struct session *s)
{
	pid_t *now;
	unsigned count = attach_threads(s->options->attach_pid, &now);
	bool same = count == s->targets.count && !memcmp(now, s->tids, count * sizeof *now);

	free(now);
	return same;
}

static int gone_for_good(struct session *s)
{
	s->counters = (struct counters){ .fatal = ESRCH, .too_large = -1 };
	return -1;
}

/*
 * Opens the counters on what is to be observed. A process may start threads meanwhile, of which one cannot know whether
 * they inherited all counters, some or none: then everything is opened again, until nothing has changed between.
 */
static int open_counters(struct session *s, const char **note)
{
	for (int attempt = 1; ; attempt++) {
		int status = counters_open(&s->counters, s->options, s->poll, &s->targets, s->options->period_ns);
		/* ENODEV: a thread ended between the first of its counters and the next. */
		bool gone = status && (s->counters.fatal == ESRCH || s->counters.fatal == ENODEV);

		if (!s->options->attach_pid || (!gone && (status || same_threads(s))))
			return status;
		/* One that has ended leaves nothing to accept: as long as the process lives, the next try may be luckier. */
		if (gone && attempt == 1000)
			return status;
		if (!gone && attempt >= 20) {
			*note = "threads kept starting while the counters were being opened: the latest ones may be missing";
			return status;
		}
		counters_close(&s->counters);
		free(s->tids);
		s->tids = NULL;
		s->targets.count = attach_threads(s->options->attach_pid, &s->tids);
		s->targets.pid = s->tids;
		if (!s->targets.count)
			return gone_for_good(s);
	}
}

/* The counters of the calibration's child make way for those that measure; what was learnt about the events stays. */
static int open_for_good(struct session *s, const char **note)
{
	int count = s->options->event_count, status;
	bool *silent = calloc((size_t)count, sizeof *silent);

	if (!silent)
		abort();
	for (int i = 0; i < count; i++)
		silent[i] = s->counters.event[i].silent;
	counters_close(&s->counters);
	status = open_counters(s, note);
	for (int i = 0; !status && i < count; i++)
		s->counters.event[i].silent = silent[i];
	free(silent);
	return status;
}

static void name_roots(struct session *s)
{
	for (unsigned t = 0; t < s->targets.count && !s->targets.on_exec; t++) {
		char name[32] = "";

		if (s->counters.cpu_wide)
			snprintf(name, sizeof name, "CPU %d", s->cpus[t]);
		else
			attach_name(s->tids[t], name);
		recorder_name(&s->recorder, s->recorder.root[t], name, s->flushed_ns);
	}
}

static void begin(struct session *s)
{
	struct text t = { 0 };

	if (!s->targets.on_exec)
		counters_switch(&s->counters, true);
	if (s->launches) {
		tree_release(&s->tree);
	} else {
		s->executed = true;
		s->outcome.exec_ns = clock_ns();
		text_add(&t, "\"wall_ns\":%llu", (unsigned long long)s->outcome.exec_ns);
		protocol_send("exec", t.data);
		text_free(&t);
	}
}

/* From here on the benchmark, if there is one, exists, held at its gate; whatever goes wrong, the guardian ends it when we end. */
static int measure(struct session *s, const char *meta)
{
	const char *note = choose_mode(s);
	struct text t = { 0 };
	int status = choose_targets(s);

	if (status)
		return status;
	status = calibrate(&s->counters, s->options, s->poll, &s->cost_ns);
	if (status)
		return calibration_error(&s->counters);
	/* A socket's counters cannot be tried on a child. */
	if (!s->counters.groups && !s->options->cpu_list)
		return nothing_counts(&s->counters);
	if (s->counters.user_only && !s->poll && !s->options->cpu_list && s->options->period_ns >= LEAST_POLL_NS) {
		/* Without the right to see the kernel, no sample is taken while the program is in the kernel. */
		counters_close(&s->counters);
		s->poll = true;
		note = "kernel.perf_event_paranoid lets only user mode be sampled, which would leave gaps wherever the "
		       "program is in the kernel: the counters are polled instead; type: sudo sysctl "
		       "kernel.perf_event_paranoid=1";
		if (calibrate(&s->counters, s->options, s->poll, &s->cost_ns))
			return calibration_error(&s->counters);
	} else if (s->counters.user_only && !s->poll) {
		note = "kernel.perf_event_paranoid lets only user mode be sampled: no samples while the program is in "
		       "the kernel; type: sudo sysctl kernel.perf_event_paranoid=1";
	}
	status = check_cost(s);
	if (status)
		return status;
	if (open_for_good(s, &note))
		return s->launches && failed_before_gate(s) ? exec_error(s) : counters_error(&s->counters);
	if (!s->counters.groups)
		return nothing_counts(&s->counters);
	if (writer_create(&s->writer, s->options->output) < 0)
		return protocol_error("io", "check the directory, its permissions and the free space",
				      "cannot create %s: %s", s->options->output, strerror(errno));
	if (s->poll)
		become_realtime(s);
	report_metadata(&t, &s->counters, s->cost_ns, s->realtime, meta, note);
	writer_header(&s->writer, t.data, t.size, counters_value_count(&s->counters));
	t.size = 0;
	report_started(&t, &s->counters, s->launches ? s->tree.first : s->pid, s->realtime, note);
	protocol_send("started", t.data);
	text_free(&t);
	s->flushed_ns = s->progress_ns = s->outcome.exec_ns = clock_ns();
	recorder_init(&s->recorder, &s->counters, &s->writer, s->pid, s->flushed_ns);
	name_roots(s);
	prepare_loop(s);
	watch_rings(s);
	begin(s);
	if (s->poll)
		start_deadlines(s);
	loop(s);
	if (s->exec_failure.error) {
		unlink(s->options->output);
		status = exec_error(s);
	} else {
		status = finish(s);
	}
	recorder_free(&s->recorder);
	writer_free(&s->writer);
	return status;
}

/* Says which events can be counted together without taking turns: {"event":"plan","runs":[[0,1],[2]]}. */
static int plan(const struct options *o)
{
	unsigned *run = calloc((size_t)o->event_count, sizeof *run), runs;
	struct text t = { 0 };
	int status = 0;

	if (!run)
		abort();
	signal(SIGPIPE, SIG_IGN);
	if (calibrate_plan(o, run, &runs)) {
		status = protocol_error("machine", "type: runbench doctor", "no counters can be opened here");
	} else {
		text_add(&t, "\"runs\":[");
		for (unsigned r = 0; r < runs; r++) {
			const char *comma = "";

			text_add(&t, r ? ",[" : "[");
			for (int i = 0; i < o->event_count; i++)
				if (run[i] == r) {
					text_add(&t, "%s%d", comma, i);
					comma = ",";
				}
			text_add(&t, "]");
		}
		text_add(&t, "]");
		protocol_send("plan", t.data);
		text_free(&t);
	}
	free(run);
	return status;
}

int session_run(const struct options *o)
{
	struct session s = { .options = o };
	char *meta = NULL;
	int status;

	if (o->meta_path && (!(meta = read_whole(o->meta_path)) || *meta != '{'))
		return protocol_error("usage", "give a file that holds one JSON object", "cannot use --meta %s: %s",
				      o->meta_path, meta ? "it does not start with {" : strerror(errno));
	if (o->plan)
		return plan(o);
	s.launches = o->command[0];
	s.outcome.attached = !s.launches;
	if (s.launches && tree_start(&s.tree, o) < 0)
		return protocol_error("machine", "check the limits: ulimit -u, ulimit -n", "cannot start a process: %s",
				      strerror(errno));
	raise_open_files();
	if (s.launches)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	prepare_signals(&s);
	status = measure(&s, meta);
	counters_close(&s.counters);
	if (s.launches)
		close(s.tree.command_fd);
	while (s.launches && waitpid(s.tree.guardian, NULL, 0) < 0 && errno == EINTR)
		;
	free(meta);
	free(s.tids);
	free(s.cpus);
	return status;
}
