/*
 * A program and all its processes, for a helper that must not leave any behind. A guardian stands between the two:
 *
 *   helper -> guardian (child subreaper) -> program (its own process group, held at a gate) -> whatever it starts
 *
 * Processes that detach themselves are given to the guardian by the kernel, so it can wait for the end of the whole
 * tree and, when the helper dies, kill all of it. Should the guardian be killed, the helper inherits the tree. A program that is to
 * outlive the helper is continued instead, by the guardian, and by the kernel when the guardian dies: it never stays stopped.
 */
#ifndef RUNBENCH_BASE_PROCESS_TREE_H
#define RUNBENCH_BASE_PROCESS_TREE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct program {
	char *const *command;      /* found along $PATH; ends with NULL */
	const char  *stdio[3];     /* files for its standard input, output and error; NULL: that of the helper */
	bool         joins_group;  /* it is in the helper's process group, as a program in a shell's job: for its terminal */
	const char  *directory;    /* where it runs; NULL: where the helper does */
	bool         outlives;     /* when the helper has gone it is not killed but continued, and goes on */
	int          thaw_fd;      /* of one that outlives: its control group's cgroup.freeze; -1: it has none */
};

enum tree_report_kind { TREE_SPAWNED = 1, TREE_FIRST_ENDED, TREE_ENDED };

struct tree_report {
	int32_t       kind;
	int32_t       pid;      /* of the program's first process */
	int32_t       status;   /* as of wait() */
	int32_t       error;    /* errno of a fork that failed (TREE_SPAWNED with pid < 0) */
	struct rusage usage;    /* of the whole tree (TREE_ENDED) */
	uint64_t      wall_ns;  /* CLOCK_MONOTONIC */
};

/* Where starting the program failed; read from exec_fd, which ends without a byte when exec succeeded. */
enum { EXEC_DIRECTORY = 3, EXEC_PROGRAM };

struct exec_failure {
	int32_t error;
	int32_t what; /* 0-2: opening that standard stream, EXEC_DIRECTORY: chdir, EXEC_PROGRAM: exec */
};

struct tree {
	pid_t guardian, first;
	int   command_fd;  /* to the guardian: signal numbers, one byte each, + REPEAT_SIGNAL or NOTE_SIGNAL; SIGKILL is for the whole tree */
	int   report_fd;   /* struct tree_report, until the guardian has nothing left to wait for */
	int   gate_fd;     /* one byte lets the program go */
	int   exec_fd;
};

/* Forks guardian and program, which gets that signal mask; call it while this process is still small. -1 with errno on failure. */
int  tree_start(struct tree *t, const struct program *p, const sigset_t *original);
void tree_release(struct tree *t);
void tree_signal(struct tree *t, int signal);

/* The terminal has sent this signal to the program already: it is only noted whom it reached. */
void tree_note_signal(struct tree *t, int signal);

/*
 * The same again for those whom it would end and who still run: they have lost it. A shell that execs, itself or in a child
 * just forked, takes a signal that it caught a moment before along into nothing.
 */
void tree_repeat_signal(struct tree *t, int signal);

/* Reaps until no child is left, killing on the way; the last resort when the guardian has died. */
void tree_kill_and_reap(struct tree *t, struct tree_report *first_ended);

#endif
