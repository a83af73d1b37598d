/* Kernel records other than samples: starts, ends and names of tasks, lost records, switches; see sample_recorder.h. */
#include "sample_recorder.h"
#include "../base/clock_ns.h"

#include <string.h>

/* Above this rate, records of switches disturb the program and fill the disk; their total times remain known without them. */
#define MAX_SWITCHES_PER_SECOND 20000

/* The end of all records except samples (sample_id_all). */
struct sample_id {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
};

static const struct sample_id *id_of(const struct perf_event_header *h)
{
	return (const struct sample_id *)((const uint8_t *)h + h->size - sizeof(struct sample_id));
}

uint64_t kernel_record_time(const struct recorder *r, const struct perf_event_header *h)
{
	uint64_t time;

	/* In a sample the time follows the header, the optional instruction pointer, pid and tid. */
	if (h->type == PERF_RECORD_SAMPLE)
		memcpy(&time, (const uint8_t *)h + (r->counters->pointers ? 24 : 16), sizeof time);
	else
		time = id_of(h)->time;
	return time + (uint64_t)r->namespace_ns;
}

/* Body of PERF_RECORD_FORK and PERF_RECORD_EXIT. */
struct life {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

static void on_fork(struct recorder *r, const struct life *life, const struct sample_id *id)
{
	const struct task *parent = r->counters->cpu_wide ? NULL : tasks_find(&r->tasks, life->ptid);
	unsigned target = parent ? parent->target : 0;

	r->forks++;
	if (r->unwinder && life->pid != life->ppid)
		unwind_fork(r->unwinder, life->ppid, life->pid);
	if (r->counters->cpu_wide) /* tasks are not distinguished; their number predicts the cost of counters on tasks */
		return;
	if (r->counters->options->inherit) {
		r->counters->heirs = true;
		recorder_new_task(r, life->tid, life->pid, parent ? parent->serial : RB_ALL_TASKS, id->cpu, id->time)->target = target;
	}
}

static void on_exit_record(struct recorder *r, const struct life *life, const struct sample_id *id)
{
	struct task *task = r->counters->cpu_wide ? NULL : tasks_find(&r->tasks, life->tid);
	struct rb_record *record;

	if (r->unwinder && life->tid == life->pid)
		unwind_exit(r->unwinder, life->pid);
	if (!task || task->ended)
		return;
	task->ended = true;
	task->ended_ns = id->time;
	task->ended_early |= id->time < r->mapped_ns;
	r->ended++;
	record = recorder_add(r, RB_EXIT, id->time);
	record->cpu = id->cpu;
	record->task = task->serial;
	record->tid = task->tid;
	/* Without final values the task is complete. */
	if (r->counters->poll && !r->finals_per_task && !task->root)
		tasks_remove(&r->tasks, task);
}

/*
 * Returns the task that called exec. A thread that calls exec takes over the PID of its process, whose first thread has ended: it
 * is the same task with another thread ID, and its values continue.
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
	size_t room = (size_t)((const char *)id_of(h) - name);
	struct task *task = h->misc & PERF_RECORD_MISC_COMM_EXEC ? after_exec(r, ids[0]) : tasks_find(&r->tasks, ids[1]);
	struct rb_comm *record;

	if (r->unwinder && h->misc & PERF_RECORD_MISC_COMM_EXEC)
		unwind_exec(r->unwinder, ids[0]);
	if (!task)
		return;
	if (!r->exec_ns && task->root && h->misc & PERF_RECORD_MISC_COMM_EXEC)
		r->exec_ns = id->time;
	record = (struct rb_comm *)recorder_add(r, RB_COMM, id->time);
	record->cpu = id->cpu;
	record->task = task->serial;
	record->tid = task->tid;
	record->flags = h->misc & PERF_RECORD_MISC_COMM_EXEC ? RB_F_EXEC : 0;
	memcpy(record->name, name, strnlen(name, room < sizeof record->name - 1 ? room : sizeof record->name - 1));
}

static void on_map(struct recorder *r, const struct perf_event_header *h, const struct sample_id *id)
{
	struct mapping m;
	char name[MAPPING_NAME];
	const struct task *task;

	if (!mapping_reported(&m, h, sizeof *id, name))
		return;
	task = recorder_task(r, m.tid, m.pid, id->time);
	mapping_record(r->writer, &r->mapped_files, &m, task->serial, id->time);
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
		r->lost_pending[s->cpu] = true;
}

/* Counts a switch. Returns whether more than the maximum occurred within a second. */
static bool too_frequent(struct switch_rate *rate, uint64_t wall_ns)
{
	if (wall_ns >= rate->since_ns + NS_PER_S)
		*rate = (struct switch_rate){ .since_ns = wall_ns };
	return ++rate->count > MAX_SWITCHES_PER_SECOND;
}

static void on_switch(struct recorder *r, const struct perf_event_header *h, const struct sample_id *id)
{
	struct task *task = tasks_find(&r->tasks, id->tid);
	struct rb_record *record;

	if (!task || r->switches.stopped)
		return;
	record = recorder_add(r, RB_SWITCH, id->time);
	record->cpu = id->cpu;
	record->task = task->serial;
	record->tid = id->tid;
	if (!(h->misc & PERF_RECORD_MISC_SWITCH_OUT))
		return;
	record->flags = RB_F_SWITCH_OUT | (h->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT ? RB_F_PREEMPTED : 0);
	if (r->counters->options->switches == SWITCHES_AUTO && too_frequent(&r->switches, id->time)) {
		r->switches.stopped = true;
		record->flags |= RB_F_STOPPED;
	}
}

static void on_throttle(struct recorder *r, const struct source *s, bool throttled, const struct sample_id *id)
{
	struct rb_record *record = recorder_add(r, RB_THROTTLE, id->time);

	record->group = (uint8_t)s->group;
	record->cpu = id->cpu;
	record->flags = throttled ? RB_F_THROTTLED : 0;
	r->throttled += throttled;
}

void kernel_record_take(struct recorder *r, const struct source *s, const struct perf_event_header *h)
{
	struct sample_id own = *id_of(h); /* the ring itself is read-only */
	const struct sample_id *id = &own;

	own.time += (uint64_t)r->namespace_ns;
	switch (h->type) {
	case PERF_RECORD_SAMPLE: kernel_mode_sample(r, s, h); break;
	case PERF_RECORD_READ: kernel_mode_final(r, s, h); break;
	case PERF_RECORD_FORK: on_fork(r, (const struct life *)(h + 1), id); break;
	case PERF_RECORD_EXIT: on_exit_record(r, (const struct life *)(h + 1), id); break;
	case PERF_RECORD_COMM: on_comm(r, h, id); break;
	case PERF_RECORD_MMAP2: on_map(r, h, id); break;
	case PERF_RECORD_LOST: on_lost(r, s, h, id); break;
	case PERF_RECORD_SWITCH: on_switch(r, h, id); break;
	case PERF_RECORD_THROTTLE: on_throttle(r, s, true, id); break;
	case PERF_RECORD_UNTHROTTLE: on_throttle(r, s, false, id); break;
	default: break;
	}
}
