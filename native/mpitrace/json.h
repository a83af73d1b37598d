/* JSON text of any length, built piece by piece. */
#ifndef RUNBENCH_JSON_H
#define RUNBENCH_JSON_H

#include <stddef.h>

struct json {
	char  *text;   /* terminated; NULL before the first piece */
	size_t bytes, room;
	int    failed; /* out of memory: text is the empty object, and later pieces are dropped */
};

/* Appends text that is JSON already. */
void json_put(struct json *json, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Appends a quoted string. UTF-8 stays as it is; a byte that is not part of a valid sequence is shown as the four
 * characters \xHH, as ls and shells do.
 */
void json_string(struct json *json, const char *text, size_t bytes);

/* What was built, "{}" if memory ran out. Valid until json_free. */
const char *json_text(const struct json *json);

void json_free(struct json *json);

#endif
