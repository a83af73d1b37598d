/* Writes a node's exchanges as .xchg, the input of the Java package sync.exchange. */
#ifndef RUNBENCH_CLOCK_XCHG_WRITER_H
#define RUNBENCH_CLOCK_XCHG_WRITER_H

#include <stdio.h>

#include "engine.h"

/* reference: this host's name; clock: its description as JSON. */
void rb_xchg_write(const struct exchange *x, const struct node *n, const char *reference, const char *clock, FILE *f);

/* Writes text as a JSON string, with its quotes. */
void rb_xchg_write_text(FILE *f, const char *s);

#endif
