/* See command.h. JSON as in RFC 8259. A decoded string is never longer than its source, so it is decoded in place. */
#include "command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/say.h"

static void skip_blanks(char **at)
{
	*at += strspn(*at, " \t\r\n");
}

static bool accept(char **at, char expected)
{
	skip_blanks(at);
	if (**at != expected)
		return false;
	++*at;
	return true;
}

static int hex4(const char *at, uint32_t *code)
{
	*code = 0;
	for (int i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdef", *digit = at[i] ? strchr(digits, at[i] | 0x20) : NULL;
		if (!digit)
			return -1;
		*code = *code << 4 | (uint32_t)(digit - digits);
	}
	return 0;
}

static char *put_utf8(char *to, uint32_t code)
{
	if (code < 0x80) {
		*to++ = (char)code;
		return to;
	}
	int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const uint32_t lead[] = { 0, 0xc0, 0xe0, 0xf0 };
	*to++ = (char)(lead[more] | code >> 6 * more);
	while (more-- > 0)
		*to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
	return to;
}

/* Reads the code point after "\u", including a surrogate pair. */
static int parse_code(char **at, uint32_t *code)
{
	uint32_t low;
	if (hex4(*at, code) != 0)
		return -1;
	*at += 4;
	if ((*code & 0xfc00) != 0xd800)
		return 0;
	if ((*at)[0] != '\\' || (*at)[1] != 'u' || hex4(*at + 2, &low) != 0 || (low & 0xfc00) != 0xdc00)
		return -1;
	*at += 6;
	*code = 0x10000 + ((*code & 0x3ff) << 10 | (low & 0x3ff));
	return 0;
}

/* Returns NULL if there is no string, or if it contains a 0, which no program argument can. */
static char *parse_string(char **at)
{
	static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	if (!accept(at, '"'))
		return NULL;
	char *begin = *at, *to = *at;
	while (**at != '"') {
		const char *name;
		uint32_t code;
		if ((unsigned char)**at < 0x20)
			return NULL;
		if (**at != '\\') {
			*to++ = *(*at)++;
			continue;
		}
		++*at;
		if (**at == 'u') {
			++*at;
			if (parse_code(at, &code) != 0 || code == 0)
				return NULL;
			to = put_utf8(to, code);
		} else if (**at && (name = strchr(names, **at))) {
			*to++ = meant[name - names];
			++*at;
		} else {
			return NULL;
		}
	}
	++*at;
	*to = '\0';
	return begin;
}

/* Restores bytes that are not UTF-8 in place; they are encoded as the characters U+EF80 to U+EFFF. */
static void restore_bytes(char *word)
{
	unsigned char *to = (unsigned char *)word;
	for (const unsigned char *from = to; *from; from++) {
		if (from[0] == 0xee && (from[1] == 0xbe || from[1] == 0xbf) && from[2] >> 6 == 2) {
			*to++ = (unsigned char)((from[1] == 0xbe ? 0x80 : 0xc0) | (from[2] & 0x3f));
			from += 2;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
}

static int parse_words(char **at, struct command *c)
{
	size_t count = 0, room = 0;
	if (c->argv || !accept(at, '['))
		return -1;
	do {
		if (count + 2 > room) {
			char **grown = reallocarray(c->argv, room = 2 * (count + 2), sizeof *grown);
			if (!grown)
				return -1;
			c->argv = grown;
		}
		c->argv[count] = parse_string(at);
		if (!c->argv[count])
			return -1;
		restore_bytes(c->argv[count++]);
	} while (accept(at, ','));
	c->argv[count] = NULL;
	return accept(at, ']') ? 0 : -1;
}

static int parse_number(char **at, long *value)
{
	char *end;
	skip_blanks(at);
	*value = strtol(*at, &end, 10);
	if (end == *at)
		return -1;
	*at = end;
	return 0;
}

static int parse_bool(char **at, bool *value)
{
	skip_blanks(at);
	*value = strncmp(*at, "true", 4) == 0;
	if (!*value && strncmp(*at, "false", 5) != 0)
		return -1;
	*at += *value ? 4 : 5;
	return 0;
}

/* Skips the value of an unknown member: a string, number, truth value or null. Nested values are rejected. */
static int skip_value(char **at)
{
	skip_blanks(at);
	if (**at == '"')
		return parse_string(at) ? 0 : -1;
	size_t size = strspn(*at, "+-.0123456789eEaflnrstu");
	*at += size;
	return size > 0 ? 0 : -1;
}

static enum verb verb_named(const char *name)
{
	static const char *const names[] = {
		[VERB_START] = "start", [VERB_RELEASE] = "release", [VERB_SEND] = "send", [VERB_CLOSE] = "close",
		[VERB_STOP] = "stop",
	};
	for (enum verb v = VERB_START; v <= VERB_STOP; v++)
		if (strcmp(names[v], name) == 0)
			return v;
	return VERB_UNKNOWN;
}

static int parse_member(char **at, struct command *c, long *version)
{
	char *name = parse_string(at), *text;
	if (!name || !accept(at, ':'))
		return -1;
	if (strcmp(name, "v") == 0)
		return parse_number(at, version);
	if (strcmp(name, "id") == 0)
		return parse_number(at, &c->id);
	if (strcmp(name, "held") == 0)
		return parse_bool(at, &c->held);
	if (strcmp(name, "argv") == 0)
		return parse_words(at, c);
	if (strcmp(name, "line") == 0)
		return (c->line = parse_string(at)) ? 0 : -1;
	if (strcmp(name, "command") != 0)
		return skip_value(at);
	text = parse_string(at);
	c->verb = text ? verb_named(text) : VERB_UNKNOWN;
	return text ? 0 : -1;
}

int command_parse(char *line, struct command *c)
{
	char *at = line;
	long version = 0;
	*c = (struct command){ .id = -1 };
	if (!accept(&at, '{'))
		return -1;
	do {
		if (parse_member(&at, c, &version) != 0)
			return -1;
	} while (accept(&at, ','));
	if (!accept(&at, '}'))
		return -1;
	skip_blanks(&at);
	return *at == '\0' && version == SAY_VERSION ? 0 : -1;
}
