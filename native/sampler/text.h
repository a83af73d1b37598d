/* A string that grows, and JSON written into it. */
#ifndef RUNBENCH_TEXT_H
#define RUNBENCH_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
	char  *data; /* ends with 0 as soon as anything was added */
	size_t size, capacity;
};

void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_v(struct text *t, const char *format, va_list arguments);

/* Adds s in quotes; what is not UTF-8 becomes U+FFFD, so that the result is always valid JSON. */
void text_add_json(struct text *t, const char *s);

/* Adds ,"name":"value" and ,"name":["word",...]; the words end with NULL. */
void text_add_member(struct text *t, const char *name, const char *value);
void text_add_words(struct text *t, const char *name, char *const *words);

void text_free(struct text *t);

#endif
