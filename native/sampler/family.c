/* A running process, its threads and descendants; see family.h. */
#include "family.h"
#include "../base/clock_ns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAUSE_US    1000
#define MAX_PARTIAL_NS (20 * NS_PER_MS)  /* time for tasks with a part of the counters to end by themselves */
#define LIMIT_NS    (5 * NS_PER_S)
#define MAX_RUNNING_CHECKS       5 /* a fork on a CPU takes less than this many milliseconds */

static struct member *find_member(const struct family *f, pid_t tid)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].task.tid == tid)
			return &f->member[i];
	return NULL;
}

static struct member *add(struct family *f, const struct thread *task, enum membership is)
{
	if (f->count == f->capacity) {
		f->member = realloc(f->member, (f->capacity = f->capacity * 2 + 64) * sizeof *f->member);
		if (!f->member)
			abort();
	}
	f->member[f->count] = (struct member){ .task = *task, .state = is, .alive = true };
	return &f->member[f->count++];
}

static bool uses_witnesses(const struct family *f)
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

/* Closes the counters of a member; it and its heirs become uncounted. */
static void strip(struct family *f, struct member *m)
{
	counters_drop(f->counters, target_of(f, m->task.tid));
	if (uses_witnesses(f))
		witness_end(&m->witness);
	m->state = MEMBER_UNCOUNTED;
	m->partial_ns = 0;
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].state == MEMBER_INHERITED && f->member[i].owner == m->task.tid)
			f->member[i].state = MEMBER_UNCOUNTED;
}

static struct member *owner_of(const struct family *f, uint64_t id)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].state == MEMBER_OPENED && witness_owns(&f->member[i].witness, id))
			return &f->member[i];
	return NULL;
}

/* Marks the members that inherited counters, by records of task switches. */
static void read_switches(struct family *f)
{
	struct thread task;
	uint64_t id;

	while (uses_witnesses(f) && switch_rings_next(&f->switch_rings, &task, &id)) {
		struct member *owner = owner_of(f, id), *m = find_member(f, task.tid);
		pid_t tid;

		if (!owner || owner == m)
			continue;
		tid = owner->task.tid;
		if (!m)
			m = add(f, &task, MEMBER_INHERITED);
		/* Its own counters would count it twice. */
		if (m->state == MEMBER_OPENED)
			strip(f, m);
		m->state = MEMBER_INHERITED;
		m->owner = tid;
	}
}

/* Updates the list of members from /proc. */
static void update_members(struct family *f)
{
	const struct options *o = f->options;
	struct thread self = { .tid = o->attach_tid, .pid = o->attach_tid }, *tasks = &self;
	unsigned count = f->single_task ? attach_is_alive(o->attach_tid)
		: attach_tasks(o->attach_pid, o->inherit, &tasks), kept = 0;

	for (unsigned i = 0; i < f->count; i++)
		f->member[i].alive = f->single_task && f->member[i].state == MEMBER_INHERITED && attach_is_alive(f->member[i].task.tid);
	for (unsigned i = 0; i < count; i++) {
		struct member *m = find_member(f, tasks[i].tid);

		if (m)
			m->alive = true;
		else
			add(f, &tasks[i], f->listed && o->inherit ? MEMBER_UNKNOWN : MEMBER_UNCOUNTED);
	}
	f->listed = true;
	for (unsigned i = 0; i < f->count; i++)
		if (!f->member[i].alive && f->member[i].state == MEMBER_OPENED)
			strip(f, &f->member[i]);
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].alive)
			f->member[kept++] = f->member[i];
	f->count = kept;
	if (!f->single_task)
		free(tasks);
}

/* Opens the counters on a task. The first task decides which events are counted; the others get the same. */
static int open_counters(struct family *f, pid_t tid)
{
	struct targets target = { .pid = tid, .enabled_at_open = true, .held = f->options->counting.starts_disabled };
	int error;

	if (f->open)
		return counters_add(f->counters, tid);
	f->opened_ns = clock_ns();
	if (!counters_open(f->counters, f->options, f->poll, &target, f->options->period_ns)) {
		f->open = attach_is_alive(tid);
		error = ESRCH;
	} else {
		error = f->counters->too_large >= 0 ? EINVAL : attach_is_alive(tid) ? f->counters->fatal : ESRCH;
	}
	if (f->open)
		return 0;
	if (error == ESRCH || error == ENODEV) {
		counters_close(f->counters);
		f->counters->too_large = -1;
	}
	errno = error;
	return -1;
}

/* Opens the counters on a member. Returns 0, or -1 with errno; a task that has ended is no error. */
static int open_on(struct family *f, struct member *m)
{
	pid_t tid = m->task.tid;
	int error;

	if (uses_witnesses(f) && witness_begin(&m->witness, &f->switch_rings, tid)) {
		witness_end(&m->witness);
	} else if (!open_counters(f, tid)) {
		m->state = MEMBER_OPENED;
		m->not_starting = false;
		m->running = 0;
		if (!uses_witnesses(f) || !witness_complete(&m->witness, &f->switch_rings, tid))
			return 0;
		strip(f, m);
	} else if (uses_witnesses(f)) {
		witness_end(&m->witness);
	}
	error = errno;
	/* ENODEV: it ended between the first of its counters and the next. It may still look alive. */
	if (error == ESRCH || error == ENODEV || !attach_is_alive(tid)) {
		m->state = MEMBER_ENDED;
		return 0;
	}
	if ((error == EACCES || error == EPERM) && f->open && m->task.pid != f->options->attach_pid) {
		m->state = MEMBER_REFUSED;
		return 0;
	}
	errno = error;
	return -1;
}

