/* Counting under control; see control.h. */
#include "control.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Times after a change at which the state is set again. A fork takes less than the last of them unless its task is preempted. */
static const uint64_t repeat_after_ns[] = { 1 * NS_PER_MS, 5 * NS_PER_MS, 25 * NS_PER_MS, 100 * NS_PER_MS };
enum { REPEATS = sizeof repeat_after_ns / sizeof *repeat_after_ns };

/* Opens a FIFO for reading and writing, as perf does: it has no end while writers come and go. */
static int open_fifo(const char *path, int *fd)
{
	struct stat s;
	int error;

	*fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	error = errno;
	if (*fd >= 0 && !fstat(*fd, &s) && S_ISFIFO(s.st_mode))
		return 0;
	if (*fd >= 0) {
		close(*fd);
		*fd = -1;
		return say_error(ERROR_USAGE, "name a FIFO: mkfifo PATH", "--control: %s is not a FIFO", path);
	}
	return say_error(ERROR_USAGE, error == ENOENT ? "create the FIFO first: mkfifo PATH" : "check its permissions: ls -l PATH",
			 "--control: cannot open %s: %s", path, strerror(error));
}

/*
 * Takes a descriptor of another process: the parent does not pass descriptors on. The kernel duplicates it where ptrace is
 * permitted; otherwise a pipe or a file is opened again.
 */
static int take_descriptor(pid_t owner, int number, bool writes, int *fd)
{
	int process = (int)syscall(SYS_pidfd_open, owner, 0);
	struct stat s;
	char path[64];

	*fd = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, number, 0);
	if (process >= 0)
		close(process);
	if (*fd < 0) {
		snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)owner, number);
		*fd = open(path, (writes ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);
	}
	if (*fd >= 0 && !fstat(*fd, &s) && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode) || S_ISCHR(s.st_mode)))
		return 0;
	return say_error(ERROR_USAGE, "open it in the shell: exec 3<>FIFO; or name the FIFO: --control fifo:PATH",
			 "--control: descriptor %d %s", number, *fd < 0 ? "is not open" : "is no FIFO, pipe or socket");
}

/* Parses N or N,M. Returns whether it is one of both; the second number is -1 if it is missing. */
static bool parse_numbers(const char *text, int number[2])
{
	char rest;

	number[1] = -1;
	if (sscanf(text, "%d%c", &number[0], &rest) == 1)
		return number[0] >= 0;
	return sscanf(text, "%d,%d%c", &number[0], &number[1], &rest) == 2 && number[0] >= 0 && number[1] >= 0;
}

int control_open(struct control *c, const char *specification, pid_t owner, bool starts_disabled)
{
	const char *value = specification ? strchr(specification, ':') : NULL;
	int number[2], status;

	*c = (struct control){ .fd = -1, .ack_fd = -1, .enabled = !starts_disabled, .repeat_ns = UINT64_MAX };
	c->active = specification || starts_disabled;
	if (!specification)
		return 0;
	if (!strncmp(specification, "fifo:", 5)) {
		char *path = strdup(value + 1), *ack = path ? strchr(path, ',') : NULL;

		if (!path)
			abort();
		if (ack)
			*ack++ = 0;
		status = open_fifo(path, &c->fd);
		if (!status && ack)
			status = open_fifo(ack, &c->ack_fd);
		free(path);
		return status;
	}
	if (strncmp(specification, "fd:", 3) || !parse_numbers(value + 1, number))
		return say_error(ERROR_USAGE, "write --control fifo:PATH[,ACK] or --control fd:N[,M]", "--control '%s' cannot be read",
				 specification);
	status = take_descriptor(owner, number[0], false, &c->fd);
	return status || number[1] < 0 ? status : take_descriptor(owner, number[1], true, &c->ack_fd);
}

static void write_record(const struct control *c, struct recorder *r, uint64_t wall_ns)
{
	struct rb_record *record = recorder_add(r, RB_CONTROL, wall_ns);

	record->flags = c->enabled ? RB_F_ENABLED : 0;
	record->cpu = RB_ALL_CPUS;
	record->task = RB_ALL_TASKS;
}

static void begin_stretch(struct control *c, uint64_t wall_ns)
{
	c->since_ns = wall_ns;
	c->stretches++;
}

void control_begin(struct control *c, struct recorder *r, uint64_t wall_ns)
{
	write_record(c, r, wall_ns);
	if (c->enabled)
		begin_stretch(c, wall_ns);
	else
		c->since_ns = wall_ns;
}

