/* How a run ended, and its JSON: the same for what is sampled and what is emulated. */
#ifndef RUNBENCH_OUTCOME_H
#define RUNBENCH_OUTCOME_H

#include "../base/process_tree.h"
#include "../base/text.h"

struct outcome {
	struct tree_report first, tree; /* as reported; kind 0 if it never came */
	uint64_t exec_ns, end_ns;
	uint64_t faults_before;         /* page faults of the program's process while it was held at its gate: in its usage, never counted */
	bool     timed_out, interrupted;
	int      received;              /* the first signal that the helper itself got to end the run, or 0 */
	unsigned stops;                 /* times that a person stopped the run (Ctrl-Z) and let it go on */
	uint64_t stopped_ns;            /* how long in all: part of the wall time */
	bool     attached;              /* nothing was started: there is no status, and no usage */
	const char *left;               /* what ended the observation then: "exited", "stopped", "time" */
	const char *note;               /* what else should be known, or NULL */
};

/*
 * What the tasks of a program used of CPUs against what was counted while they ran in its control group: a task that moves to
 * another group takes its counts along. In words; nothing where all stayed.
 */
void outcome_warn(struct text *t, const struct outcome *o, uint64_t counted_ns);

/* Page faults of a process so far, which wait4 will report with all others; 0 where nobody can tell. */
uint64_t outcome_faults(pid_t pid);

/* The first members of the "finished" object: status, times, resources. */
void outcome_add(struct text *t, const struct outcome *o);

#endif
