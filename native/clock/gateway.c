/* runbench-gateway: starts programs on this machine for a reference that cannot reach the machines behind it. Its
 * parent writes commands to its standard input and reads events from its standard output. Both are JSON objects of the
 * helpers' protocol (base/say.h), one per line:
 *
 *   {"v":1,"command":"start","id":1,"argv":["PROGRAM","WORD",...]}
 *                           start a program. U+EF80 to U+EFFF in a word encode the bytes 0x80 to 0xff outside UTF-8.
 *                           With "held":true its output is kept until "release"; only "waiting" is reported, because
 *                           the network must be quiet during a measurement.
 *   {"v":1,"command":"release","id":1}     forward the program's output
 *   {"v":1,"command":"send","id":1,"line":TEXT}     write a line to its standard input
 *   {"v":1,"command":"close","id":1}       close its standard input      {"v":1,"command":"stop","id":1}     SIGTERM
 *
 *   {"v":1,"event":"ready","program":"runbench-gateway"}
 *   {"v":1,"event":"output","id":1,"stream":"out","line":TEXT}     or "err"
 *   {"v":1,"event":"waiting","id":1}       {"v":1,"event":"ended","id":1,"code":0}     128 + signal
 *   {"v":1,"event":"failed","id":1,"reason":"start","message":TEXT}     not started; or "command", with id -1
 *
 * Gateways can be chained. Each one quotes a line once more; rows of recordings contain no quotes, so they do not grow.
 * When the gateway's standard input ends, it closes the standard input of every program, and stops the remaining ones
 * after two seconds. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../base/clock_ns.h"
#include "../base/say.h"
#include "../base/spawn.h"
#include "command.h"

#define GRACE_NS (2 * NS_PER_S)

struct program {
	long id;
	pid_t pid;
	bool held, waiting_announced, close_input, ended;
	int code;
	int in, from[2];          /* -1: closed; from: its standard output, its standard error */
	struct text to_write, received[2];
};

static const char *const stream_names[] = { "out", "err" };
static struct program *programs;
static size_t count;
static volatile sig_atomic_t stopping;

static void on_signal(int signal)
{
	if (signal != SIGCHLD)
		stopping = 1;
}

