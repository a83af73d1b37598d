/* The sampler of a rank, as a child of its keeper: runbench-sampler with the arguments that the run's folder holds. */
#ifndef RUNBENCH_LAUNCH_SAMPLER_H
#define RUNBENCH_LAUNCH_SAMPLER_H

#include "../base/text.h"
#include "place.h"

#include <stdbool.h>
#include <sys/types.h>

struct rank_sampler {
	pid_t       pid;        /* 0: none runs */
	int         control_fd; /* its standard input; -1 */
	int         lines_fd;   /* its standard output; -1: ended */
	int         log_fd;     /* where its lines are kept */
	struct text line;       /* what came since the last whole one */
	bool        started, failed;
	struct text complaint; /* why it failed, in its own words */
	char        output[PATH_MAX]; /* its recording */
};

/* Starts it for a process, or, node, for all CPUs of this machine. 0, or -1 with errno. */
int  rank_sampler_start(struct rank_sampler *s, const struct place *p, pid_t program, bool node);

/* Takes what it has said; false when it has ended. */
bool rank_sampler_read(struct rank_sampler *s);

/* Why it failed, for a person. */
const char *rank_sampler_complaint(const struct rank_sampler *s);

/* Ends a sampler of CPUs, which has no program to end with. */
void rank_sampler_stop(struct rank_sampler *s);

#endif
