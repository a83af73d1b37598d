/* The threads that make traced calls and their consumers. A thread has a state from its first call to the end of the trace. */
#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metadata.h"

__thread struct rb_thread *rb_thread_self;

static struct rb_threads *const threads = &rb_process.threads;

void rb_set_consumer(enum rb_consumer_kind kind, const struct rb_consumer *consumer)
{
	rb_process.consumers[kind] = consumer;
}

static void end_before(struct rb_thread *t, int kinds, bool complete)
{
	for (int i = 0; i < kinds; i++) {
		if (t->consumer_states[i])
			rb_process.consumers[i]->end(t, t->consumer_states[i], complete);
		t->consumer_states[i] = NULL;
	}
}

int rb_consumers_begin(struct rb_thread *t, char *what, size_t what_bytes)
{
	for (int i = 0; i < RB_CONSUMERS; i++) {
		int failure = rb_process.consumers[i] ? rb_process.consumers[i]->begin(t, &t->consumer_states[i], what,
			what_bytes) : 0;
		if (failure) {
			end_before(t, i, false);
			return failure;
		}
	}
	return 0;
}

void rb_consumers_end(struct rb_thread *t, bool complete)
{
	end_before(t, RB_CONSUMERS, complete);
}

static void count_events(struct rb_thread *t)
{
	const char *events = metadata_environment("RB_MPITRACE_EVENTS");

	if (*events && counters_open(&t->counters, events, t->events_error, sizeof t->events_error) && rb_process.rank == 0
	    && t->number == 0)
		fprintf(stderr, "runbench: %s; tracing without event counts\n", t->events_error);
}

int rb_thread_begin(struct rb_thread *t, char *what, size_t what_bytes)
{
	int failure;

	pthread_mutex_init(&t->lock, NULL);
	t->own.random = (uint32_t)rb_process.rank;
	t->unordered = calloc((size_t)rb_unordered_count + 1, sizeof *t->unordered);
	if (!t->unordered)
		return ENOMEM;
	count_events(t);
	failure = rb_consumers_begin(t, what, what_bytes);
	if (failure) {
		counters_close(&t->counters);
		free(t->unordered);
		t->unordered = NULL;
		return failure;
	}
	rb_restart_compute(t);
	return 0;
}

static void on_thread_end(void *state)
{
	struct rb_thread *t = state;

	rb_thread_self = NULL;
	if (!rb_process.active || t == &threads->main)
		return;
	pthread_mutex_lock(&threads->lock);
	counters_close(&t->counters); /* counters belong to the thread that opened them */
	t->has_ended = 1;
	pthread_mutex_unlock(&threads->lock);
}

int rb_threads_prepare(void)
{
	threads->first = &threads->main;
	rb_thread_self = &threads->main;
	return rb_process.multiple ? pthread_key_create(&threads->at_end, on_thread_end) : 0;
}

static struct rb_thread *reuse_thread(void)
{
	char error[256];
	struct rb_thread *t;

	for (t = threads->first; t; t = t->next) {
		if (t->has_ended) {
			t->has_ended = 0;
			rb_restart_compute(t);
			if (metadata_environment("RB_MPITRACE_EVENTS")[0])
				counters_open(&t->counters, metadata_environment("RB_MPITRACE_EVENTS"), error, sizeof error);
			return t;
		}
	}
	return NULL;
}

static struct rb_thread *begin_thread(void)
{
	struct rb_thread *t = calloc(1, sizeof *t);
	char what[4096] = "its state";
	int failure = ENOMEM;

	if (t) {
		for (struct rb_thread *other = threads->first; other; other = other->next)
			t->number = other->number >= t->number ? other->number + 1 : t->number;
		failure = rb_thread_begin(t, what, sizeof what);
	}
	if (failure) {
		if (!threads->untraced_count++)
			fprintf(stderr, "runbench: rank %d: a thread is not traced: %s: %s\n", rb_process.rank, what,
				strerror(failure));
		free(t);
		return NULL;
	}
	struct rb_mpi_record init = { .kind = RB_MPI_INIT, .op = RB_OP_MPI_Init_thread, .peer = -1, .t0_ns = t->exit_t,
				      .t1_ns = t->exit_t };
	rb_append(t, &init);
	t->next = threads->first;
	threads->first = t;
	return t;
}

struct rb_thread *rb_thread_register(void)
{
	struct rb_thread *t;

	rb_thread_self = &threads->untraced; /* until it has a state, for nested MPI calls */
	pthread_mutex_lock(&threads->lock);
	t = rb_process.active ? reuse_thread() : &threads->untraced;
	if (!t)
		t = begin_thread();
	pthread_mutex_unlock(&threads->lock);
	if (!t)
		t = &threads->untraced;
	rb_thread_self = t;
	if (t != &threads->untraced)
		pthread_setspecific(threads->at_end, t);
	return t;
}

static void end_thread(struct rb_thread *t, uint64_t t0, int aborted)
{
	struct rb_mpi_record r = { .kind = RB_MPI_FINALIZE, .op = aborted ? RB_OP_MPI_Abort : RB_OP_MPI_Finalize,
		.peer = -1,
				   .t0_ns = t0, .t1_ns = t0, .flags = aborted ? RB_MPI_F_LAST : 0,
				   .compute_ns = t->compute, .mpi_ns = t->mpi, .number = t->events };

	rb_lock(&t->lock);
	rb_event(t, &r, NULL);
	rb_consumers_end(t, !aborted);
	counters_close(&t->counters);
	rb_unlock(&t->lock);
}

void rb_threads_end(uint64_t t0, int aborted)
{
	pthread_mutex_lock(&threads->lock);
	for (struct rb_thread *t = threads->first; t; t = t->next)
		end_thread(t, t0, aborted);
	pthread_mutex_unlock(&threads->lock);
}
