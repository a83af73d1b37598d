/* One program of a workload: started and held at its gate, let go, stopped and continued, seen to its end. */
#ifndef RUNBENCH_SCHEDULE_GANG_H
#define RUNBENCH_SCHEDULE_GANG_H

#include "counts.h"
#include "hold.h"
#include "../base/process_tree.h"

/* Of the quantum, in millionths, where a program may run. */
struct turn {
	cpu_set_t cpus;
	uint64_t  from, to;
};

struct gang {
	unsigned  number;        /* the caller's */
	struct tree tree;
	struct hold hold;
	struct counts counts;
	bool      alive;         /* of its processes one is left */
	bool      released;      /* let go from its gate */
	bool      executed;
	bool      runs;          /* chosen for this quantum */
	bool      first_ended;
	bool      asked;         /* to end, by who started this helper */
	int       status;        /* of its first process, as of wait() */
	struct turn turn;        /* in this quantum */
	uint64_t  start_at_ns;   /* when its turn begins; 0: it has begun */
	uint64_t  stop_at_ns;    /* when its turn is over; 0: not before the end of the quantum */
	uint64_t  kill_at_ns;    /* when it was asked to end: its grace ends then; 0: it was not */
};

/* What programs have in common. */
struct gang_settings {
	const struct options *events;
	const sigset_t *mask;    /* of signals, for programs */
	bool freezer;            /* try that first */
	bool outlive;            /* they go on when this helper has gone */
	cpu_set_t cpus;          /* where this process may run */
};

/* words: NUMBER DIRECTORY STDIN STDOUT STDERR ENVIRONMENT-COUNT NAME=VALUE... COMMAND...; says how it is held, or why it failed. */
struct gang *gang_start(const struct gang_settings *s, char **words, size_t count);

/* Its exec has succeeded or failed. */
void gang_on_exec(struct gang *g);

/* A report of its guardian, or the guardian's end. True when nothing is left of the program: it was said. */
bool gang_on_report(struct gang *g, const struct gang_settings *s);

/* {"program":N,...} with what it counted so far. */
void gang_describe(struct text *t, struct gang *g);

/* Asks it to end; it is killed after a while. SIGKILL: at once. A program at its gate never begins. */
void gang_end(struct gang *g, int signal);

/* Kills it when its grace is over. */
void gang_on_time(struct gang *g, uint64_t now);

void gang_free(struct gang *g);

#endif
