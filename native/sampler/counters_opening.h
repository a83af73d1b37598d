/* What the files that open counters share: perf_counters.c and counter_*.c. */
#ifndef RUNBENCH_COUNTERS_OPENING_H
#define RUNBENCH_COUNTERS_OPENING_H

#include "perf_counters.h"

/* What all events of these counters have in common. */
struct perf_event_attr counters_attr(const struct counters *c);

/* Puts what counts an event on this CPU into attr; see perf_counters.h. */
void counters_encode(const struct event_option *e, int cpu, struct perf_event_attr *attr);

/* Opens an event on the target and CPU of a unit; as perf_open. */
int  counters_open_event(const struct counters *c, const struct perf_event_attr *attr, unsigned unit, int leader);

/* Opens one member everywhere, or nowhere. */
int  counters_open_member(struct counters *c, unsigned group, unsigned member, const struct perf_event_attr *attr);
void counters_close_one(struct counter *k);

/* Notes errno and what failed; returns -1. */
int  counters_fatal(struct counters *c, const char *what);

/* counter_layout.c: units and places for all groups, none open; room for the units of so many targets. */
void counters_lay_out(struct counters *c, const struct targets *t);
void counters_make_room(struct counters *c, unsigned targets);

/* counter_groups.c */
int  counters_open_groups(struct counters *c, uint64_t period_ns);

/* counter_rings.c: the events that follow a target's tasks, if the counters are polled. */
int  counters_open_tracks(struct counters *c, unsigned target);
void counters_drop_tracks(struct counters *c, unsigned target);

#endif
