/* The bracket around every traced call, and the threads that make them. */
#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "metadata.h"

/* A call shorter than this was not descheduled or waiting: its CPU time is its wall time, and a clock read is saved. */
#define SHORT_CALL_NS 10000

struct rb_process rb_process;

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t at_thread_end;
/* What a thread has that could not be given a file: never recorded. */
static struct rb_thread untraced = { .depth = 1 };
static __thread struct rb_thread *self __attribute__((tls_model("initial-exec")));

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t rb_now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

static uint64_t cpu_now(void)
{
	return clock_ns(rb_process.multiple ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID);
}

struct rb_thread *rb_self(void)
{
	return rb_process.multiple ? self : &rb_process.main;
}

static void count_events(struct rb_thread *t, char *error, size_t error_bytes)
{
	const char *events = metadata_environment("RB_MPITRACE_EVENTS");

	*error = 0;
	if (*events && counters_open(&t->counters, events, error, error_bytes) && rb_process.rank == 0 && t->number == 0)
		fprintf(stderr, "runbench: %s; tracing without event counts\n", error);
}

int rb_thread_begin(struct rb_thread *t, char *path, size_t path_bytes)
{
	char error[256], of_thread[32] = "";
	struct json json = { 0 };
	int failure;

	if (t->number)
		snprintf(of_thread, sizeof of_thread, "-thread-%03d", t->number);
	snprintf(path, path_bytes, "%s/rank-%05d%s.mpit", metadata_environment("RB_MPITRACE_DIR"), rb_process.rank, of_thread);
	pthread_mutex_init(&t->lock, NULL);
	t->unordered = calloc((size_t)rb_unordered_count + 1, sizeof *t->unordered);
	if (!t->unordered)
		return ENOMEM;
	count_events(t, error, sizeof error);
	metadata_header(&json, t, error);
	failure = trace_file_create(&t->file, path, (uint32_t)rb_process.rank, (uint32_t)rb_process.ranks, json_text(&json));
	json_free(&json);
	if (failure) {
		counters_close(&t->counters);
		free(t->unordered);
		t->unordered = NULL;
		return failure;
	}
	t->exit_cpu = cpu_now();
	t->exit_t = rb_now();
	return 0;
}

static void on_thread_end(void *state)
{
	struct rb_thread *t = state;

	self = NULL;
	if (!rb_process.active || t == &rb_process.main)
		return;
	pthread_mutex_lock(&registry);
	counters_close(&t->counters); /* they count the thread that opened them */
	t->idle = 1;
	pthread_mutex_unlock(&registry);
}

int rb_threads_prepare(void)
{
	rb_process.threads = &rb_process.main;
	self = &rb_process.main;
	return rb_process.multiple ? pthread_key_create(&at_thread_end, on_thread_end) : 0;
}

static struct rb_thread *resumed(void)
{
	char error[256];
	struct rb_thread *t;

	for (t = rb_process.threads; t; t = t->next) {
		if (t->idle) {
			t->idle = 0;
			t->exit_inexact = 0;
			t->exit_cpu = cpu_now();
			t->exit_t = rb_now();
			if (metadata_environment("RB_MPITRACE_EVENTS")[0])
				counters_open(&t->counters, metadata_environment("RB_MPITRACE_EVENTS"), error, sizeof error);
			return t;
		}
	}
	return NULL;
}

static struct rb_thread *begun(void)
{
	struct rb_thread *t = calloc(1, sizeof *t);
	char path[4096] = "its state";
	int failure = ENOMEM;

	if (t) {
		for (struct rb_thread *other = rb_process.threads; other; other = other->next)
			t->number = other->number >= t->number ? other->number + 1 : t->number;
		failure = rb_thread_begin(t, path, sizeof path);
	}
	if (failure) {
		if (!rb_process.untraced_threads++)
			fprintf(stderr, "runbench: rank %d: a thread is not traced: %s: %s\n", rb_process.rank, path,
				strerror(failure));
		free(t);
		return NULL;
	}
	struct rb_mpi_record init = { .kind = RB_MPI_INIT, .op = RB_OP_MPI_Init_thread, .peer = -1, .t0_ns = t->exit_t,
				      .t1_ns = t->exit_t };
	rb_append(t, &init);
	t->next = rb_process.threads;
	rb_process.threads = t;
	return t;
}

/* The first traced call of a thread. */
static struct rb_thread *introduce(void)
{
	struct rb_thread *t;

	self = &untraced; /* until it has a state, for what MPI may call meanwhile */
	pthread_mutex_lock(&registry);
	t = rb_process.active ? resumed() : &untraced;
	if (!t)
		t = begun();
	pthread_mutex_unlock(&registry);
	if (!t)
		t = &untraced;
	self = t;
	if (t != &untraced)
		pthread_setspecific(at_thread_end, t);
	return t;
}

