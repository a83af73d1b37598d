/* How many of the processor's counters count when they are all in use. */
#ifndef RUNBENCH_AGREEMENT_H
#define RUNBENCH_AGREEMENT_H

#include "options.h"
#include "../base/text.h"

/*
 * Counts instructions on 1, 2, 3 ... counters at once over a loop, some milliseconds in all. A machine (a hypervisor, most
 * often) may offer counters that stand still when as many are in use, at "100 % of the time": all members of a group
 * count the same, or one of them lies. {0, 0} where there is no such counter, or none that this user may use.
 */
struct agreement agreement_find(void);

/* How many may be used at once: 0 where the kernel's own limit is right. */
unsigned agreement_limit(struct agreement a);

/* Whether any of the events needs one of the processor's counters. */
bool agreement_is_needed(const struct options *o);

/* How many of the processor's counters an event takes; 0 for software, and for what a socket counts. */
unsigned agreement_counters_of(const struct event_option *e);

/* Says it as JSON: "offered":6,"agree":5 */
void agreement_add(struct text *t, struct agreement a);

/* The same in words; nothing where the kernel's own limit is right. */
void agreement_describe(struct text *t, struct agreement a);

/* Why this run is doubtful, if the counters are not as they were before it. */
void agreement_warn(struct text *t, struct agreement before, struct agreement after);

/* The whole answer to --counters. Returns the exit code. */
int agreement_report(void);

#endif
