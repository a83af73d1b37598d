/* See ask.h. */
#include "ask.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "source.h"
#include "stamping.h"

static pid_t start(const char *command, int output)
{
	pid_t pid = fork();
	if (pid == 0) {
		int nothing = open("/dev/null", O_RDONLY);
		setpgid(0, 0);
		dup2(nothing, 0);
		dup2(output, 1);
		dup2(output, 2);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
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

static int end(pid_t pid, int64_t until)
{
	int status;
	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (rb_monotonic() >= until) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
			return -1;
		}
		nanosleep(&(struct timespec){ 0, 200000 }, NULL);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void rb_ask(const char *command, int64_t timeout_ns, struct rb_answer *answer)
{
	int ends[2];
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
		answer->status = end(pid, until);
	}
	close(ends[0]);
}

/* Bytes of the UTF-8 sequence that begins here (RFC 3629, section 4); 0 if none does. */
static int sequence(const unsigned char *at)
{
	int more = at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : at[0] < 0xf5 ? 3 : 0;
	for (int i = 1; i <= more; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
	bool beyond = (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf4 && at[1] > 0x8f);
	return more == 0 || overlong || beyond ? 0 : more + 1;
}

void rb_write_json_text(FILE *f, const char *text)
{
	fputc('"', f);
	for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
		int n = sequence(at);
		if (*at == '"' || *at == '\\') {
			fprintf(f, "\\%c", *at);
		} else if (*at < 0x20 || *at == 0x7f) {
			fprintf(f, "\\u%04x", *at);
		} else if (*at < 0x80) {
			fputc(*at, f);
		} else if (n > 0) {
			fwrite(at, 1, (size_t)n, f);
			at += n - 1;
		} else {
			fputs("\\ufffd", f);
		}
	}
	fputc('"', f);
}
