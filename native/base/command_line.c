/* The command line of this process; see command_line.h. */
#include "command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Maximum size of a command line; a longer one is truncated, because every rank reads the whole header. */
#define MAX_PROGRAM_BYTES (64u << 10)

void command_line_add(struct text *json)
{
	char *line = malloc(MAX_PROGRAM_BYTES + 1);
	FILE *f = fopen("/proc/self/cmdline", "re");
	size_t n = f && line ? fread(line, 1, MAX_PROGRAM_BYTES, f) : 0;
	int cut = n == MAX_PROGRAM_BYTES && fgetc(f) != EOF;

	if (f)
		fclose(f);
	/* Cuts before an incomplete UTF-8 character: up to three continuation bytes follow its first byte. */
	for (int i = 0; cut && i < 3 && (line[n - 1] & 0xc0) == 0x80; i++)
		n--;
	n -= cut && (line[n - 1] & 0xc0) == 0xc0;
	text_add(json, ",\"program\":[");
	for (size_t i = 0; i < n;) {
		size_t word = strnlen(line + i, n - i);
		text_add(json, i ? "," : "");
		text_add_json_bytes(json, line + i, word);
		i += word + 1;
	}
	text_add(json, "]");
	if (cut)
		text_add(json, ",\"program_cut\":true");
	free(line);
}
