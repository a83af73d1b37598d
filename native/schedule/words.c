/* The words of a command line; see words.h. */
#include "words.h"

#include <stdlib.h>

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char **split_words(char *line, size_t *count)
{
	size_t tabs = 0, n = 0;
	char **words, *to = line;

	for (const char *p = line; *p; p++)
		tabs += *p == '\t';
	words = calloc(tabs + 2, sizeof *words);
	if (!words)
		abort();
	words[n++] = to;
	for (const char *p = line; *p; p++) {
		if (*p == '\t') {
			*to++ = 0;
			words[n++] = to;
		} else if (*p == '\\' && p[1] == 'x' && digit(p[2]) >= 0 && digit(p[3]) >= 0) {
			*to++ = (char)(digit(p[2]) << 4 | digit(p[3]));
			p += 3;
		} else if (*p == '\\' && p[1]) {
			p++;
			*to++ = *p == 't' ? '\t' : *p == 'n' ? '\n' : *p;
		} else {
			*to++ = *p;
		}
	}
	*to = 0;
	*count = n;
	return words;
}
