/* Call stacks of samples: a tree of frames, of which a recording contains each frame once; see struct rb_frames. */
#ifndef RUNBENCH_STACKS_H
#define RUNBENCH_STACKS_H

#include "../base/container.h"

#include <stdbool.h>
#include <stdint.h>

/* Maximum number of frames of a recording: 48 MiB of memory. Damaged frame pointers can yield any number of frames. */
enum { STACKS_MAX_FRAMES = 1 << 21 };

struct stack_frame {
	uint64_t address;
	uint32_t caller;       /* number of the calling frame; RB_OUTERMOST, RB_CUT, RB_NOT_UNWOUND */
	bool     kernel;
};

struct stacks {
	struct stack_frame *frame; /* [number - 1] */
	uint32_t count, capacity;
	uint32_t limit;            /* maximum number of frames */
	uint32_t *slot;            /* open addressing: frame numbers, 0: free */
	uint32_t slots;            /* a power of two */
	unsigned depth;            /* maximum number of frames of a stack, by the kernel */

	uint64_t samples;          /* samples with a stack */
	uint64_t cut;              /* of these, stacks that reached the maximum depth, or the end of the copied part: outer frames are missing */
	uint64_t not_unwound;      /* of these, stacks whose outer frames were not found */
	uint64_t missing;          /* samples without a stack */
	uint64_t dropped;          /* samples whose stack has no room in the tree */
};

void stacks_init(struct stacks *s, unsigned depth);
void stacks_free(struct stacks *s);

/* Returns the maximum depth of a stack on this machine (kernel.perf_event_max_stack). */
unsigned stacks_depth_of_machine(void);

/*
 * Adds a chain as reported by PERF_SAMPLE_CALLCHAIN: addresses from the innermost outwards, after markers of their mode. Writes
 * frames that are new. outermost: the caller of the outermost frame, RB_OUTERMOST unless frames are missing. Returns the number of the
 * innermost frame; 0 if the chain is empty, or has no room (see the counts).
 */
uint32_t stacks_add(struct stacks *s, struct container_stream *out, const uint64_t *chain, uint64_t entries, uint32_t outermost,
		    uint64_t wall_ns);

#endif
