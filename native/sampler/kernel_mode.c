/* Kernel-driven sampling: samples and final values per task and CPU. */
#include "sample_recorder.h"

#include <string.h>
#include <unistd.h>

#define READINGS 3

/*
 * A sample with PERF_SAMPLE_TID | TIME | CPU | READ and a grouped read_format, after the optional instruction pointer and before the
 * optional call chain.
 */
struct sample {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t members, enabled_ns, running_ns;
	uint64_t numbers[]; /* per member: value, ID and, on newer kernels, number of lost records */
};

/* PERF_RECORD_READ of an event that is no group leader. */
struct final {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t value, enabled_ns, running_ns;
};

/* Finds the leader of a sample: all targets and groups share the ring of a CPU. An inherited leader has the ID of its origin. */
static bool find_leader(const struct recorder *r, unsigned cpu, uint64_t leader_id, unsigned *target, unsigned *group)
{
	const struct counters *c = r->counters;

	for (unsigned u = cpu; u < c->units; u += c->cpus)
		for (unsigned g = 0; g < c->groups; g++)
			if (counters_at(c, u, g, counters_position(&c->group[g], 0))->id == leader_id) {
				*target = c->unit[u].target;
				*group = g;
				return true;
			}
	return false;
}

void kernel_mode_sample(struct recorder *r, const struct source *source, const struct perf_event_header *h)
{
	bool pointers = r->counters->pointers;
	const uint64_t *body = (const uint64_t *)(h + 1);
	const struct sample *sample = (const struct sample *)(body + pointers);
	unsigned step = 2 + r->counters->format_lost, group, target;
	const struct options *options = r->counters->options;
	struct rb_record *record;
	struct series *s;
	const struct group *members;
	struct task *task;
	uint64_t run_ns, time_ns = kernel_record_time(r, h);
	uint32_t innermost = 0;
	bool late;

	if (!find_leader(r, source->cpu, sample->numbers[1], &target, &group)
	    || sample->members != MEMBER_VALUES + r->counters->group[group].values)
		return;
	members = &r->counters->group[group];
	run_ns = sample->numbers[counters_position(members, MEMBER_LEADER) * step];
	task = r->counters->cpu_wide ? r->root[target] : recorder_task(r, sample->tid, sample->pid, time_ns);
	task->target = target;
	s = task_series(&r->tasks, task, recorder_index(r, group, source->cpu));
	s->sampled = true;
	/* With exclude_kernel no sample is taken in kernel mode: the next one is due when the task leaves it. */
	late = r->counters->user_only && run_ns - s->run_ns > options->period_ns + options->period_ns / 2;
	r->silence[source->cpu] = (struct silence){ .since_ns = time_ns };
	r->run_ns += group ? 0 : run_ns - s->run_ns;
	s->run_ns = run_ns;
	s->enabled_ns = sample->enabled_ns;
	s->running_ns = sample->running_ns;
	for (unsigned m = MEMBER_VALUES; m < sample->members; m++)
		s->value[m - MEMBER_VALUES] = sample->numbers[counters_position(members, m) * step];
	if (r->counters->stacks) {
		const uint64_t *chain = &sample->numbers[sample->members * step];
		struct unwound stack = { .chain = chain + 1, .entries = *chain, .outermost = RB_OUTERMOST };

		if (r->unwinder)
			stack = unwind_sample(r->unwinder, sample->pid, chain);
		innermost = stacks_add(&r->stacks, r->writer, stack.chain, stack.entries, stack.outermost, time_ns);
	}
	record = recorder_add(r, RB_SAMPLE, time_ns);
	recorder_series(r, record, task, group, source->cpu, s);
	if (r->counters->cpu_wide)
		record->tid = sample->tid; /* the running thread */
	if (r->counters->stacks)
		record->value[r->value_count] = innermost;
	if (pointers) {
		record->aux = *body;
		if ((h->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
			record->flags |= RB_F_KERNEL;
	}
	if (late)
		record->flags |= RB_F_LATE;
	r->late += late;
	if (r->lost_pending[source->cpu])
		record->flags |= RB_F_LOST;
	r->lost_pending[source->cpu] = false;
	r->samples++;
}

static uint64_t *closed_enabled_time(const struct recorder *r, unsigned target, unsigned group)
{
	return &r->closed_enabled_ns[(size_t)target * r->counters->groups + group];
}

static bool has_values(const struct recorder *r, const struct series *s)
{
	bool some = s->sampled || s->run_ns;

	for (unsigned i = 0; i < r->value_count && !some; i++)
		some = s->value[i];
	return some;
}

/*
 * Returns the enabled time of a task, which is equal for all its groups on any CPU. The group sampled last has the latest value:
 * a group without counters has reported nothing for a while.
 */
static uint64_t enabled_time(const struct recorder *r, const struct task *task)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < r->counters->groups * r->counters->cpus; i++)
		if (task->series[i] && task->series[i]->enabled_ns > most)
			most = task->series[i]->enabled_ns;
	return most;
}

