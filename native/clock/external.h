/* Where the reference stood against UTC: its clock beside the system's at both ends of the window, what the kernel says
 * of that at its end, and what the time services that were asked said, word for word. */
#ifndef RB_EXTERNAL_H
#define RB_EXTERNAL_H

#include <stdio.h>

#include "engine.h"

/* SERVICE=COMMAND: a command of the shell to be run after the window; the text is kept. -1 if it is not of this form. */
int rb_external_ask(char *text);

/* Runs them all. */
void rb_external_run(void);

/* As ,"external":{...}; nothing where the kernel does not tell. */
void rb_external_write(const struct beside *begin, const struct beside *end, FILE *f);

#endif
