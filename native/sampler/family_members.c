/* Who belongs to a family and what counts each of them; see family_members.h. */
#include "family_members.h"

#include <stdlib.h>

struct member *family_member(const struct family *f, pid_t tid)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].task.tid == tid)
			return &f->member[i];
	return NULL;
}

static struct member *add(struct family *f, const struct running *task, enum membership is)
{
	if (f->count == f->capacity) {
		f->member = realloc(f->member, (f->capacity = f->capacity * 2 + 64) * sizeof *f->member);
		if (!f->member)
			abort();
	}
	f->member[f->count] = (struct member){ .task = *task, .is = is, .alive = true };
	return &f->member[f->count++];
}

bool family_witnessed(const struct family *f)
{
	return f->options->inherit;
}

static unsigned target_of(const struct family *f, pid_t tid)
{
	unsigned t = 0;

	while (f->counters->target[t] != tid)
		t++;
	return t;
}

/* Nothing counts it any more, nor those that inherited from it. */
void family_strip(struct family *f, struct member *m)
{
	counters_drop(f->counters, target_of(f, m->task.tid));
	if (family_witnessed(f))
		witness_end(&m->witness);
	m->is = MEMBER_BARE;
	m->partial_ns = 0;
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].is == MEMBER_INHERITED && f->member[i].owner == m->task.tid)
			f->member[i].is = MEMBER_BARE;
}

static struct member *owner_of(const struct family *f, uint64_t id)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].is == MEMBER_OPENED && witness_owns(&f->member[i].witness, id))
			return &f->member[i];
	return NULL;
}

/* Learns from records of task switches who has inherited. */
void family_read_switches(struct family *f)
{
	struct running task;
	uint64_t id;

	while (family_witnessed(f) && switch_rings_next(&f->switch_rings, &task, &id)) {
		struct member *owner = owner_of(f, id), *m = family_member(f, task.tid);
		pid_t tid;

		if (!owner || owner == m)
			continue;
		tid = owner->task.tid;
		if (!m)
			m = add(f, &task, MEMBER_INHERITED);
		/* Counters of its own were one time too many. */
		if (m->is == MEMBER_OPENED)
			family_strip(f, m);
		m->is = MEMBER_INHERITED;
		m->owner = tid;
	}
}

/* Who is there now? */
void family_look(struct family *f)
{
	const struct options *o = f->options;
	struct running self = { .tid = o->attach_tid, .pid = o->attach_tid }, *tasks = &self;
	unsigned count = f->alone ? attach_runs(o->attach_tid)
		: attach_tasks(o->attach_pid, o->inherit, &tasks), kept = 0;

	for (unsigned i = 0; i < f->count; i++)
		f->member[i].alive = f->alone && f->member[i].is == MEMBER_INHERITED && attach_runs(f->member[i].task.tid);
	for (unsigned i = 0; i < count; i++) {
		struct member *m = family_member(f, tasks[i].tid);

		if (m)
			m->alive = true;
		else
			add(f, &tasks[i], f->begun && o->inherit ? MEMBER_UNKNOWN : MEMBER_BARE);
	}
	f->begun = true;
	for (unsigned i = 0; i < f->count; i++)
		if (!f->member[i].alive && f->member[i].is == MEMBER_OPENED)
			family_strip(f, &f->member[i]);
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].alive)
			f->member[kept++] = f->member[i];
	f->count = kept;
	if (!f->alone)
		free(tasks);
}
