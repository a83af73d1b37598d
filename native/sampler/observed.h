/* The observed object of a session: a started program, a process with its threads, one thread, CPUs, or control groups. */
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
	int   *cpus;     /* counted CPUs; for control groups those of places */
	unsigned cpu_count;
	struct places places;
	struct cgroup *cgroup;
	unsigned cgroup_count;
	pid_t  pid;      /* the attached process; 0: none */
	struct family family;
};

/* Determines the object; first: the process held at its gate, or 0. Returns 0, or an exit code after reporting the error. */
int  observed_choose(struct observed *b, const struct options *o, pid_t first);

/*
 * Moves the program, which waits at its gate, into its own control group. observed_open then counts it and its descendants
 * there. Returns 0, or -1 with the reason; nothing has changed then.
 */
int  observed_own_cgroup(struct observed *b, char why[CGROUP_REASON_BYTES]);

/* Opens the counters on the object. Returns as counters_open does. *note: set to a note for the user, if there is one. */
int  observed_open(struct observed *b, struct counters *c, bool poll, const char **note);

/* Begin and end measuring the time that control groups spend on uncounted CPUs. */
void observed_begin(const struct observed *b);
void observed_end(struct observed *b);

/* Adds a warning as text if a part of the object was not counted. */
void observed_warn(struct text *t, const struct observed *b, uint64_t run_ns);

/* Adds the existing tasks (or CPUs) to the recorder: the kernel reports only new ones. */
void observed_introduce(const struct observed *b, struct recorder *r, uint64_t wall_ns);

/* Returns whether all attached control groups have ended. */
bool observed_ended(const struct observed *b);

/* Adds ,"observed_cpus":[...], ,"cpus_by":"..." and ,"observed_cgroups":[...], as far as they apply. */
void observed_describe(struct text *t, const struct observed *b);

void observed_free(struct observed *b);

#endif
