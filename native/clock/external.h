/* The offset of the reference from UTC: readings of its clock and CLOCK_REALTIME at both ends of the window, the
 * kernel's error estimate at its end, and the verbatim output of time service commands. */
#ifndef RB_EXTERNAL_H
#define RB_EXTERNAL_H

#include <stdio.h>

#include "engine.h"

/* Adds SERVICE=COMMAND, a shell command that runs after the window. The text is kept. Returns -1 if the form is wrong
 * or there are RB_MAX_QUERIES already. */
int rb_external_add_query(char *text);

/* Runs all commands. */
void rb_external_run_queries(void);

/* Writes ,"external":{...}; nothing if adjtimex fails. */
void rb_external_write(const struct clock_pair *begin, const struct clock_pair *end, FILE *f);

#endif
