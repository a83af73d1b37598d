/* The gate at which a rank's program waits until it is being sampled and all ranks may start. The keeper opens it; it
 * also opens if the keeper ends. The rank sleeps in a single call meanwhile, so that almost nothing of the wait is
 * counted. */
#ifndef RUNBENCH_LAUNCH_GATE_H
#define RUNBENCH_LAUNCH_GATE_H

#include <stdint.h>

/* The descriptors of the gate in the keeper process. */
enum { GATE_OPENER_FD = 3, GATE_NOTE_FD = 4 };

/* The memory that both sides share. */
struct gate_note {
	uint64_t start_ns;        /* CLOCK_MONOTONIC: the earliest start; 0: immediately */
	uint64_t released_ns;     /* time when the rank continued; 0: it has not */
	int32_t  status;          /* the rank's status as of wait() */
	uint32_t is_status_valid; /* 1: the rank's parent has written status */
};

struct gate {
	int               wait_fd;   /* the rank's end of the pipe */
	int               opener_fd; /* the keeper's end */
	int               note_fd;
	struct gate_note *note;
};

/* Makes the gate. Returns 0, or -1 with errno: then there is no gate. */
int gate_make(struct gate *g);

/* In the rank: waits until it may continue and notes that time. */
void gate_wait(struct gate *g);

/* In the keeper: lets the rank continue at that time, CLOCK_MONOTONIC; immediately if it is past or 0. */
void gate_open(struct gate *g, uint64_t at_ns);

#endif
