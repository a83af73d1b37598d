/* Whether counters follow each task, or count a control group on each CPU. */
#ifndef RUNBENCH_SCOPE_H
#define RUNBENCH_SCOPE_H

#include "observed.h"

/* What following tasks may cost, as a share of the program's running time, before --scope auto chooses the group. */
#define SCOPE_MAX_SHARE 0.05

enum scope_reason { SCOPE_REQUESTED, SCOPE_NO_RUN_BEFORE, SCOPE_CHEAP, SCOPE_EXPENSIVE, SCOPE_REFUSED };

struct scope_choice {
	enum scope_reason reason;
	double predicted;       /* share of the running time that following tasks would cost; below 0: not known */
	char   why[CGROUP_REASON_BYTES]; /* where the group is refused */
};

/* Share of the running time that following tasks costs, from what each costs; below 0: not known. */
double scope_share(uint64_t forks, uint64_t run_ns, uint64_t fork_ns);

/* Decides, and sets o->own_cgroup where the group is taken; fork_ns: as fork_cost found it. */
void scope_choose(struct scope_choice *s, struct options *o, struct observed *b, uint64_t fork_ns);

/* Says which scopes this user has here, and what a fork costs where four events follow each task. Returns an exit code. */
int  scope_report(void);

/* ,"scope_choice":{...} */
void scope_describe(struct text *t, const struct scope_choice *s, const struct options *o);

#endif
