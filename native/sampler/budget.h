/*
 * The file descriptors and the locked memory that counting needs, compared with the limits. It is computed from numbers before
 * anything is opened, so that tests cover machines of any size.
 */
#ifndef RUNBENCH_BUDGET_H
#define RUNBENCH_BUDGET_H

#include "options.h"
#include "../base/text.h"

/* The counters to open. Each target (a task, a control group, or all tasks) has a set of counters on each CPU. */
struct demand {
	unsigned targets, cpus;
	unsigned groups, events;  /* per set; each group has a leader in addition to the events */
	unsigned followers;       /* per target: events with a ring that only report tasks (poll mode) */
	unsigned witnesses;       /* per target: descriptors of the witnesses while counters are opened */
	unsigned others;          /* other descriptors: sockets' counters, open files of the helper */
	bool     finals;          /* each event has a ring for the final values of ended tasks; in poll mode a borrowed one */
	bool     poll;            /* the leaders take no samples and need no rings */
	size_t   stack_bytes;     /* copied part of the stack in a sample; 0: none */
};

struct allowance {
	uint64_t descriptors;     /* of this process: the hard limit of RLIMIT_NOFILE */
	uint64_t max_descriptors; /* of any process: fs.nr_open */
	uint64_t locked_bytes;    /* of this user's rings; UINT64_MAX: unlimited */
	size_t   page_bytes;
};

struct budget {
	uint64_t descriptors;     /* needed */
	uint64_t ring_count, locked_bytes; /* of all rings, including the first page of each */
	struct ring_bytes rings;
	bool     descriptors_fit, rings_fit;
	struct allowance allowed;
};

/* Plans the rings: as large as useful, or the largest that fit, sample rings first; the smallest if none fit. */
struct budget budget_plan(const struct demand *d, const struct allowance *a);

/* Halves rings. Returns false if they have their minimum size. */
bool budget_shrink(struct ring_bytes *r, size_t page_bytes);

/* Returns the demand of a run; tasks: number of attached tasks, 1 for a command; cpus: number of counted CPUs. */
struct demand budget_demand(const struct options *o, bool poll, unsigned tasks, unsigned cpus);

/* Raises the soft limits of descriptors and locked memory to the hard limits, and returns them. */
struct allowance budget_allowed(void);

/* Adds ,"budget":{...}. */
void budget_describe(struct text *t, const struct budget *b);

/*
 * Checks that all counters of a run can be opened, before any is opened. Sets o->rings. cpus: number of observed CPUs, 0: all.
 * Returns 0, or an exit code after reporting the exceeded limit.
 */
int  budget_for_run(struct budget *b, struct options *o, bool poll, unsigned cpus);

#endif
