/* Drains the rings in order of time and writes what they say about tasks; see sample_recorder.h. */
#include "sample_recorder.h"
#include "../base/clock_ns.h"

#include <stdlib.h>
#include <string.h>

unsigned recorder_index(const struct recorder *r, unsigned group, unsigned cpu)
{
	return group * r->counters->cpus + cpu;
}

struct rb_record *recorder_add(struct recorder *r, unsigned kind, uint64_t wall_ns)
{
	struct rb_record *record = container_stream_add(r->writer);

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

static struct task *new_task(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t parent, uint32_t cpu,
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

	/* Its fork record was lost: better a task without a parent than values that go astray. */
	return task ? task : new_task(r, tid, pid, RB_ALL_TASKS, RB_ALL_CPUS, wall_ns);
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
	uint32_t tid = (uint32_t)(c->cpu_wide ? c->cpu[target] : c->target[target]);
	struct task *task = new_task(r, tid, pid, RB_ALL_TASKS, RB_ALL_CPUS, wall_ns);

	r->root[target] = task;
	task->root = true;
	task->target = target;
	name_task(r, task, name, wall_ns);
}

void recorder_heir(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t owner_tid, const char *name, uint64_t wall_ns)
{
	const struct task *owner = tasks_find(&r->tasks, owner_tid);
	struct task *task = new_task(r, tid, pid, owner ? owner->serial : RB_ALL_TASKS, RB_ALL_CPUS, wall_ns);

	task->target = owner ? owner->target : 0;
	name_task(r, task, name, wall_ns);
}

void recorder_init(struct recorder *r, struct counters *c, struct container_stream *w)
{
	size_t series = (size_t)c->groups * c->cpus, rings = c->tracks + (size_t)c->units * c->groups * c->members;

	*r = (struct recorder){ .counters = c, .writer = w, .value_count = counters_value_count(c), .mapped_ns = clock_ns() };
	tasks_init(&r->tasks, series, r->value_count);
	r->sources = calloc(rings, sizeof *r->sources);
	r->waiting = calloc(rings, sizeof *r->waiting);
	r->closed = calloc(series * c->targets, sizeof *r->closed);
	r->root = calloc(c->targets, sizeof *r->root);
	r->closed_enabled_ns = calloc((size_t)c->groups * c->targets, sizeof *r->closed_enabled_ns);
	r->lost_here = calloc(c->cpus + c->tracks, sizeof *r->lost_here);
	r->totals = calloc((size_t)c->groups * c->members, sizeof *r->totals);
	r->readings = calloc((size_t)c->groups * c->members, sizeof *r->readings);
	r->silence = calloc(c->cpus, sizeof *r->silence);
	r->scratch = calloc(2 * (size_t)c->members, sizeof *r->scratch);
	if (!r->scratch || !r->readings || !r->silence || !r->sources || !r->waiting || !r->closed || !r->closed_enabled_ns || !r->lost_here || !r->totals || !r->root)
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
	free(r->sources);
	free(r->waiting);
	free(r->closed);
	free(r->closed_enabled_ns);
	free(r->lost_here);
	free(r->totals);
	free(r->scratch);
	free(r->readings);
	free(r->silence);
}

/* What all records but samples end with (sample_id_all). */
struct sample_id {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
};

static const struct sample_id *id_of(const struct perf_event_header *h)
{
	return (const struct sample_id *)((const uint8_t *)h + h->size - sizeof(struct sample_id));
}

static uint64_t time_of(const struct perf_event_header *h)
{
	uint64_t time;

	if (h->type != PERF_RECORD_SAMPLE)
		return id_of(h)->time;
	memcpy(&time, (const uint8_t *)h + 16, sizeof time); /* after the header, pid and tid */
	return time;
}

/* Body of PERF_RECORD_FORK and PERF_RECORD_EXIT. */
struct life {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

static void on_fork(struct recorder *r, const struct life *life, const struct sample_id *id)
{
	struct task *parent = tasks_find(&r->tasks, life->ptid);

	if (r->counters->options->inherit)
		new_task(r, life->tid, life->pid, parent ? parent->serial : RB_ALL_TASKS, id->cpu, id->time);
}

static void on_exit_record(struct recorder *r, const struct life *life, const struct sample_id *id)
{
	struct task *task = tasks_find(&r->tasks, life->tid);
	struct rb_record *record;

	if (!task || task->ended)
		return;
	task->ended = true;
	task->ended_ns = id->time;
	task->early |= id->time < r->mapped_ns;
	r->ended++;
	record = recorder_add(r, RB_EXIT, id->time);
	record->cpu = id->cpu;
	record->task = task->serial;
	record->tid = task->tid;
	/* Where its final values will not come there is nothing to wait for. */
	if (r->counters->poll && !r->finals_per_task && !task->root)
		tasks_remove(&r->tasks, task);
}

/*
 * A thread that calls exec takes over the pid of its process, whose first thread has ended by then: it is the same
 * task as before under another tid, and its values go on.
 */
static struct task *after_exec(struct recorder *r, uint32_t pid)
{
	struct task *task = tasks_find(&r->tasks, pid);

