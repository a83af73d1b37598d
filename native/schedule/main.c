/*
 * runbench-gangs: starts the programs of a workload and lets them run in quanta, as decided by the program that started it. Each
 * program has a guardian (../base/process_tree.h): if any of these processes is killed, no program stays stopped.
 */
#include "quanta.h"
#include "rescue.h"
#include "words.h"
#include "../base/clock_ns.h"
#include "../base/say.h"
#include "../base/signals.h"
#include "../sampler/machine.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	struct gang_settings settings;
	struct quanta quanta;
	struct options events;
	sigset_t mask;
	int      signal_fd, stop_signal; /* stop_signal: last signal that ended the programs; 0: none */
	struct text line;
	const char *rescue; /* ID of a run whose remaining processes are continued and ended; NULL: none */
	bool     interrupted, done, parent_ended;
} run;

/* Parses the options; those for events are options of the sampler, with its checks. */
static int take_options(int argc, char **argv)
{
	static char one_event[] = "--event=type=1,config=2,source=software,name=page-faults";
	static char *const before[] = { "runbench-gangs", "--output", "/dev/null", "--period", "1000000000", "--mode", "poll" };
	size_t n = sizeof before / sizeof *before;
	char **words = calloc((size_t)argc + n + 4, sizeof *words);
	int status;

	if (!words)
		abort();
	run.settings.freezer = true;
	memcpy(words, before, sizeof before);
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--outlive"))
			run.settings.outlive = true;
		else if (!strcmp(argv[i], "--signals"))
			run.settings.freezer = false;
		else if (!strcmp(argv[i], "--rescue") && i + 1 < argc)
			run.rescue = argv[++i];
		else
			words[n++] = argv[i];
	/* The sampler requires at least one event, and a command. */
	words[n++] = one_event;
	words[n++] = "--";
	words[n++] = "true";
	status = options_parse(&run.events, (int)n, words);
	if (!status)
		run.events.event_count--;
	return status;
}

/* Ends all programs, or releases them if they outlive the helper. */
static void stop(int signal)
{
	if (run.stop_signal == signal || run.stop_signal == SIGKILL)
		return;
	run.stop_signal = signal;
	run.interrupted = true;
	quanta_end(&run.quanta);
	for (unsigned i = 0; i < run.quanta.gangs && !run.settings.outlive; i++)
		gang_end(run.quanta.gang[i], signal);
	run.done = run.settings.outlive;
}

static void start_program(char **words, size_t count)
{
	struct gang *g = run.done || run.stop_signal ? NULL : gang_start(&run.settings, words, count);
	struct quanta *q = &run.quanta;

	if (!g)
		return;
	q->gang = realloc(q->gang, (q->gangs + 1) * sizeof *q->gang);
	if (!q->gang)
		abort();
	q->gang[q->gangs++] = g;
}

static void end_program(unsigned number)
{
	struct gang *g = quanta_find(&run.quanta, number);
	const cpu_set_t *cpus = &run.settings.cpus;

	if (!g)
		return;
	gang_end(g, SIGTERM);
	hold_continue((struct hold *const []){ &g->hold }, 1, &cpus);
}

static int signal_of(const char *name)
{
	return !strcmp(name, "INT") ? SIGINT : !strcmp(name, "HUP") ? SIGHUP : !strcmp(name, "KILL") ? SIGKILL : SIGTERM;
}

static void execute_command(char *line)
{
	size_t count;
	char **words = split_words(line, &count);

	if (!strcmp(*words, "program"))
		start_program(words + 1, count - 1);
	else if (!strcmp(*words, "begin") && count == 2)
		quanta_begin(&run.quanta, strtoull(words[1], NULL, 10));
	else if (!strcmp(*words, "quantum") && count >= 2 && !quanta_answer(&run.quanta, words + 1, count - 1))
		say_error(ERROR_USAGE, "see native/schedule/README.md", "an invalid quantum");
	else if (!strcmp(*words, "end") && count == 2)
		end_program((unsigned)strtoul(words[1], NULL, 10));
	else if (!strncmp(*words, "stop ", 5))
		stop(signal_of(*words + 5));
	else if (!strcmp(*words, "done"))
		run.done = true;
	free(words);
}

