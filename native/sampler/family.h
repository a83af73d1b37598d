/*
 * A running process, its threads and descendants. Counters are opened on each task while tasks start and end. In the end each
 * task is counted exactly once, by its own counters or by inherited ones. No task is stopped.
 */
#ifndef RUNBENCH_FAMILY_H
#define RUNBENCH_FAMILY_H

#include "attach.h"
#include "perf_counters.h"
#include "witness.h"

enum membership {
	MEMBER_UNKNOWN,   /* new; it may have inherited counters */
	MEMBER_UNCOUNTED, /* no counter counts it */
	MEMBER_OPENED,    /* counters were opened on it: a target */
	MEMBER_INHERITED, /* it inherited the counters of its owner */
	MEMBER_REFUSED,   /* it belongs to another user */
	MEMBER_ENDED      /* it has ended and is listed as a zombie */
};

struct member {
	struct thread  task;
	enum membership state;
	pid_t           owner;      /* thread ID of the task from which it inherited counters */
	bool            alive, has_run;
	unsigned        running;    /* checks since it was opened that found it on a CPU */
	bool            not_starting; /* a check since then found it outside of fork and clone */
	uint64_t        partial_ns; /* time since which a child is known to have only a part of the counters; 0: none */
	struct witness  witness;
};

struct family {
	const struct options *options;
	struct counters  *counters;
	struct switch_rings  switch_rings;
	struct member    *member;
	unsigned count, capacity;
	bool     poll, open, single_task; /* open: counters are open; single_task: threads and children are not counted */
	uint64_t opened_ns;         /* time before the first counter was opened */
	bool     listed;            /* the tasks were listed once: later ones may have inherited counters */
};

/*
 * Opens the counters on the tasks of options->attach_pid, or on options->attach_tid. Each counter is enabled when it is opened:
 * enabling it later would miss a task that an heir starts at that moment. Returns as counters_open does. *note: set to a note
 * for the user, if there is one.
 */
int  family_open(struct family *f, struct counters *c, const struct options *o, bool poll, const char **note);

/* Counts the counted processes and tasks. */
void family_size(const struct family *f, unsigned *processes, unsigned *tasks);

/* Returns the member with this thread ID, NULL if there is none. */
const struct member *family_find(const struct family *f, pid_t tid);

void family_free(struct family *f);

#endif
