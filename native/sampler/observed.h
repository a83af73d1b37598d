/* What a session observes: the program it starts, a process with all its threads, one thread, CPUs, or control groups. */
#ifndef RUNBENCH_OBSERVED_H
#define RUNBENCH_OBSERVED_H

#include "cgroup.h"
#include "perf_counters.h"
#include "family.h"
#include "places.h"
#include "sample_recorder.h"

struct observed {
	const struct options *options;
	pid_t  first;    /* the process held at its gate; 0: none */
	int   *cpus;     /* that are counted on, whoever runs there or while groups do; those of places, where groups do */
	unsigned cpu_count;
	struct places places;
	struct cgroup *cgroup;
	unsigned cgroup_count;
	pid_t  pid;      /* the process that was attached to; 0: none */
	struct family family;
};

/* first: the process held at its gate, or 0. Returns 0, or an exit code after having said what is wrong. */
int  observed_choose(struct observed *b, const struct options *o, pid_t first);

/*
 * Puts the program, which waits at its gate, into a control group of its own: from there on it, and all that it starts, is in
 * it, and counted by what observed_open opens. -1 with the reason; nothing has changed then.
 */
int  observed_own_cgroup(struct observed *b, char why[CGROUP_REASON_BYTES]);

/* Opens the counters on it, as counters_open does. *note gets what should be known about it. */
int  observed_open(struct observed *b, struct counters *c, bool poll, const char **note);

/* Right before the program goes, and after its end: where groups ran that was not counted on. */
void observed_begin(const struct observed *b);
void observed_end(struct observed *b);

/* What was not counted of it, in words; nothing where all was. */
void observed_warn(struct text *t, const struct observed *b, uint64_t run_ns);

/* Introduces the tasks (or CPUs) to the recorder: no record of the kernel will, because they were there before. */
void observed_introduce(const struct observed *b, struct recorder *r, uint64_t wall_ns);

/* True when all control groups that were attached to have ended. */
bool observed_ended(const struct observed *b);

/* ,"observed_cgroups":[...] and the like. */
void observed_describe(struct text *t, const struct observed *b);

void observed_free(struct observed *b);

#endif
