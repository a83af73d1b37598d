/* The tasks of a recording. Memory is bounded by the number of simultaneous tasks, not by their total number. */
#include "tasks.h"

#include <stdlib.h>

#define BUCKETS (sizeof ((struct tasks *)0)->bucket / sizeof (struct task *))

void tasks_init(struct tasks *t, size_t series_count, size_t values)
{
	*t = (struct tasks){ .series_count = series_count, .values = values };
}

struct task *tasks_find(const struct tasks *t, uint32_t tid)
{
	for (struct task *task = t->bucket[tid % BUCKETS]; task; task = task->next)
		if (task->tid == tid)
			return task;
	return NULL;
}

static void remove_from_bucket(struct tasks *t, struct task *task)
{
	for (struct task **p = &t->bucket[task->tid % BUCKETS]; *p; p = &(*p)->next)
		if (*p == task) {
			*p = task->next;
			return;
		}
}

static void hash(struct tasks *t, struct task *task, uint32_t tid)
{
	struct task *former = tasks_find(t, tid);

	if (former)
		remove_from_bucket(t, former);
	task->tid = tid;
	task->next = t->bucket[tid % BUCKETS];
	t->bucket[tid % BUCKETS] = task;
}

struct task *tasks_add(struct tasks *t, uint32_t tid, uint32_t pid)
{
	struct task *task = calloc(1, sizeof *task);

	if (!task)
		abort();
	task->serial = t->count++;
	task->pid = pid;
	task->series = calloc(t->series_count, sizeof *task->series);
	if (!task->series)
		abort();
	hash(t, task, tid);
	task->older = t->newest;
	if (t->newest)
		t->newest->newer = task;
	else
		t->oldest = task;
	t->newest = task;
	return task;
}

void tasks_rename(struct tasks *t, struct task *task, uint32_t tid)
{
	remove_from_bucket(t, task);
	hash(t, task, tid);
}

void tasks_remove(struct tasks *t, struct task *task)
{
	remove_from_bucket(t, task);
	if (task->older)
		task->older->newer = task->newer;
	else
		t->oldest = task->newer;
	if (task->newer)
		task->newer->older = task->older;
	else
		t->newest = task->older;
	for (size_t i = 0; i < t->series_count; i++)
		free(task->series[i]);
	free(task->series);
	free(task);
}

void tasks_free(struct tasks *t)
{
	while (t->oldest)
		tasks_remove(t, t->oldest);
}

struct series *task_series(const struct tasks *t, struct task *task, size_t index)
{
	if (!task->series[index]) {
		task->series[index] = calloc(1, sizeof(struct series) + t->values * sizeof(uint64_t));
		if (!task->series[index])
			abort();
	}
	return task->series[index];
}