static int open_uncounted(struct family *f)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].state == MEMBER_UNKNOWN)
			f->member[i].has_run = attach_has_run(f->member[i].task.tid);
	read_switches(f);
	for (unsigned i = 0; i < f->count; i++) {
		if (f->member[i].state == MEMBER_UNKNOWN && f->member[i].has_run)
			f->member[i].state = MEMBER_UNCOUNTED;
		if (f->member[i].state == MEMBER_UNCOUNTED && open_on(f, &f->member[i]))
			return -1;
		read_switches(f);
	}
	return 0;
}

/* Returns whether children of a member have only a part of its counters. Most end soon; otherwise its counters are opened again. */
static bool has_partial(struct family *f)
{
	uint64_t now = clock_ns();
	bool some = false;

	for (unsigned i = 0; uses_witnesses(f) && i < f->count; i++) {
		struct member *m = &f->member[i];

		if (m->state != MEMBER_OPENED || !witness_knows_partial(&m->witness)) {
			m->partial_ns = 0;
			continue;
		}
		some = true;
		if (!m->partial_ns)
			m->partial_ns = now;
		else if (now - m->partial_ns > MAX_PARTIAL_NS)
			strip(f, m);
	}
	return some;
}

/*
 * Returns whether a member may be starting a task. A task that was in fork while its counters were opened may be past the
 * inheritance of counters, but before its child is visible. It must be found doing something else.
 */
static bool is_any_starting(struct family *f)
{
	bool some = false;

	for (unsigned i = 0; uses_witnesses(f) && i < f->count; i++) {
		struct member *m = &f->member[i];
		enum attach_doing doing;

		if (m->state != MEMBER_OPENED || m->not_starting)
			continue;
		doing = attach_doing(m->task.tid);
		m->running += doing == ATTACH_RUNNING;
		m->not_starting = doing == ATTACH_OTHER || m->running >= MAX_RUNNING_CHECKS;
		some |= !m->not_starting;
	}
	return some;
}

static bool is_settled(struct family *f)
{
	bool all = !is_any_starting(f) & !has_partial(f);

	for (unsigned i = 0; i < f->count && all; i++)
		all = f->member[i].state != MEMBER_UNKNOWN && f->member[i].state != MEMBER_UNCOUNTED;
	return all;
}

static void close_all(struct family *f)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->member[i].state == MEMBER_OPENED && uses_witnesses(f))
			witness_end(&f->member[i].witness);
	if (f->open)
		counters_close(f->counters);
	f->open = f->listed = f->switch_rings.missed = false;
	f->count = 0;
}

static int failed(struct family *f, const char *what)
{
	bool reported = !f->open && (f->counters->fatal || f->counters->too_large >= 0);
	int error = errno;

	close_all(f);
	if (!reported)
		*f->counters = (struct counters){ .options = f->options, .fatal = error, .fatal_what = what, .too_large = -1 };
	return -1;
}

static int settle(struct family *f, const char **note)
{
	uint64_t limit = clock_ns() + LIMIT_NS;

	for (unsigned stable_rounds = 0; stable_rounds < 2; ) {
		update_members(f);
		if (open_uncounted(f))
			return failed(f, "opening the counters");
		stable_rounds = is_settled(f) ? stable_rounds + 1 : 0;
		if (!f->open && (stable_rounds || clock_ns() > limit)) {
			errno = ESRCH;
			return failed(f, "attaching");
		}
		if (f->switch_rings.missed) {
			close_all(f);
			stable_rounds = 0;
		}
		if (clock_ns() > limit) {
			*note = "tasks kept starting while the counters were being opened: some of the latest may be missing";
			break;
		}
		usleep(PAUSE_US);
	}
	return 0;
}

int family_open(struct family *f, struct counters *c, const struct options *o, bool poll, const char **note)
{
	int status;

	family_free(f);
	*f = (struct family){ .options = o, .counters = c, .poll = poll, .single_task = o->attach_tid };
	*c = (struct counters){ .too_large = -1 };
	status = uses_witnesses(f) && switch_rings_open(&f->switch_rings) ? failed(f, "following the tasks") : settle(f, note);
	for (unsigned i = 0; i < f->count && uses_witnesses(f); i++) {
		if (f->member[i].state == MEMBER_OPENED)
			witness_end(&f->member[i].witness);
		if (f->member[i].state == MEMBER_REFUSED && !*note)
			*note = "some of the processes belong to another user: they are not counted";
	}
	switch_rings_close(&f->switch_rings);
	return status;
}

void family_size(const struct family *f, unsigned *processes, unsigned *tasks)
{
	*processes = *tasks = 0;
	for (unsigned i = 0; i < f->count; i++) {
		const struct member *m = &f->member[i];
		bool first = true;

		if (m->state != MEMBER_OPENED && m->state != MEMBER_INHERITED)
			continue;
		for (unsigned j = 0; j < i && first; j++)
			first = f->member[j].task.pid != m->task.pid;
		*processes += first;
		(*tasks)++;
	}
}

const struct member *family_find(const struct family *f, pid_t tid)
{
	return find_member(f, tid);
}

void family_free(struct family *f)
{
	free(f->member);
}
