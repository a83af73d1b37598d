/* runbench-gateway: starts programs on this machine for a reference that cannot reach the machines behind it. Whoever
 * started it writes commands to its standard input, one a line, and reads what the programs say from its standard
 * output; words are separated by tabs, so nothing is quoted however many of these stand one behind the other.
 *
 *   start ID WORD...        start a program
 *   start-held ID WORD...   the same, but say only "waiting ID" once it has output, until "release ID": what goes over
 *                           the network goes there when nobody is measuring
 *   release ID | say ID TEXT | close ID (its standard input) | stop ID (SIGTERM)
 *
 *   ready runbench-gateway 1 | out ID LINE | err ID LINE | waiting ID | failed ID WHY | end ID CODE (128 + signal)
 *
 * At the end of its standard input every program's standard input ends too; what is left after two seconds is stopped. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRACE_MS 2000

struct text {
	char *bytes;
	size_t size, room;
};

struct program {
	long id;
	pid_t pid;
	bool held, waiting_told, close_input, ended;
	int code;
	int in, from[2];          /* -1: closed; from: its standard output, its standard error */
	struct text to_write, heard[2];
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

static void append(struct text *t, const char *bytes, size_t size)
{
	if (t->size + size > t->room) {
		t->room = 2 * (t->size + size);
		t->bytes = realloc(t->bytes, t->room);
		if (!t->bytes)
			abort();
	}
	memcpy(t->bytes + t->size, bytes, size);
	t->size += size;
}

static void drop(struct text *t, size_t size)
{
	memmove(t->bytes, t->bytes + size, t->size - size);
	t->size -= size;
}

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static struct program *find(long id)
{
	for (size_t i = 0; i < count; i++)
		if (programs[i].id == id)
			return &programs[i];
	return NULL;
}

static void failed(long id, const char *format, ...)
{
	va_list rest;
	va_start(rest, format);
	printf("failed %ld ", id);
	vprintf(format, rest);
	printf("\n");
	va_end(rest);
}

/* In the child: the error of exec travels through a pipe that a successful exec closes. */
static void become(char **words, int in, int out, int err, int error)
{
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	dup2(in, 0);
	dup2(out, 1);
	dup2(err, 2);
	execvp(words[0], words);
	int why = errno;
	if (write(error, &why, sizeof why) != sizeof why)
		_exit(126);
	_exit(127);
}

static void start(long id, char **words, bool held)
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, err[2] = { -1, -1 }, error[2] = { -1, -1 }, why = 0;
	struct program *grown = reallocarray(programs, count + 1, sizeof *programs);
	if (grown)
		programs = grown;
	pid_t pid = -1;
	if (!grown || find(id) || pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(error, O_CLOEXEC)
			|| (pid = fork()) < 0)
		why = find(id) ? EEXIST : errno;
	else if (pid == 0)
		become(words, in[0], out[1], err[1], error[1]);
	shut(&in[0]);
	shut(&out[1]);
	shut(&err[1]);
	shut(&error[1]);
	if (why == 0 && read(error[0], &why, sizeof why) == sizeof why)
		waitpid(pid, NULL, 0);
	shut(&error[0]);
	if (why != 0) {
		failed(id, "%s: %s", words[0], strerror(why));
		shut(&in[1]);
		shut(&out[0]);
		shut(&err[0]);
		return;
	}
	fcntl(in[1], F_SETFL, O_NONBLOCK);
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	fcntl(err[0], F_SETFL, O_NONBLOCK);
	programs[count++] = (struct program){ .id = id, .pid = pid, .held = held, .in = in[1], .from = { out[0], err[0] } };
}

static void tell(const struct program *p, int stream, const char *line, size_t size)
{
	if (size > 0 && line[size - 1] == '\r')
		size--;
	printf("%s %ld %.*s\n", stream_names[stream], p->id, (int)size, line);
}

/* Takes what there is and passes on whole lines; closes at its end, passing on what stands there without one. */
static void take(struct program *p, int stream)
{
	char bytes[65536];
	struct text *t = &p->heard[stream];
	ssize_t n;
	while (p->from[stream] >= 0 && (n = read(p->from[stream], bytes, sizeof bytes)) != 0) {
		if (n < 0) {
			if (errno != EINTR)
				return;
			continue;
		}
		append(t, bytes, (size_t)n);
		size_t done = 0;
		for (char *end; (end = memchr(t->bytes + done, '\n', t->size - done)); done = (size_t)(end - t->bytes) + 1)
			tell(p, stream, t->bytes + done, (size_t)(end - t->bytes) - done);
		drop(t, done);
	}
	if (t->size > 0)
		tell(p, stream, t->bytes, t->size);
	t->size = 0;
	shut(&p->from[stream]);
}

