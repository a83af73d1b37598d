/*
 * Poll mode: this process reads the counters at absolute deadlines, for all tasks and CPUs together. It also fills gaps between
 * kernel-driven samples while the program runs.
 */
#include "sample_recorder.h"
#include "../base/clock_ns.h"

#include <string.h>

static void write_group(struct recorder *r, unsigned kind, unsigned group, uint64_t wall_ns, unsigned flags,
			const struct reading *now)
{
	struct rb_record *record = recorder_add(r, kind, wall_ns);
	bool all = kind == RB_TOTAL || kind == RB_READING;

	record->group = (uint8_t)group;
	record->flags = (uint16_t)flags;
	record->cpu = RB_ALL_CPUS;
	record->task = all ? RB_ALL_TASKS : 0;
	record->tid = all ? 0 : r->root[0]->tid;
	record->run_ns = now[MEMBER_LEADER].value;
	record->enabled_ns = now->enabled_ns;
	record->running_ns = now->running_ns;
	for (unsigned i = 0; i < r->counters->group[group].values; i++)
		record->value[i] = now[MEMBER_VALUES + i].value;
	if (!group && kind != RB_READING)
		r->run_ns = record->run_ns;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Reads a group of all targets. Returns 0 if at least one target can be read, otherwise -1. At the end of a task the kernel moves
 * its counts to the parent's events one by one, so that some are in neither place temporarily. The next reading contains them:
 * values never decrease. A task's group is enabled on each CPU for the whole time, which counts once. That of a control group is
 * enabled on each CPU while the control group runs there. The CPUs are read one after the other: the enabled time of the last one
 * contains time in which a task has run since the others were read. Such a difference is no multiplexing.
 */
static int read_all(const struct recorder *r, unsigned group, struct reading *last)
{
	const struct counters *c = r->counters;
	unsigned members = MEMBER_VALUES + c->group[group].values;
	struct reading *one = r->scratch, *sum = r->scratch + c->members;
	uint64_t enabled_ns = 0, most_ns = 0, start_ns = clock_ns(), unread_ns;
	int status = -1;

	memset(sum, 0, members * sizeof *sum);
	for (unsigned u = 0; u < c->units; u++) {
		if (!u || c->cgroups || c->unit[u].target != c->unit[u - 1].target)
			most_ns = 0;
		if (counters_read_group(c, u, group, one))
			continue;
		if (one->enabled_ns > most_ns) {
			enabled_ns += one->enabled_ns - most_ns;
			most_ns = one->enabled_ns;
		}
		for (unsigned m = 0; m < members; m++) {
			sum[m].value += one[m].value;
			sum[m].running_ns += one[m].running_ns;
			sum[m].lost += one[m].lost;
		}
		status = 0;
	}
	unread_ns = c->cpu_wide ? 0 : (clock_ns() - start_ns) * c->cpus;
	/* The kernel's sum of enabled times omits the CPUs on which a child never ran. */
	for (unsigned m = 0; m < members && !status; m++)
		sum[m].enabled_ns = enabled_ns > sum[m].running_ns + unread_ns ? enabled_ns : sum[m].running_ns;
	for (unsigned m = 0; m < members && !status; m++)
		last[m] = (struct reading){ .value = larger(sum[m].value, last[m].value),
			.enabled_ns = larger(sum[m].enabled_ns, last[m].enabled_ns),
			.running_ns = larger(sum[m].running_ns, last[m].running_ns), .lost = sum[m].lost };
	return status;
}

void poll_mode_read(struct recorder *r)
{
	for (unsigned g = 0; g < r->counters->groups; g++)
		read_all(r, g, &r->readings[g * r->counters->members]);
}

void poll_mode_sample(struct recorder *r, uint64_t deadline_ns, uint64_t period_ns)
{
	for (unsigned g = 0; g < r->counters->groups; g++) {
		struct reading *now = &r->totals[g * r->counters->members];
		uint64_t before = clock_ns(), after;
		bool late = before > deadline_ns + period_ns / 2;

		if (read_all(r, g, now))
			continue;
		after = clock_ns();
		/* The values were read at a time between the two. */
		write_group(r, RB_SAMPLE, g, before + (after - before) / 2, late ? RB_F_LATE : 0, now);
		r->multiplexed |= now->running_ns < now->enabled_ns;
		r->samples++;
		r->late += late;
	}
}

static void write_final(struct recorder *r, const struct task *task, unsigned group, unsigned cpu, const struct series *s,
			uint64_t wall_ns)
{
	struct rb_record *record = recorder_add(r, RB_FINAL, wall_ns);

	recorder_series(r, record, task, group, cpu, s);
	/* An event of all CPUs is enabled while its task runs; its running time is shorter if it is multiplexed. */
	if (r->counters->cpu[cpu] < 0)
		record->run_ns = s->enabled_ns;
}

void poll_mode_final(struct recorder *r, struct task *task, uint64_t wall_ns)
{
	const struct counters *c = r->counters;

	for (unsigned g = 0; g < c->groups; g++)
		for (unsigned cpu = 0; cpu < c->cpus; cpu++) {
			unsigned index = recorder_index(r, g, cpu);
			struct series *s = task_series(&r->tasks, task, index);
			struct sum *closed = recorder_closed(r, task->target, index);

			write_final(r, task, g, cpu, s, wall_ns);
			closed->run_ns += s->enabled_ns;
			closed->running_ns += s->running_ns;
			for (unsigned i = 0; i < r->value_count; i++)
				closed->value[i] += s->value[i];
		}
	if (task->root)
		task->finals_written = true;
	else
		tasks_remove(&r->tasks, task);
}

/* Writes the counts of a target that no other task accounts for, as those of this task. */
static void write_remainder(struct recorder *r, struct task *task, uint64_t wall_ns)
{
	const struct counters *c = r->counters;

	for (unsigned u = 0; u < c->units; u++)
		for (unsigned g = 0; g < c->groups && c->unit[u].target == task->target; g++) {
			unsigned cpu = c->unit[u].cpu, index = recorder_index(r, g, cpu);
			const struct sum *closed = recorder_closed(r, task->target, index);
			struct series *s = task_series(&r->tasks, task, index);

			if (counters_read_group(c, u, g, r->scratch))
				continue;
			s->run_ns = s->running_ns = r->scratch->running_ns - closed->running_ns;
			s->enabled_ns = r->scratch->enabled_ns - closed->run_ns;
			for (unsigned i = 0; i < c->group[g].values; i++)
				s->value[i] = r->scratch[MEMBER_VALUES + i].value - closed->value[i];
			write_final(r, task, g, cpu, s, wall_ns);
		}
}

/*
 * Writes the counts of the one task of each target without final values. The kernel reports none for the task that holds the
 * originally opened events. Usually that is the root; but at a switch between a root and its heir the kernel may exchange their
 * events. If only one task is left, the rest of the counts belongs to it.
 */
static void write_remaining_task(struct recorder *r, uint64_t wall_ns)
{
	for (unsigned i = 0; i < r->counters->targets && r->finals_per_task; i++) {
		struct task *remaining = NULL;
		unsigned count = 0;

		for (struct task *t = r->tasks.oldest; t; t = t->newer)
			if (t->target == i && !t->finals_written) {
				remaining = t;
				count++;
			}
		if (count == 1)
			write_remainder(r, remaining, wall_ns);
	}
}

void poll_mode_close(struct recorder *r, uint64_t wall_ns)
{
	for (unsigned g = 0; g < r->counters->groups; g++) {
		struct reading *now = &r->totals[g * r->counters->members];

		if (read_all(r, g, now)) {
			r->counters->group[g].failed = true;
			continue;
		}
		write_group(r, RB_CLOSE, g, wall_ns, 0, now);
		write_group(r, RB_TOTAL, g, wall_ns, 0, now);
	}
	write_remaining_task(r, wall_ns);
	for (unsigned i = 0; i < r->counters->tracks; i++)
		r->lost += counters_lost(r->counters, &r->counters->track[i]);
}

/* Reads the running time of all counted tasks on a CPU. Returns false if it cannot be read. */
static bool read_run_time(const struct recorder *r, unsigned cpu, uint64_t *run_ns)
{
	const struct counters *c = r->counters;

	*run_ns = 0;
	for (unsigned u = 0; u < c->units; u++) {
		if (c->unit[u].cpu != cpu)
			continue;
		if (counters_read_group(c, u, 0, r->scratch))
			return false;
		*run_ns += r->scratch[MEMBER_LEADER].value;
	}
	return true;
}

/* Returns whether a CPU ran for half a period since the last deadline, without a sample for more than 1.5 periods. */
static bool works_in_silence(struct recorder *r, unsigned cpu, uint64_t now_ns, uint64_t period_ns)
{
	struct silence *s = &r->silence[cpu];
	uint64_t run_ns;
	bool works;

	if (now_ns < s->since_ns + period_ns + period_ns / 2 || !read_run_time(r, cpu, &run_ns))
		return false;
	works = s->known && run_ns > s->run_ns + period_ns / 2;
	s->run_ns = run_ns;
	s->known = true;
	return works;
}

void poll_mode_fill(struct recorder *r, uint64_t period_ns)
{
	uint64_t before = clock_ns(), after;
	bool works = false;

	for (unsigned cpu = 0; cpu < r->counters->cpus; cpu++)
		works |= works_in_silence(r, cpu, before, period_ns);
	for (unsigned g = 0; works && g < r->counters->groups; g++) {
		struct reading *now = &r->readings[g * r->counters->members];

		before = clock_ns();
		if (read_all(r, g, now))
			continue;
		after = clock_ns();
		write_group(r, RB_READING, g, before + (after - before) / 2, 0, now);
	}
}
