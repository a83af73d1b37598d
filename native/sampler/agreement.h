/* The number of the processor's counters that count correctly while all are in use. */
#ifndef RUNBENCH_AGREEMENT_H
#define RUNBENCH_AGREEMENT_H

#include "options.h"
#include "../base/text.h"

/*
 * Counts instructions of a loop on 1, 2, 3 ... counters simultaneously; takes some milliseconds. A machine, usually with a
 * hypervisor, may offer counters that do not count while others are in use, although they are reported as running 100 % of the
 * time. The members of a group must agree. Returns {0, 0} if there is no hardware counter that this user may use.
 */
struct agreement agreement_find(void);

/* Returns the number of counters that may be used simultaneously, 0 if the kernel's own limit is correct. */
unsigned agreement_limit(struct agreement a);

/* Returns whether an event needs one of the processor's counters. */
bool agreement_is_needed(const struct options *o);

/* Returns the number of the processor's counters that an event occupies, 0 for software events and events of sockets. */
unsigned agreement_counters_of(const struct event_option *e);

/* Adds the JSON members "offered":6,"agree":5. */
void agreement_add(struct text *t, struct agreement a);

/* Adds a note as text; nothing if the kernel's own limit is correct. */
void agreement_describe(struct text *t, struct agreement a);

/* Adds a warning as text if the counters changed during the run. */
void agreement_warn(struct text *t, struct agreement before, struct agreement after);

/* Answers --counters. Returns the exit code. */
int agreement_report(void);

#endif
