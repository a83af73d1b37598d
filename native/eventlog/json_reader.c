/* The reader of JSON; see json_reader.h. */
#include "json_reader.h"

#include <string.h>

#define MAX_DEPTH  32
#define NAME_BYTES 256

static void skip_space(struct json *j)
{
	while (j->at < j->end && (*j->at == ' ' || *j->at == '\n' || *j->at == '\t' || *j->at == '\r'))
		j->at++;
}

bool json_take(struct json *j, char c)
{
	skip_space(j);
	if (j->at >= j->end || *j->at != c)
		return false;
	j->at++;
	return true;
}

bool json_take_word(struct json *j, const char *word)
{
	size_t size = strlen(word);

	skip_space(j);
	if ((size_t)(j->end - j->at) < size || memcmp(j->at, word, size) != 0)
		return false;
	j->at += size;
	return true;
}

void json_string(struct json *j, char *to, size_t size)
{
	size_t n = 0;

	if (!json_take(j, '"')) {
		j->bad = true;
		return;
	}
	while (j->at < j->end && *j->at != '"') {
		if (*j->at == '\\' && j->at + 1 < j->end && strchr("\"\\/", j->at[1]))
			j->at++;
		if (n + 1 < size)
			to[n++] = *j->at;
		j->at++;
	}
	to[n] = 0;
	if (j->at >= j->end)
		j->bad = true;
	else
		j->at++;
}

static bool digit(const struct json *j)
{
	return j->at < j->end && *j->at >= '0' && *j->at <= '9';
}

void json_number(struct json *j, struct number *n)
{
	long double mantissa = 0, fraction = 0, scale = 1;
	uint64_t    whole = 0;
	bool        negative, fits = true, exponential = false;
	int         exponent = 0, digits = 0;

	skip_space(j);
	negative = json_take(j, '-');
	for (; digit(j); j->at++, digits++) {
		mantissa = mantissa * 10 + (*j->at - '0');
		fits = fits && whole <= (UINT64_MAX - 9) / 10;
		whole = whole * 10 + (uint64_t)(*j->at - '0');
	}
	if (j->at < j->end && *j->at == '.')
		for (j->at++; digit(j); j->at++, digits++) {
			scale *= 10;
			fraction = fraction * 10 + (*j->at - '0');
			mantissa = mantissa * 10 + (*j->at - '0');
		}
	if (digits == 0) {
		j->bad = true;
		return;
	}
	/* Separate from the whole part, which takes up to 63 bits. */
	n->rest = (double)(fraction / scale);
	if (j->at < j->end && (*j->at == 'e' || *j->at == 'E')) {
		bool down;

		exponential = true;
		j->at++;
		down = j->at < j->end && *j->at == '-';
		if (j->at < j->end && (*j->at == '-' || *j->at == '+'))
			j->at++;
		if (!digit(j))
			j->bad = true;
		for (; digit(j); j->at++)
			exponent = exponent < 10000 ? exponent * 10 + (*j->at - '0') : exponent;
		for (; exponent > 0 && scale < 1e300L && mantissa < 1e300L; exponent--) {
			if (down)
				scale *= 10;
			else
				mantissa *= 10;
		}
	}
	n->value = (double)((negative ? -mantissa : mantissa) / scale);
	n->whole = 0;
	if (exponential || !fits || whole > INT64_MAX) {
		if (n->value > -9e18 && n->value < 9e18) {
			n->whole = (int64_t)n->value;
			if ((double)n->whole > n->value)
				n->whole--;
			n->rest = n->value - (double)n->whole;
		}
		return;
	}
	n->whole = negative ? -(int64_t)whole : (int64_t)whole;
	if (negative && n->rest > 0) {
		n->whole--;
		n->rest = 1 - n->rest;
	}
}

void json_skip(struct json *j, int depth)
{
	char name[NAME_BYTES];

	skip_space(j);
	if (j->at >= j->end || depth > MAX_DEPTH) {
		j->bad = true;
	} else if (*j->at == '"') {
		json_string(j, name, sizeof name);
	} else if (*j->at == '{' || *j->at == '[') {
		char close = *j->at++ == '{' ? '}' : ']';

		if (json_take(j, close))
			return;
		do {
			if (close == '}') {
				json_string(j, name, sizeof name);
				if (!json_take(j, ':'))
					j->bad = true;
			}
			if (!j->bad)
				json_skip(j, depth + 1);
		} while (!j->bad && json_take(j, ','));
		if (!json_take(j, close))
			j->bad = true;
	} else if (!json_take_word(j, "null") && !json_take_word(j, "true") && !json_take_word(j, "false")) {
		struct number ignored;

		json_number(j, &ignored);
	}
}

bool json_member(struct json *j, bool *first, char *name, size_t size)
{
	if (j->bad || json_take(j, '}'))
		return false;
	if (!*first && !json_take(j, ',')) {
		j->bad = true;
		return false;
	}
	*first = false;
	json_string(j, name, size);
	if (!json_take(j, ':'))
		j->bad = true;
	return !j->bad;
}
