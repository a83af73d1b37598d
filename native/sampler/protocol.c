/* What the helper says to its parent: one JSON object per line on its standard output. */
#include "protocol.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static void write_line(struct text *line)
{
	const char *p = line->data;
	size_t left = line->size;

	while (left) {
		ssize_t n = write(STDOUT_FILENO, p, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return; /* the reader is gone; the control pipe will say so as well */
		p += n;
		left -= (size_t)n;
	}
}

void protocol_send(const char *event, const char *fields)
{
	struct text line = { 0 };

	text_add(&line, "{\"event\":\"%s\"%s%s}\n", event, *fields ? "," : "", fields);
	write_line(&line);
	text_free(&line);
}

void protocol_offer(const char *event, const char *fields)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	if (poll(&out, 1, 0) == 1 && out.revents & POLLOUT)
		protocol_send(event, fields);
}

int protocol_error(const char *kind, const char *remedy, const char *message, ...)
{
	struct text words = { 0 }, fields = { 0 };
	va_list arguments;

	va_start(arguments, message);
	text_add_v(&words, message, arguments);
	va_end(arguments);
	text_add(&fields, "\"kind\":\"%s\",\"message\":", kind);
	text_add_json(&fields, words.data);
	text_add(&fields, ",\"remedy\":");
	text_add_json(&fields, remedy);
	protocol_send("error", fields.data);
	text_free(&words);
	text_free(&fields);
	if (!strcmp(kind, "usage"))
		return EXIT_USAGE;
	return strcmp(kind, "benchmark") ? EXIT_MACHINE : EXIT_BENCHMARK;
}
