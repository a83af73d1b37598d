/* Call stacks of samples; see stacks.h. */
#include "stacks.h"

#include <linux/perf_event.h>
#include <runbench/recording.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_SLOTS 1024u
#define DEFAULT_DEPTH 127u /* of the kernel */

void stacks_init(struct stacks *s, unsigned depth)
{
	*s = (struct stacks){ .slots = FIRST_SLOTS, .depth = depth, .limit = STACKS_MAX_FRAMES };
	if (!(s->slot = calloc(s->slots, sizeof *s->slot)))
		abort();
}

void stacks_free(struct stacks *s)
{
	free(s->frame);
	free(s->slot);
	*s = (struct stacks){ 0 };
}

unsigned stacks_depth_of_machine(void)
{
	FILE *f = fopen("/proc/sys/kernel/perf_event_max_stack", "re");
	unsigned depth = DEFAULT_DEPTH;

	if (f && fscanf(f, "%u", &depth) != 1)
		depth = DEFAULT_DEPTH;
	if (f)
		fclose(f);
	return depth;
}

static uint32_t hash_of(const struct stack_frame *f)
{
	uint64_t h = (f->address ^ ((uint64_t)f->caller << 33 | f->caller)) * 0x9e3779b97f4a7c15u;

	return (uint32_t)(h >> 32) ^ (uint32_t)f->kernel;
}

/* Returns the slot of a frame: the one that contains it, or the free one for it. */
static uint32_t *find(const struct stacks *s, const struct stack_frame *f)
{
	for (uint32_t i = hash_of(f);; i++) {
		uint32_t *slot = &s->slot[i & (s->slots - 1)];
		const struct stack_frame *there = *slot ? &s->frame[*slot - 1] : NULL;

		if (!there || (there->address == f->address && there->caller == f->caller && there->kernel == f->kernel))
			return slot;
	}
}

/* Doubles the tables when they are full; the slots are at most half full. */
static void grow(struct stacks *s)
{
	if (s->count == s->capacity) {
		s->capacity = s->capacity * 2 + FIRST_SLOTS / 2;
		if (!(s->frame = realloc(s->frame, s->capacity * sizeof *s->frame)))
			abort();
	}
	if (2 * (s->count + 1) <= s->slots)
		return;
	free(s->slot);
	s->slots *= 2;
	if (!(s->slot = calloc(s->slots, sizeof *s->slot)))
		abort();
	for (uint32_t i = 0; i < s->count; i++)
		*find(s, &s->frame[i]) = i + 1;
}

/* The record that collects new frames. Frames of one record are consecutive: each was called by the one before it. */
struct pending {
	struct rb_frames record;
	struct container_stream *out;
};

static void flush(struct pending *p)
{
	if (p->record.count)
		*(struct rb_frames *)container_stream_add(p->out) = p->record;
	p->record.count = 0;
}

static void write_frame(struct pending *p, const struct stack_frame *f, uint32_t number, uint64_t wall_ns)
{
	uint16_t flags = f->kernel ? RB_F_KERNEL : 0;

	if (p->record.count == RB_FRAMES_MAX || (p->record.count && p->record.flags != flags))
		flush(p);
	if (!p->record.count)
		p->record = (struct rb_frames){ .kind = RB_FRAMES, .flags = flags, .caller = f->caller, .first = number, .wall_ns = wall_ns };
	p->record.address[p->record.count++] = f->address;
}

static bool is_marker(uint64_t entry)
{
	return entry >= PERF_CONTEXT_MAX;
}

/* A return address of 0 ends a stack: it is no code. */
static bool is_frame(uint64_t entry)
{
	return entry && !is_marker(entry);
}

uint32_t stacks_add(struct stacks *s, struct container_stream *out, const uint64_t *chain, uint64_t entries, uint32_t outermost,
		    uint64_t wall_ns)
{
	struct pending pending = { .out = out };
	uint64_t frames = 0, end = entries;
	uint32_t number;

	for (uint64_t i = 0; i < entries; i++)
		frames += is_frame(chain[i]);
	if (!frames) {
		s->missing++;
		return 0;
	}
	/* On a full disk samples are left out, and so are their frames. */
	if (out->error || s->count + frames > s->limit) {
		s->dropped++;
		return 0;
	}
	if (frames >= s->depth)
		outermost = RB_CUT;
	number = outermost;
	while (end) {
		uint64_t start = end;
		bool kernel;

		while (start && !is_marker(chain[start - 1]))
			start--;
		kernel = start && chain[start - 1] == (uint64_t)PERF_CONTEXT_KERNEL;
		for (uint64_t i = end; i-- > start; ) {
			struct stack_frame f = { .address = chain[i], .caller = number, .kernel = kernel };
			uint32_t *slot;

			if (!is_frame(chain[i]))
				continue;
			slot = find(s, &f);

			if (!*slot) {
				grow(s);
				s->frame[s->count++] = f;
				*(slot = find(s, &f)) = s->count;
				write_frame(&pending, &f, s->count, wall_ns);
			}
			number = *slot;
		}
		end = start ? start - 1 : 0;
	}
	flush(&pending);
	s->samples++;
	s->cut += outermost == RB_CUT;
	s->not_unwound += outermost == RB_NOT_UNWOUND;
	return number;
}
