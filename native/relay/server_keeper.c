/* A command and its keeper; see server_keeper.h. */
#include "server_keeper.h"
#include "lines.h"
#include "../base/clock_ns.h"
#include "../base/descendants.h"
#include "../base/spawn.h"
#include "../base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define STOP_NS    (3 * NS_PER_S)    /* from SIGTERM to SIGKILL */
#define LINGER_NS  (500 * NS_PER_MS) /* for the last output and for processes that the command left behind */
#define PARTIAL_NS (500 * NS_PER_MS) /* maximum age of output without an end of line before it is logged */
#define TURN_MS    50
#define LOOK_MS    1000
#define END_BYTES  512               /* size of SPOOL/ended; allocated before the command starts */

struct keeper {
	int          spool, control;    /* the folder; its named pipe */
	int          end;               /* file of the end state, allocated because the disk may be full later */
	int          from[2];           /* -1: closed */
	struct lines lines[2];
	int          lifecycle_type;    /* type of the events of the command's start and end */
	pid_t        pid;               /* 0: not started */
	bool         ended;
	int          status, error;     /* error: errno of the failed start */
	uint64_t     ended_ns, stop_ns; /* 0: not yet */
	int          left_behind;
};

static volatile sig_atomic_t stop_requested;

static void on_signal(int signal)
{
	if (signal == SIGTERM)
		stop_requested = 1;
}

