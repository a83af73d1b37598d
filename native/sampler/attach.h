/* Tasks that run already, and CPUs: what can be observed without starting it. */
#ifndef RUNBENCH_ATTACH_H
#define RUNBENCH_ATTACH_H

#include <stdbool.h>
#include <sys/types.h>

struct thread {
	pid_t tid, pid;
};

/*
 * The threads of a process and, with descendants, of all that it and they started and that is still theirs, in *tasks
 * (to be freed); how many, 0 if there is no such process. What comes and goes meanwhile may or may not be among them.
 */
unsigned attach_tasks(pid_t pid, bool descendants, struct thread **tasks);

/* The process of a thread, 0 if there is no such thread. */
pid_t attach_process_of(pid_t tid);

/* A thread's name as the kernel knows it. */
void attach_name(pid_t tid, char name[32]);

/* False once a thread has ended (a zombie has). */
bool attach_is_alive(pid_t tid);

/* True if it certainly was on a CPU already, a while ago. */
bool attach_has_run(pid_t tid);

/* What it is doing: starting another task, or something else; ATTACH_RUNNING: it is on a CPU, and nobody can say. */
enum attach_doing { ATTACH_FORKS, ATTACH_RUNNING, ATTACH_OTHER };

enum attach_doing attach_doing(pid_t tid);

/* "0-3,7" or "all" as numbers of CPUs that are online (to be freed); 0 with a message in error otherwise. */
unsigned attach_cpus(const char *list, int **cpus, char error[160]);

#endif
