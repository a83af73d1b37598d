/* What the helper says to its parent: one JSON object per line on its standard output. */
#ifndef RUNBENCH_PROTOCOL_H
#define RUNBENCH_PROTOCOL_H

#include "text.h"

/* The helper's exit codes, the same as those of the whole tool. */
enum { EXIT_BENCHMARK = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3, EXIT_INTERRUPTED = 130 };

/* Writes {"event":EVENT,FIELDS}; fields are JSON members without the braces, or empty. */
void protocol_send(const char *event, const char *fields);

/* The same, but dropped when the reader is not keeping up: a slow reader must not disturb a measurement. */
void protocol_offer(const char *event, const char *fields);

/* Sends an error event and returns the exit code that goes with its kind: usage, machine, benchmark, io. */
int protocol_error(const char *kind, const char *remedy, const char *message, ...)
	__attribute__((format(printf, 3, 4)));

#endif
