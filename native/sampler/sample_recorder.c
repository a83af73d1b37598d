/* The rings, drained in order of time, and the tasks of a recording; see sample_recorder.h. */
#include "sample_recorder.h"
#include "../base/clock_ns.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

unsigned recorder_index(const struct recorder *r, unsigned group, unsigned cpu)
{
	return group * r->counters->cpus + cpu;
}

struct rb_record *recorder_add(struct recorder *r, unsigned kind, uint64_t wall_ns)
{
	struct rb_record *record = recording_add(r->writer, kind);

	record->kind = (uint8_t)kind;
	record->wall_ns = wall_ns;
	if ((kind == RB_SAMPLE || kind == RB_READING) && wall_ns > r->last_ns)
		r->last_ns = wall_ns;
	return record;
}

struct sum *recorder_closed(const struct recorder *r, unsigned target, unsigned index)
{
	return &r->closed[(size_t)target * r->counters->groups * r->counters->cpus + index];
}

void recorder_series(const struct recorder *r, struct rb_record *record, const struct task *task, unsigned group,
		     unsigned cpu, const struct series *s)
{
	record->group = (uint8_t)group;
	record->cpu = (uint32_t)r->counters->cpu[cpu];
	record->task = task->serial;
	record->tid = task->tid;
	record->run_ns = s->run_ns;
	record->enabled_ns = s->enabled_ns;
	record->running_ns = s->running_ns;
	memcpy(record->value, s->value, r->value_count * sizeof *s->value);
}

struct task *recorder_new_task(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t parent, uint32_t cpu,
			     uint64_t wall_ns)
{
	struct task *task = tasks_add(&r->tasks, tid, pid);
	struct rb_task *record = (struct rb_task *)recorder_add(r, RB_TASK, wall_ns);

	record->cpu = cpu;
	record->task = task->serial;
	record->tid = tid;
	record->pid = pid;
	record->parent_task = parent;
	return task;
}

struct task *recorder_task(struct recorder *r, uint32_t tid, uint32_t pid, uint64_t wall_ns)
{
	struct task *task = tasks_find(&r->tasks, tid);

	/* A task whose fork record was lost is added without a parent, so that its values are kept. */
	return task ? task : recorder_new_task(r, tid, pid, RB_ALL_TASKS, RB_ALL_CPUS, wall_ns);
}

static void add_source(struct recorder *r, struct counter *k, unsigned unit, unsigned cpu, unsigned group,
		       unsigned member)
{
	if (k->ring.page)
		r->sources[r->source_count++] = (struct source){ &k->ring, k->fd, unit, cpu, group, member };
}

static void name_task(struct recorder *r, const struct task *task, const char *name, uint64_t wall_ns)
{
	struct rb_comm *record;

	if (!*name)
		return;
	record = (struct rb_comm *)recorder_add(r, RB_COMM, wall_ns);
	record->cpu = RB_ALL_CPUS;
	record->task = task->serial;
	record->tid = task->tid;
	strncpy(record->name, name, sizeof record->name - 1);
}

void recorder_root(struct recorder *r, unsigned target, uint32_t pid, const char *name, uint64_t wall_ns)
{
	const struct counters *c = r->counters;
	uint32_t tid = (uint32_t)(c->cpu_wide ? c->cpu[c->unit[target].cpu] : c->target[target]);
	struct task *task = recorder_new_task(r, tid, pid, RB_ALL_TASKS, RB_ALL_CPUS, wall_ns);

	r->root[target] = task;
	task->root = true;
	task->target = target;
	name_task(r, task, name, wall_ns);
}

void recorder_heir(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t owner_tid, const char *name, uint64_t wall_ns)
{
	const struct task *owner = tasks_find(&r->tasks, owner_tid);
	struct task *task = recorder_new_task(r, tid, pid, owner ? owner->serial : RB_ALL_TASKS, RB_ALL_CPUS, wall_ns);

	task->target = owner ? owner->target : 0;
	name_task(r, task, name, wall_ns);
}

