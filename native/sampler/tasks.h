/* The tasks (threads) of a recording, and the last values known of each. */
#ifndef RUNBENCH_TASKS_H
#define RUNBENCH_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of one task in one group on one CPU. */
struct series {
	bool     sampled;
	uint64_t run_ns, enabled_ns, running_ns;
	uint64_t value[];
};

struct task {
	struct task    *next;     /* with the same hash */
	struct task    *older, *newer; /* all that are not closed yet */
	uint32_t        serial, tid, pid;
	bool            ended, root; /* root: counters were opened on it, not inherited */
	bool            ended_early;    /* it ended before all rings were mapped: some of its final values may have got lost */
	unsigned        target;   /* whose counters it inherited */
	uint64_t        ended_ns;
	unsigned        finals;   /* how many final values the kernel has reported */
	bool            finals_written;     /* all of them, of a root; others leave the list then */
	struct series **series;   /* [group * cpus + cpu]; NULL where it never ran */
};

struct tasks {
	struct task  *bucket[1024];
	struct task  *oldest, *newest;
	uint32_t      count;      /* serial of the next one */
	size_t        series_count, values;
};

void tasks_init(struct tasks *t, size_t series_count, size_t values);
void tasks_free(struct tasks *t);

/* The task that has this tid now, NULL if unknown. */
struct task *tasks_find(const struct tasks *t, uint32_t tid);

/* A new one; an earlier owner of the tid is no longer found but stays in the list until it is removed. */
struct task *tasks_add(struct tasks *t, uint32_t tid, uint32_t pid);
void tasks_rename(struct tasks *t, struct task *task, uint32_t tid);
void tasks_remove(struct tasks *t, struct task *task);

struct series *task_series(const struct tasks *t, struct task *task, size_t index);

#endif
