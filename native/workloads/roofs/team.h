/* Threads that do the same at the same time, each on a CPU of its own and on memory of its own. */
#ifndef RUNBENCH_ROOFS_TEAM_H
#define RUNBENCH_ROOFS_TEAM_H

#include "roofs.h"

/* A repetition of so many rounds: from the moment that the first thread began until the last was done. Called after each. */
typedef void (*repetition_done)(void *context, uint64_t rounds, uint64_t ns);

struct team_task {
	void       (*run)(const struct roof_arrays *p, uint64_t rounds);
	size_t       bytes;       /* of an array, whole turns, of each window; 0: it needs none */
	unsigned     arrays, threads, repetitions;
	unsigned     windows;     /* of the arrays, of which a repetition takes the next one, once; 1: it takes all as often as is asked for */
	uint64_t     nanoseconds; /* that a repetition is to take, about */
	repetition_done done;
	void        *context;
};

/* CPUs that this process may run on. */
unsigned team_cpus(void);

/* How many of the CPUs with which the first of those shares a cache (0: index of sysfs unknown) are among the first n of them. */
unsigned team_sharing(int level, unsigned n);

/* 0, or -1 with errno: not so many threads, or no memory for them. */
int team_run(const struct team_task *t);

#endif
