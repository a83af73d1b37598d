/* Runs the helper in the guest and keeps its output and recording. */
#ifndef RUNBENCH_GUEST_MEASURE_H
#define RUNBENCH_GUEST_MEASURE_H

#include "runbench/recording.h"

#include <stdbool.h>

struct run {
	int       status; /* exit code of the helper; -1 if a signal ended it */
	char     *output; /* its lines of JSON as one string */
	uint8_t  *bytes;  /* the recording; NULL: none */
	size_t    size;
	/* run_with_machine: user and kernel mode, all processes, during the helper's life */
	uint64_t  machine_instructions;
};

/* Runs `runbench-sampler --output PATH OPTIONS -- COMMAND`. Both texts are split at blanks, so event names must not
 * contain any. With the machine's instructions (of CPU 0) the helper has one counter less. */
void run_helper(struct run *r, const char *path, const char *options, const char *command);
void run_with_machine(struct run *r, const char *path, const char *options, const char *command);
void run_free(struct run *r);

/* Iterates over records: starts with NULL; returns NULL at RB_END or where the file is truncated. */
const struct rb_record *run_next(const struct run *r, const struct rb_record *before);

/* Returns the RB_TOTAL of a group, or NULL. */
const struct rb_record *run_total(const struct run *r, unsigned group);

/* Returns the number of records of a kind, over all groups. */
size_t run_count(const struct run *r, enum rb_kind kind);

/* Returns the final count of a value, scaled to the whole time if it was multiplexed. */
double run_scaled(const struct run *r, unsigned group, unsigned value);

/* Returns the number of periods: sorted differences of run_ns between successive samples of a group, which the caller
 * frees. */
size_t run_periods(const struct run *r, unsigned group, uint64_t **periods);

/* Returns whether the text after the last line with this event ("started", "finished") contains these words. */
bool run_reports(const struct run *r, const char *event, const char *words);

/* Returns whether an event counted 0 and the helper's trial did not increment it either. */
bool run_unseen(const struct run *r, const char *name);

/* Returns whether the named event has "status":"not counted" in the line; reason receives up to size bytes of the
 * reason. */
bool run_not_counted(const struct run *r, const char *line, const char *name, char *reason, size_t size);

#endif
