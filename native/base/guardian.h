/* The guardian's side of a process tree; see process_tree.h. */
#ifndef RUNBENCH_BASE_GUARDIAN_H
#define RUNBENCH_BASE_GUARDIAN_H

#include "process_tree.h"

/* Added to a signal's number. Repeated: to those only whom it would end and who still run. Noted: sent already, by a terminal. */
enum { REPEAT_SIGNAL = 0x80, NOTE_SIGNAL = 0x40 };

struct guardian_pipes {
	int command, report, gate, exec_result; /* its ends of those of struct tree */
};

/* In a process of its own, which it ends: forks the program, looks after it until nothing is left, obeys the commands. */
void guardian_run(const struct program *p, const struct guardian_pipes *pipes, const sigset_t *original)
	__attribute__((noreturn));

/* Reaps what has ended; returns false when no child is left at all. report_fd: gets the end of the first; -1: nobody does. */
bool guardian_reap(struct tree_report *sum, pid_t first, int report_fd);

/* Writes all of it into a pipe. */
void guardian_send(int fd, const void *data, size_t size);

#endif