	if (task && !task->ended)
		return task;
	for (struct task *t = r->tasks.oldest; t; t = t->newer)
		if (t->pid == pid && t->tid != pid && !t->ended) {
			tasks_rename(&r->tasks, t, pid);
			return t;
		}
	return task;
}

static void on_comm(struct recorder *r, const struct perf_event_header *h, const struct sample_id *id)
{
	const uint32_t *ids = (const uint32_t *)(h + 1);
	const char *name = (const char *)(ids + 2);
	size_t room = (size_t)((const char *)id - name);
	struct task *task = h->misc & PERF_RECORD_MISC_COMM_EXEC ? after_exec(r, ids[0]) : tasks_find(&r->tasks, ids[1]);
	struct rb_comm *record;

	if (!task)
		return;
	if (!r->exec_ns && task->root && h->misc & PERF_RECORD_MISC_COMM_EXEC)
		r->exec_ns = id->time;
	record = (struct rb_comm *)recorder_add(r, RB_COMM, id->time);
	record->cpu = id->cpu;
	record->task = task->serial;
	record->tid = task->tid;
	memcpy(record->name, name, strnlen(name, room < sizeof record->name - 1 ? room : sizeof record->name - 1));
}

static void on_lost(struct recorder *r, const struct source *s, const struct perf_event_header *h,
		    const struct sample_id *id)
{
	struct rb_record *record = recorder_add(r, RB_LOST, id->time);

	record->group = (uint8_t)s->group;
	record->cpu = id->cpu;
	memcpy(&record->aux, (const uint8_t *)(h + 1) + 8, 8);
	if (!r->counters->format_lost)
		r->lost += record->aux;
	if (s->member == MEMBER_LEADER)
		r->lost_here[s->cpu] = true;
}

static void on_switch(struct recorder *r, const struct perf_event_header *h, const struct sample_id *id)
{
	struct task *task = tasks_find(&r->tasks, id->tid);
	struct rb_record *record;

	if (!task)
		return;
	record = recorder_add(r, RB_SWITCH, id->time);
	record->cpu = id->cpu;
	record->task = task->serial;
	record->tid = id->tid;
	if (h->misc & PERF_RECORD_MISC_SWITCH_OUT)
		record->flags = RB_F_SWITCH_OUT | (h->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT ? RB_F_PREEMPTED : 0);
}

static void on_throttle(struct recorder *r, const struct source *s, bool throttled, const struct sample_id *id)
{
	struct rb_record *record = recorder_add(r, RB_THROTTLE, id->time);

	record->group = (uint8_t)s->group;
	record->cpu = id->cpu;
	record->flags = throttled ? RB_F_THROTTLED : 0;
	r->throttled += throttled;
}

static void handle(struct recorder *r, const struct source *s, const struct perf_event_header *h)
{
	const struct sample_id *id = id_of(h);

	switch (h->type) {
	case PERF_RECORD_SAMPLE: kernel_mode_sample(r, s, h); break;
	case PERF_RECORD_READ: kernel_mode_final(r, s, h); break;
	case PERF_RECORD_FORK: on_fork(r, (const struct life *)(h + 1), id); break;
	case PERF_RECORD_EXIT: on_exit_record(r, (const struct life *)(h + 1), id); break;
	case PERF_RECORD_COMM: on_comm(r, h, id); break;
	case PERF_RECORD_LOST: on_lost(r, s, h, id); break;
	case PERF_RECORD_SWITCH: on_switch(r, h, id); break;
	case PERF_RECORD_THROTTLE: on_throttle(r, s, true, id); break;
	case PERF_RECORD_UNTHROTTLE: on_throttle(r, s, false, id); break;
	default: break;
	}
}

void recorder_drain(struct recorder *r, uint64_t until_ns)
{
	unsigned waiting = 0;

	for (unsigned i = 0; i < r->source_count; i++) {
		struct source *s = &r->sources[i];

		ring_look(s->ring);
		if (ring_peek(s->ring))
			r->waiting[waiting++] = s;
	}
	while (waiting) {
		unsigned first = 0;
		uint64_t first_time = UINT64_MAX;
		const struct perf_event_header *record;
		struct source *s;

		for (unsigned i = 0; i < waiting; i++) {
			uint64_t time = time_of(ring_peek(r->waiting[i]->ring));

			if (time < first_time) {
				first_time = time;
				first = i;
			}
		}
		s = r->waiting[first];
		/* What is too young may still be preceded by a record of another CPU - unless the ring fills up. */
		if (first_time > until_ns && s->ring->head - s->ring->tail < s->ring->bytes / 2)
			break;
		record = ring_peek(s->ring);
		handle(r, s, record);
		ring_consume(s->ring, record);
		if (!ring_peek(s->ring)) {
			ring_release(s->ring);
			r->waiting[first] = r->waiting[--waiting];
		}
	}
	while (waiting)
		ring_release(r->waiting[--waiting]->ring);
}

uint64_t recorder_finish(struct recorder *r, uint64_t wall_ns)
{
	/* What was attached to goes on. */
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
