/* Takes samples and final counts out of the shared segment and puts them into the recording. */
#ifndef RUNBENCH_COLLECTOR_H
#define RUNBENCH_COLLECTOR_H

#include "segment.h"
#include "../sampler/recording_writer.h"

/* The task in a slot. In the recording a task is one thread of the program, also across exec. */
struct watched {
	uint64_t serial;       /* in the segment; 0: nobody is in this slot */
	uint32_t number;       /* of the task in the recording */
	uint32_t pid, tid, image;
	uint64_t base[COUNTS]; /* what it counted before its last exec */
	uint64_t last[COUNTS]; /* of its last sample */
};

struct known_serial {
	uint64_t serial;
	uint32_t number;
};

struct collector {
	struct segment *segment;
	struct container_stream *writer;
	unsigned event[COUNTS], events; /* the recorded ones, in order */
	struct watched *slot;         /* [SEGMENT_SLOTS] */
	struct known_serial *known;   /* all tasks ever, to find parents */
	size_t   known_count, known_capacity;
	uint32_t tasks;               /* number of the next one */
	uint64_t samples;
	uint64_t sampled_instructions;
	uint64_t total[COUNTS];       /* of tasks that have ended */
	uint64_t modifies, modify_misses;
	uint64_t model[MODEL_COUNTS];
	uint64_t rounds, round_loads, round_stores; /* of repeated string instructions, see segment.h */
};

void collector_init(struct collector *c, struct segment *segment, struct container_stream *writer);

/* Empties the rings in order of time, closes tasks that have ended. */
void collector_collect(struct collector *c, uint64_t wall_ns);

/* When no process is left: closes what is open, writes the totals. */
void collector_finish(struct collector *c, uint64_t wall_ns);

void collector_free(struct collector *c);

#endif
