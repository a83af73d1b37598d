/* The guardian's side of a process tree; see process_tree.h. */
#ifndef RUNBENCH_BASE_GUARDIAN_H
#define RUNBENCH_BASE_GUARDIAN_H

#include "process_tree.h"

/*
 * Flags added to a signal number. REPEAT_SIGNAL: send it again to the processes that it would end and that still run.
 * NOTE_SIGNAL: the terminal has already sent it.
 */
enum { REPEAT_SIGNAL = 0x80, NOTE_SIGNAL = 0x40 };

struct guardian_pipes {
	int command, report, gate, exec_result; /* the guardian's ends of the pipes of struct tree */
};

/* Forks the program and supervises it until no process is left; executes commands. Runs in its own process and ends it. */
void guardian_run(const struct program *p, const struct guardian_pipes *pipes, const sigset_t *original)
	__attribute__((noreturn));

/* Reaps ended children; returns false if no child is left. report_fd: receives the end of the first process; -1: no report. */
bool guardian_reap(struct tree_report *sum, pid_t first, int report_fd);

/* Writes data of at most PIPE_BUF bytes into a pipe. */
void guardian_send(int fd, const void *data, size_t size);

#endif
