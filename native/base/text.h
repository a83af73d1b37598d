/* A growing string, and the only JSON escaper of the C code. */
#ifndef RUNBENCH_BASE_TEXT_H
#define RUNBENCH_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A string, initialised with zeros. If memory runs out, the program aborts, because it could not report the error. With survives
 * set, as in a library within another program, failed is set instead and nothing more is added.
 */
struct text {
	char  *data; /* NUL-terminated; NULL before the first addition */
	size_t size, capacity;
	bool   survives, failed;
};

/* Append formatted text (as printf), or bytes. */
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_v(struct text *t, const char *format, va_list arguments);
void text_add_bytes(struct text *t, const void *bytes, size_t size);

/* Removes the first size bytes. */
void text_drop(struct text *t, size_t size);

/*
 * Appends s as a JSON string in quotes. Valid UTF-8 is kept; any other byte becomes the four characters \xNN. The result is
 * always valid JSON.
 */
void text_add_json(struct text *t, const char *s);
void text_add_json_bytes(struct text *t, const char *s, size_t size);

/* Returns the length of the well-formed UTF-8 sequence at the start of s (Unicode 15, table 3-7), 0 if there is none. size >= 1. */
size_t text_utf8_length(const char *s, size_t size);

/* Append ,"name":"value" and ,"name":["word",...]; words ends with NULL. */
void text_add_member(struct text *t, const char *name, const char *value);
void text_add_words(struct text *t, const char *name, char *const *words);

/* Returns the text; "" if nothing was added or memory ran out. */
const char *text_string(const struct text *t);

void text_free(struct text *t);

#endif
