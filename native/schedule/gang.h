/* One program of a workload: started and held at its gate, released, stopped and continued, supervised to its end. */
#ifndef RUNBENCH_SCHEDULE_GANG_H
#define RUNBENCH_SCHEDULE_GANG_H

#include "counts.h"
#include "hold.h"
#include "../base/process_tree.h"

/* The CPUs of a program in a quantum, and its part of the quantum in millionths. */
struct turn {
	cpu_set_t cpus;
	uint64_t  from, to;
};

struct gang {
	unsigned  number;        /* given by the caller */
	struct tree tree;
	struct hold hold;
	struct counts counts;
	bool      alive;         /* a process of it exists */
	bool      released;      /* its gate is open */
	bool      executed;
	bool      runs;          /* selected for this quantum */
	bool      first_ended;
	bool      end_requested; /* by the program that started this helper */
	int       status;        /* of its first process, as of wait() */
	struct turn turn;        /* in this quantum */
	uint64_t  start_at_ns;   /* start of its turn; 0: it has started */
	uint64_t  stop_at_ns;    /* end of its turn; 0: the end of the quantum */
	uint64_t  kill_at_ns;    /* end of the grace period after an end request; 0: none was requested */
};

/* Settings of all programs. */
struct gang_settings {
	const struct options *events;
	const sigset_t *mask;    /* signal mask of the programs */
	bool freezer;            /* use the freezer if possible */
	bool outlive;            /* programs continue after the end of this helper */
	cpu_set_t cpus;          /* CPUs that this process may use */
};

/*
 * Starts a program, held at its gate, and reports "started" or "failed". words: NUMBER DIRECTORY STDIN STDOUT STDERR
 * ENVIRONMENT-COUNT NAME=VALUE... COMMAND.... Returns NULL on failure.
 */
struct gang *gang_start(const struct gang_settings *s, char **words, size_t count);

/* Handles the success or failure of exec. */
void gang_on_exec(struct gang *g);

/* Handles a report of the guardian, or the guardian's end. Returns true if no process is left, after reporting "ended". */
bool gang_on_report(struct gang *g, const struct gang_settings *s);

/* Adds {"program":N,...} with the counts so far. */
void gang_describe(struct text *t, struct gang *g);

/* Ends the program by a signal, and by SIGKILL after a grace period. A program at its gate never starts. */
void gang_end(struct gang *g, int signal);

/* Kills the program after its grace period. */
void gang_on_time(struct gang *g, uint64_t now);

void gang_free(struct gang *g);

#endif
