/* A growing string and its JSON escapes; see text.h. */
#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct text *t, size_t more)
{
	char *grown;

	if (t->failed)
		return false;
	if (t->size + more + 1 <= t->capacity)
		return true;
	grown = realloc(t->data, (t->size + more + 1) * 2);
	if (!grown && !t->survives)
		abort();
	if (!grown) {
		t->failed = true;
		return false;
	}
	t->data = grown;
	t->capacity = (t->size + more + 1) * 2;
	return true;
}

void text_add_v(struct text *t, const char *format, va_list arguments)
{
	va_list again;
	int n;

	va_copy(again, arguments);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (n < 0 || !reserve(t, (size_t)n))
		return;
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

void text_add_bytes(struct text *t, const void *bytes, size_t size)
{
	if (!reserve(t, size))
		return;
	memcpy(t->data + t->size, bytes, size);
	t->size += size;
	t->data[t->size] = 0;
}

void text_drop(struct text *t, size_t size)
{
	if (!size)
		return;
	t->size -= size;
	memmove(t->data, t->data + size, t->size);
	t->data[t->size] = 0;
}

size_t text_utf8_length(const char *s, size_t size)
{
	const uint8_t *p = (const uint8_t *)s;
	size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : (p[0] & 0xf0) == 0xe0 ? 3
		: p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;

	if (n > size)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)
	    || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return n;
}

void text_add_json_bytes(struct text *t, const char *s, size_t size)
{
	static const char hex[] = "0123456789abcdef";
	const uint8_t *p = (const uint8_t *)s, *end = p + size;
	char *out;

	if (!reserve(t, 6 * size + 2)) /* a control character takes six bytes */
		return;
	out = t->data + t->size;
	*out++ = '"';
	while (p < end) {
		size_t n = text_utf8_length((const char *)p, (size_t)(end - p));

		if (!n) {
			memcpy(out, (const char []){ '\\', '\\', 'x', hex[*p >> 4], hex[*p & 15] }, 5);
			out += 5;
			p++;
		} else if (*p == '"' || *p == '\\') {
			*out++ = '\\';
			*out++ = (char)*p++;
		} else if (*p < 0x20 || *p == 0x7f) {
			memcpy(out, (const char []){ '\\', 'u', '0', '0', hex[*p >> 4], hex[*p & 15] }, 6);
			out += 6;
			p++;
		} else {
			memcpy(out, p, n);
			out += n;
			p += n;
		}
	}
	*out++ = '"';
	*out = 0;
	t->size = (size_t)(out - t->data);
}

void text_add_json(struct text *t, const char *s)
{
	text_add_json_bytes(t, s, strlen(s));
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

const char *text_string(const struct text *t)
{
	return t->failed || !t->data ? "" : t->data;
}

void text_free(struct text *t)
{
	free(t->data);
	*t = (struct text){ .survives = t->survives };
}
