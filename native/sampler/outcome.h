/* The outcome of a run and its JSON, for the sampling and the emulating helper. */
#ifndef RUNBENCH_OUTCOME_H
#define RUNBENCH_OUTCOME_H

#include "../base/process_tree.h"
#include "../base/text.h"

struct outcome {
	struct tree_report first, tree; /* of the first process and of the tree; kind 0: not received */
	uint64_t exec_ns, end_ns;
	uint64_t faults_before;         /* page faults of the program's process at its gate: part of its usage, never counted */
	bool     knows_run_delay;       /* run_delay_ns was read */
	uint64_t run_delay_before_ns, run_delay_ns; /* of the first task: at its gate; at the last reading */
	bool     timed_out, interrupted;
	int      received;              /* the first signal to the helper that ended the run; 0: none */
	unsigned stops;                 /* number of times that the run was stopped (Ctrl-Z) and continued */
	uint64_t stopped_ns;            /* total time of these stops, part of the wall time */
	bool     attached;              /* no program was started: there is no status and no usage */
	const char *left;               /* cause of the end of an attached run: "exited", "stopped", "time" */
	const char *note;               /* note for the user, or NULL */
};

/*
 * Adds a warning as text if the tasks of a program used more CPU time than was counted in its control group: a task that moves
 * to another group is no longer counted.
 */
void outcome_warn(struct text *t, const struct outcome *o, uint64_t counted_ns);

/* Returns the number of page faults of a process so far, which wait4 will include; 0 if unknown. */
uint64_t outcome_faults(pid_t pid);

/* Reads the time for which a task has been ready without running so far (schedstat). Returns whether it is known. */
bool outcome_run_delay(pid_t pid, uint64_t *ns);

/* Adds the first members of the "finished" object: status, times, resources. */
void outcome_add(struct text *t, const struct outcome *o);

#endif
