/* The end of kernel-driven sampling: the bookkeeping that makes the differences of all series add up to the totals. */
#include "sample_recorder.h"

#include <unistd.h>

#define READINGS 3

static uint64_t *closed_enabled_time(const struct recorder *r, unsigned target, unsigned group)
{
	return &r->closed_enabled_ns[(size_t)target * r->counters->groups + group];
}

static bool any(const struct recorder *r, const struct series *s)
{
	bool some = s->sampled || s->run_ns;

	for (unsigned i = 0; i < r->value_count && !some; i++)
		some = s->value[i];
	return some;
}

/*
 * All groups of a task are enabled for the same time, on any CPU: how long, the group that was sampled last knows best.
 * A group that was waiting for counters then has reported nothing for a while.
 */
static uint64_t enabled_time(const struct recorder *r, const struct task *task)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < r->counters->groups * r->counters->cpus; i++)
		if (task->series[i] && task->series[i]->enabled_ns > most)
			most = task->series[i]->enabled_ns;
	return most;
}

void kernel_mode_close_task(struct recorder *r, struct task *task, unsigned flags, uint64_t wall_ns)
{
	uint64_t enabled_ns = enabled_time(r, task);

	for (unsigned g = 0; g < r->counters->groups; g++) {
		for (unsigned cpu = 0; cpu < r->counters->cpus; cpu++) {
			unsigned index = recorder_index(r, g, cpu);
			struct series *s = task->series[index];
			struct rb_record *record;
			struct sum *sum;

			if (!s || !any(r, s))
				continue;
			s->enabled_ns = enabled_ns;
			record = recorder_add(r, RB_CLOSE, wall_ns);
			record->flags = (uint16_t)flags;
			recorder_series(r, record, task, g, cpu, s);
			sum = recorder_closed(r, task->target, index);
			sum->run_ns += s->run_ns;
			sum->running_ns += s->running_ns;
			for (unsigned i = 0; i < r->value_count; i++)
				sum->value[i] += s->value[i];
		}
		*closed_enabled_time(r, task->target, g) += enabled_ns;
	}
	/* The last records of sockets bear the root's tid. */
	if (!task->root)
		tasks_remove(&r->tasks, task);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * A root's events, all counts together. While a task ends, the kernel hands its counts over one event after the other,
 * and some are in neither place for a moment. Where tasks go on and end without us, nothing counts any more by now: the
 * largest of some readings is right.
 */
static int read_root(const struct recorder *r, unsigned unit, unsigned group, struct reading *now)
{
	const struct counters *c = r->counters;
	unsigned members = MEMBER_VALUES + c->group[group].values;
	struct reading *again = r->scratch + c->members;
	int status = counters_read_group(c, unit, group, now);

	for (int i = 0; !c->waits_for_exec && !c->cpu_wide && !status && i < READINGS - 1; i++) {
		usleep(i * 100);
		if (counters_read_group(c, unit, group, again))
			continue;
		for (unsigned m = 0; m < members; m++)
			now[m] = (struct reading){ .value = larger(now[m].value, again[m].value),
				.enabled_ns = larger(now[m].enabled_ns, again[m].enabled_ns),
				.running_ns = larger(now[m].running_ns, again[m].running_ns), .lost = again[m].lost };
	}
	return status;
}

/*
 * A root's events are the ones that were opened here; the kernel reports nothing when it ends, but reading them gives
 * the sum over all tasks that inherited them. The root has what no other task has taken.
 */
static void close_root(struct recorder *r, struct task *root, unsigned flags, uint64_t wall_ns)
{
	struct counters *c = r->counters;
	struct reading *now = r->scratch;

	for (unsigned g = 0; g < c->groups; g++) {
		uint64_t running_ns = 0, all_enabled_ns = 0;
		const uint64_t *closed_enabled = closed_enabled_time(r, root->target, g);
		struct series *s = NULL;

		for (unsigned u = 0; u < c->units; u++) {
			unsigned cpu = c->unit[u].cpu, index = recorder_index(r, g, cpu);
			const struct sum *closed = recorder_closed(r, root->target, index);

			if (c->unit[u].target != root->target)
				continue;
			s = task_series(&r->tasks, root, index);
			if (read_root(r, u, g, now)) {
				c->group[g].failed = true;
				continue;
			}
			for (unsigned m = 0; m < MEMBER_VALUES + c->group[g].values; m++) {
				struct reading *total = &r->totals[g * c->members + m];

				total->value += now[m].value;
				total->running_ns += now[m].running_ns;
				total->lost += now[m].lost;
				r->lost += now[m].lost;
			}
			r->run_ns += g ? 0 : now[MEMBER_LEADER].value - closed->run_ns - s->run_ns;
			s->run_ns = now[MEMBER_LEADER].value - closed->run_ns;
			for (unsigned i = 0; i < c->group[g].values; i++)
				s->value[i] = now[MEMBER_VALUES + i].value - closed->value[i];
			s->running_ns = now->running_ns - closed->running_ns;
			running_ns += s->running_ns;
			if (now->enabled_ns > all_enabled_ns)
				all_enabled_ns = now->enabled_ns;
		}
		/*
		 * The kernel's sums of enabled time leave out tasks that never ran on that CPU, so the largest is still
		 * no more than all tasks had. Besides, this task was enabled at least as long as it was counted.
		 */
		if (s && s->enabled_ns < running_ns)
			s->enabled_ns = running_ns;
		if (s && all_enabled_ns > *closed_enabled + s->enabled_ns)
			s->enabled_ns = all_enabled_ns - *closed_enabled;
	}
	kernel_mode_close_task(r, root, flags, wall_ns);
}

static void write_totals(struct recorder *r, uint64_t wall_ns)
{
	const struct counters *c = r->counters;

	for (unsigned g = 0; g < c->groups; g++) {
		const struct reading *total = &r->totals[g * c->members];
		struct rb_record *record = recorder_add(r, RB_TOTAL, wall_ns);

		record->group = (uint8_t)g;
		record->cpu = RB_ALL_CPUS;
		record->task = RB_ALL_TASKS;
		record->run_ns = total[MEMBER_LEADER].value;
		record->enabled_ns = total->enabled_ns;
		record->running_ns = total->running_ns;
		for (unsigned i = 0; i < c->group[g].values; i++)
			record->value[i] = total[MEMBER_VALUES + i].value;
	}
}

void kernel_mode_close_all(struct recorder *r, uint64_t wall_ns)
{
	const struct counters *c = r->counters;
	struct task *next;
	unsigned flags = RB_F_DERIVED;
	bool missing;

	/*
	 * Others that are still here keep what their samples said: they go on without us, or their final values were
	 * dropped.
	 */
	for (struct task *t = r->tasks.oldest; t; t = next) {
		next = t->newer;
		if (t->root)
			continue;
		missing = (t->ended || c->waits_for_exec) && !t->early;
		if (missing) {
			r->incomplete++;
			flags |= RB_F_LOST;
		}
		kernel_mode_close_task(r, t, missing ? RB_F_LOST : 0, t->ended ? t->ended_ns : wall_ns);
	}
	for (unsigned i = 0; i < c->targets; i++)
		close_root(r, r->root[i], r->finals_per_task ? flags : 0,
			   r->root[i]->ended ? r->root[i]->ended_ns : wall_ns);
	for (unsigned g = 0; g < c->groups; g++)
		for (unsigned m = 0; m < c->members; m++)
			for (unsigned i = 0; i < c->targets; i++)
				r->totals[g * c->members + m].enabled_ns += *closed_enabled_time(r, i, g);
	write_totals(r, wall_ns);
}
