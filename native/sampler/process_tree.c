/* The benchmark's processes and their guardian; see process_tree.h. */
#include "process_tree.h"
#include "../base/clock_ns.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define REPEAT_SIGNAL 0x80

static void send_all(int fd, const void *data, size_t size)
{
	while (write(fd, data, size) < 0 && errno == EINTR)
		;
}

static void fail_exec(int fd, int what)
{
	struct exec_failure failure = { .error = errno, .what = what };

	send_all(fd, &failure, sizeof failure);
	_exit(127);
}

/* In the benchmark's process: everything up to exec. */
static void become_benchmark(const struct options *o, int gate, int exec_fd, pid_t guardian)
{
	static const int flags[3] = { O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_TRUNC };
	char byte;
	ssize_t n;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != guardian)
		_exit(127);
	for (int i = 0; i < 3; i++) {
		int fd = open(o->stdio[i], flags[i], 0666);

		if (fd < 0)
			fail_exec(exec_fd, i);
		/* The two output streams may name one file: then they share the position, as in a shell. */
		if (i == 2 && !strcmp(o->stdio[1], o->stdio[2])) {
			close(fd);
			fd = dup(1);
		}
		dup2(fd, i);
		if (fd > 2)
			close(fd);
	}
	if (o->chdir && chdir(o->chdir) < 0)
		fail_exec(exec_fd, EXEC_DIRECTORY);
	do {
		n = read(gate, &byte, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(127);
	execvp(o->command[0], o->command);
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

/* Reaps what has ended; returns false when no child is left at all. */
static bool reap(struct tree_report *sum, pid_t first, int report_fd)
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
				send_all(report_fd, &r, sizeof r);
		}
	}
}

/* A file of a process, as text; empty when the process is gone. */
static void read_proc(pid_t pid, const char *name, char *text, size_t size)
{
	char path[48];
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, size - 1);
		close(fd);
	}
	text[n > 0 ? n : 0] = 0;
}

/* Whether a process neither blocks nor ignores nor catches a signal, which then ends it. */
static bool is_ended_by(pid_t pid, int signal)
{
	static const char *const masks[] = { "\nSigBlk:", "\nSigIgn:", "\nSigCgt:" };
	char status[4096];

	read_proc(pid, "status", status, sizeof status);
	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		const char *mask = strstr(status, masks[i]);

		if (!mask || strtoull(mask + strlen(masks[i]), NULL, 16) & 1ull << (signal - 1))
			return false;
	}
	return true;
}

/* Whom a signal was sent to. What they start afterwards, to clean up for example, is not meant by it. */
struct addressed {
	pid_t    pid[1024];
	unsigned count;
};

static void signal_group(struct addressed *to, pid_t group, int signal)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	to->count = 0;
	while (proc && (entry = readdir(proc))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid > 0 && getpgid(pid) == group && to->count < sizeof to->pid / sizeof *to->pid)
			to->pid[to->count++] = pid;
	}
	kill(-group, signal);
	if (proc)
		closedir(proc);
}

static void repeat_signal(const struct addressed *to, pid_t group, int signal)
{
	for (unsigned i = 0; i < to->count; i++)
		if (getpgid(to->pid[i]) == group && is_ended_by(to->pid[i], signal))
			kill(to->pid[i], signal);
}

static void guard(pid_t first, int command_fd, int report_fd, int signals)
{
	struct tree_report sum = { .kind = TREE_ENDED, .pid = first };
	struct pollfd fds[2] = { { .fd = command_fd, .events = POLLIN }, { .fd = signals, .events = POLLIN } };
	struct addressed addressed = { .count = 0 };
	bool killing = false;

	while (reap(&sum, first, report_fd)) {
		unsigned char bytes[16];
		ssize_t n;

		/* A process that was being forked may appear after a round: kill in rounds until none is left. */
		if (killing)
			tree_kill_descendants();
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
		if (n <= 0 && !(n < 0 && errno == EINTR)) {
			killing = true; /* the helper is dead */
			fds[0].fd = -1;
		}
		for (ssize_t i = 0; i < n; i++) {
			if (bytes[i] == SIGKILL)
				killing = true;
			else if (bytes[i] & REPEAT_SIGNAL)
				repeat_signal(&addressed, first, bytes[i] & ~REPEAT_SIGNAL);
			else if (bytes[i] == SIGSTOP || bytes[i] == SIGCONT)
				kill(-first, bytes[i]);
			else
				signal_group(&addressed, first, bytes[i]);
		}
	}
	sum.wall_ns = clock_ns();
	send_all(report_fd, &sum, sizeof sum);
}

