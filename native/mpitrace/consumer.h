/*
 * Where events go. Whatever a thread does passes one hook, rb_event (state.h); what is made of it is the consumers' business. They are
 * called in the order of their kinds, with the thread's lock held, and see the events of a thread in their order.
 */
#ifndef RUNBENCH_CONSUMER_H
#define RUNBENCH_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>

#include "runbench/mpitrace.h"

struct rb_thread;

enum rb_consumer_kind {
	RB_CONSUMER_WRITE,     /* into the thread's trace file */
	RB_CONSUMER_SIGNATURE, /* timed at the cuts of a signature, instead of written */
	RB_CONSUMERS
};

struct rb_consumer {
	/* The thread's first call: makes what the others get as state, not NULL. 0, or an errno, with what it could not make. */
	int  (*begin)(struct rb_thread *thread, void **state, char *what, size_t what_bytes);
	/* event: any of the 64-byte views of mpitrace.h but counts, seal and end; counts: those up to it, NULL: not counting. */
	void (*event)(void *state, const void *event, const struct rb_mpi_counts *counts);
	/* The end of the trace, not of the thread; complete: the program called MPI_Finalize. Frees the state: no event follows. */
	void (*end)(const struct rb_thread *thread, void *state, bool complete);
};

/* From the next MPI_Init on; NULL: nobody. */
void rb_consume(enum rb_consumer_kind kind, const struct rb_consumer *consumer);

/* 0, or the errno of the first that failed, after those before it were ended. */
int  rb_consumers_begin(struct rb_thread *thread, char *what, size_t what_bytes);
void rb_consumers_end(struct rb_thread *thread, bool complete);

/* What RB_CONSUMER_WRITE is. */
extern const struct rb_consumer rb_trace_writer;

#endif
