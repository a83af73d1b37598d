/* The observed object of a session; see observed.h. */
#include "observed.h"
#include "attach.h"
#include "../base/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_such_task(const struct options *o)
{
	return say_error(ERROR_USAGE, "list the tasks: ps -eLf", "there is no %s %d", o->attach_pid
			      ? "process" : "thread", o->attach_pid ? o->attach_pid : o->attach_tid);
}

static int *directories(const struct observed *b)
{
	int *fds = calloc(b->cgroup_count + 1, sizeof *fds);

	if (!fds)
		abort();
	for (unsigned i = 0; i < b->cgroup_count; i++)
		fds[i] = b->cgroup[i].fd;
	return fds;
}

static void take_places(struct observed *b)
{
	int *fds = directories(b);

	places_watch(&b->places, fds, b->cgroup_count);
	free(fds);
	b->cpus = b->places.cpu;
	b->cpu_count = b->places.count;
}

int observed_own_cgroup(struct observed *b, char why[CGROUP_REASON_BYTES])
{
	b->cgroup = calloc(1, sizeof *b->cgroup);
	if (!b->cgroup)
		abort();
	if (cgroup_make(b->cgroup, b->first, why))
		return -1;
	b->cgroup_count = 1;
	places_of_process(&b->places, b->first);
	take_places(b);
	return 0;
}

static int choose_cgroups(struct observed *b)
{
	const struct options *o = b->options;
	int status = 0;

	b->cgroup = calloc(o->cgroup_count, sizeof *b->cgroup);
	if (!b->cgroup)
		abort();
	while (!status && b->cgroup_count < o->cgroup_count)
		if (!(status = cgroup_open(&b->cgroup[b->cgroup_count], o->cgroup[b->cgroup_count])))
			b->cgroup_count++;
	if (!status) {
		int *fds = directories(b);

		places_of_groups(&b->places, fds, b->cgroup_count);
		free(fds);
		take_places(b);
	}
	return status;
}

int observed_choose(struct observed *b, const struct options *o, pid_t first)
{
	pid_t attached = o->attach_pid ? o->attach_pid : o->attach_tid;
	char error[160] = "", why[CGROUP_REASON_BYTES];

	*b = (struct observed){ .options = o, .first = first };
	if (o->cpu_list && !(b->cpu_count = attach_cpus(o->cpu_list, &b->cpus, error)))
		return say_error(ERROR_USAGE, "write for example 0-3,7 or all", "%s", error);
	if (attached && !(b->pid = attach_process_of(attached)))
		return no_such_task(o);
	if (o->own_cgroup && observed_own_cgroup(b, why))
		return say_error(ERROR_MACHINE, cgroup_make_remedy, "%s", why);
	return o->cgroup_count ? choose_cgroups(b) : 0;
}

int observed_open(struct observed *b, struct counters *c, bool poll, const char **note)
{
	const struct options *o = b->options;
	struct targets target = { .pid = b->first, .on_exec = !options_cpu_wide(o), .cpu = b->cpus, .count = b->cpu_count,
		.cgroups = b->cgroup_count, .held = o->counting.starts_disabled };
	int status, *fds = directories(b);

	target.cgroup = b->cgroup_count ? fds : NULL;
	status = b->pid ? family_open(&b->family, c, o, poll, note) : counters_open(c, o, poll, &target, o->period_ns);
	free(fds);
	return status ? status : counters_map(c);
}

static void introduce_cpu(const struct observed *b, struct recorder *r, unsigned target, uint64_t wall_ns)
{
	char name[32];

	int cpu = b->cpus[target % b->cpu_count];

	if (b->cgroup_count > 1) {
		const char *group = b->cgroup[target / b->cpu_count].name;

		snprintf(name, sizeof name, "%.20s CPU %d", strrchr(group, '/') ? strrchr(group, '/') + 1 : group, cpu);
	} else {
		snprintf(name, sizeof name, "CPU %d", cpu);
	}
	recorder_root(r, target, (uint32_t)cpu, name, wall_ns);
}

/* Writes the mappings that running processes made before counting, once per process. */
static void introduce_mappings(const struct family *f, struct recorder *r, uint64_t wall_ns)
{
	for (unsigned i = 0; i < f->count && r->counters->pointers; i++) {
		const struct member *m = &f->member[i];
		const struct task *task = tasks_find(&r->tasks, (uint32_t)m->task.tid);
		bool done = !task;

		for (unsigned j = 0; j < i && !done; j++)
			done = f->member[j].task.pid == m->task.pid && tasks_find(&r->tasks, (uint32_t)f->member[j].task.tid);
		if (!done)
			mappings_present(r->writer, &r->mapped_files, m->task.pid, task->serial, wall_ns);
	}
}

void observed_introduce(const struct observed *b, struct recorder *r, uint64_t wall_ns)
{
	const struct counters *c = r->counters;
	const struct family *f = &b->family;
	char name[32] = "";

	for (unsigned t = 0; t < c->targets; t++) {
		const struct member *m = family_find(f, c->target[t]);

		if (c->cpu_wide) {
			introduce_cpu(b, r, t, wall_ns);
			continue;
		}
		if (m)
			attach_name(m->task.tid, name);
		recorder_root(r, t, (uint32_t)(m ? m->task.pid : b->first), name, wall_ns);
	}
	for (unsigned i = 0; i < f->count; i++) {
		const struct member *m = &f->member[i];

		if (m->state != MEMBER_INHERITED)
			continue;
		attach_name(m->task.tid, name);
		recorder_heir(r, (uint32_t)m->task.tid, (uint32_t)m->task.pid, (uint32_t)m->owner, name, wall_ns);
	}
	introduce_mappings(f, r, wall_ns);
}

void observed_begin(const struct observed *b)
{
	places_begin(&b->places);
}

void observed_end(struct observed *b)
{
	places_end(&b->places);
}

void observed_warn(struct text *t, const struct observed *b, uint64_t run_ns)
{
	places_warn(t, &b->places, run_ns);
}

bool observed_ended(const struct observed *b)
{
	bool all = b->cgroup_count && !b->options->own_cgroup;

	for (unsigned i = 0; i < b->cgroup_count; i++)
		all &= cgroup_ended(&b->cgroup[i]);
	return all;
}

void observed_describe(struct text *t, const struct observed *b)
{
	if (b->cpu_count) {
		text_add(t, ",\"observed_cpus\":[");
		for (unsigned i = 0; i < b->cpu_count; i++)
			text_add(t, "%s%d", i ? "," : "", b->cpus[i]);
		text_add(t, "]");
	}
	if (b->places.count)
		text_add_member(t, "cpus_by", b->places.by);
	if (b->cgroup_count) {
		text_add(t, ",\"observed_cgroups\":[");
		for (unsigned i = 0; i < b->cgroup_count; i++) {
			text_add(t, i ? "," : "");
			text_add_json(t, b->cgroup[i].name);
		}
		text_add(t, "]");
	}
}

void observed_free(struct observed *b)
{
	for (unsigned i = 0; i < b->cgroup_count; i++)
		cgroup_close(&b->cgroup[i]);
	free(b->cgroup);
	family_free(&b->family);
	if (b->places.count)
		places_free(&b->places);
	else
		free(b->cpus);
}
