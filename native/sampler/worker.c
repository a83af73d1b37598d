/* A child that works on demand; see worker.h. */
#include "worker.h"
#include "provoke.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Loads, stores and branches: what an event that this processor knows would most likely count. */
static void spin(uint64_t turns)
{
	static volatile uint64_t sink;

	while (turns--)
		sink += turns;
}

static void fork_some(void)
{
	for (int i = 0; i < FORKS; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		if (pid > 0)
			waitpid(pid, NULL, 0);
	}
}

/* Of this process and of its children that were collected. */
static uint64_t cpu_time(void)
{
	struct rusage u;
	uint64_t own = clock_of(CLOCK_PROCESS_CPUTIME_ID);

	getrusage(RUSAGE_CHILDREN, &u);
	return own + (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * NS_PER_S + (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000;
}

/* In the child: the same work for each byte received; answers with the CPU time that it took. */
static void work(int in, int out)
{
	uint64_t turns = 1 << 12, took;
	char byte;

	for (;;) {
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		spin(turns);
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - took;
		if (took >= WORK_NS / 4)
			break;
		turns *= 2;
	}
	turns = turns * WORK_NS / took;
	while (read(in, &byte, 1) == 1) {
		took = cpu_time();
		if (byte == PROVOKE)
			provoke_events();
		else if (byte == FORK)
			fork_some();
		else
			spin(turns);
		took = cpu_time() - took;
		if (write(out, &took, sizeof took) != sizeof took)
			break;
	}
	_exit(0);
}

uint64_t worker_once(int out, int in, char what)
{
	uint64_t took = 0;

	if (write(out, &what, 1) != 1 || read(in, &took, sizeof took) != sizeof took)
		return UINT64_MAX;
	return took;
}

int worker_start(struct worker *w)
{
	int there[2], back[2];
	pid_t self = getpid();

	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return -1;
	w->pid = fork();
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(there[1]);
		close(back[0]);
		if (getppid() == self)
			work(there[0], back[1]);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	w->out = there[1];
	w->in = back[0];
	return w->pid < 0 ? -1 : 0;
}

void worker_end(const struct worker *w)
{
	close(w->out);
	close(w->in);
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
}
