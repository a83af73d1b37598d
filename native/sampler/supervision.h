/*
 * Who may end a run, and how: the program that started the helper (through the control pipe), signals, the time limit, the
 * benchmark's own end. Both helpers, the one that samples and the one that
 * emulates, live by this.
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
	bool     launches;      /* it starts the program that it observes */
	bool     executed;      /* the program runs */
	bool     ended;         /* there is nothing more to observe */
	bool     guardian_died;
	bool     joined;        /* the program is in this process group: a terminal's signals reach it as well */
	int      control_fd;    /* what the parent says; its end is the parent's */
	int      signal_fd;
	int      wait_fd;       /* readable when supervision_take has something to do */
	int      asked;         /* last signal passed on */
	uint64_t repeat_ns;     /* when to see whether that was lost */
	uint64_t kill_at_ns;    /* 0: nobody asked for an end */
	bool     disk_failed;
	uint64_t progress_ns;
	char     line[64];      /* of the control pipe, so far */
	size_t   line_size;
};

/* Starts the program, held at its gate, if there is one, and takes over signals. Returns 0 or an exit code. */
int  supervision_start(struct supervision *v, const struct options *o, bool launches);

/* Waits until the guardian has done its work. */
void supervision_end(struct supervision *v);

/* What is observed runs, and is counted, since then. */
void supervision_begin(struct supervision *v, uint64_t since_ns);

/* Ends the observation of what goes on without us. */
void supervision_detach(struct supervision *v, const char *why);

/*
 * Takes what the parent, signals and the guardian have to say, without waiting. Returns true when everything was stopped
 * (Ctrl-Z) and goes on now.
 */
bool supervision_take(struct supervision *v);

/* What time brings: ends that are due; twice a second a word on progress. */
void supervision_on_time(struct supervision *v, const struct container_stream *w, uint64_t now, uint64_t samples, uint64_t run_ns);

/* The next time at which supervision_on_time has an end to bring about; UINT64_MAX: none. */
uint64_t supervision_due(const struct supervision *v);

/* Says why the program could not be started and returns the exit code. */
int  supervision_not_started(const struct supervision *v);

/*
 * Says how the run ended (finished: members of that object), or why it failed; both where only the recording failed. Returns the
 * exit code.
 */
int  supervision_conclude(const struct supervision *v, const struct container_stream *w, uint64_t samples, bool whole,
			  const char *finished);

#endif
