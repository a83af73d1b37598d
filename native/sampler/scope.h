/* The choice between counters on each task and counters of a control group on each CPU. */
#ifndef RUNBENCH_SCOPE_H
#define RUNBENCH_SCOPE_H

#include "observed.h"

/* Maximum cost of counters on tasks for --scope auto, as a share of the program's running time. */
#define SCOPE_MAX_SHARE 0.05

enum scope_reason { SCOPE_REQUESTED, SCOPE_NO_RUN_BEFORE, SCOPE_CHEAP, SCOPE_EXPENSIVE, SCOPE_REFUSED };

struct scope_choice {
	enum scope_reason reason;
	double predicted;       /* cost of counters on tasks as a share of the running time; below 0: unknown */
	char   why[CGROUP_REASON_BYTES]; /* reason why the group is refused */
};

/* Returns the cost of counters on tasks as a share of the running time, from the cost of a fork; below 0: unknown. */
double scope_share(uint64_t forks, uint64_t run_ns, uint64_t fork_ns);

/* Chooses, and sets o->own_cgroup for the group; fork_ns: the result of fork_cost. */
void scope_choose(struct scope_choice *s, struct options *o, struct observed *b, uint64_t fork_ns);

/* Reports the scopes available to this user, and the cost of a fork with four events. Returns an exit code. */
int  scope_report(void);

/* Adds ,"scope_choice":{...}. */
void scope_describe(struct text *t, const struct scope_choice *s, const struct options *o);

#endif
