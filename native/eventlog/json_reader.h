/* A reader of JSON in memory, without memory of its own. Numbers are parsed here, because strtod depends on the program's locale. */
#ifndef RUNBENCH_EVENTLOG_JSON_READER_H
#define RUNBENCH_EVENTLOG_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json {
	const char *at, *end;
	bool        bad;
};

/* A decimal number: exactly whole + rest if |number| < 2^63 and there is no exponent. 0 <= rest < 1. */
struct number {
	int64_t whole;
	double  rest, value;
};

/* Skips white space and then the character or word. Returns false, after the white space, if something else follows. */
bool json_take(struct json *j, char c);
bool json_take_word(struct json *j, const char *word);

/* Reads a string, truncated to size - 1 bytes. Escapes are kept as they are, except \" \\ and \/. */
void json_string(struct json *j, char *to, size_t size);

void json_number(struct json *j, struct number *n);

/* Skips a value at this depth of nesting. */
void json_skip(struct json *j, int depth);

/* Reads the next member's name of an object; *first is true before the first one. Returns false at the object's end. */
bool json_member(struct json *j, bool *first, char *name, size_t size);

#endif
