/* Words of a line; see words.h. */
#include "words.h"

#include <stdlib.h>

char **words_of(char *line, size_t *count)
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
