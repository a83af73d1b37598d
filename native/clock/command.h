/* Commands to the gateway's program, one JSON object a line. */
#ifndef RUNBENCH_CLOCK_COMMAND_H
#define RUNBENCH_CLOCK_COMMAND_H

#include <stdbool.h>

enum verb { VERB_UNKNOWN, VERB_START, VERB_RELEASE, VERB_SEND, VERB_CLOSE, VERB_STOP };

struct command {
	enum verb verb;
	long id;
	bool held;
	char *line;    /* what to send, without its end; NULL: none */
	char **argv;   /* ends with NULL; NULL: none */
};

/* Reads {"v":1,"command":"start",...}; members that it does not know are skipped. The strings lie within the line, which is
 * overwritten. -1 if that is not a JSON object, or of another version of the protocol; argv is to be freed in any case. */
int command_parse(char *line, struct command *c);

#endif
