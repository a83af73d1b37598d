/*
 * The helpers' protocol: one JSON object per line on standard output, {"v":1,"event":EVENT,...}, for the program that started
 * the helper. v is the version of the protocol. It increases if a reader of the old version would be wrong, but not for added
 * events or members, which readers skip.
 */
#ifndef RUNBENCH_BASE_SAY_H
#define RUNBENCH_BASE_SAY_H

#include "text.h"

enum { SAY_VERSION = 1 };

/* The helpers' exit codes, the same as those of the whole tool. */
enum { EXIT_BENCHMARK = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3, EXIT_UNEXECUTABLE = 126, EXIT_MISSING = 127, EXIT_INTERRUPTED = 130 };

/* The kind of a failure. Readers decide by the kind, never by the text. */
enum error_kind { ERROR_USAGE, ERROR_MACHINE, ERROR_BENCHMARK, ERROR_IO, ERROR_MISSING, ERROR_UNEXECUTABLE, ERROR_INTERRUPTED };

/* Writes an event; fields: JSON members without braces and without a leading comma, or empty. */
void say(const char *event, const char *fields);

/* Writes an event unless the pipe is full: a slow reader must not disturb a measurement. */
void say_if_read(const char *event, const char *fields);

/*
 * Writes the event "error" with kind, message and remedy (the command to type or the next step). Returns the exit code of the
 * kind.
 */
int say_error(enum error_kind kind, const char *remedy, const char *message, ...) __attribute__((format(printf, 3, 4)));

#endif
