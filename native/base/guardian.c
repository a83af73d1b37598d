/* The process between a helper and the program that it started; see process_tree.h. */
#include "guardian.h"
#include "clock_ns.h"
#include "descendants.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

void guardian_send(int fd, const void *data, size_t size)
{
	while (write(fd, data, size) < 0 && errno == EINTR)
		;
}

static void fail_exec(int fd, int what)
{
	struct exec_failure failure = { .error = errno, .what = what };

	guardian_send(fd, &failure, sizeof failure);
	_exit(127);
}

/* Prepares the program's process and executes the program after the gate opens. */
static void become_program(const struct program *p, pid_t group, int gate, int exec_fd, pid_t guardian)
{
	static const int flags[3] = { O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_TRUNC };
	char byte;
	ssize_t n;

	setpgid(0, group);
	prctl(PR_SET_PDEATHSIG, p->outlives ? SIGCONT : SIGKILL);
	if (getppid() != guardian)
		_exit(127);
	for (int i = 0; i < 3; i++) {
		int fd;

		if (!p->stdio[i])
			continue;
		fd = open(p->stdio[i], flags[i], 0666);
		if (fd < 0)
			fail_exec(exec_fd, i);
		/* If both output streams name one file, they share the position, as in a shell. */
		if (i == 2 && p->stdio[1] && !strcmp(p->stdio[1], p->stdio[2])) {
			close(fd);
			fd = dup(1);
		}
		dup2(fd, i);
		if (fd > 2)
			close(fd);
	}
	if (p->directory && chdir(p->directory) < 0)
		fail_exec(exec_fd, EXEC_DIRECTORY);
	if (p->cpus && syscall(SYS_sched_setaffinity, 0, PLACE_BITS / 8, p->cpus) < 0)
		fail_exec(exec_fd, EXEC_CPUS);
	/* The program inherits the policy through exec, its threads and children from it. */
	if (p->nodes && syscall(SYS_set_mempolicy, MPOL_BIND, p->nodes, (unsigned long)PLACE_BITS) < 0)
		fail_exec(exec_fd, EXEC_NODES);
	do {
		n = read(gate, &byte, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(127);
	execvp(p->command[0], p->command);
	fail_exec(exec_fd, EXEC_PROGRAM);
}

static void add_usage(struct rusage *sum, const struct rusage *u)
{
	timeradd(&sum->ru_utime, &u->ru_utime, &sum->ru_utime);
	timeradd(&sum->ru_stime, &u->ru_stime, &sum->ru_stime);
	if (u->ru_maxrss > sum->ru_maxrss)
		sum->ru_maxrss = u->ru_maxrss;
	sum->ru_minflt += u->ru_minflt;
	sum->ru_majflt += u->ru_majflt;
	sum->ru_nvcsw += u->ru_nvcsw;
	sum->ru_nivcsw += u->ru_nivcsw;
}

bool guardian_reap(struct tree_report *sum, pid_t first, int report_fd)
{
	for (;;) {
		struct rusage usage;
		int status;
		pid_t pid = wait4(-1, &status, WNOHANG, &usage);

		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0)
			return false;
		if (pid == 0)
			return true;
		add_usage(&sum->usage, &usage);
		if (pid == first) {
			struct tree_report r = { .kind = TREE_FIRST_ENDED, .pid = pid, .status = status,
				.wall_ns = clock_ns() };

			sum->status = status;
			if (report_fd >= 0)
				guardian_send(report_fd, &r, sizeof r);
		}
	}
}

/* Returns whether a signal ends a process: the process neither blocks nor ignores nor catches it. */
static bool is_ended_by(pid_t pid, int signal)
{
	static const char *const masks[] = { "\nSigBlk:", "\nSigIgn:", "\nSigCgt:" };
	char status[4096];

	process_read(pid, "status", status, sizeof status);
	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		const char *mask = strstr(status, masks[i]);

		if (!mask || strtoull(mask + strlen(masks[i]), NULL, 16) & 1ull << (signal - 1))
			return false;
	}
	return true;
}

/* The processes that received a signal. Processes that they start later, for example to clean up, do not belong to them. */
struct recipients {
	pid_t    pid[1024];
	unsigned count;
};

/*
 * The processes that a signal is meant for: the program's process group. If the program joined another group: the members of
 * that group that descend from this process, and the program itself.
 */
struct signalled {
	pid_t first, group;
	bool  joined;
};

static bool belongs(const struct signalled *s, pid_t pid)
{
	return getpgid(pid) == s->group || (s->joined && pid == s->first);
}

static void note_descendants(struct recipients *to, const struct signalled *s)
{
	pid_t self = getpid();
	struct descendant *all;
	size_t count = descendants_of(&self, 1, &all);

	for (size_t i = 0; i < count; i++)
		if (belongs(s, all[i].pid) && to->count < sizeof to->pid / sizeof *to->pid)
			to->pid[to->count++] = all[i].pid;
	free(all);
}

static void note_group(struct recipients *to, pid_t group)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	while (proc && (entry = readdir(proc))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid > 0 && getpgid(pid) == group && to->count < sizeof to->pid / sizeof *to->pid)
			to->pid[to->count++] = pid;
	}
	if (proc)
		closedir(proc);
}

static void note(struct recipients *to, const struct signalled *s)
{
	to->count = 0;
	if (s->joined)
		note_descendants(to, s);
	else
		note_group(to, s->group);
}

