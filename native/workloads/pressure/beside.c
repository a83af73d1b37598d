/*
 * runbench-beside - runs programs simultaneously, each on its own CPU and repeatedly, until each has completed a number of runs.
 * All other programs run during the whole time of each run. Each end is reported in a line ("ended") with wall and CPU time.
 *
 *   runbench-beside RUNS SECONDS [PROGRAM CPU FOLDER IN OUT ERR VARIABLES [NAME=VALUE...] WORDS WORD...]...
 *
 * RUNS: complete runs of each program. SECONDS: limit of the total time. PROGRAM: the word "program". CPU: -1 for any. VARIABLES
 * and WORDS: the number of following arguments. If standard input closes or a program cannot start, all are killed.
 */
#include "../../base/clock_ns.h"
#include "../../base/say.h"
#include "../../base/spawn.h"
#include "../../base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define REMEDY  "runbench schedule interference starts it"
#define POLL_INTERVAL_MS 1 /* between two checks for ended programs */

enum { MAX_PROGRAMS = 64, STREAMS = 3 };

struct program {
	int         cpu;
	const char *folder, *streams[STREAMS];
	char      **variables, **words; /* words end with NULL */
	int         variable_count;
	pid_t       pid;
	uint64_t    begun;
	unsigned    ended;
};

static struct program programs[MAX_PROGRAMS];
static unsigned count;
static cpu_set_t allowed;

static bool number(const char *word, long min, long max, long *value)
{
	char *end;

	errno = 0;
	*value = strtol(word, &end, 10);
	return !errno && !*end && end != word && *value >= min && *value <= max;
}

/* Parses the words of one program. Returns their number, 0 if they are invalid. */
static int read_program(int argc, char **argv, struct program *p)
{
	long cpu, variables, words;

	if (argc < 9 || strcmp(argv[0], "program") || !number(argv[1], -1, CPU_SETSIZE - 1, &cpu) || !number(argv[6], 0, argc - 8, &variables)
	    || !number(argv[7 + variables], 1, argc - 8 - variables, &words))
		return 0;
	p->cpu = (int)cpu;
	p->folder = argv[2];
	for (int i = 0; i < STREAMS; i++)
		p->streams[i] = argv[3 + i];
	p->variables = argv + 7;
	p->variable_count = (int)variables;
	p->words = calloc((size_t)words + 1, sizeof *p->words);
	if (!p->words)
		return 0;
	memcpy(p->words, argv + 8 + variables, (size_t)words * sizeof *p->words);
	return (int)(8 + variables + words);
}

/* Starts a program, which inherits affinity, environment and directory of this single-threaded process. */
static int start(struct program *p)
{
	static const int modes[STREAMS] = { O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_TRUNC };
	struct spawn s = { .argv = p->words, .own_group = true, .death_signal = SIGKILL };
	cpu_set_t own = allowed;
	const char *failed = p->words[0];

	if (p->cpu >= 0) {
		CPU_ZERO(&own);
		CPU_SET(p->cpu, &own);
	}
	sched_setaffinity(0, sizeof own, &own);
	for (int i = 0; i < p->variable_count; i++)
		putenv(p->variables[i]);
	for (int i = 0; i < STREAMS; i++)
		s.stdio[i] = -1;
	p->pid = -1;
	if (chdir(p->folder)) {
		failed = p->folder;
	} else {
		bool open_all = true;

		for (int i = 0; i < STREAMS && open_all; i++)
			if ((s.stdio[i] = open(p->streams[i], modes[i] | O_CLOEXEC, 0666)) < 0) {
				failed = p->streams[i];
				open_all = false;
			}
		p->begun = clock_ns();
		if (open_all)
			p->pid = spawn(&s);
	}
	if (p->pid < 0)
		say_error(ERROR_BENCHMARK, "run it by itself first", "%s: %s", failed, strerror(errno));
	for (int i = 0; i < STREAMS; i++)
		if (s.stdio[i] >= 0)
			close(s.stdio[i]);
	sched_setaffinity(0, sizeof allowed, &allowed);
	return p->pid < 0 ? -1 : 0;
}

static void kill_all(void)
{
	for (unsigned i = 0; i < count; i++)
		if (programs[i].pid > 0) {
			kill(-programs[i].pid, SIGKILL);
			while (waitpid(programs[i].pid, NULL, 0) < 0 && errno == EINTR)
				;
			programs[i].pid = 0;
		}
}

static void report_end(unsigned which, const struct program *p, int status, const struct rusage *usage)
{
	struct text t = { 0 };
	unsigned long long cpu = ((unsigned long long)usage->ru_utime.tv_sec + (unsigned long long)usage->ru_stime.tv_sec) * NS_PER_S
		+ ((unsigned long long)usage->ru_utime.tv_usec + (unsigned long long)usage->ru_stime.tv_usec) * 1000;

	text_add(&t, "\"program\":%u,\"wall_ns\":%llu,\"cpu_ns\":%llu,\"status\":%d", which, (unsigned long long)(clock_ns() - p->begun), cpu,
		 spawn_exit_code(status));
	say("ended", t.data);
	text_free(&t);
}

static bool all_done(unsigned runs)
{
	for (unsigned i = 0; i < count; i++)
		if (programs[i].ended < runs)
			return false;
	return true;
}

static int run(unsigned runs, uint64_t until)
{
	struct pollfd in = { .fd = 0, .events = POLLIN };
	char dropped[64];

	for (unsigned i = 0; i < count; i++)
		if (start(&programs[i]))
			return EXIT_BENCHMARK;
	while (!all_done(runs)) {
		bool idle = true;

		for (unsigned i = 0; i < count; i++) {
			struct program *p = &programs[i];
			struct rusage usage;
			int status;

			if (wait4(p->pid, &status, WNOHANG, &usage) != p->pid)
				continue;
			p->pid = 0;
			p->ended++;
			report_end(i, p, status, &usage);
			idle = false;
			if (all_done(runs))
				return 0;
			if (start(p))
				return EXIT_BENCHMARK;
		}
		if (clock_ns() > until)
			return say_error(ERROR_BENCHMARK, "allow more time (--timeout)", "the programs did not end in time");
		if (idle && poll(&in, 1, POLL_INTERVAL_MS) > 0 && read(0, dropped, sizeof dropped) <= 0)
			return EXIT_INTERRUPTED;
	}
	return 0;
}

/* Ignores a signal of the terminal: the program that started this one handles it and closes standard input. */
static void ignore_signal(int signal)
{
	(void)signal;
}

int main(int argc, char **argv)
{
	long runs, seconds;
	int at = 3, status, taken;

	sigaction(SIGINT, &(struct sigaction){ .sa_handler = ignore_signal, .sa_flags = SA_RESTART }, NULL);
	if (argc < 4 || !number(argv[1], 1, 1000000, &runs) || !number(argv[2], 1, 1000000, &seconds))
		return say_error(ERROR_USAGE, REMEDY, "write runs, seconds and programs");
	for (; at < argc && count < MAX_PROGRAMS; at += taken) {
		taken = read_program(argc - at, argv + at, &programs[count]);
		if (!taken)
			return say_error(ERROR_USAGE, REMEDY, "'%s' does not begin the description of a program", argv[at]);
		count++;
	}
	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return say_error(ERROR_MACHINE, REMEDY, "cannot determine the permitted CPUs: %s", strerror(errno));
	status = run((unsigned)runs, clock_ns() + (uint64_t)seconds * NS_PER_S);
	kill_all();
	return status;
}
