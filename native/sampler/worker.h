/* A child process that works on demand, on which counters are calibrated before a run. */
#ifndef RUNBENCH_WORKER_H
#define RUNBENCH_WORKER_H

#include "../base/clock_ns.h"

#include <stdint.h>
#include <sys/types.h>

#define WORK_NS (3 * NS_PER_MS) /* CPU time of WORK */

/*
 * The kinds of work; a request is one byte, its answer the CPU time in ns, a uint64_t. PROVOKE raises a wide range of events in
 * some tens of milliseconds, for events that plain work does not raise: misses of all caches and TLBs, page faults, new code,
 * mispredicted branches, floating point, divisions, locks, accesses across lines.
 */
enum { WORK = 'w', PROVOKE = 'p', FORK = 'f' };

enum { FORKS = 8 }; /* number of children that FORK starts and reaps, one after the other; their CPU time is included */

struct worker {
	pid_t pid;
	int   out, in; /* pipes to the worker and from it */
};

/* Starts a worker. Returns 0, or -1 with errno. */
int  worker_start(struct worker *w);
void worker_end(const struct worker *w);

/* Requests one kind of work and waits for it. Returns its CPU time in ns, UINT64_MAX if the worker has ended. */
uint64_t worker_run(int out, int in, char kind);

#endif
