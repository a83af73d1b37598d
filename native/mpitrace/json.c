#include "json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for this many more bytes and the terminator, or NULL. */
static char *reserve(struct json *json, size_t more)
{
	if (json->failed)
		return NULL;
	if (json->bytes + more + 1 > json->room) {
		size_t room = (json->bytes + more + 1) * 2;
		char *grown = realloc(json->text, room);
		if (!grown) {
			json->failed = 1;
			return NULL;
		}
		json->text = grown;
		json->room = room;
	}
	return json->text + json->bytes;
}

void json_put(struct json *json, const char *format, ...)
{
	va_list arguments, again;
	char *at;
	int n;

	va_start(arguments, format);
	va_copy(again, arguments);
	n = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	at = n < 0 ? NULL : reserve(json, (size_t)n);
	if (at) {
		vsnprintf(at, (size_t)n + 1, format, again);
		json->bytes += (size_t)n;
	}
	va_end(again);
}

/* Bytes of the UTF-8 sequence at the beginning of text; 0 if there is no valid one (Unicode, table 3-7). */
static size_t sequence(const unsigned char *text, size_t bytes)
{
	unsigned char lead = text[0], low = 0x80, high = 0xbf;
	size_t length = lead >= 0xc2 && lead <= 0xdf ? 2 : (lead & 0xf0) == 0xe0 ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;

	if (length == 0 || length > bytes)
		return 0;
	if (lead == 0xe0)
		low = 0xa0; /* shorter forms exist */
	else if (lead == 0xed)
		high = 0x9f; /* surrogates */
	else if (lead == 0xf0)
		low = 0x90;
	else if (lead == 0xf4)
		high = 0x8f; /* beyond U+10FFFF */
	if (text[1] < low || text[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

void json_string(struct json *json, const char *text, size_t bytes)
{
	const unsigned char *in = (const unsigned char *)text;
	char *out = reserve(json, bytes * 6 + 2); /* a control character takes six */

	if (!out)
		return;
	*out++ = '"';
	for (size_t i = 0; i < bytes;) {
		size_t length = in[i] < 0x80 ? 1 : sequence(in + i, bytes - i);
		if (length == 0) {
			out += sprintf(out, "\\\\x%02x", in[i++]);
		} else if (in[i] == '"' || in[i] == '\\') {
			*out++ = '\\';
			*out++ = (char)in[i++];
		} else if (in[i] < 0x20 || in[i] == 0x7f) {
			out += sprintf(out, "\\u%04x", in[i++]);
		} else {
			memcpy(out, in + i, length);
			out += length;
			i += length;
		}
	}
	*out++ = '"';
	*out = 0;
	json->bytes = (size_t)(out - json->text);
}

const char *json_text(const struct json *json)
{
	return json->failed || !json->text ? "{}" : json->text;
}

void json_free(struct json *json)
{
	free(json->text);
	memset(json, 0, sizeof *json);
}
