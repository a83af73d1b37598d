/*
 * A program and all its processes, for a helper that must not leave any behind. A guardian process separates the two:
 *
 *   helper -> guardian (child subreaper) -> program (its own process group, held at a gate) -> its descendants
 *
 * The kernel reparents detached processes to the guardian. The guardian therefore waits for the end of the whole tree and, if
 * the helper dies, kills it. If the guardian is killed, the helper inherits the tree. A program that outlives the helper is
 * continued instead, by the guardian, or by the kernel if the guardian dies: it never stays stopped.
 */
#ifndef RUNBENCH_BASE_PROCESS_TREE_H
#define RUNBENCH_BASE_PROCESS_TREE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#define PLACE_BITS 8192 /* more than the kernel's largest numbers of CPUs and nodes */

struct program {
	char *const *command;      /* searched in $PATH; ends with NULL */
	const char  *stdio[3];     /* files for standard input, output and error; NULL: the helper's stream */
	bool         joins_group;  /* it joins the helper's process group, as in a shell's job, to use the terminal */
	const char  *directory;    /* working directory; NULL: the helper's */
	bool         outlives;     /* after the end of the helper it is continued, not killed */
	const unsigned long *cpus; /* PLACE_BITS bits: CPUs on which it may run; NULL: those of the helper */
	const unsigned long *nodes; /* PLACE_BITS bits: NUMA nodes of its memory; NULL: any */
	int          thaw_fd;      /* cgroup.freeze of the control group of a program that outlives; -1: none */
};

enum tree_report_kind { TREE_SPAWNED = 1, TREE_FIRST_ENDED, TREE_ENDED };

struct tree_report {
	int32_t       kind;
	int32_t       pid;      /* of the program's first process */
	int32_t       status;   /* as of wait() */
	int32_t       error;    /* errno of a failed fork (TREE_SPAWNED with pid < 0) */
	struct rusage usage;    /* of the whole tree (TREE_ENDED) */
	uint64_t      wall_ns;  /* CLOCK_MONOTONIC */
};

/* The step at which starting the program failed; read from exec_fd, which ends without a byte if exec succeeded. */
enum { EXEC_DIRECTORY = 3, EXEC_PROGRAM, EXEC_CPUS, EXEC_NODES };

struct exec_failure {
	int32_t error;
	int32_t what; /* 0-2: opening that standard stream, EXEC_DIRECTORY: chdir, EXEC_PROGRAM: exec, EXEC_CPUS: affinity, EXEC_NODES: memory */
};

struct tree {
	pid_t guardian, first;
	int   command_fd;  /* to the guardian: signal numbers, one byte each, with REPEAT_SIGNAL or NOTE_SIGNAL; SIGKILL: the whole tree */
	int   report_fd;   /* from the guardian: struct tree_report, until no process is left */
	int   gate_fd;     /* to the program: one byte opens the gate */
	int   exec_fd;     /* from the program: struct exec_failure, or the end of the pipe */
};

/*
 * Forks guardian and program; original: the program's signal mask. Call it while this process is still small. Returns 0, or -1
 * with errno.
 */
int  tree_start(struct tree *t, const struct program *p, const sigset_t *original);

/* Opens the gate: the program calls exec. */
void tree_release(struct tree *t);

/* Sends a signal to the program's process group; SIGKILL kills the whole tree. */
void tree_signal(struct tree *t, int signal);

/* Records the recipients of a signal that the terminal has already sent to the program. */
void tree_note_signal(struct tree *t, int signal);

/*
 * Sends a signal again to the recipients that it would end and that still run: they lost it. A shell that calls exec, itself
 * or in a new child, loses a signal that it caught just before.
 */
void tree_repeat_signal(struct tree *t, int signal);

/* Kills and reaps all descendants until no child is left; for the case that the guardian was killed. */
void tree_kill_and_reap(struct tree *t, struct tree_report *first_ended);

#endif
