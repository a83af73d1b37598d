/* Kernel-driven sampling: samples and final values per task and CPU. */
#include "sample_recorder.h"

#include <string.h>

/* A sample with PERF_SAMPLE_TID | TIME | CPU | READ and a grouped read_format, behind the pointer if that was asked for. */
struct sample {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t members, enabled_ns, running_ns;
	uint64_t numbers[]; /* per member: value, id and, where the kernel knows it, how many records were lost */
};

/* PERF_RECORD_READ of an event, which is no group leader. */
struct final {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t value, enabled_ns, running_ns;
};

/* All targets and groups share the ring of a CPU; an inherited leader bears the number of the one it came from. */
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
	/* In kernel mode none are taken, if that is not to be seen: one is due as soon as the task leaves it. */
	late = r->counters->user_only && run_ns - s->run_ns > options->period_ns + options->period_ns / 2;
	r->silence[source->cpu] = (struct silence){ .since_ns = time_ns };
	r->run_ns += group ? 0 : run_ns - s->run_ns;
	s->run_ns = run_ns;
	s->enabled_ns = sample->enabled_ns;
	s->running_ns = sample->running_ns;
	for (unsigned m = MEMBER_VALUES; m < sample->members; m++)
		s->value[m - MEMBER_VALUES] = sample->numbers[counters_position(members, m) * step];
	record = recorder_add(r, RB_SAMPLE, time_ns);
	recorder_series(r, record, task, group, source->cpu, s);
	if (r->counters->cpu_wide)
		record->tid = sample->tid; /* who was running */
	if (pointers) {
		record->aux = *body;
		if ((h->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
			record->flags |= RB_F_KERNEL;
	}
	if (late)
		record->flags |= RB_F_LATE;
	r->late += late;
	if (r->lost_here[source->cpu])
		record->flags |= RB_F_LOST;
	r->lost_here[source->cpu] = false;
	r->samples++;
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
	task->early |= wall_ns < r->mapped_ns;
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
	else if (!task->root) /* roots are closed last, with what no other task has taken */
		kernel_mode_close_task(r, task, 0, wall_ns);
}