static void write_waiting(struct program *p)
{
	while (p->in >= 0 && p->to_write.size > 0) {
		ssize_t n = write(p->in, p->to_write.bytes, p->to_write.size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n < 0) {
			shut(&p->in);
			return;
		}
		drop(&p->to_write, (size_t)n);
	}
	if (p->close_input)
		shut(&p->in);
}

/* Splits at tabs, in place; words must have room for a NULL behind the last. */
static size_t split(char *text, char **words, size_t most)
{
	size_t n = 0;
	for (char *word; n + 1 < most && (word = strsep(&text, "\t")); )
		words[n++] = word;
	words[n] = NULL;
	return n;
}

static void obey(char *line)
{
	char *rest = line, *verb = strsep(&rest, " "), *number = strsep(&rest, " "), *end = number;
	long id = number ? strtol(number, &end, 10) : -1;
	if (!number || end == number || *end) {
		failed(-1, "not a command: %s", verb);
		return;
	}
	bool held = strcmp(verb, "start-held") == 0;
	if ((held || strcmp(verb, "start") == 0) && rest && *rest) {
		char **words = calloc(strlen(rest) + 2, sizeof *words);
		if (words && split(rest, words, strlen(rest) + 2) > 0)
			start(id, words, held);
		free(words);
		return;
	}
	struct program *p = find(id);
	if (!p)
		return; /* it has ended meanwhile */
	if (strcmp(verb, "say") == 0) {
		append(&p->to_write, rest ? rest : "", rest ? strlen(rest) : 0);
		append(&p->to_write, "\n", 1);
	} else if (strcmp(verb, "close") == 0) {
		p->close_input = true;
	} else if (strcmp(verb, "stop") == 0) {
		kill(p->pid, SIGTERM);
	} else if (strcmp(verb, "release") == 0) {
		p->held = false;
	} else {
		failed(id, "not a command: %s", verb);
	}
	write_waiting(p);
}

/* False at the end of standard input. */
static bool hear_commands(void)
{
	static struct text heard;
	char bytes[65536];
	ssize_t n = read(0, bytes, sizeof bytes);
	if (n <= 0)
		return n < 0 && (errno == EINTR || errno == EAGAIN);
	append(&heard, bytes, (size_t)n);
	for (char *end; (end = memchr(heard.bytes, '\n', heard.size)); drop(&heard, (size_t)(end - heard.bytes) + 1)) {
		*end = '\0';
		if (heard.bytes[0])
			obey(heard.bytes);
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
			p->code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
		}
		if (!p->ended || p->held)
			continue;
		take(p, 0);
		take(p, 1);
		printf("end %ld %d\n", p->id, p->code);
		shut(&p->in);
		shut(&p->from[0]);
		shut(&p->from[1]);
		free(p->to_write.bytes);
		free(p->heard[0].bytes);
		free(p->heard[1].bytes);
		programs[i--] = programs[--count];
	}
}

static void look(struct program *p, const struct pollfd *ready)
{
	if (ready[0].revents)
		write_waiting(p);
	if (p->held && ready[1].revents) {
		printf("waiting %ld\n", p->id);
		p->waiting_told = true;
	} else if (ready[1].revents) {
		take(p, 0);
	}
	if (ready[2].revents)
		take(p, 1);
}

/* Waits for whatever comes next; false once standard input has ended. */
static bool turn(bool listening, const struct timespec *patience, const sigset_t *mask)
{
	struct pollfd ready[1 + 3 * count];
	size_t programs_then = count;
	ready[0] = (struct pollfd){ .fd = listening ? 0 : -1, .events = POLLIN };
	for (size_t i = 0; i < count; i++) {
		struct program *p = &programs[i];
		ready[1 + 3 * i] = (struct pollfd){ .fd = p->to_write.size > 0 ? p->in : -1, .events = POLLOUT };
		ready[2 + 3 * i] = (struct pollfd){ .fd = p->held && p->waiting_told ? -1 : p->from[0], .events = POLLIN };
		ready[3 + 3 * i] = (struct pollfd){ .fd = p->from[1], .events = POLLIN };
	}
	bool open = listening;
	if (ppoll(ready, 1 + 3 * count, patience, mask) > 0) {
		for (size_t i = 0; i < programs_then; i++)
			look(&programs[i], &ready[1 + 3 * i]);
		if (ready[0].revents)
			open = hear_commands();
	}
	reap();
	fflush(stdout);
	return open;
}

static int64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
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
		for (int64_t end = now_ms() + GRACE_MS; count > 0 && now_ms() < end; )
			turn(false, &(struct timespec){ .tv_nsec = 50000000 }, mask);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		bool help = strcmp(argv[1], "--help") == 0;
		fputs("usage: runbench-gateway     (started by runbench sync measure --tree; commands on standard input)\n", help ? stdout : stderr);
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
	printf("ready runbench-gateway 1\n");
	fflush(stdout);
	while (turn(true, NULL, &mask) && !stopping)
		;
	end_all(&mask);
	return 0;
}
