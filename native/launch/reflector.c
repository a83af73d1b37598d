/* The reflector of a node; see reflector.h. */
#include "reflector.h"
#include "../base/clock_ns.h"
#include "../base/spawn.h"
#include "environment.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS    200
#define LINGER_S   60
#define CHECKS_PER_RANK_COUNT 5
#define READY_MS   20000
#define WITHIN_NS  (2 * NS_PER_S)

static const char *clock_spec(void)
{
	const char *rehearsed = environment_get("RB_CLUSTER_CLOCK");

	return rehearsed && *rehearsed ? rehearsed : "monotonic";
}

static uint64_t linger_ns(void)
{
	const char *seconds = environment_get("RB_CLUSTER_LINGER");
	long n = seconds ? strtol(seconds, NULL, 10) : LINGER_S;

	return (uint64_t)(n >= 0 ? n : LINGER_S) * NS_PER_S;
}

/* Publishes the first line, which contains the port, in the node's folder for the head. */
static bool publish(const struct place *p, int lines)
{
	struct text line = { .survives = true };
	char c;
	struct pollfd fd = { .fd = lines, .events = POLLIN };
	bool whole = false;

	while (!whole && poll(&fd, 1, READY_MS) > 0 && read(lines, &c, 1) == 1) {
		text_add_bytes(&line, &c, 1);
		whole = c == '\n';
	}
	if (whole)
		place_write(p->node, "reflector.json", &line);
	text_free(&line);
	return whole;
}

static void watch(const struct place *p, int alive_fd, pid_t reflector)
{
	char end[PATH_MAX];
	struct pollfd alive = { .fd = alive_fd, .events = POLLIN };
	uint64_t until = UINT64_MAX;
	unsigned looks = 0;
	int status;

	place_file(end, p->run, "end");
	while (access(end, F_OK) && clock_ns() < until && !waitpid(reflector, &status, WNOHANG)) {
		if (poll(&alive, 1, LOOK_MS) > 0) {
			until = clock_ns() + linger_ns();
			close(alive.fd);
			alive.fd = -1;
		}
		/* The rank that started it may end long before other ranks of its host, whose clock is still needed. */
		if (alive.fd < 0 && ++looks % CHECKS_PER_RANK_COUNT == 0 && place_other_ranks(p))
			until = clock_ns() + linger_ns();
	}
}

static void serve(const struct place *p, int alive_fd)
{
	const char *bundle = environment_get("RB_CLUSTER_BUNDLE");
	char binary[PATH_MAX];
	char *argv[] = { binary, "--listen", ":0", "--until-eof", "--clock",
			 (char *)clock_spec(), NULL };
	int in[2], out[2], status;
	pid_t pid;

	place_file(binary, bundle ? bundle : ".", "runbench-reflector");
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		return;
	pid = spawn(&(struct spawn){ .argv = argv, .stdio = { in[0], out[1], -1 }, .own_group = true });
	if (pid < 0) {
		place_problem(p, "the clock of this node cannot be measured", strerror(errno),
			"copy native/build/bundle of Runbench to the node again");
		return;
	}
	close(in[0]);
	close(out[1]);
	if (publish(p, out[0]))
		watch(p, alive_fd, pid);
	else
		place_problem(p, "the clock of this node cannot be measured", "its reflector did not become ready",
			"try it by hand: runbench-reflector");
	close(in[1]);
	spawn_wait_until(pid, clock_ns() + WITHIN_NS, &status);
}

int node_reflector_start(const struct place *p, int alive_fd)
{
	pid_t between = fork();

	if (between < 0)
		return -1;
	if (between == 0) {
		pid_t pid;

		setsid();
		pid = fork();
		if (pid == 0) {
			int null = open("/dev/null", O_RDWR);

			signal(SIGINT, SIG_IGN);
			signal(SIGHUP, SIG_IGN);
			/* A launcher waits for every process that holds the rank's output open. */
			dup2(null, 0);
			dup2(null, 1);
			dup2(null, 2);
			dup2(alive_fd, 3);
			close_range(4, ~0u, 0);
			fcntl(3, F_SETFD, FD_CLOEXEC);
			serve(p, 3);
		}
		_exit(0);
	}
	while (waitpid(between, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}
