/* The helpers' protocol; see say.h. */
#include "say.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

static void write_line(const struct text *line)
{
	const char *p = line->data;
	size_t left = line->size;

	while (left) {
		ssize_t n = write(STDOUT_FILENO, p, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return; /* the reader has closed the pipe; the end of the control pipe is handled elsewhere */
		p += n;
		left -= (size_t)n;
	}
}

void say(const char *event, const char *fields)
{
	struct text line = { 0 };

	text_add(&line, "{\"v\":%d,\"event\":\"%s\"%s%s}\n", SAY_VERSION, event, *fields ? "," : "", fields);
	write_line(&line);
	text_free(&line);
}

void say_if_read(const char *event, const char *fields)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	if (poll(&out, 1, 0) == 1 && out.revents & POLLOUT)
		say(event, fields);
}

int say_error(enum error_kind kind, const char *remedy, const char *message, ...)
{
	static const struct { const char *name; int exit_code; } kinds[] = {
		[ERROR_USAGE] = { "usage", EXIT_USAGE }, [ERROR_MACHINE] = { "machine", EXIT_MACHINE },
		[ERROR_BENCHMARK] = { "benchmark", EXIT_BENCHMARK }, [ERROR_IO] = { "io", EXIT_MACHINE },
		[ERROR_MISSING] = { "missing", EXIT_MISSING }, [ERROR_UNEXECUTABLE] = { "unexecutable", EXIT_UNEXECUTABLE },
		[ERROR_INTERRUPTED] = { "interrupted", EXIT_INTERRUPTED } };
	struct text words = { 0 }, fields = { 0 };
	va_list arguments;

	va_start(arguments, message);
	text_add_v(&words, message, arguments);
	va_end(arguments);
	text_add(&fields, "\"kind\":\"%s\",\"message\":", kinds[kind].name);
	text_add_json(&fields, text_string(&words));
	text_add(&fields, ",\"remedy\":");
	text_add_json(&fields, remedy);
	say("error", fields.data);
	text_free(&words);
	text_free(&fields);
	return kinds[kind].exit_code;
}