/* In the guardian: forks the benchmark and looks after it until nothing is left. */
static void become_guardian(const struct options *o, int command_fd, int report_fd, int gate, int exec_fd,
			    const sigset_t *original)
{
	struct tree_report spawned = { .kind = TREE_SPAWNED };
	pid_t self = getpid();
	sigset_t child_signal;
	int signals;

	/* A group of its own: a kill of the helper's whole group must not reach the one who cleans up. */
	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_NAME, "runbench-guard");
	spawned.pid = fork();
	if (spawned.pid == 0) {
		sigprocmask(SIG_SETMASK, original, NULL);
		become_benchmark(o, gate, exec_fd, self);
	}
	spawned.error = errno;
	/* Here too, as in a shell: a signal to the group must find it even if the benchmark has not come to run yet. */
	if (spawned.pid > 0)
		setpgid(spawned.pid, spawned.pid);
	close(gate);
	close(exec_fd);
	send_all(report_fd, &spawned, sizeof spawned);
	if (spawned.pid < 0)
		_exit(1);
	/* The helper decides what a signal means; the guardian only obeys it. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&child_signal);
	sigaddset(&child_signal, SIGCHLD);
	signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
	guard(spawned.pid, command_fd, report_fd, signals);
	_exit(0);
}

int tree_start(struct tree *t, const struct options *o, const sigset_t *original)
{
	int command[2], report[2], gate[2], exec_result[2];
	sigset_t all, ours;
	struct tree_report spawned;
	ssize_t n;

	if (pipe2(command, O_CLOEXEC) || pipe2(report, O_CLOEXEC) || pipe2(gate, O_CLOEXEC)
	    || pipe2(exec_result, O_CLOEXEC))
		return -1;
	/* Everything blocked across the forks: no signal may find a half-made guardian. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &ours);
	t->guardian = fork();
	if (t->guardian == 0) {
		close(command[1]);
		close(report[0]);
		close(gate[1]);
		close(exec_result[0]);
		become_guardian(o, command[0], report[1], gate[0], exec_result[1], original);
	}
	sigprocmask(SIG_SETMASK, &ours, NULL);
	close(command[0]);
	close(report[1]);
	close(gate[0]);
	close(exec_result[1]);
	t->command_fd = command[1];
	t->report_fd = report[0];
	t->gate_fd = gate[1];
	t->exec_fd = exec_result[0];
	if (t->guardian < 0)
		return -1;
	do {
		n = read(t->report_fd, &spawned, sizeof spawned);
	} while (n < 0 && errno == EINTR);
	if (n != sizeof spawned || spawned.pid < 0) {
		errno = n == sizeof spawned ? spawned.error : ECHILD;
		return -1;
	}
	t->first = spawned.pid;
	return 0;
}

void tree_release(struct tree *t)
{
	send_all(t->gate_fd, "g", 1);
	close(t->gate_fd);
	t->gate_fd = -1;
}

void tree_signal(struct tree *t, int signal)
{
	char byte = (char)signal;

	send_all(t->command_fd, &byte, 1);
}

void tree_repeat_signal(struct tree *t, int signal)
{
	char byte = (char)(signal | REPEAT_SIGNAL);

	send_all(t->command_fd, &byte, 1);
}

/* Parent of a process, 0 if there is no such process (any more). */
static pid_t parent_of(pid_t pid)
{
	char line[512], *p;

	read_proc(pid, "stat", line, sizeof line);
	p = strrchr(line, ')'); /* the name before it may hold anything */
	return p && p[1] && p[2] ? (pid_t)atoi(p + 4) : 0;
}

struct link {
	pid_t pid, parent;
	bool  ours;
};

static size_t list_processes(struct link **list)
{
	DIR *proc = opendir("/proc");
	size_t count = 0, capacity = 0;
	struct dirent *entry;

	*list = NULL;
	if (!proc)
		return 0;
	while ((entry = readdir(proc))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid <= 0)
			continue;
		if (count == capacity) {
			struct link *more = realloc(*list, (capacity = capacity * 2 + 256) * sizeof *more);

			if (!more)
				break;
			*list = more;
		}
		(*list)[count++] = (struct link){ .pid = pid, .parent = parent_of(pid) };
	}
	closedir(proc);
	return count;
}

static void kill_checked(const struct link *l)
{
	int fd = (int)syscall(SYS_pidfd_open, l->pid, 0);

	/* The handle holds the process: if the parent is still the same now, it is the one that was listed. */
	if (fd >= 0) {
		if (parent_of(l->pid) == l->parent)
			syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
		close(fd);
	} else if (errno == ENOSYS) {
		kill(l->pid, SIGKILL);
	}
}

int tree_kill_descendants(void)
{
	struct link *list;
	size_t count = list_processes(&list);
	pid_t self = getpid();
	bool found;
	int killed = 0;

	do {
		found = false;
		for (size_t i = 0; i < count; i++) {
			bool ours = list[i].parent == self;

			if (list[i].ours || !list[i].parent)
				continue;
			for (size_t j = 0; !ours && j < count; j++)
				ours = list[j].ours && list[j].pid == list[i].parent;
			if (ours) {
				list[i].ours = found = true;
				kill_checked(&list[i]);
				killed++;
			}
		}
	} while (found);
	free(list);
	return killed;
}

void tree_kill_and_reap(struct tree *t, struct tree_report *sum)
{
	*sum = (struct tree_report){ .kind = TREE_ENDED, .pid = t->first };
	while (reap(sum, t->first, -1)) {
		tree_kill_descendants();
		poll(NULL, 0, 5);
	}
	sum->wall_ns = clock_ns();
}
