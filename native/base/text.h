/* A string that grows, and JSON written into it: the only escaper of JSON on this side. */
#ifndef RUNBENCH_BASE_TEXT_H
#define RUNBENCH_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Starts as zeros. When memory runs out the program ends, for it could not report even that - unless survives is set, as
 * within another's program: then failed is set, and nothing more is added.
 */
struct text {
	char  *data; /* ends with 0 as soon as anything was added; NULL before */
	size_t size, capacity;
	bool   survives, failed;
};

void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_v(struct text *t, const char *format, va_list arguments);
void text_add_bytes(struct text *t, const void *bytes, size_t size);

/* Takes so many bytes away from the front. */
void text_drop(struct text *t, size_t size);

/*
 * Adds s in quotes, as a JSON string. UTF-8 stays as it is; a byte that is no part of it becomes the four characters \xNN,
 * so that the result is always valid JSON and still tells which byte it was.
 */
void text_add_json(struct text *t, const char *s);
void text_add_json_bytes(struct text *t, const char *s, size_t size);

/* Length of the well-formed UTF-8 sequence at the front of s (Unicode 15, table 3-7); 0 if there is none. size: at least 1. */
size_t text_utf8_length(const char *s, size_t size);

/* Adds ,"name":"value" and ,"name":["word",...]; the words end with NULL. */
void text_add_member(struct text *t, const char *name, const char *value);
void text_add_words(struct text *t, const char *name, char *const *words);

/* The text; "" when there is none or memory ran out. */
const char *text_string(const struct text *t);

void text_free(struct text *t);

#endif