static void send_signal(const struct recipients *to, const struct signalled *s, int signal)
{
	if (!s->joined)
		kill(-s->group, signal);
	for (unsigned i = 0; s->joined && i < to->count; i++)
		kill(to->pid[i], signal);
}

static void repeat_signal(const struct recipients *to, const struct signalled *s, int signal)
{
	for (unsigned i = 0; i < to->count; i++)
		if (belongs(s, to->pid[i]) && is_ended_by(to->pid[i], signal))
			kill(to->pid[i], signal);
}

/* Continues all processes. A stopped process may be in the middle of a fork and show its child later: hence several rounds. */
static void continue_all(const struct program *p)
{
	pid_t self = getpid();

	if (p->thaw_fd >= 0)
		guardian_send(p->thaw_fd, "0", 1);
	for (int round = 0; round < 3; round++) {
		struct descendant *all;
		size_t count = descendants_of(&self, 1, &all);

		for (size_t i = 0; i < count; i++)
			kill(all[i].pid, SIGCONT);
		free(all);
	}
}

/* Executes a command of the helper other than SIGKILL. Stop and continue do not change the recipients of an ending signal. */
static void execute_command(struct recipients *to, const struct signalled *s, unsigned char command)
{
	struct recipients now;

	if (command & REPEAT_SIGNAL) {
		repeat_signal(to, s, command & ~REPEAT_SIGNAL);
	} else if (command & NOTE_SIGNAL) {
		note(to, s);
	} else if (command == SIGSTOP || command == SIGCONT) {
		note(&now, s);
		send_signal(&now, s, command);
	} else {
		note(to, s);
		send_signal(to, s, command);
	}
}

static void guard(const struct program *p, const struct signalled *s, int command_fd, int report_fd, int signals)
{
	pid_t first = s->first;
	struct tree_report sum = { .kind = TREE_ENDED, .pid = first };
	struct pollfd fds[2] = { { .fd = command_fd, .events = POLLIN }, { .fd = signals, .events = POLLIN } };
	struct recipients recipients = { .count = 0 };
	bool killing = false;

	while (guardian_reap(&sum, first, report_fd)) {
		unsigned char bytes[16];
		ssize_t n;

		/* A process that is being forked may appear after a round: kill in rounds until none is left. */
		if (killing)
			descendants_kill();
		if (poll(fds, 2, killing ? 5 : -1) < 0)
			continue;
		if (fds[1].revents) {
			struct signalfd_siginfo info;

			if (read(signals, &info, sizeof info) < 0)
				continue;
		}
		if (!fds[0].revents)
			continue;
		n = read(command_fd, bytes, sizeof bytes);
		if (n <= 0 && !(n < 0 && errno == EINTR)) { /* the helper is dead */
			if (p->outlives) {
				continue_all(p);
				return;
			}
			killing = true;
			fds[0].fd = -1;
		}
		for (ssize_t i = 0; i < n; i++) {
			if (bytes[i] == SIGKILL)
				killing = true;
			else
				execute_command(&recipients, s, bytes[i]);
		}
	}
	sum.wall_ns = clock_ns();
	guardian_send(report_fd, &sum, sizeof sum);
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Closes the helper's other descriptors, above all its ends of the pipes to other guardians. */
static void close_others(const struct guardian_pipes *pipes, int thaw_fd)
{
	int kept[] = { 2, thaw_fd < 2 ? 2 : thaw_fd, pipes->command, pipes->report, pipes->gate, pipes->exec_result };
	size_t count = sizeof kept / sizeof *kept;

	qsort(kept, count, sizeof *kept, by_number);
	for (size_t i = 0; i < count; i++) {
		unsigned from = (unsigned)kept[i] + 1, to = i + 1 < count ? (unsigned)kept[i + 1] : ~0u;

		if (from < to)
			syscall(SYS_close_range, from, to == ~0u ? to : to - 1, 0);
	}
}

void guardian_run(const struct program *p, const struct guardian_pipes *pipes, const sigset_t *original)
{
	struct tree_report spawned = { .kind = TREE_SPAWNED };
	pid_t self = getpid(), joined = p->joins_group ? getpgrp() : 0;
	struct signalled signalled;
	sigset_t child_signal;
	int signals;

	/* Its own group: a kill of the helper's group must not reach the process that cleans up. */
	setpgid(0, 0);
	close_others(pipes, p->outlives ? p->thaw_fd : -1);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_NAME, "runbench-guard");
	spawned.pid = fork();
	if (spawned.pid == 0) {
		sigprocmask(SIG_SETMASK, original, NULL);
		become_program(p, joined, pipes->gate, pipes->exec_result, self);
	}
	spawned.error = errno;
	/* Here and in the child, as in a shell: a signal to the group must reach a benchmark that has not run yet. */
	if (spawned.pid > 0)
		setpgid(spawned.pid, joined ? joined : spawned.pid);
	close(pipes->gate);
	close(pipes->exec_result);
	guardian_send(pipes->report, &spawned, sizeof spawned);
	if (spawned.pid < 0)
		_exit(1);
	/* The helper handles these signals and sends commands. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&child_signal);
	sigaddset(&child_signal, SIGCHLD);
	signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
	signalled = (struct signalled){ .first = spawned.pid, .group = joined ? joined : spawned.pid, .joined = joined != 0 };
	guard(p, &signalled, pipes->command, pipes->report, signals);
	_exit(0);
}
