/* Functions shared by the files that open counters: perf_counters.c and counter_*.c. */
#ifndef RUNBENCH_COUNTERS_OPENING_H
#define RUNBENCH_COUNTERS_OPENING_H

#include "perf_counters.h"

/* Returns the attributes common to all events of these counters. */
struct perf_event_attr counters_attr(const struct counters *c);

/* Sets the encoding of an event on a CPU. */
void counters_encode(const struct event_option *e, int cpu, struct perf_event_attr *attr);

/* Opens an event on the target and CPU of a unit. Returns as perf_open does. */
int  counters_open_event(const struct counters *c, const struct perf_event_attr *attr, unsigned unit, int leader);

/* Opens one member on all units, or on none. Returns 0, or -1 with errno. */
int  counters_open_member(struct counters *c, unsigned group, unsigned member, const struct perf_event_attr *attr);
void counters_close_one(struct counter *k);

/* Stores errno and the failed step. Returns -1. */
int  counters_fatal(struct counters *c, const char *what);

/* counter_layout.c: allocates units and places for all groups, without opening them; grows to a number of targets. */
void counters_lay_out(struct counters *c, const struct targets *t);
void counters_make_room(struct counters *c, unsigned targets);

/* counter_groups.c */
int  counters_open_groups(struct counters *c, uint64_t period_ns);

/* counter_rings.c: open and close the events that follow a target's tasks in poll mode. */
int  counters_open_tracks(struct counters *c, unsigned target);
void counters_drop_tracks(struct counters *c, unsigned target);

#endif
