/* The exit status of a process that is another process's child. */
#include "../../base/check.h"
#include "../ended.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts a grandchild that ends with this code or signal after it has read a byte. Its parent collects the status
 * immediately, or late. */
static int ended_status_of(int code, int signal_number, bool collected_late)
{
	int go[2], tell[2], status;
	pid_t parent, pid = 0;

	if (pipe(go) || pipe(tell))
		return -2;
	parent = fork();
	if (parent == 0) {
		char byte;

		pid = fork();
		if (pid == 0) {
			(void)!read(go[0], &byte, 1);
			if (signal_number) {
				signal(signal_number, SIG_DFL); /* sanitizers handle SIGSEGV */
				raise(signal_number);
			}
			_exit(code);
		}
		(void)!write(tell[1], &pid, sizeof pid);
		close(go[1]);
		if (collected_late)
			usleep(300000);
		waitpid(pid, NULL, 0);
		_exit(0);
	}
	(void)!read(tell[0], &pid, sizeof pid);

	struct pollfd fd = { .fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN };

	(void)!write(go[1], "", 1);
	poll(&fd, 1, -1);
	if (!collected_late)
		waitpid(parent, NULL, 0);
	status = ended_status(fd.fd, pid);
	if (collected_late)
		waitpid(parent, NULL, 0);
	close(fd.fd);
	close(go[0]);
	close(go[1]);
	close(tell[0]);
	close(tell[1]);
	return status;
}

static bool kernel_keeps_status(void)
{
	struct utsname name;
	int major = 0, minor = 0;

	uname(&name);
	return sscanf(name.release, "%d.%d", &major, &minor) == 2 && (major > 6 || (major == 6 && minor >= 15));
}

int main(void)
{
	int status = ended_status_of(7, 0, true);

	CHECK(status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 7, "%d", status);
	status = ended_status_of(0, SIGKILL, true);
	CHECK(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "%d", status);
	if (kernel_keeps_status()) {
		status = ended_status_of(7, 0, false);
		CHECK(status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 7, "%d", status);
		status = ended_status_of(0, SIGSEGV, false);
		CHECK(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "%d", status);
	} else {
		SKIP("before Linux 6.15 a status is lost when the parent has taken it");
		CHECK(ended_status_of(7, 0, false) == -1, "a lost status");
	}
	return summary("launch-ended");
}
