/* Conversion of text to events; see lines.h. */
#include "lines.h"
#include "../base/text.h"

#include <string.h>

#define MARK "... "
#define MAX_CHARACTER_BYTES 4

static void emit(struct lines *l, char *piece, size_t size)
{
	piece[size] = 0;
	rb_log_point(l->type, piece);
	l->continued = true;
}

static size_t begin_piece(const struct lines *l, char *piece)
{
	return l->continued ? (size_t)(stpcpy(piece, MARK) - piece) : 0;
}

/* Writes the printable form of the character at p to as and returns its length. *size: bytes of the character in the
 * text. */
static size_t printable(const char *p, size_t left, size_t *size, char *as)
{
	static const char hex[] = "0123456789abcdef";
	unsigned char c = (unsigned char)*p;

	*size = text_utf8_length(p, left);
	if (!*size || (c < 0x20 && c != '\t') || c == 0x7f) {
		*size = 1;
		memcpy(as, (const char []){ '\\', 'x', hex[c >> 4], hex[c & 15] }, 4);
		return 4;
	}
	memcpy(as, p, *size);
	return *size;
}

/* Logs the text as one or more events. The last one ends the line or will be continued. */
static void log_text(struct lines *l, const char *text, size_t size)
{
	char piece[RB_LOG_COMMENT_BYTES + 1];
	size_t used = begin_piece(l, piece);

	while (size) {
		char as[MAX_CHARACTER_BYTES];
		size_t taken, length = printable(text, size, &taken, as);

		if (used + length > RB_LOG_COMMENT_BYTES) {
			emit(l, piece, used);
			used = begin_piece(l, piece);
		}
		memcpy(piece + used, as, length);
		used += length;
		text += taken;
		size -= taken;
	}
	emit(l, piece, used);
}

/* Returns the number of bytes at the end that may begin an incomplete character. */
static size_t incomplete_bytes(const char *text, size_t size)
{
	for (size_t n = 1; n < MAX_CHARACTER_BYTES && n <= size; n++) {
		unsigned char c = (unsigned char)text[size - n];

		if (c >= 0xc2 && c < 0xf5)
			return text_utf8_length(text + size - n, n) ? 0 : n;
		if ((c & 0xc0) != 0x80)
			break;
	}
	return 0;
}

void lines_flush(struct lines *l, bool last)
{
	size_t kept = last ? 0 : incomplete_bytes(l->waiting, l->used);

	if (l->used > kept) {
		log_text(l, l->waiting, l->used - kept);
		memmove(l->waiting, l->waiting + l->used - kept, kept);
		l->used = kept;
	}
}

static void end_of_line(struct lines *l)
{
	if (l->used && l->waiting[l->used - 1] == '\r')
		l->used--;
	/* An already logged line has no empty continuation. */
	if (l->used || !l->continued)
		log_text(l, l->waiting, l->used);
	l->used = 0;
	l->continued = false;
}

void lines_take(struct lines *l, const char *bytes, size_t size, uint64_t now_ns)
{
	while (size) {
		const char *end = memchr(bytes, '\n', size);
		size_t part = end ? (size_t)(end - bytes) : size, room = sizeof l->waiting - l->used;

		if (!l->used)
			l->since_ns = now_ns;
		if (part > room) {
			memcpy(l->waiting + l->used, bytes, room);
			l->used += room;
			bytes += room;
			size -= room;
			lines_flush(l, false);
			continue;
		}
		memcpy(l->waiting + l->used, bytes, part);
		l->used += part;
		bytes += part;
		size -= part;
		if (end) {
			end_of_line(l);
			bytes++;
			size--;
		}
	}
}
