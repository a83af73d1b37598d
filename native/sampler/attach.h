/* Running tasks and CPUs: the objects that can be observed without starting a program. */
#ifndef RUNBENCH_ATTACH_H
#define RUNBENCH_ATTACH_H

#include <stdbool.h>
#include <sys/types.h>

/* A thread and its process. */
struct thread {
	pid_t tid, pid;
};

/*
 * Lists the threads of a process and, with descendants, of its descendants that were not reparented. Returns their number, 0 if
 * there is no such process, and the list in *tasks; the caller frees it. Threads that start or end meanwhile may be missing.
 */
unsigned attach_tasks(pid_t pid, bool descendants, struct thread **tasks);

/* Returns the process of a thread, 0 if there is no such thread. */
pid_t attach_process_of(pid_t tid);

/* Reads the kernel's name of a thread; empty if there is no such thread. */
void attach_name(pid_t tid, char name[32]);

/* Returns whether a thread has not ended; a zombie has ended. */
bool attach_is_alive(pid_t tid);

/* Returns whether a thread has certainly run on a CPU before. */
bool attach_has_run(pid_t tid);

/* The system call of a thread: one that starts a task, or another one. ATTACH_RUNNING: on a CPU, unknown. */
enum attach_doing { ATTACH_FORKS, ATTACH_RUNNING, ATTACH_OTHER };

enum attach_doing attach_doing(pid_t tid);

/*
 * Parses "0-3,7" or "all" into the numbers of online CPUs; the caller frees *cpus. Returns their number, or 0 with a message in
 * error.
 */
unsigned attach_cpus(const char *list, int **cpus, char error[160]);

#endif
