/* Slots of the shared segment: taking one for a task, filling its ring, leaving it. */
#include "models.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define WAIT_NS       200000 /* interval between checks of a full ring */
#define SLOT_WAITS    10000  /* two seconds for a free slot */

struct segment *segment;
__thread struct vcpu *this_vcpu __attribute__((tls_model("initial-exec")));

static _Atomic uint32_t image; /* number of this process's program */
static uint32_t pid;

int tasks_attach(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	void *memory = MAP_FAILED;

	if (fd >= 0) {
		memory = mmap(NULL, sizeof *segment, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		close(fd);
	}
	if (memory == MAP_FAILED)
		return -1;
	segment = memory;
	if (segment->magic != SEGMENT_MAGIC) {
		errno = EPROTO;
		return -1;
	}
	image = atomic_fetch_add(&segment->images, 1) + 1;
	pid = (uint32_t)getpid();
	return 0;
}

uint32_t tasks_image(void)
{
	return image;
}

static void pause_briefly(void)
{
	struct timespec t = { .tv_nsec = WAIT_NS };

	nanosleep(&t, NULL);
}

static struct slot *try_slot(void)
{
	for (uint32_t i = 0; i < SEGMENT_SLOTS; i++) {
		uint32_t expected = SLOT_FREE, used;

		if (atomic_load_explicit(&segment->state[i], memory_order_relaxed) != SLOT_FREE
		    || !atomic_compare_exchange_strong(&segment->state[i], &expected, SLOT_TAKEN))
			continue;
		used = atomic_load(&segment->slots_used);
		while (used <= i && !atomic_compare_exchange_weak(&segment->slots_used, &used, i + 1))
			;
		return &segment->slot[i];
	}
	return NULL;
}

static bool is_in_segment(const struct slot *s)
{
	return s >= segment->slot && s < segment->slot + SEGMENT_SLOTS;
}

static void set_state(const struct slot *s, enum slot_state state)
{
	atomic_store_explicit(&segment->state[s - segment->slot], state, memory_order_release);
}

/* Waits briefly, because the helper frees the slots of ended tasks. */
static struct slot *take_slot(void)
{
	struct slot *s = try_slot();

	for (int i = 0; !s && i < SLOT_WAITS; i++) {
		pause_briefly();
		s = try_slot();
	}
	if (s)
		return s;
	atomic_fetch_add(&segment->uncounted_tasks, 1);
	s = calloc(1, sizeof *s); /* an unrecorded slot, whose ring is never used */
	if (!s)
		abort();
	return s;
}

struct vcpu *vcpu_new(void)
{
	size_t bytes = sizeof(struct vcpu) + cache_bytes(segment->sets, segment->ways);
	struct vcpu *v = aligned_alloc(64, (bytes + 63) / 64 * 64);

	if (!v)
		abort();
	memset(v, 0, sizeof *v);
	if (segment->ways)
		cache_init(&v->cache, v->lines, segment->sets, segment->ways, segment->line_shift);
	v->last = UINT64_MAX;
	v->models = models_new();
	/* This may be the thread that creates the new one. */
	if (this_vcpu && this_vcpu->slot)
		v->parent = this_vcpu->slot->serial;
	return v;
}

static void set_limit(struct vcpu *v, uint64_t instructions)
{
	uint64_t left = (v->next < v->interval_end ? v->next : v->interval_end) - instructions;

	v->limit = block_field(BLOCK_INSTRUCTIONS, left < BLOCK_MAX_INSTRUCTIONS ? left : BLOCK_MAX_INSTRUCTIONS);
}

void vcpu_enter(struct vcpu *v)
{
	const char *path = qemu_plugin_path_to_binary ? qemu_plugin_path_to_binary() : NULL;
	const char *name = path ? strrchr(path, '/') : NULL;
	struct slot *s = take_slot();

	if (v->slot) /* a copy of its parent's after fork */
		v->parent = v->slot->serial;
	s->pid = pid;
	s->tid = (uint32_t)syscall(SYS_gettid);
	s->image = image;
	s->serial = atomic_fetch_add(&segment->serials, 1) + 1;
	s->parent = v->parent;
	strncpy(s->name, name ? name + 1 : path ? path : "", sizeof s->name - 1);
	v->check = (struct checked){ 0 };
	atomic_store(&s->blocks, 0);
	memset(s->sum, 0, sizeof s->sum);
	memset(s->access, 0, sizeof s->access);
	memset(s->model, 0, sizeof s->model);
	atomic_store(&s->head, 0);
	atomic_store(&s->tail, 0);
	v->slot = s;
	v->blocks = &s->blocks;
	v->access = s->access;
	if (v->models)
		v->models->count = s->model;
	v->image = image;
	v->next = is_in_segment(s) ? segment->period : UINT64_MAX;
	v->interval_end = UINT64_MAX;
	if (bbv_is_requested() && is_in_segment(s))
		bbv_enter(v);
	set_limit(v, 0);
	this_vcpu = v;
	if (is_in_segment(s))
		set_state(s, SLOT_LIVE);
}

/* Carries the word's fields over to the sum. */
static uint64_t carry(struct slot *s)
{
	uint64_t word = atomic_load_explicit(&s->blocks, memory_order_relaxed), other = ~word & 1;

	for (unsigned i = 0; i < BLOCK_COUNTS; i++)
		s->sum[other][i] = s->sum[word & 1][i] + block_count(word, i);
	atomic_store_explicit(&s->blocks, other, memory_order_release);
	return s->sum[other][BLOCK_INSTRUCTIONS];
}

static void take_sample(struct vcpu *v)
{
	struct slot *s = v->slot;
	uint64_t head = atomic_load_explicit(&s->head, memory_order_relaxed);
	struct ring_sample *sample = &s->ring[head % RING_SAMPLES];
	struct timespec t;

	/* No sample is dropped: the program waits, which does not change emulated counts. */
	while (head - atomic_load_explicit(&s->tail, memory_order_acquire) >= RING_SAMPLES)
		pause_briefly();
	clock_gettime(CLOCK_MONOTONIC, &t);
	sample->wall_ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	slot_counts(s, sample->count, NULL);
	atomic_store_explicit(&s->head, head + 1, memory_order_release);
}

uint64_t vcpu_carry(struct vcpu *v)
{
	uint64_t instructions = carry(v->slot);

	if (instructions >= v->next) {
		take_sample(v);
		v->next = (instructions / segment->period + 1) * segment->period;
	}
	if (instructions >= v->interval_end)
		bbv_interval(v);
	set_limit(v, instructions);
	return instructions;
}

void vcpu_end(struct vcpu *v)
{
	bbv_leave(v);
	if (v->slot && !is_in_segment(v->slot))
		free(v->slot);
	else if (v->slot && v->image == image)
		set_state(v->slot, SLOT_ENDED);
	if (this_vcpu == v)
		this_vcpu = NULL;
	free(v->models);
	free(v);
}

void tasks_after_fork(void)
{
	pid = (uint32_t)getpid();
	image = atomic_fetch_add(&segment->images, 1) + 1;
	bbv_after_fork();
}
