/*
 * Counting under control: another process, or the program itself, enables and disables all counters by lines of text on a FIFO or
 * a descriptor, as with `perf stat --control`. Tasks are followed and switches are recorded all the time; only counters stop.
 *
 * A stretch of counting reaches from before the enabling to after the disabling call: all counts are in it. RB_CONTROL records
 * contain its ends.
 */
#ifndef RUNBENCH_CONTROL_H
#define RUNBENCH_CONTROL_H

#include "sample_recorder.h"
#include "sockets.h"
#include "supervision.h"

/* The descriptors of --counting, and the state of the counters. */
struct control {
	bool     active;          /* counters may be disabled, by commands or by regions of the program */
	int      fd, ack_fd;      /* -1: none */
	bool     enabled;
	bool     closed;          /* fd cannot be waited for any more */
	uint64_t since_ns;        /* time of the last change; 0: counting has not begun */
	uint64_t counted_ns;      /* of complete stretches */
	unsigned stretches;       /* begun so far */
	uint64_t repeat_ns;       /* time at which the state is set again; UINT64_MAX: never */
	unsigned repeats;
	bool     stop;            /* the recording was ended by the command */
	char     unknown[64];     /* the first word that is no command */
	unsigned unknown_count;
	char     line[64];
	size_t   line_size;
};

/*
 * Opens the descriptors of a specification: fifo:PATH[,ACK] or fd:N[,M] of the process `owner`. Returns 0, or an exit code after
 * reporting the error.
 */
int  control_open(struct control *c, const char *specification, pid_t owner, bool starts_disabled);

/* Begins the first stretch unless counting starts disabled. */
void control_begin(struct control *c, struct recorder *r, uint64_t wall_ns);

/* Enables or disables the counters, and records the time. */
void control_switch(struct control *c, struct recorder *r, struct sockets *s, bool on);

/* Handles all commands that were written so far. */
void control_take(struct control *c, struct recorder *r, struct sockets *s, struct supervision *v);

/* Returns the time of the next control_on_time, UINT64_MAX if there is none. */
uint64_t control_due(const struct control *c);

/*
 * Sets the state of the counters again shortly after a change: a task that starts during the change may inherit the state before
 * it.
 */
void control_on_time(struct control *c, const struct counters *counters, uint64_t now_ns);

/* Ends the last stretch. */
void control_end(struct control *c, struct recorder *r, uint64_t wall_ns);

/* Returns the wall time of all stretches up to a time, ns. */
uint64_t control_counted(const struct control *c, uint64_t wall_ns);

/* Adds the members of the trailer. */
void control_add(struct text *t, const struct control *c);

void control_close(struct control *c);

#endif