static void take_commands(void)
{
	char bytes[65536];
	ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		run.parent_ended = true;
		stop(SIGKILL);
		return;
	}
	text_add_bytes(&run.line, bytes, (size_t)n);
	for (char *end; (end = memchr(run.line.data, '\n', run.line.size)); text_drop(&run.line, (size_t)(end - run.line.data) + 1)) {
		*end = 0;
		execute_command(run.line.data);
	}
}

static void take_signals(void)
{
	struct signalfd_siginfo info;

	while (read(run.signal_fd, &info, sizeof info) == sizeof info)
		if (info.ssi_signo == SIGTSTP || info.ssi_signo == SIGTTIN || info.ssi_signo == SIGTTOU)
			quanta_pause(&run.quanta);
		else
			stop((int)info.ssi_signo);
}

static bool any_alive(void)
{
	for (unsigned i = 0; i < run.quanta.gangs; i++)
		if (run.quanta.gang[i]->alive)
			return true;
	return false;
}

enum { FROM_CONTROL, FROM_SIGNAL, PROGRAMS };

static void wait_for_events(uint64_t until)
{
	struct quanta *q = &run.quanta;
	unsigned count = q->gangs;
	struct pollfd *ready = calloc(PROGRAMS + 2 * (size_t)count, sizeof *ready);
	uint64_t now = clock_ns(), wait = until <= now ? 0 : until - now;
	struct timespec t = { .tv_sec = (time_t)(wait / NS_PER_S), .tv_nsec = (long)(wait % NS_PER_S) };

	if (!ready)
		abort();
	ready[FROM_CONTROL] = (struct pollfd){ .fd = run.parent_ended ? -1 : STDIN_FILENO, .events = POLLIN };
	ready[FROM_SIGNAL] = (struct pollfd){ .fd = run.signal_fd, .events = POLLIN };
	for (unsigned i = 0; i < count; i++) {
		const struct gang *g = q->gang[i];

		ready[PROGRAMS + 2 * i] = (struct pollfd){ .fd = g->alive ? g->tree.exec_fd : -1, .events = POLLIN };
		ready[PROGRAMS + 2 * i + 1] = (struct pollfd){ .fd = g->alive ? g->tree.report_fd : -1, .events = POLLIN };
	}
	if (ppoll(ready, PROGRAMS + 2 * count, until == UINT64_MAX ? NULL : &t, NULL) > 0) {
		if (ready[FROM_SIGNAL].revents)
			take_signals();
		for (unsigned i = 0; i < count; i++) {
			bool ran = q->gang[i]->runs;

			if (ready[PROGRAMS + 2 * i].revents)
				gang_on_exec(q->gang[i]);
			if (ready[PROGRAMS + 2 * i + 1].revents && gang_on_report(q->gang[i], &run.settings))
				quanta_ended(q, ran);
		}
		if (ready[FROM_CONTROL].revents)
			take_commands();
	}
	free(ready);
}

int main(int argc, char **argv)
{
	int status = take_options(argc, argv);
	struct sched_param priority = { .sched_priority = 50 };
	struct text t = { 0 };
	char id[64];
	bool realtime;

	if (status)
		return status;
	if (run.rescue)
		return rescue_run(run.rescue, run.settings.outlive);
	snprintf(id, sizeof id, "%d.%llu", (int)getpid(), (unsigned long long)clock_ns());
	setenv(RESCUE_MARK, id, 1);
	run.signal_fd = signals_take_over(&run.mask);
	signal(SIGPIPE, SIG_IGN);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_TIMERSLACK, 1);
	sched_getaffinity(0, sizeof run.settings.cpus, &run.settings.cpus);
	/* Real-time priority keeps quanta on time on busy CPUs; started programs do not inherit it. */
	realtime = !sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority);
	run.settings.events = &run.events;
	run.settings.mask = &run.mask;
	run.quanta.settings = &run.settings;
	text_add(&t, "\"realtime\":%s,\"id\":\"%s\"", realtime ? "true" : "false", id);
	say("ready", t.data);
	text_free(&t);
	while (!run.done || (any_alive() && !run.settings.outlive)) {
		if ((run.stop_signal || run.parent_ended) && !any_alive())
			break;
		wait_for_events(quanta_on_time(&run.quanta, clock_ns()));
	}
	text_add(&t, "\"interrupted\":%s", run.interrupted ? "true" : "false");
	say("finished", t.data);
	text_free(&t);
	return run.interrupted ? EXIT_INTERRUPTED : 0;
}
