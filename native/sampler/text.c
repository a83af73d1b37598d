/* A string that grows, and JSON written into it. Memory running out here ends the program: nothing can be said. */
#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct text *t, size_t more)
{
	if (t->size + more + 1 <= t->capacity)
		return;
	t->capacity = (t->size + more + 1) * 2;
	t->data = realloc(t->data, t->capacity);
	if (!t->data)
		abort();
}

void text_add_v(struct text *t, const char *format, va_list arguments)
{
	va_list again;
	int n;

	va_copy(again, arguments);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	reserve(t, (size_t)n);
	vsnprintf(t->data + t->size, (size_t)n + 1, format, arguments);
	t->size += (size_t)n;
}

void text_add(struct text *t, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_add_v(t, format, arguments);
	va_end(arguments);
}

/* Length of the well-formed UTF-8 sequence at p, 0 if there is none (Unicode 15, table 3-7). */
static int utf8_length(const uint8_t *p)
{
	int n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : (p[0] & 0xf0) == 0xe0 ? 3
		: p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;

	for (int i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)
	    || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return n;
}

void text_add_json(struct text *t, const char *s)
{
	text_add(t, "\"");
	for (const uint8_t *p = (const uint8_t *)s; *p; ) {
		int n = utf8_length(p);

		if (!n) {
			text_add(t, "\\ufffd");
			p++;
			continue;
		}
		if (*p == '"' || *p == '\\')
			text_add(t, "\\%c", *p);
		else if (*p < 0x20 || *p == 0x7f)
			text_add(t, "\\u%04x", *p);
		else
			text_add(t, "%.*s", n, (const char *)p);
		p += n;
	}
	text_add(t, "\"");
}

void text_add_member(struct text *t, const char *name, const char *value)
{
	text_add(t, ",\"%s\":", name);
	text_add_json(t, value);
}

void text_add_words(struct text *t, const char *name, char *const *words)
{
	text_add(t, ",\"%s\":[", name);
	for (char *const *p = words; *p; p++) {
		text_add(t, p == words ? "" : ",");
		text_add_json(t, *p);
	}
	text_add(t, "]");
}

void text_free(struct text *t)
{
	free(t->data);
	*t = (struct text){ 0 };
}
