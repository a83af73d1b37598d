/* The tasks (threads) of a recording, and the last known values of each. */
#ifndef RUNBENCH_TASKS_H
#define RUNBENCH_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of one task in one group on one CPU. */
struct series {
	bool     sampled;         /* a sample was taken */
	uint64_t run_ns, enabled_ns, running_ns;
	uint64_t value[];
};

struct task {
	struct task    *next;     /* with the same hash */
	struct task    *older, *newer; /* list of the tasks that are not closed */
	uint32_t        serial, tid, pid;
	bool            ended, root; /* root: counters were opened on it, not inherited */
	bool            ended_early;    /* it ended before all rings were mapped: some final values may be lost */
	unsigned        target;   /* index of the target whose counters it inherited */
	uint64_t        ended_ns;
	unsigned        finals;   /* number of reported final values */
	bool            finals_written;     /* of a root: all final values were written; other tasks are removed then */
	struct series **series;   /* [group * cpus + cpu]; NULL if it never ran there */
};

struct tasks {
	struct task  *bucket[1024];
	struct task  *oldest, *newest;
	uint32_t      count;      /* serial of the next task */
	size_t        series_count, values;
};

void tasks_init(struct tasks *t, size_t series_count, size_t values);
void tasks_free(struct tasks *t);

/* Returns the task that has this thread ID now, NULL if unknown. */
struct task *tasks_find(const struct tasks *t, uint32_t tid);

/* Adds a task. An earlier owner of the thread ID is no longer found, but stays in the list until it is removed. */
struct task *tasks_add(struct tasks *t, uint32_t tid, uint32_t pid);
void tasks_rename(struct tasks *t, struct task *task, uint32_t tid);
void tasks_remove(struct tasks *t, struct task *task);

/* Returns the series of a task in one group on one CPU; creates it if needed. */
struct series *task_series(const struct tasks *t, struct task *task, size_t index);

#endif