void control_switch(struct control *c, struct recorder *r, struct sockets *s, bool on)
{
	uint64_t before = clock_ns();

	if (c->enabled == on)
		return;
	counters_enable(r->counters, on);
	sockets_enable(s, on);
	c->enabled = on;
	if (on) {
		begin_stretch(c, before);
		write_record(c, r, before);
		sockets_resume(s, before);
	} else {
		uint64_t after = clock_ns();

		/* The counters are not sampled until they are enabled again: a last sample contains the counts up to now. */
		if (r->counters->poll)
			poll_mode_sample(r, after, r->counters->options->period_ns);
		sockets_pause(s, r);
		c->counted_ns += after - c->since_ns;
		c->since_ns = after;
		write_record(c, r, after);
	}
	c->repeats = 0;
	c->repeat_ns = c->since_ns + repeat_after_ns[0];
}

/* Returns whether a call does not block: a descriptor of the shell may be a blocking one. */
static bool is_ready(int fd, short events)
{
	struct pollfd p = { .fd = fd, .events = events };

	return poll(&p, 1, 0) == 1;
}

/* If the reader of acknowledgements does not read, they are dropped: the measurement must not wait for it. */
static void acknowledge(const struct control *c)
{
	ssize_t written = c->ack_fd >= 0 && is_ready(c->ack_fd, POLLOUT) ? write(c->ack_fd, "ack\n", 4) : 0;

	(void)written;
}

static void on_line(struct control *c, struct recorder *r, struct sockets *s, struct supervision *v)
{
	const char *word = c->line;

	while (c->line_size && strchr(" \t\r", c->line[c->line_size - 1]))
		c->line[--c->line_size] = 0;
	if (!*word)
		return;
	if (!strcmp(word, "enable") || !strcmp(word, "disable")) {
		control_switch(c, r, s, *word == 'e');
	} else if (!strcmp(word, "stop")) {
		c->stop = true;
		supervision_stop(v);
	} else if (strcmp(word, "ping")) {
		if (!c->unknown_count++)
			snprintf(c->unknown, sizeof c->unknown, "%s", word);
		return;
	}
	acknowledge(c);
}

void control_take(struct control *c, struct recorder *r, struct sockets *s, struct supervision *v)
{
	char bytes[512];
	ssize_t n;

	while (!c->closed && (n = read(c->fd, bytes, sizeof bytes)) != 0) {
		if (n < 0) {
			c->closed = errno != EAGAIN && errno != EINTR;
			return;
		}
		for (ssize_t i = 0; i < n; i++) {
			if (bytes[i] == '\n' || !bytes[i]) {
				c->line[c->line_size] = 0;
				on_line(c, r, s, v);
				c->line_size = 0;
			} else if (c->line_size < sizeof c->line - 1) {
				c->line[c->line_size++] = bytes[i];
			}
		}
		if (!is_ready(c->fd, POLLIN))
			return;
	}
	c->closed = true;
}

uint64_t control_due(const struct control *c)
{
	return c->repeat_ns;
}

void control_on_time(struct control *c, const struct counters *counters, uint64_t now_ns)
{
	if (now_ns < c->repeat_ns)
		return;
	counters_enable(counters, c->enabled);
	c->repeat_ns = ++c->repeats < REPEATS ? c->since_ns + repeat_after_ns[c->repeats] : UINT64_MAX;
}

uint64_t control_counted(const struct control *c, uint64_t wall_ns)
{
	return c->counted_ns + (c->enabled && c->since_ns && wall_ns > c->since_ns ? wall_ns - c->since_ns : 0);
}

void control_end(struct control *c, struct recorder *r, uint64_t wall_ns)
{
	c->counted_ns = control_counted(c, wall_ns);
	c->since_ns = wall_ns;
	if (!c->enabled)
		return;
	c->enabled = false;
	write_record(c, r, wall_ns);
}

void control_add(struct text *t, const struct control *c)
{
	text_add(t, ",\"control\":{\"counted_ns\":%llu,\"stretches\":%u,\"stopped\":%s", (unsigned long long)c->counted_ns, c->stretches,
		 c->stop ? "true" : "false");
	if (c->unknown_count) {
		text_add(t, ",\"unknown_count\":%u", c->unknown_count);
		text_add_member(t, "unknown", c->unknown);
	}
	text_add(t, "}");
}

void control_close(struct control *c)
{
	if (c->fd >= 0)
		close(c->fd);
	if (c->ack_fd >= 0)
		close(c->ack_fd);
}