static void say_program_event(const char *event, long id, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports an event of one program; format gives further members, each preceded by a comma. */
static void say_program_event(const char *event, long id, const char *format, ...)
{
	struct text fields = { 0 };
	va_list rest;
	text_add(&fields, "\"id\":%ld", id);
	va_start(rest, format);
	text_add_v(&fields, format, rest);
	va_end(rest);
	say(event, text_string(&fields));
	text_free(&fields);
}

static void say_failed(long id, const char *reason, const char *what, const char *why)
{
	struct text message = { 0 }, members = { 0 };
	text_add(&message, "%s%s%s", what, why ? ": " : "", why ? why : "");
	text_add_member(&members, "reason", reason);
	text_add_member(&members, "message", text_string(&message));
	say_program_event("failed", id, "%s", text_string(&members));
	text_free(&message);
	text_free(&members);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static struct program *find_program(long id)
{
	for (size_t i = 0; i < count; i++)
		if (programs[i].id == id)
			return &programs[i];
	return NULL;
}

static void start_program(long id, char **words, bool held)
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, err[2] = { -1, -1 }, why = 0;
	struct program *grown = reallocarray(programs, count + 1, sizeof *programs);
	sigset_t none;
	sigemptyset(&none);
	if (grown)
		programs = grown;
	pid_t pid = -1;
	if (!grown)
		why = ENOMEM;
	else if (find_program(id))
		why = EEXIST;
	else if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		why = errno;
	else if ((pid = spawn(&(struct spawn){ .argv = words, .stdio = { in[0], out[1], err[1] }, .death_signal = SIGTERM,
		.mask = &none })) < 0)
		why = errno;
	close_fd(&in[0]);
	close_fd(&out[1]);
	close_fd(&err[1]);
	if (why != 0) {
		say_failed(id, "start", words[0], strerror(why));
		close_fd(&in[1]);
		close_fd(&out[0]);
		close_fd(&err[0]);
		return;
	}
	fcntl(in[1], F_SETFL, O_NONBLOCK);
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	fcntl(err[0], F_SETFL, O_NONBLOCK);
	programs[count++] = (struct program){ .id = id, .pid = pid, .held = held, .in = in[1], .from = { out[0], err[0] } };
}

static void forward_line(const struct program *p, int stream, const char *line, size_t size)
{
	struct text members = { 0 };
	if (size > 0 && line[size - 1] == '\r')
		size--;
	text_add_member(&members, "stream", stream_names[stream]);
	text_add(&members, ",\"line\":");
	text_add_json_bytes(&members, line, size);
	say_program_event("output", p->id, "%s", text_string(&members));
	text_free(&members);
}

/* Reads available output and forwards whole lines. At the end of the stream it forwards an unterminated line and
 * closes. */
static void forward_output(struct program *p, int stream)
{
	char bytes[65536];
	struct text *t = &p->received[stream];
	ssize_t n;
	while (p->from[stream] >= 0 && (n = read(p->from[stream], bytes, sizeof bytes)) != 0) {
		if (n < 0) {
			if (errno != EINTR)
				return;
			continue;
		}
		text_add_bytes(t, bytes, (size_t)n);
		size_t done = 0;
		for (char *end; (end = memchr(t->data + done, '\n', t->size - done)); done = (size_t)(end - t->data) + 1)
			forward_line(p, stream, t->data + done, (size_t)(end - t->data) - done);
		text_drop(t, done);
	}
	if (t->size > 0)
		forward_line(p, stream, t->data, t->size);
	t->size = 0;
	close_fd(&p->from[stream]);
}

static void write_waiting(struct program *p)
{
	while (p->in >= 0 && p->to_write.size > 0) {
		ssize_t n = write(p->in, p->to_write.data, p->to_write.size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n < 0) {
			close_fd(&p->in);
			return;
		}
		text_drop(&p->to_write, (size_t)n);
	}
	if (p->close_input)
		close_fd(&p->in);
}

static void execute_command(char *line)
{
	struct command c;
	struct text given = { 0 };
	text_add(&given, "%s", line);
	if (command_parse(line, &c) != 0 || c.verb == VERB_UNKNOWN || c.id < 0 || (c.verb == VERB_START && !c.argv)) {
		say_failed(-1, "command", "not a command of this version", text_string(&given));
	} else if (c.verb == VERB_START) {
		start_program(c.id, c.argv, c.held);
	} else {
		struct program *p = find_program(c.id);
		if (p && c.verb == VERB_SEND)
			text_add(&p->to_write, "%s\n", c.line ? c.line : "");
		else if (p && c.verb == VERB_CLOSE)
			p->close_input = true;
		else if (p && c.verb == VERB_STOP)
			kill(p->pid, SIGTERM);
		else if (p && c.verb == VERB_RELEASE)
			p->held = false;
		if (p) /* otherwise the program has ended */
			write_waiting(p);
	}
	text_free(&given);
	free(c.argv);
}

/* Returns false at the end of standard input. */
static bool read_commands(void)
{
	static struct text received;
	char bytes[65536];
	ssize_t n = read(0, bytes, sizeof bytes);
	if (n <= 0)
		return n < 0 && (errno == EINTR || errno == EAGAIN);
	text_add_bytes(&received, bytes, (size_t)n);
	for (char *end; (end = memchr(received.data, '\n', received.size)); text_drop(&received, (size_t)(end - received.data) + 1)) {
		*end = '\0';
		if (received.data[0])
			execute_command(received.data);
	}
	return true;
}

static void reap(void)
{
	for (size_t i = 0; i < count; i++) {
		struct program *p = &programs[i];
		int status;
		if (!p->ended && waitpid(p->pid, &status, WNOHANG) == p->pid) {
			p->ended = true;
			p->code = spawn_exit_code(status);
		}
		if (!p->ended || p->held)
			continue;
		forward_output(p, 0);
		forward_output(p, 1);
		say_program_event("ended", p->id, ",\"code\":%d", p->code);
		close_fd(&p->in);
		close_fd(&p->from[0]);
		close_fd(&p->from[1]);
		text_free(&p->to_write);
		text_free(&p->received[0]);
		text_free(&p->received[1]);
		programs[i--] = programs[--count];
	}
}

static void serve_program(struct program *p, const struct pollfd *ready)
{
	if (ready[0].revents)
		write_waiting(p);
	if (p->held && ready[1].revents) {
		say_program_event("waiting", p->id, "%s", "");
		p->waiting_announced = true;
	} else if (ready[1].revents) {
		forward_output(p, 0);
	}
	if (ready[2].revents)
		forward_output(p, 1);
}

/* Waits for the next events and handles them. Returns false once standard input has ended. */
static bool poll_once(bool listening, const struct timespec *patience, const sigset_t *mask)
{
	struct pollfd ready[1 + 3 * count];
	size_t polled = count;
	ready[0] = (struct pollfd){ .fd = listening ? 0 : -1, .events = POLLIN };
	for (size_t i = 0; i < count; i++) {
		struct program *p = &programs[i];
		ready[1 + 3 * i] = (struct pollfd){ .fd = p->to_write.size > 0 ? p->in : -1, .events = POLLOUT };
		ready[2 + 3 * i] = (struct pollfd){ .fd = p->held && p->waiting_announced ? -1 : p->from[0], .events = POLLIN };
		ready[3 + 3 * i] = (struct pollfd){ .fd = p->from[1], .events = POLLIN };
	}
	bool open = listening;
	if (ppoll(ready, 1 + 3 * count, patience, mask) > 0) {
		for (size_t i = 0; i < polled; i++)
			serve_program(&programs[i], &ready[1 + 3 * i]);
		if (ready[0].revents)
			open = read_commands();
	}
	reap();
	return open;
}

static void end_all(const sigset_t *mask)
{
	static const int signals[] = { SIGTERM, SIGKILL };
	for (size_t i = 0; i < count; i++) {
		programs[i].close_input = true;
		programs[i].held = false;
		write_waiting(&programs[i]);
	}
	for (int round = 0; round < 3 && count > 0; round++) {
		for (size_t i = 0; round > 0 && i < count; i++)
			kill(programs[i].pid, signals[round - 1]);
		for (uint64_t end = clock_ns() + GRACE_NS; count > 0 && clock_ns() < end; )
			poll_once(false, &(struct timespec){ .tv_nsec = 50000000 }, mask);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		bool help = strcmp(argv[1], "--help") == 0;
		fputs("usage: runbench-gateway     (started by runbench sync measure --tree; commands on standard input)\n",
			help ? stdout : stderr);
		return help ? 0 : 2;
	}
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t blocked, mask;
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGCHLD, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGHUP);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &mask);
	say("ready", "\"program\":\"runbench-gateway\"");
	while (poll_once(true, NULL, &mask) && !stopping)
		;
	end_all(&mask);
	return 0;
}
