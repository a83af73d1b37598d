/* See ask.h. */
#include "ask.h"

#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/spawn.h"
#include "source.h"
#include "stamping.h"

static pid_t start(const char *command, int output)
{
	char *words[] = { "/bin/sh", "-c", (char *)command, NULL };
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	pid_t pid = spawn(&(struct spawn){ .argv = words, .stdio = { nothing, output, output }, .own_group = true });
	close(nothing);
	return pid;
}

static void read_all(int fd, int64_t until, struct rb_answer *answer)
{
	size_t size = 0;
	for (;;) {
		int64_t left = until - rb_monotonic();
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		if (left <= 0 || poll(&ready, 1, (int)(left / 1000000) + 1) <= 0)
			return;
		char rest[256];
		bool room = size < sizeof answer->text - 1;
		ssize_t n = read(fd, room ? answer->text + size : rest, room ? sizeof answer->text - 1 - size : sizeof rest);
		if (n <= 0)
			return;
		size += room ? (size_t)n : 0;
	}
}

void rb_ask(const char *command, int64_t timeout_ns, struct rb_answer *answer)
{
	int ends[2], status;
	*answer = (struct rb_answer){ .status = -1 };
	if (pipe2(ends, O_CLOEXEC) != 0)
		return;
	int64_t before = rb_realtime(), begin = rb_monotonic(), until = begin + timeout_ns;
	pid_t pid = start(command, ends[1]);
	close(ends[1]);
	if (pid > 0) {
		read_all(ends[0], until, answer);
		answer->took_ns = rb_monotonic() - begin;
		answer->realtime_ns = before + answer->took_ns / 2;
		bool in_time = spawn_wait_until(pid, (uint64_t)until, &status);
		answer->status = in_time && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	}
	close(ends[0]);
}
