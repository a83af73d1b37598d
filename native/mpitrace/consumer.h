/* Consumers of events. Every event passes one hook, rb_event (state.h), which calls the consumers in the order of their
 * kinds, with the thread's lock held. A consumer receives the events of a thread in their order. */
#ifndef RUNBENCH_CONSUMER_H
#define RUNBENCH_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>

#include "runbench/mpitrace.h"

struct rb_thread;

enum rb_consumer_kind {
	RB_CONSUMER_WRITE,     /* writes the thread's trace file */
	RB_CONSUMER_SIGNATURE, /* times the cuts of a signature; replaces the trace writer */
	RB_CONSUMERS
};

struct rb_consumer {
	/* Called at the thread's first call: creates the state of the other functions, not NULL. Returns 0, or an errno
	 * with the failed step in what. */
	int  (*begin)(struct rb_thread *thread, void **state, char *what, size_t what_bytes);
	/* Called for each event. event: any of the 64-byte views of mpitrace.h except counts, seal and end; counts: totals
	 * up to the event, NULL: no counters. */
	void (*event)(void *state, const void *event, const struct rb_mpi_counts *counts);
	/* Called at the end of the trace, which may precede the thread's end; complete: after MPI_Finalize. Frees the
	 * state: no event follows. */
	void (*end)(const struct rb_thread *thread, void *state, bool complete);
};

/* Sets the consumer of this kind from the next MPI_Init on; NULL: none. */
void rb_set_consumer(enum rb_consumer_kind kind, const struct rb_consumer *consumer);

/* Returns 0, or the errno of the first consumer that failed; the consumers before it have then been ended. */
int  rb_consumers_begin(struct rb_thread *thread, char *what, size_t what_bytes);
void rb_consumers_end(struct rb_thread *thread, bool complete);

/* The consumer RB_CONSUMER_WRITE. */
extern const struct rb_consumer rb_trace_writer;

#endif
