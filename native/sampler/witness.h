/*
 * Finds out which tasks inherited the counters that are being opened on a task, and whether all of them.
 *
 * A task that starts others while counters are opened on it one after the other hands on those that it has by then. A
 * witness stands around them: its first event is opened before, its last, a sibling of the first, after all counters.
 * - Whoever inherited the first reports each time that it is switched in (PERF_RECORD_SWITCH). Who has run and was not
 *   heard of has not inherited it, nor anything that was opened later.
 * - Who inherited the first and not the last has a group unlike its parent's, and as long as such a task lives Linux
 *   refuses to read that group (ECHILD; since 6.6 and its contemporary stable releases).
 * Besides, it keeps the kernel from exchanging the contexts of the task and its children on a context switch, as it does
 * with equal ones: the next event would not find its group any more.
 */
#ifndef RUNBENCH_WITNESS_H
#define RUNBENCH_WITNESS_H

#include "attach.h"
#include "ring.h"

#include <stdbool.h>
#include <sys/types.h>

/* The records of task switches that the witnesses cause, one ring per CPU. */
struct switch_rings {
	unsigned     cpus;
	int         *cpu, *fd;
	struct ring *ring;
	bool         missed; /* records were lost: who was not seen may have been there */
};

struct witness {
	int       keeper, last;
	unsigned  cpus;
	int      *first;       /* per CPU */
	uint64_t *id;          /* of these */
};

/* -1 with errno */
int  switch_rings_open(struct switch_rings *t);
void switch_rings_close(struct switch_rings *t);

/* Takes a record: this task was switched in or out; it is the owner of this event or has inherited it. */
bool switch_rings_next(struct switch_rings *t, struct thread *task, uint64_t *id);

/* What is opened on a task before all counters, and after them; -1 with errno. */
int  witness_begin(struct witness *w, struct switch_rings *t, pid_t tid);
int  witness_complete(struct witness *w, struct switch_rings *t, pid_t tid);

bool witness_owns(const struct witness *w, uint64_t id);

/* True while a task lives that inherited a part of the counters. */
bool witness_knows_partial(const struct witness *w);

void witness_end(struct witness *w);

#endif
