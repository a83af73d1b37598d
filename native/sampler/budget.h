/*
 * What counting takes of file descriptors and of locked memory, against what is allowed: reckoned before anything is opened, and
 * from numbers alone, so that it is known of machines of any size.
 */
#ifndef RUNBENCH_BUDGET_H
#define RUNBENCH_BUDGET_H

#include "options.h"
#include "../base/text.h"

/* What is to be opened. Each target (a task, a control group, or all that runs) has a set of counters on each CPU. */
struct demand {
	unsigned targets, cpus;
	unsigned groups, events;  /* of a set: a leader for each group, beside the events */
	unsigned followers;       /* per target: events with a ring that only report tasks (polled) */
	unsigned witnesses;       /* per target: descriptors that stand around its counters while they are opened */
	unsigned others;          /* whatever else: sockets' counters, what the helper has open */
	bool     finals;          /* each event has a ring, for the final values of tasks that end; polled, one that it borrows */
	bool     poll;            /* the leaders take no samples, so that they need no rings */
};

struct allowance {
	uint64_t descriptors;     /* of this process: RLIMIT_NOFILE, once the soft limit is raised to the hard one */
	uint64_t max_descriptors; /* of any process: fs.nr_open */
	uint64_t locked_bytes;    /* of this user's rings; UINT64_MAX: as many as there is memory */
	size_t   page_bytes;
};

struct budget {
	uint64_t descriptors;     /* that are needed */
	uint64_t ring_count, locked_bytes; /* of all rings, with the page that each begins with */
	struct ring_bytes rings;
	bool     descriptors_fit, rings_fit;
	struct allowance allowed;
};

/* Rings are as large as is of use, or the largest that fit, samples' first; the smallest where nothing fits. */
struct budget budget_plan(const struct demand *d, const struct allowance *a);

/* Halves the rings; false where they are as small as can be. */
bool budget_shrink(struct ring_bytes *r, size_t page_bytes);

/* What a run of these options takes; tasks: that are attached to, 1 for a command; cpus: that it is counted on. */
struct demand budget_demand(const struct options *o, bool poll, unsigned tasks, unsigned cpus);

/* Raises the soft limits of descriptors and locked memory to the hard ones, and says what is allowed then. */
struct allowance budget_allowed(void);

/* ,"budget":{...} */
void budget_describe(struct text *t, const struct budget *b);

/*
 * Whether all that a run is to open can be, before any of it is: with a part of the counters nobody would be served. Sets
 * o->rings. cpus: that are observed; 0: all. Returns 0, or an exit code after having said what there is too little of.
 */
int  budget_for_run(struct budget *b, struct options *o, bool poll, unsigned cpus);

#endif
