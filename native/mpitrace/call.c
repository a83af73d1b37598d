/* The bracket around every traced call: its begin and end, and the thread's compute time before it. */
#include "signature.h"
#include "state.h"

#include <stdbool.h>
#include <time.h>

/* A shorter call was neither descheduled nor waiting: its CPU time equals its wall time, which saves one clock read. */
#define SHORT_CALL_NS 10000

/* A shorter section between two calls is taken as busy in the same way, if the last readings of the CPU clock showed one
 * busy thread. The clock is read again after at most VERIFY_NS, which corrects the sum: the process may have other busy
 * threads, or a section may have been interrupted. */
#define SHORT_SECTION_NS 10000
#define VERIFY_NS        100000
#define MIN_AGREEING     8    /* readings that must agree before a section is not measured */
#define AGREEMENT_NS     4000 /* maximum difference, plus an eighth of the time: twice the cost of a reading on a slow machine */

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

__thread const void *rb_fortran_caller;

uint64_t rb_now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

static uint64_t cpu_now(void)
{
	return clock_ns(rb_process.multiple ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID);
}

void rb_restart_compute(struct rb_thread *t)
{
	t->exit_inexact = 0;
	t->exit_cpu = cpu_now();
	t->exit_t = rb_now();
	t->reading = (struct rb_cpu_reading){ .entry_t = t->exit_t, .t = t->exit_t };
}

/* Returns whether the section from the last exit to now can be taken as busy. */
static inline bool is_short_section(const struct rb_thread *t, uint64_t now)
{
	return t->reading.agreeing >= MIN_AGREEING && now - t->exit_t < SHORT_SECTION_NS
	       && now - t->reading.entry_t < VERIFY_NS;
}

/* Adds the section from the last exit to the thread's computation by its CPU clock. Returns the time of the entry. */
static __attribute__((noinline)) uint64_t read_section(struct rb_thread *t, uint64_t now)
{
	uint64_t cpu = cpu_now(), busy = t->exit_cpu + (now - t->exit_t);
	uint64_t difference = cpu > busy ? cpu - busy : busy - cpu;

	t->reading.agreeing = difference <= AGREEMENT_NS + (now - t->reading.t) / 8 ? t->reading.agreeing + 1 : 0;
	if (cpu > t->exit_cpu)
		t->compute += cpu - t->exit_cpu;
	t->exit_cpu = cpu;
	now = rb_now();
	t->reading.t = t->reading.entry_t = now;
	return now;
}

/* The same at an entry, by the clock or without it. */
static inline uint64_t end_section(struct rb_thread *t)
{
	uint64_t now = rb_now();

	if (!rb_process.cpu_clock) {
		t->compute += now - t->exit_t;
		return now;
	}
	if (!is_short_section(t, now))
		return read_section(t, now);
	t->exit_inexact = 1;
	t->compute += now - t->exit_t;
	t->exit_cpu += now - t->exit_t;
	return now;
}

/* Returns whether the operation communicates or waits; a rank at its stop or pause does not execute it. */
static bool communicates(enum rb_mpi_op op)
{
	switch (op) {
	case RB_OP_NONE:
	case RB_OP_MPI_Send_init ... RB_OP_MPI_Rsend_init:
	case RB_OP_MPI_Irecv:
	case RB_OP_MPI_Recv_init:
	case RB_OP_MPI_Imrecv:
	case RB_OP_MPI_Comm_create_group:
	case RB_OP_MPI_Intercomm_create:
	case RB_OP_MPI_Intercomm_merge:
	case RB_OP_MPI_Request_free:
		return false;
	default:
		return true;
	}
}

/* Calls with several events, or the end of the trace: clocks are read whatever the number of the next event is. */
static inline bool always_timed(enum rb_mpi_op op)
{
	return op == RB_OP_MPI_Startall || op == RB_OP_MPI_Finalize || op == RB_OP_MPI_Abort;
}

/* Pauses or stops a rank that has passed its cut, before its next communication. */
static __attribute__((noinline)) void pause_or_stop(struct rb_thread *t, enum rb_mpi_op op)
{
	if (op == RB_OP_MPI_Finalize || op == RB_OP_MPI_Abort || !communicates(op))
		return;
	while (t->at_pause)
		signature_pause(t);
	if (t->at_stop && t->events + 1 < t->clock_from)
		rb_end_at_stop();
}

/* Returns the number of the call's site; a new site is recorded. */
static uint16_t site_of(const struct rb_call *call, const void *from)
{
	struct rb_thread *t = call->thread;
	uint64_t address = (uint64_t)(uintptr_t)(rb_fortran_caller ? rb_fortran_caller : from);
	uint16_t known = sites_find(&t->sites, address, call->op);

	if (!address || call->op == RB_OP_NONE || rb_process.counting
	    || (known && sites_is_current(&t->sites, known, address)))
		return known;
	known = sites_add(&t->sites, address, call->op);
	if (known) {
		struct rb_mpi_site site = { .kind = RB_MPI_SITE, .op = call->op, .site = known, .address = address,
					    .module = t->sites.site[known].module, .number = t->events };
		rb_append(t, &site);
	}
	return known;
}

