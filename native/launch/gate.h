/*
 * The gate at which a rank's program waits until it is being sampled and all may go. The keeper opens it; it is open, too,
 * when the keeper dies. The rank sleeps in one call meanwhile, so that next to nothing of the waiting is counted.
 */
#ifndef RUNBENCH_LAUNCH_GATE_H
#define RUNBENCH_LAUNCH_GATE_H

#include <stdint.h>

/* Where the keeper finds the gate when it is started. */
enum { GATE_OPENER_FD = 3, GATE_NOTE_FD = 4 };

/* What both sides see. */
struct gate_note {
	uint64_t start_ns;    /* CLOCK_MONOTONIC: not before this; 0: at once */
	uint64_t released_ns; /* when the rank went on; 0: it has not */
	int32_t  status;      /* how the rank ended, as of wait(), */
	uint32_t told;        /* where somebody who knew has told it: 1 */
};

struct gate {
	int               wait_fd;   /* the rank's end */
	int               opener_fd; /* the keeper's */
	int               note_fd;
	struct gate_note *note;
};

/* 0, or -1 with errno: then there is no gate. */
int gate_make(struct gate *g);

/* In the rank: returns when it may go, and notes when that was. */
void gate_wait(struct gate *g);

/* In the keeper: lets the rank go at that time, CLOCK_MONOTONIC; at once where it is past or 0. */
void gate_open(struct gate *g, uint64_t at_ns);

#endif
