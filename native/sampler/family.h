/*
 * A process that runs already, its threads, and the processes they started: counters are opened on each task, so that in
 * the end each is counted exactly once, by counters of its own or by those that it inherited - while tasks come and go.
 * Nothing is stopped for it.
 */
#ifndef RUNBENCH_FAMILY_H
#define RUNBENCH_FAMILY_H

#include "attach.h"
#include "perf_counters.h"
#include "witness.h"

enum membership {
	MEMBER_UNKNOWN,   /* it was found; whether it inherited counters is not known yet */
	MEMBER_UNCOUNTED,      /* nothing counts it */
	MEMBER_OPENED,    /* a target of the counters */
	MEMBER_INHERITED, /* from its owner */
	MEMBER_REFUSED,   /* it belongs to someone else */
	MEMBER_ENDED       /* it has ended, and is listed as a zombie */
};

struct member {
	struct thread  task;
	enum membership state;
	pid_t           owner;      /* tid */
	bool            alive, has_run;
	unsigned        running;    /* looks at it since it was opened that could not tell what it was doing */
	bool            not_starting;       /* it was seen outside of starting a task since */
	uint64_t        partial_ns; /* since when one of its children is known to have inherited a part; 0: none has */
	struct witness  witness;
};

struct family {
	const struct options *options;
	struct counters  *counters;
	struct switch_rings  switch_rings;
	struct member    *member;
	unsigned count, capacity;
	bool     poll, open, single_task; /* counters are open; only the task itself is looked at */
	uint64_t opened_ns;         /* before the first of the counters that are open */
	bool     listed;            /* a first look has been taken: whoever appears from now on may have inherited */
};

/*
 * Opens the counters on all that belongs to options->attach_pid, or on options->attach_tid. Each counts at once: turned
 * on later, it could not be for a task that is being started just then by one that inherited it. Returns as
 * counters_open does. *note gets what should be known about it.
 */
int  family_open(struct family *f, struct counters *c, const struct options *o, bool poll, const char **note);

/* How many processes and tasks are counted. */
void family_size(const struct family *f, unsigned *processes, unsigned *tasks);

const struct member *family_find(const struct family *f, pid_t tid);

void family_free(struct family *f);

#endif
