/* A child that works on demand: what counters are tried on before a run. */
#ifndef RUNBENCH_WORKER_H
#define RUNBENCH_WORKER_H

#include "../base/clock_ns.h"

#include <stdint.h>
#include <sys/types.h>

#define WORK_NS (3 * NS_PER_MS) /* of CPU time that WORK takes */

/* What the worker is asked for, a byte each; it answers with the CPU time that it took, a uint64_t in ns. */
enum { WORK = 'w', PROVOKE = 'p', FORK = 'f' };

enum { FORKS = 8 }; /* children that FORK starts and collects, one after the other; their CPU time counts as well */

struct worker {
	pid_t pid;
	int   out, in; /* to it, from it */
};

/* Returns 0, or -1 with errno. */
int  worker_start(struct worker *w);
void worker_end(const struct worker *w);

/* Asks and waits: the CPU time it took, UINT64_MAX if it has gone. */
uint64_t worker_run(int out, int in, char what);

#endif
