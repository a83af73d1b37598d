/*
 * The causes that end a run: commands on the control pipe from the program that started the helper, signals, the time limit, and
 * the end of the benchmark. The sampling helper and the emulating helper use it.
 */
#ifndef RUNBENCH_SUPERVISION_H
#define RUNBENCH_SUPERVISION_H

#include "options.h"
#include "outcome.h"
#include "../base/process_tree.h"
#include "recording_writer.h"

struct supervision {
	const struct options *options;
	struct tree    tree;
	struct outcome outcome;
	struct exec_failure exec_failure;
	bool     launches;      /* the helper starts the observed program */
	bool     executed;      /* the program has called exec */
	bool     ended;         /* the observation has ended */
	bool     guardian_died;
	bool     joined;        /* the program is in this process group: a terminal's signals reach it, too */
	int      control_fd;    /* commands of the parent; closed at the end of the parent */
	int      signal_fd;
	int      wait_fd;       /* readable if supervision_take has something to do */
	int      last_signal;   /* last signal sent to the program; 0: none */
	uint64_t repeat_ns;     /* time at which that signal is repeated if it was lost */
	uint64_t kill_at_ns;    /* time at which the program is killed; 0: no end was requested */
	bool     disk_failed;
	uint64_t progress_ns;   /* time of the last progress message */
	char     line[64];      /* incomplete line of the control pipe */
	size_t   line_size;
};

/* Starts the program, if there is one, held at its gate, and blocks signals. Returns 0, or an exit code after reporting the error. */
int  supervision_start(struct supervision *v, const struct options *o, bool launches);

/* Waits for the end of the guardian. */
void supervision_end(struct supervision *v);

/* Sets the time since which the object runs and is counted, and reports it. */
void supervision_begin(struct supervision *v, uint64_t since_ns);

/* Ends the observation of an object that continues; why: "exited", "stopped" or "time". */
void supervision_detach(struct supervision *v, const char *why);

/* Ends the recording, and the program with SIGTERM, as perf record does on the command stop. */
void supervision_stop(struct supervision *v);

/*
 * Handles commands of the parent, signals and reports of the guardian, without waiting. Returns true if the run was stopped
 * (Ctrl-Z) and has continued.
 */
bool supervision_take(struct supervision *v);

/* Ends the run at its limits, and reports progress twice per second. */
void supervision_on_time(struct supervision *v, const struct container_stream *w, uint64_t now, uint64_t samples, uint64_t run_ns);

/* Returns the next time at which supervision_on_time ends the run, UINT64_MAX if there is none. */
uint64_t supervision_due(const struct supervision *v);

/* Reports why the program could not be started. Returns the exit code. */
int  supervision_not_started(const struct supervision *v);

/*
 * Reports the end of the run (finished: members of that object), or its failure; both if only the recording failed. whole: the
 * recording is complete. Returns the exit code.
 */
int  supervision_conclude(const struct supervision *v, const struct container_stream *w, uint64_t samples, bool whole,
			  const char *finished);

#endif
