/* Moves samples and final counts from the shared segment to the recording. */
#ifndef RUNBENCH_COLLECTOR_H
#define RUNBENCH_COLLECTOR_H

#include "segment.h"
#include "../sampler/recording_writer.h"

/* The task in a slot. In the recording a task is one thread of the program, also across exec. */
struct watched {
	uint64_t serial;       /* in the segment; 0: the slot is free */
	uint32_t number;       /* number of the task in the recording */
	uint32_t pid, tid, image;
	uint64_t base[COUNTS]; /* counts before its last exec */
	uint64_t last[COUNTS]; /* counts of its last sample */
};

struct recorded_task {
	uint64_t serial;
	uint32_t number;
};

struct collector {
	struct segment *segment;
	struct container_stream *writer;
	unsigned event[COUNTS], events;             /* the recorded events, in order */
	struct watched *slot;                       /* SEGMENT_SLOTS entries */
	struct recorded_task *known;                /* all tasks so far, to find parents */
	size_t   known_count, known_capacity;
	uint32_t tasks;                             /* number of the next task */
	uint64_t samples;
	uint64_t sampled_instructions;
	uint64_t total[COUNTS];                     /* counts of tasks that have ended */
	uint64_t modifies, modify_misses;
	uint64_t model[MODEL_COUNTS];
	uint64_t rounds, round_loads, round_stores; /* of repeated string instructions, see segment.h */
};

void collector_init(struct collector *c, struct segment *segment, struct container_stream *writer);

/* Empties the rings in order of time and closes tasks that have ended. */
void collector_collect(struct collector *c, uint64_t wall_ns);

/* Closes all tasks and writes the totals, after the last process has ended. */
void collector_finish(struct collector *c, uint64_t wall_ns);

void collector_free(struct collector *c);

#endif
