/* Start and end of a program; see spawn.h. */
#include "spawn.h"
#include "clock_ns.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLL_INTERVAL_NS 200000 /* between two checks for the end of a child */

static void redirect(const int *stdio)
{
	int fd[3];

	/* Moves descriptors 0 to 2 first: one stream's source may be another stream's target. */
	for (int i = 0; i < 3; i++)
		fd[i] = stdio[i] >= 0 && stdio[i] < 3 ? fcntl(stdio[i], F_DUPFD_CLOEXEC, 3) : stdio[i];
	for (int i = 0; i < 3; i++)
		if (fd[i] >= 0)
			dup2(fd[i], i);
}

/* Executes the program in the child. A pipe that a successful exec closes returns the error of exec. */
static void exec_program(const struct spawn *s, pid_t parent, int error_fd)
{
	int error;

	if (s->own_group)
		setpgid(0, 0);
	if (s->death_signal) {
		prctl(PR_SET_PDEATHSIG, s->death_signal);
		if (getppid() != parent)
			_exit(127);
	}
	redirect(s->stdio);
	signal(SIGPIPE, SIG_DFL);
	if (s->mask)
		sigprocmask(SIG_SETMASK, s->mask, NULL);
	execvp(s->argv[0], s->argv);
	error = errno;
	while (write(error_fd, &error, sizeof error) < 0 && errno == EINTR)
		;
	_exit(127);
}

pid_t spawn(const struct spawn *s)
{
	int ends[2], error = 0;
	pid_t parent = getpid(), pid;
	ssize_t n;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	/* Above the standard streams, which the child replaces. */
	if (ends[1] < 3) {
		int high = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);

		close(ends[1]);
		ends[1] = high;
	}
	pid = fork();
	if (pid == 0)
		exec_program(s, parent, ends[1]);
	error = pid < 0 ? errno : 0;
	close(ends[1]);
	if (pid > 0) {
		do {
			n = read(ends[0], &error, sizeof error);
		} while (n < 0 && errno == EINTR);
		if (n == sizeof error)
			while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
				;
	}
	close(ends[0]);
	if (!error)
		return pid;
	errno = error;
	return -1;
}

bool spawn_wait_until(pid_t pid, uint64_t until_ns, int *status)
{
	while (waitpid(pid, status, WNOHANG) == 0) {
		if (clock_ns() >= until_ns) {
			kill(-pid, SIGKILL);
			while (waitpid(pid, status, 0) < 0 && errno == EINTR)
				;
			return false;
		}
		nanosleep(&(struct timespec){ .tv_nsec = POLL_INTERVAL_NS }, NULL);
	}
	return true;
}

int spawn_exit_code(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
