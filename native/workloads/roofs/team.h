/* Threads that do the same work simultaneously, each on its own CPU and memory. */
#ifndef RUNBENCH_ROOFS_TEAM_H
#define RUNBENCH_ROOFS_TEAM_H

#include "roofs.h"

/* Receives the result of a repetition; ns: from the start of the first thread to the end of the last. */
typedef void (*repetition_done)(void *context, uint64_t rounds, uint64_t ns);

struct team_task {
	void       (*run)(const struct roof_arrays *p, uint64_t rounds);
	size_t       bytes;       /* size of a window of an array, a multiple of a turn; 0: no arrays */
	unsigned     arrays, threads, repetitions;
	unsigned     windows;     /* parts of the arrays; with more than 1 a repetition is one round over the next part */
	uint64_t     nanoseconds; /* approximate duration of a repetition; used if windows is 1 */
	repetition_done done;
	void        *context;
};

/* Returns the number of CPUs that this process may use. */
unsigned team_cpus(void);

/* Returns the number of CPUs, among the first n usable ones, that share the first CPU's cache of a level; at least 1. */
unsigned team_sharing(int level, unsigned n);

/* Runs the task. Returns 0, or -1 with errno if threads or memory are not available. */
int team_run(const struct team_task *t);

#endif
