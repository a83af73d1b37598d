/* From the shared segment into the recording; see collector.h. */
#include "collector.h"
#include "events.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void collector_init(struct collector *c, struct segment *segment, struct container_stream *writer)
{
	*c = (struct collector){ .segment = segment, .writer = writer };
	c->events = events_recorded(&segment->models, c->event);
	c->slot = calloc(SEGMENT_SLOTS, sizeof *c->slot);
	if (!c->slot)
		abort();
}

void collector_free(struct collector *c)
{
	free(c->slot);
	free(c->known);
}

/* Returns a new record of a task. cpu is "all", because the host's CPU has no meaning here. */
static struct rb_record *add(struct collector *c, unsigned kind, const struct watched *w, uint64_t wall_ns)
{
	struct rb_record *r = recording_add(c->writer, kind);

	r->kind = (uint8_t)kind;
	r->cpu = RB_ALL_CPUS;
	r->task = w->number;
	r->tid = w->tid;
	r->wall_ns = wall_ns;
	return r;
}

/* Writes instructions in place of times: the abscissa, and the counted share (all). */
static void set_counts(const struct collector *c, struct rb_record *r, const uint64_t *base, const uint64_t *count)
{
	for (unsigned i = 0; i < c->events; i++)
		r->value[i] = (base ? base[c->event[i]] : 0) + count[c->event[i]];
	r->run_ns = r->enabled_ns = r->running_ns = (base ? base[COUNT_INSTRUCTIONS] : 0) + count[COUNT_INSTRUCTIONS];
}

static uint32_t number_of(const struct collector *c, uint64_t serial)
{
	for (size_t i = c->known_count; i-- > 0; )
		if (c->known[i].serial == serial)
			return c->known[i].number;
	return RB_ALL_TASKS;
}

static void remember(struct collector *c, uint64_t serial, uint32_t number)
{
	if (c->known_count == c->known_capacity) {
		c->known_capacity = c->known_capacity * 2 + 64;
		c->known = realloc(c->known, c->known_capacity * sizeof *c->known);
		if (!c->known)
			abort();
	}
	c->known[c->known_count++] = (struct recorded_task){ serial, number };
}

static void write_sample(struct collector *c, struct watched *w, const struct ring_sample *s)
{
	struct rb_record *r = add(c, RB_SAMPLE, w, s->wall_ns);

	set_counts(c, r, w->base, s->count);
	c->sampled_instructions += s->count[COUNT_INSTRUCTIONS] - w->last[COUNT_INSTRUCTIONS];
	memcpy(w->last, s->count, sizeof w->last);
	c->samples++;
}

/* Handles the end of a task in this slot: it continues in another program (exec), or its series is closed. */
static void leave(struct collector *c, uint32_t i, bool exec, uint64_t wall_ns)
{
	struct watched *w = &c->slot[i];
	struct slot *s = &c->segment->slot[i];
	uint64_t head = atomic_load(&s->head), tail = atomic_load(&s->tail), count[COUNTS], modifies;

	slot_counts(s, count, &modifies);
	for (; tail != head; tail++)
		write_sample(c, w, &s->ring[tail % RING_SAMPLES]);
	if (!exec) {
		struct rb_record *r = add(c, RB_CLOSE, w, wall_ns);

		set_counts(c, r, w->base, count);
		for (int k = 0; k < COUNTS; k++)
			c->total[k] += w->base[k] + count[k];
		add(c, RB_EXIT, w, wall_ns);
	}
	c->modifies += modifies;
	c->modify_misses += s->access[ACCESS_MODIFY_MISSES];
	for (int k = 0; k < MODEL_COUNTS; k++)
		c->model[k] += s->model[k];
	c->rounds += s->access[ACCESS_ROUNDS];
	c->round_loads += s->access[ACCESS_ROUND_LOADS];
	c->round_stores += s->access[ACCESS_ROUND_STORES];
	w->serial = 0;
	atomic_store(&c->segment->state[i], SLOT_FREE);
}

/* Continues a task after exec: the thread that called exec continues in slot `to`, all others of its process have
 * ended. */
static bool continue_after_exec(struct collector *c, struct watched *to, uint64_t wall_ns)
{
	bool found = false;

	for (uint32_t i = 0; i < SEGMENT_SLOTS; i++) {
		struct watched *w = &c->slot[i];
		bool same;

		if (!w->serial || w == to || w->pid != to->pid || w->image == to->image)
			continue;
		same = w->tid == to->tid;
		if (same) {
			uint64_t count[COUNTS];

			slot_counts(&c->segment->slot[i], count, NULL);
			to->number = w->number;
			for (int k = 0; k < COUNTS; k++)
				to->base[k] = w->base[k] + count[k];
			found = true;
		}
		leave(c, i, same, wall_ns);
	}
	return found;
}

