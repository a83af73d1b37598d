/* The outcome of a run and its JSON, for the sampling and the emulating helper. */
#ifndef RUNBENCH_OUTCOME_H
#define RUNBENCH_OUTCOME_H

#include "../base/process_tree.h"
#include "../base/text.h"

/* The resource usage of a process tree. */
struct usage {
	uint64_t user_ns, system_ns; /* of a clock tick's resolution */
	uint64_t faults;
};

struct outcome {
	struct tree_report first, tree; /* of the first process and of the tree; kind 0: not received */
	uint64_t exec_ns, end_ns;
	uint64_t delay_ns;              /* time from the start of the program to the start of counting, which is exec_ns then; 0: none */
	struct usage before;            /* until the start of counting: part of the usage of the tree, never counted */
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

/* Adds the usage so far of the children that a process has reaped and, if own, of the process itself. */
void outcome_add_usage(struct usage *sum, pid_t pid, bool own);

/* Returns the usage so far of a guardian's descendants, running or reaped: wait4 will include it. */
struct usage outcome_usage(pid_t guardian);

/* Reads the time for which a task has been ready without running so far (schedstat). Returns whether it is known. */
bool outcome_run_delay(pid_t pid, uint64_t *ns);

/* Adds the first members of the "finished" object: status, times, resources. */
void outcome_add(struct text *t, const struct outcome *o);

#endif
