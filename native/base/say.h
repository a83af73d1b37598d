/*
 * The helpers' protocol: what a helper says to the program that started it, one JSON object per line on standard output,
 * {"v":1,"event":EVENT,...}. v is the version of the protocol: it rises when a reader of the old one would be wrong, not
 * when events or members are added, which readers skip.
 */
#ifndef RUNBENCH_BASE_SAY_H
#define RUNBENCH_BASE_SAY_H

#include "text.h"

enum { SAY_VERSION = 1 };

/* The helpers' exit codes, the same as those of the whole tool. */
enum { EXIT_BENCHMARK = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3, EXIT_UNEXECUTABLE = 126, EXIT_MISSING = 127, EXIT_INTERRUPTED = 130 };

/* Whose failure it is: the reader decides by this, never by the words. */
enum error_kind { ERROR_USAGE, ERROR_MACHINE, ERROR_BENCHMARK, ERROR_IO, ERROR_MISSING, ERROR_UNEXECUTABLE };

/* Says an event; fields are JSON members without the braces and without a comma in front, or empty. */
void say(const char *event, const char *fields);

/* The same, but dropped when the reader is not keeping up: a slow reader must not disturb a measurement. */
void say_if_read(const char *event, const char *fields);

/*
 * Says the event "error" with kind, message and remedy (what to type or do next); returns the exit code that goes with the
 * kind.
 */
int say_error(enum error_kind kind, const char *remedy, const char *message, ...) __attribute__((format(printf, 3, 4)));

#endif