/* Returns whether the tracer's own time in this call is measured. */
static inline bool own_is_next(struct rb_own *own)
{
	own->traced++;
	own->interval++;
	if (own->left) {
		own->left--;
		return false;
	}
	if (own->traced >= RB_OWN_ALL) {
		own->random = own->random * 1664525u + 1013904223u;
		own->left = own->random >> 25; /* 0 to 127 */
	}
	return true;
}

static __attribute__((noinline)) void own_add(struct rb_own *own, uint64_t ns)
{
	if (ns > RB_OWN_LONG_NS) {
		own->long_calls++;
		own->long_ns += ns;
		return;
	}
	own->timed++;
	own->ns += ns * own->interval;
	own->interval = 0;
}

int rb_enter(struct rb_call *call, enum rb_mpi_op op, const void *from)
{
	struct rb_thread *t;

	if (!rb_process.active)
		return 0;
	t = rb_self();
	if (t->depth)
		return 0;
	t->depth = 1;
	call->thread = t;
	call->op = (uint8_t)op;
	call->site = 0;
	call->own_t0 = !rb_process.counting && own_is_next(&t->own) ? rb_now() : 0;
	t->calls[op]++;
	if (t->events + 1 < t->clock_from && (t->at_pause || t->at_stop))
		pause_or_stop(t, op);
	if (t->events + 1 < t->clock_from && !always_timed(op)) {
		call->flags = 0;
		call->compute = call->mpi = call->t0 = call->t1 = 0;
		return 1;
	}
	if (t->counters.values)
		counters_enter(&t->counters);
	call->t0 = call->t1 = end_section(t);
	call->flags = t->exit_inexact ? RB_MPI_F_CPU_INEXACT : 0;
	call->compute = t->compute;
	call->mpi = t->mpi;
	call->site = site_of(call, from);
	return 1;
}

void rb_exit(struct rb_call *call)
{
	if (call->t0)
		call->t1 = rb_now();
}

void rb_leave(struct rb_call *call)
{
	struct rb_thread *t = call->thread;
	uint64_t spent = call->t1 - call->t0;

	if (!call->t0) {
		if (t->pending_count)
			rb_pending_release(t);
		t->depth = 0;
		return;
	}

	t->mpi += spent;
	sites_count(&t->sites, call->site, spent);
	if (rb_process.cpu_clock) {
		t->exit_inexact = spent < SHORT_CALL_NS;
		/* exit_cpu still holds the value at entry. */
		t->exit_cpu = t->exit_inexact ? t->exit_cpu + spent : cpu_now();
		if (!t->exit_inexact)
			t->reading.t = call->t1;
		t->exit_t = call->t1;
	} else {
		t->exit_t = rb_now();
	}
	if (t->pending_count)
		rb_pending_release(t);
	if (t->counters.values)
		counters_exit(&t->counters);
	if (call->own_t0)
		own_add(&t->own, call->own + rb_now() - call->t1);
	t->depth = 0;
}

void rb_unordered(struct rb_call *call, int which)
{
	call->thread->unordered[which].calls++;
	call->thread->unordered[which].ns += call->t1 - call->t0;
}

void rb_append(struct rb_thread *t, const void *event)
{
	rb_lock(&t->lock);
	rb_event(t, event, NULL);
	rb_unlock(&t->lock);
}

void rb_record(const struct rb_call *call, enum rb_mpi_kind kind, uint8_t op, uint16_t flags, int peer, int tag,
	       uint32_t comm, uint64_t bytes, uint32_t post)
{
	struct rb_thread *t = call->thread;
	struct rb_mpi_counts counts;
	struct rb_mpi_record r = {
		.kind = kind, .op = op, .flags = (uint16_t)(flags | call->flags), .peer = peer, .tag = tag, .comm = comm,
		.bytes = RB_MPI_SIZE(bytes) | (uint64_t)call->site << RB_MPI_SITE_SHIFT,
		.t0_ns = call->t0, .t1_ns = call->t1, .compute_ns = call->compute, .mpi_ns = call->mpi, .post = post,
	};

	rb_lock(&t->lock);
	if (t->counters.values)
		counters_record(&t->counters, &counts);
	t->events += kind == RB_MPI_SEND || kind == RB_MPI_COLL_START
		     || (kind == RB_MPI_COLL && !(flags & RB_MPI_F_NONBLOCKING));
	r.number = t->events;
	rb_event(t, &r, t->counters.values ? &counts : NULL);
	rb_unlock(&t->lock);
}
