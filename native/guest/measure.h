/* Runs the helper in the guest and holds what it printed and recorded. */
#ifndef RUNBENCH_GUEST_MEASURE_H
#define RUNBENCH_GUEST_MEASURE_H

#include "runbench/recording.h"

#include <stdbool.h>

struct run {
	int       status;       /* exit code of the helper, -1 if it did not exit by itself */
	char     *output;         /* its lines of JSON, one string */
	uint8_t  *bytes;        /* the recording; NULL if there is none */
	size_t    size;
	uint64_t  machine_instructions; /* run_with_machine: user and kernel mode, all processes, while the helper lived */
};

/*
 * Runs `runbench-sampler --output PATH OPTIONS -- COMMAND`; both texts are split at blanks, so names of events must
 * hold none. With the machine's instructions (of CPU 0) the helper has one counter less.
 */
void run_helper(struct run *r, const char *path, const char *options, const char *command);
void run_with_machine(struct run *r, const char *path, const char *options, const char *command);
void run_free(struct run *r);

/* Records one by one: start with NULL; NULL at the end (RB_END) or where the file is cut off. */
const struct rb_record *run_next(const struct run *r, const struct rb_record *before);

/* The RB_TOTAL of a group, NULL without. */
const struct rb_record *run_total(const struct run *r, unsigned group);

/* How many records there are of a kind, over all groups. */
size_t run_count(const struct run *r, enum rb_kind kind);

/* Final count of a value, scaled to the whole time when it was multiplexed. */
double run_scaled(const struct run *r, unsigned group, unsigned value);

/* Differences of run_ns between one group's samples that follow each other, sorted; returns how many, to be freed. */
size_t run_periods(const struct run *r, unsigned group, uint64_t **periods);

/* True if the text after the last line with this event ("started", "finished") holds these words. */
bool run_reports(const struct run *r, const char *event, const char *words);

/* True where an event counted 0, and the helper says that its trial did not raise it either. */
bool run_unseen(const struct run *r, const char *name);

/* True if the event of this name has "status":"not counted" in the line; reason gets up to size bytes of why. */
bool run_not_counted(const struct run *r, const char *line, const char *name, char *reason, size_t size);

#endif