static void close_task(struct recorder *r, struct task *task, unsigned flags, uint64_t wall_ns)
{
	uint64_t enabled_ns = enabled_time(r, task);

	for (unsigned g = 0; g < r->counters->groups; g++) {
		for (unsigned cpu = 0; cpu < r->counters->cpus; cpu++) {
			unsigned index = recorder_index(r, g, cpu);
			struct series *s = task->series[index];
			struct rb_record *record;
			struct sum *sum;

			if (!s || !has_values(r, s))
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
	/* Roots are kept: the last records of sockets contain the root's thread ID. */
	if (!task->root)
		tasks_remove(&r->tasks, task);
}

void kernel_mode_final(struct recorder *r, const struct source *source, const struct perf_event_header *h)
{
	const struct final *final = (const struct final *)h;
	uint64_t wall_ns;
	struct task *task;
	struct series *s;

	wall_ns = kernel_record_time(r, h);
	task = recorder_task(r, final->tid, final->pid, wall_ns);
	task->target = r->counters->unit[source->unit].target;
	task->ended_early |= wall_ns < r->mapped_ns;
	s = task_series(&r->tasks, task, recorder_index(r, source->group, source->cpu));
	if (source->member == MEMBER_VALUES) {
		r->run_ns += source->group || r->counters->poll ? 0 : final->running_ns - s->run_ns;
		s->run_ns = final->running_ns;
		s->enabled_ns = final->enabled_ns;
		s->running_ns = final->running_ns;
	}
	s->value[source->member - MEMBER_VALUES] = final->value;
	if (++task->finals < r->finals_per_task)
		return;
	if (r->counters->poll)
		poll_mode_final(r, task, wall_ns);
	else if (!task->root) /* roots are closed last, with the rest of the counts */
		close_task(r, task, 0, wall_ns);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Reads a root's events, which include the counts of their heirs. At the end of a task the kernel moves its counts to the parent
 * one event after the other, so that some are in neither place temporarily. Attached tasks may end at this time, although
 * counting is disabled: the largest of several readings is correct.
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
 * Closes a root. Its events are the originally opened ones: the kernel reports nothing at its end, but reading them gives the sum
 * over all heirs. The root accounts for the rest that no other task accounts for.
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
		 * The kernel's sums of enabled time omit tasks that never ran on that CPU, so that even the largest sum does
		 * not exceed the time of all tasks. A task is enabled at least as long as it runs.
		 */
		if (s && s->enabled_ns < running_ns)
			s->enabled_ns = running_ns;
		if (s && all_enabled_ns > *closed_enabled + s->enabled_ns)
			s->enabled_ns = all_enabled_ns - *closed_enabled;
	}
	close_task(r, root, flags, wall_ns);
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
	 * The other open tasks keep the values of their last samples: they continue after the observation, or their final values
	 * were lost.
	 */
	for (struct task *t = r->tasks.oldest; t; t = next) {
		next = t->newer;
		if (t->root)
			continue;
		missing = (t->ended || c->waits_for_exec) && !t->ended_early;
		if (missing) {
			r->incomplete++;
			flags |= RB_F_LOST;
		}
		close_task(r, t, missing ? RB_F_LOST : 0, t->ended ? t->ended_ns : wall_ns);
	}
	for (unsigned i = 0; i < c->targets; i++)
		close_root(r, r->root[i], r->finals_per_task ? flags : 0,
			   r->root[i]->ended ? r->root[i]->ended_ns : wall_ns);
	for (unsigned i = 0; i < c->tracks; i++)
		r->lost += counters_lost(c, &c->track[i]);
	for (unsigned g = 0; g < c->groups; g++)
		for (unsigned m = 0; m < c->members; m++)
			for (unsigned i = 0; i < c->targets; i++)
				r->totals[g * c->members + m].enabled_ns += *closed_enabled_time(r, i, g);
	write_totals(r, wall_ns);
}