void recorder_init(struct recorder *r, struct counters *c, struct container_stream *w)
{
	size_t series = (size_t)c->groups * c->cpus, rings = c->tracks + (size_t)c->units * c->groups * c->members;

	*r = (struct recorder){ .counters = c, .writer = w, .value_count = counters_value_count(c) - c->stacks, .mapped_ns = clock_ns() };
	tasks_init(&r->tasks, series, r->value_count);
	if (c->stacks)
		stacks_init(&r->stacks, stacks_depth_of_machine());
	if (c->stacks && c->options->stack_bytes) {
		r->mapped_files.unwinder = r->unwinder = unwind_create(r->stacks.depth);
		mlockall(MCL_CURRENT); /* libdw maps whole files, of which it reads little */
	}
	r->sources = calloc(rings, sizeof *r->sources);
	r->heads = calloc(rings, sizeof *r->heads);
	r->closed = calloc(series * c->targets, sizeof *r->closed);
	r->root = calloc(c->targets, sizeof *r->root);
	r->closed_enabled_ns = calloc((size_t)c->groups * c->targets, sizeof *r->closed_enabled_ns);
	r->lost_pending = calloc(c->cpus + c->tracks, sizeof *r->lost_pending);
	r->totals = calloc(((size_t)c->groups + 1) * c->members, /* and the group of the sockets */ sizeof *r->totals);
	r->readings = calloc((size_t)c->groups * c->members, sizeof *r->readings);
	r->silence = calloc(c->cpus, sizeof *r->silence);
	r->scratch = calloc(2 * (size_t)c->members, sizeof *r->scratch);
	if (!r->scratch || !r->readings || !r->silence || !r->sources || !r->heads || !r->closed || !r->closed_enabled_ns || !r->lost_pending || !r->totals || !r->root)
		abort();
	for (size_t i = 0; i < series * c->targets; i++)
		if (!(r->closed[i].value = calloc(r->value_count, sizeof(uint64_t))))
			abort();
	for (unsigned i = 0; i < c->units; i++)
		for (unsigned g = 0; g < c->groups; g++)
			for (unsigned m = 0; m < MEMBER_VALUES + c->group[g].values; m++)
				add_source(r, counters_at(c, i, g, m), i, c->unit[i].cpu, g, m);
	for (unsigned i = 0; i < c->tracks; i++)
		add_source(r, &c->track[i], 0, i, 0, MEMBER_LEADER);
	for (unsigned g = 0; g < c->groups && c->finals; g++)
		r->finals_per_task += c->cpus * c->group[g].values;
}

void recorder_free(struct recorder *r)
{
	tasks_free(&r->tasks);
	for (size_t i = 0; i < (size_t)r->counters->groups * r->counters->cpus * r->counters->targets; i++)
		free(r->closed[i].value);
	free(r->root);
	mapped_files_free(&r->mapped_files);
	stacks_free(&r->stacks);
	unwind_free(r->unwinder);
	free(r->sources);
	free(r->heads);
	free(r->closed);
	free(r->closed_enabled_ns);
	free(r->lost_pending);
	free(r->totals);
	free(r->scratch);
	free(r->readings);
	free(r->silence);
}

static bool is_earlier(const struct ring_head *a, const struct ring_head *b)
{
	return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->source < b->source);
}

/* Moves the entry at the given place down until both entries below it are later: a binary heap. */
static void sink(struct ring_head *heap, unsigned count, unsigned place)
{
	struct ring_head entry = heap[place];

	for (unsigned child; (child = 2 * place + 1) < count; place = child) {
		child += child + 1 < count && is_earlier(&heap[child + 1], &heap[child]);
		if (!is_earlier(&heap[child], &entry))
			break;
		heap[place] = heap[child];
	}
	heap[place] = entry;
}

void recorder_drain(struct recorder *r, uint64_t until_ns)
{
	struct ring_head *heap = r->heads;
	unsigned count = 0;

	for (unsigned i = 0; i < r->source_count; i++) {
		struct source *s = &r->sources[i];
		const struct perf_event_header *record;

		ring_look(s->ring);
		if ((record = ring_peek(s->ring)))
			heap[count++] = (struct ring_head){ kernel_record_time(r, record), s };
	}
	for (unsigned i = count / 2; i-- > 0; )
		sink(heap, count, i);
	while (count) {
		struct source *s = heap->source;
		const struct perf_event_header *record = ring_peek(s->ring);

		/* Another CPU may still write a record before this one. A half-full ring is drained anyway. */
		if (heap->time_ns > until_ns && s->ring->head - s->ring->tail < s->ring->bytes / 2)
			break;
		kernel_record_take(r, s, record);
		ring_consume(s->ring, record);
		if ((record = ring_peek(s->ring))) {
			heap->time_ns = kernel_record_time(r, record);
		} else {
			ring_release(s->ring);
			*heap = heap[--count];
		}
		if (count)
			sink(heap, count, 0);
	}
	while (count)
		ring_release(heap[--count].source->ring);
}

uint64_t recorder_finish(struct recorder *r, uint64_t wall_ns)
{
	/* An attached object continues. */
	if (!r->counters->waits_for_exec)
		counters_switch(r->counters, false);
	recorder_drain(r, UINT64_MAX - 1);
	if (wall_ns < r->last_ns)
		wall_ns = r->last_ns;
	if (r->counters->poll)
		poll_mode_close(r, wall_ns);
	else
		kernel_mode_close_all(r, wall_ns);
	return wall_ns;
}