bool keeper_send(int spool_fd, const char *line)
{
	int fd = openat(spool_fd, KEEPER_CONTROL, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	bool sent = fd >= 0 && (!*line || write(fd, line, strlen(line)) > 0);

	if (fd >= 0)
		close(fd);
	return sent;
}

bool keeper_alive(int spool_fd)
{
	return keeper_send(spool_fd, "");
}

/* Returns false if the start was cancelled, or if the process that could send "go" has ended. */
static bool wait_for_go(int control, pid_t relay)
{
	char line[64];
	ssize_t n = 0;

	while (n <= 0 && getppid() == relay) {
		poll(&(struct pollfd){ .fd = control, .events = POLLIN }, 1, LOOK_MS);
		n = read(control, line, sizeof line - 1);
	}
	return n >= 2 && !strncmp(line, "go", 2);
}

static void log_point(int type, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void log_point(int type, const char *format, ...)
{
	char comment[RB_LOG_COMMENT_BYTES];
	va_list rest;

	va_start(rest, format);
	vsnprintf(comment, sizeof comment, format, rest);
	va_end(rest);
	rb_log_point(type, comment);
}

static void start(struct keeper *k, const struct keeper_job *job)
{
	int out[2], err[2], null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct text words = { 0 };
	sigset_t none;

	sigemptyset(&none);
	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
		k->error = errno;
		k->ended = true;
		return;
	}
	for (char *const *w = job->command; *w; w++)
		text_add(&words, "%s%s", w == job->command ? "" : " ", *w);
	log_point(k->lifecycle_type, "starts: %s", text_string(&words));
	text_free(&words);
	k->pid = spawn(&(struct spawn){ .argv = job->command, .stdio = { null, out[1], err[1] }, .own_group = true,
		.death_signal = SIGTERM, .mask = &none }); /* the command must not outlive its keeper */
	if (k->pid < 0) {
		k->error = errno;
		k->ended = true;
		k->pid = 0;
		log_point(k->lifecycle_type, "cannot be started: %s: %s", job->command[0], strerror(k->error));
	}
	close(null);
	close(out[1]);
	close(err[1]);
	k->from[0] = out[0];
	k->from[1] = err[0];
	for (int i = 0; i < 2; i++)
		fcntl(k->from[i], F_SETFL, O_NONBLOCK);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Reads at most one pipe buffer, so that a stream of endless output delays neither the other stream nor commands. */
static void log_output(struct keeper *k, int stream)
{
	static char bytes[65536];
	ssize_t n = read(k->from[stream], bytes, sizeof bytes);

	if (n > 0)
		lines_take(&k->lines[stream], bytes, (size_t)n, clock_ns());
	else if (n == 0)
		close_fd(&k->from[stream]);
}

static void stop(struct keeper *k, uint64_t now)
{
	if (k->stop_ns || k->ended)
		return;
	k->stop_ns = now;
	kill(-k->pid, SIGTERM);
}

static void read_control(struct keeper *k, uint64_t now)
{
	char line[64];
	ssize_t n = read(k->control, line, sizeof line - 1);

	line[n > 0 ? n : 0] = 0;
	if (strstr(line, "stop") || stop_requested)
		stop(k, now);
}

static void reap(struct keeper *k, uint64_t now)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if (pid == k->pid && !k->ended) {
			k->ended = true;
			k->status = status;
			k->ended_ns = now;
		}
}

static void poll_once(struct keeper *k, const sigset_t *mask)
{
	struct pollfd ready[3] = { { .fd = k->control, .events = POLLIN }, { .fd = k->from[0], .events = POLLIN },
		{ .fd = k->from[1], .events = POLLIN } };
	int n = ppoll(ready, 3, &(struct timespec){ .tv_nsec = TURN_MS * (long)NS_PER_MS }, mask);
	uint64_t now = clock_ns();

	for (int i = 0; i < 2; i++) {
		if (n > 0 && ready[1 + i].revents)
			log_output(k, i);
		if (k->lines[i].used && now > k->lines[i].since_ns + PARTIAL_NS)
			lines_flush(&k->lines[i], false);
	}
	if ((n > 0 && ready[0].revents) || stop_requested)
		read_control(k, now);
	reap(k, now);
	if (k->stop_ns && !k->ended && now > k->stop_ns + STOP_NS)
		descendants_kill();
}

static void write_end(const struct keeper *k)
{
	struct text json = { 0 };
	bool signalled = !k->error && WIFSIGNALED(k->status);

	text_add(&json, "{\"keeper\":%d,\"code\":%d,\"signal\":%d,\"stopped\":%s,\"left_behind\":%d,\"dropped\":%llu",
		getpid(), k->error ? (k->error == ENOENT ? 127 : 126)
			: signalled ? 0 : WEXITSTATUS(k->status), signalled ? WTERMSIG(k->status) : 0,
				k->stop_ns ? "true" : "false",
		 k->left_behind, (unsigned long long)rb_log_dropped());
	if (k->error)
		text_add_member(&json, "error", strerror(k->error));
	text_add(&json, "}\n");
	if (pwrite(k->end, json.data, json.size, 0) == (ssize_t)json.size && !ftruncate(k->end, (off_t)json.size)
			&& !close(k->end))
		renameat(k->spool, KEEPER_ENDING, k->spool, KEEPER_ENDED);
	text_free(&json);
}

/* Ends the processes that the command left behind, as a batch system does; the end state reports them. */
static void end_others(struct keeper *k, const sigset_t *mask)
{
	kill(-k->pid, SIGTERM);
	for (int i = 0; i < 4; i++)
		poll_once(k, mask);
	while (descendants_kill() > 0)
		poll_once(k, mask);
}

static int has_other_children(void)
{
	siginfo_t info = { 0 };

	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void run_command(struct keeper *k, const struct keeper_job *job, const sigset_t *mask)
{
	start(k, job);
	while (!k->ended)
		poll_once(k, mask);
	for (uint64_t end = clock_ns() + LINGER_NS; !k->error && clock_ns() < end && (k->from[0] >= 0 || k->from[1] >= 0 || has_other_children()); )
		poll_once(k, mask);
	if (!k->error && has_other_children()) {
		k->left_behind = 1;
		end_others(k, mask);
	}
	for (int i = 0; i < 2; i++) {
		while (k->from[i] >= 0 && poll(&(struct pollfd){ .fd = k->from[i], .events = POLLIN }, 1, 0) > 0)
			log_output(k, i);
		lines_flush(&k->lines[i], true);
	}
	if (!k->error && WIFSIGNALED(k->status))
		log_point(k->lifecycle_type, "killed by signal %d", WTERMSIG(k->status));
	else if (!k->error)
		log_point(k->lifecycle_type, "ended with %d", WEXITSTATUS(k->status));
	if (k->left_behind)
		log_point(k->lifecycle_type, "processes that it left behind were ended");
	write_end(k);
}

/* Handled instead of ignored: the command then gets the default actions. */
static void handle_signals(void)
{
	static const int taken[] = { SIGCHLD, SIGTERM, SIGINT, SIGHUP };
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t blocked;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigaddset(&blocked, SIGTERM);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		sigaction(taken[i], &action, NULL);
}

static __attribute__((noreturn)) void run_keeper(struct keeper *k, const struct keeper_job *job, pid_t relay)
{
	char log[4096];
	sigset_t none;
	int null = open("/dev/null", O_RDWR);

	setsid();
	for (int i = 0; i < 3; i++)
		dup2(null, i);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	handle_signals();
	if (!getcwd(log, sizeof log - sizeof KEEPER_LOG) || !wait_for_go(k->control, relay))
		_exit(0);
	setenv("RB_EVENTLOG", strcat(log, "/" KEEPER_LOG), 1);
	unsetenv("RB_CLUSTER_TAKEN");
	if (job->node)
		setenv("RB_NODE", job->node, 1);
	rb_log_init();
	k->lines[0].type = rb_log_declare("stdout", RB_LOG_POINT, RB_LOG_NO_COLOUR);
	k->lines[1].type = rb_log_declare("stderr", RB_LOG_POINT, 0xd55e00);
	k->lifecycle_type = rb_log_declare("server", RB_LOG_POINT, 0x009e73);
	if ((!job->directory || chdir(job->directory)) && fchdir(job->here))
		_exit(1);
	sigemptyset(&none);
	run_command(k, job, &none);
	exit(0); /* closes its event log */
}

int keeper_start(const struct keeper_job *job)
{
	struct keeper k = { .from = { -1, -1 } };
	pid_t pid, relay = getpid();
	int error;

	k.spool = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* Opened for both directions, so that it never reads an end of file; before the fork, so that it exists when this
	 * function returns. */
	k.control = open(KEEPER_CONTROL, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	k.end = open(KEEPER_ENDING, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (k.spool < 0 || k.control < 0 || k.end < 0)
		return errno;
	error = posix_fallocate(k.end, 0, END_BYTES);
	if (error)
		return error;
	pid = fork();
	if (pid == 0)
		run_keeper(&k, job, relay);
	error = pid < 0 ? errno : 0;
	close(k.spool);
	close(k.control);
	close(k.end);
	return error;
}
