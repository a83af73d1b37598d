/* The sampler of a rank, a child of its keeper: runbench-sampler with the arguments from the run's folder. */
#ifndef RUNBENCH_LAUNCH_SAMPLER_H
#define RUNBENCH_LAUNCH_SAMPLER_H

#include "../base/text.h"
#include "place.h"

#include <stdbool.h>
#include <sys/types.h>

struct rank_sampler {
	pid_t       pid;              /* 0: not running */
	int         control_fd;       /* its standard input; -1: closed */
	int         lines_fd;         /* its standard output; -1: ended */
	int         log_fd;           /* copy of its lines */
	struct text line;             /* the incomplete line */
	bool        started, failed;
	struct text error_message;    /* its own error message */
	char        output[PATH_MAX]; /* its recording */
};

/* Starts it for a process, or with `node` for all CPUs of this machine. Returns 0, or -1 with errno. */
int  rank_sampler_start(struct rank_sampler *s, const struct place *p, pid_t program, bool node);

/* Reads its lines; returns false when it has ended. */
bool rank_sampler_read(struct rank_sampler *s);

/* Returns its error message. */
const char *rank_sampler_error(const struct rank_sampler *s);

/* Ends a sampler of CPUs, which does not end with a program. */
void rank_sampler_stop(struct rank_sampler *s);

#endif
