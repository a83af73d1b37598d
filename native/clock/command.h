/* Commands to the gateway, one JSON object per line. */
#ifndef RUNBENCH_CLOCK_COMMAND_H
#define RUNBENCH_CLOCK_COMMAND_H

#include <stdbool.h>

enum verb { VERB_UNKNOWN, VERB_START, VERB_RELEASE, VERB_SEND, VERB_CLOSE, VERB_STOP };

struct command {
	enum verb verb;
	long id;
	bool held;
	char *line;  /* text to send, without a line end; NULL: none */
	char **argv; /* ends with NULL; NULL: none */
};

/* Parses {"v":1,"command":"start",...} and skips unknown members. The strings of the result point into the line, which
 * is overwritten. Returns -1 if the line is not a JSON object or has another protocol version. The caller frees argv in
 * any case. */
int command_parse(char *line, struct command *c);

#endif