static void register_task(struct collector *c, uint32_t i, uint64_t wall_ns)
{
	const struct slot *s = &c->segment->slot[i];
	struct watched *w = &c->slot[i];
	struct rb_comm *comm;

	*w = (struct watched){ .serial = s->serial, .pid = s->pid, .tid = s->tid, .image = s->image };
	if (!continue_after_exec(c, w, wall_ns)) {
		struct rb_task *task;

		w->number = c->tasks++;
		task = (struct rb_task *)add(c, RB_TASK, w, wall_ns);
		task->pid = w->pid;
		task->parent_task = s->parent ? number_of(c, s->parent) : RB_ALL_TASKS;
	}
	remember(c, w->serial, w->number);
	comm = (struct rb_comm *)add(c, RB_COMM, w, wall_ns);
	memcpy(comm->name, s->name, strnlen(s->name, sizeof s->name - 1));
}

/* Returns whether the task's process ended or was killed without leaving its slots, as threads do. */
static bool is_process_gone(const struct watched *w)
{
	return syscall(SYS_tgkill, w->pid, w->tid, 0) < 0 && errno == ESRCH;
}

static bool is_in_use(struct collector *c, uint32_t i)
{
	uint32_t state = atomic_load_explicit(&c->segment->state[i], memory_order_acquire);

	return state == SLOT_LIVE || state == SLOT_ENDED;
}

static void register_new_tasks(struct collector *c, uint64_t wall_ns)
{
	uint32_t used = atomic_load(&c->segment->slots_used);

	/* In the order of creation: parents before their children. */
	for (;;) {
		uint64_t first = UINT64_MAX;
		uint32_t which = 0;

		for (uint32_t i = 0; i < used; i++)
			if (!c->slot[i].serial && is_in_use(c, i) && c->segment->slot[i].serial < first) {
				first = c->segment->slot[i].serial;
				which = i;
			}
		if (first == UINT64_MAX)
			return;
		register_task(c, which, wall_ns);
	}
}

static struct ring_sample *peek(struct collector *c, uint32_t i)
{
	struct slot *s = &c->segment->slot[i];
	uint64_t tail = atomic_load_explicit(&s->tail, memory_order_relaxed);

	if (!c->slot[i].serial || tail == atomic_load_explicit(&s->head, memory_order_acquire))
		return NULL;
	return &s->ring[tail % RING_SAMPLES];
}

/* Writes samples up to this time, oldest first. */
static void drain(struct collector *c, uint64_t until_ns)
{
	uint32_t used = atomic_load(&c->segment->slots_used);

	for (;;) {
		const struct ring_sample *first = NULL;
		uint32_t which = 0;

		for (uint32_t i = 0; i < used; i++) {
			const struct ring_sample *s = peek(c, i);

			if (s && (!first || s->wall_ns < first->wall_ns)) {
				first = s;
				which = i;
			}
		}
		if (!first || first->wall_ns > until_ns)
			return;
		write_sample(c, &c->slot[which], first);
		atomic_fetch_add_explicit(&c->segment->slot[which].tail, 1, memory_order_release);
	}
}

void collector_collect(struct collector *c, uint64_t wall_ns)
{
	uint32_t used;

	register_new_tasks(c, wall_ns);
	drain(c, wall_ns);
	used = atomic_load(&c->segment->slots_used);
	for (uint32_t i = 0; i < used; i++)
		if (c->slot[i].serial
		    && (atomic_load_explicit(&c->segment->state[i], memory_order_acquire) == SLOT_ENDED
			|| is_process_gone(&c->slot[i])))
			leave(c, i, false, wall_ns);
}

void collector_finish(struct collector *c, uint64_t wall_ns)
{
	struct rb_record *total;

	register_new_tasks(c, wall_ns);
	drain(c, UINT64_MAX);
	for (uint32_t i = 0; i < SEGMENT_SLOTS; i++)
		if (c->slot[i].serial)
			leave(c, i, false, wall_ns);
	total = container_stream_add(c->writer);
	total->kind = RB_TOTAL;
	total->cpu = RB_ALL_CPUS;
	total->task = RB_ALL_TASKS;
	total->wall_ns = wall_ns;
	set_counts(c, total, NULL, c->total);
}
