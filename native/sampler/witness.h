/*
 * Witness events: they determine which tasks inherited the counters of a task, and whether they inherited all of them.
 *
 * Counters are opened one after the other. A child that the task starts meanwhile inherits only those opened so far. A witness
 * encloses them: its first event is opened before all counters, its last, a sibling of the first, after them.
 * - A task that inherited the first event reports each switch (PERF_RECORD_SWITCH). A task that has run without such a record
 *   has inherited neither the first event nor any later counter.
 * - A task that inherited the first event but not the last has another group than its parent. While such a task exists, Linux
 *   refuses to read the group (ECHILD; since 6.6 and its contemporary stable releases).
 * The witness also makes the contexts of the task and its children unequal. The kernel exchanges equal contexts at a context
 * switch, and the next event would then not find its group.
 */
#ifndef RUNBENCH_WITNESS_H
#define RUNBENCH_WITNESS_H

#include "attach.h"
#include "ring.h"

#include <stdbool.h>
#include <sys/types.h>

/* The records of task switches caused by witnesses, one ring per CPU. */
struct switch_rings {
	unsigned     cpus;
	int         *cpu, *fd;
	struct ring *ring;
	bool         missed; /* records were lost: a task without records may have run */
};

struct witness {
	int       keeper, last; /* descriptors; keeper: an event that is not inherited, which makes contexts unequal */
	unsigned  cpus;
	int      *first;       /* [cpu]: descriptors */
	uint64_t *id;          /* [cpu]: the kernel's event IDs */
};

/* Opens the rings. Returns 0, or -1 with errno. */
int  switch_rings_open(struct switch_rings *t);
void switch_rings_close(struct switch_rings *t);

/* Takes a record of a task that was switched in or out, and the ID of the event that it owns or inherited. Returns false if none is left. */
bool switch_rings_next(struct switch_rings *t, struct thread *task, uint64_t *id);

/* Open the events on a task before all counters, and after them. Return 0, or -1 with errno. */
int  witness_begin(struct witness *w, struct switch_rings *t, pid_t tid);
int  witness_complete(struct witness *w, struct switch_rings *t, pid_t tid);

/* Returns whether an event ID belongs to the witness. */
bool witness_owns(const struct witness *w, uint64_t id);

/* Returns whether a task exists that inherited only a part of the counters. */
bool witness_knows_partial(const struct witness *w);

void witness_end(struct witness *w);

#endif
