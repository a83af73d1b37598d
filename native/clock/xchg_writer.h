/* A node's recorded exchanges as .xchg, which sync/exchange reads. */
#ifndef RUNBENCH_CLOCK_XCHG_WRITER_H
#define RUNBENCH_CLOCK_XCHG_WRITER_H

#include <stdio.h>

#include "engine.h"

/* reference: this host's name; clock: its clock, described as JSON. */
void rb_xchg_write(const struct exchange *x, const struct node *n, const char *reference, const char *clock, FILE *f);

/* Text as a JSON string, with its quotes. */
void rb_xchg_write_text(FILE *f, const char *s);

#endif