int rb_enter(struct rb_call *call, enum rb_mpi_op op)
{
	struct rb_thread *t;
	uint64_t now;

	if (!rb_process.active)
		return 0;
	t = rb_self();
	if (!t)
		t = introduce();
	if (t->depth)
		return 0;
	t->depth = 1;
	if (t->counters.values)
		counters_enter(&t->counters);
	call->thread = t;
	call->op = (uint8_t)op;
	call->flags = t->exit_inexact ? RB_MPI_F_CPU_INEXACT : 0;
	t->calls[op]++;
	if (rb_process.cpu_clock) {
		uint64_t cpu = cpu_now();
		if (cpu > t->exit_cpu)
			t->compute += cpu - t->exit_cpu;
		t->exit_cpu = cpu;
		now = rb_now();
	} else {
		now = rb_now();
		t->compute += now - t->exit_t;
	}
	call->compute = t->compute;
	call->mpi = t->mpi;
	call->t0 = call->t1 = now;
	return 1;
}

void rb_exit(struct rb_call *call)
{
	call->t1 = rb_now();
}

void rb_leave(struct rb_call *call)
{
	struct rb_thread *t = call->thread;
	uint64_t spent = call->t1 - call->t0;

	t->mpi += spent;
	if (rb_process.cpu_clock) {
		t->exit_inexact = spent < SHORT_CALL_NS;
		/* exit_cpu is what it was at the entry. */
		t->exit_cpu = t->exit_inexact ? t->exit_cpu + spent : cpu_now();
		t->exit_t = call->t1;
	} else {
		t->exit_t = rb_now();
	}
	if (t->pending_count)
		rb_pending_release();
	if (t->counters.values)
		counters_exit(&t->counters);
	t->depth = 0;
}

void rb_unordered(struct rb_call *call, int which)
{
	call->thread->unordered[which].calls++;
	call->thread->unordered[which].ns += call->t1 - call->t0;
}

static void append(struct rb_thread *t, const void *record)
{
	if (!trace_file_append(&t->file, record) && !t->said_full && t->file.fd >= 0) {
		t->said_full = 1;
		fprintf(stderr, "runbench: rank %d: the trace ends here, after %llu records: %s. The program goes on; "
			"what was traced can be analysed.\n", rb_process.rank, (unsigned long long)t->file.records,
			strerror(t->file.error));
	}
}

void rb_append(struct rb_thread *t, const void *record)
{
	rb_lock(&t->lock);
	append(t, record);
	rb_unlock(&t->lock);
}

void rb_record(const struct rb_call *call, enum rb_mpi_kind kind, uint8_t op, uint16_t flags, int peer, int tag,
	       uint32_t comm, uint64_t bytes, uint32_t post)
{
	struct rb_thread *t = call->thread;
	struct rb_mpi_record r = {
		.kind = kind, .op = op, .flags = (uint16_t)(flags | call->flags), .peer = peer, .tag = tag, .comm = comm,
		.bytes = bytes, .t0_ns = call->t0, .t1_ns = call->t1, .compute_ns = call->compute, .mpi_ns = call->mpi,
		.post = post,
	};

	rb_lock(&t->lock);
	if (t->counters.values) {
		struct rb_mpi_counts counts;
		counters_record(&t->counters, &counts);
		append(t, &counts);
	}
	t->events += kind == RB_MPI_SEND || kind == RB_MPI_COLL_START
		     || (kind == RB_MPI_COLL && !(flags & RB_MPI_F_NONBLOCKING));
	r.number = t->events;
	append(t, &r);
	rb_unlock(&t->lock);
}

static void end_file(struct rb_thread *t, uint64_t t0, int aborted)
{
	struct rb_mpi_record r = { .kind = RB_MPI_FINALIZE, .op = aborted ? RB_OP_MPI_Abort : RB_OP_MPI_Finalize, .peer = -1,
				   .t0_ns = t0, .t1_ns = t0, .flags = aborted ? RB_MPI_F_LAST : 0,
				   .compute_ns = t->compute, .mpi_ns = t->mpi, .number = t->events };
	struct json json = { 0 };

	rb_lock(&t->lock);
	append(t, &r);
	metadata_trailer(&json, t);
	if (aborted)
		trace_file_abandon(&t->file);
	else
		trace_file_end(&t->file, rb_now(), json_text(&json));
	counters_close(&t->counters);
	rb_unlock(&t->lock);
	json_free(&json);
}

void rb_threads_end(uint64_t t0, int aborted)
{
	pthread_mutex_lock(&registry);
	for (struct rb_thread *t = rb_process.threads; t; t = t->next)
		end_file(t, t0, aborted);
	pthread_mutex_unlock(&registry);
}
