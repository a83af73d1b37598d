/*
 * The state behind recorder.h: one process, one sequence of events per thread.
 *
 * Under MPI_THREAD_MULTIPLE each thread that calls MPI has a state of its own, and each consumer one for it, so that events are
 * recorded without a lock that threads share; what threads do share (requests, communicators) has locks. Under the lower levels
 * the program itself puts its calls in one order, whatever threads they come from: all of them share thread 0.
 */
#ifndef RUNBENCH_STATE_H
#define RUNBENCH_STATE_H

#include <pthread.h>
#include <sys/types.h>

#include "consumer.h"
#include "counters.h"
#include "cpu_use.h"
#include "recorder.h"

struct rb_communicator {
	uint32_t id;
	uint32_t serial;     /* of the next collective */
	uint32_t persistent; /* persistent collectives that were initialised on it */
	uint64_t group;
	int      size, rank; /* size: both sides of an inter-communicator */
	int      inter;
	int      traced;     /* all members are in MPI_COMM_WORLD */
	int      first;      /* its rank 0 of the side that names it, in MPI_COMM_WORLD */
	int      peers;      /* entries of world[]: of the remote group, if there is one */
	int     *world;      /* their ranks in MPI_COMM_WORLD; -1 outside it */
	int      references;
};

/* Memory that lasts until the next call of its thread. */
struct rb_scratch {
	void  *block;
	size_t bytes;
};

struct rb_thread {
	int      number;
	int      depth;      /* in a traced call: what MPI calls on its own behalf is not recorded */
	uint64_t compute, mpi;
	uint64_t exit_t, exit_cpu;
	int      exit_inexact;
	uint32_t events;     /* sends and collectives so far */
	uint32_t clock_from; /* only the calls from this event on are timed; 0: all are */
	int      at_stop;    /* of a signature: it ends where it would next communicate or wait */
	uint32_t at_pause;   /* or pauses there: the number of the pause; 0: it does not */
	uint64_t cancelled, foreign, freed;
	MPI_Comm cached_handle;
	struct rb_communicator *cached;
	unsigned cached_epoch;
	void    *consumed[RB_CONSUMERS]; /* what each consumer made of it; NULL: it does not get its events */
	struct rb_counters counters;
	char     events_error[256]; /* why nothing is counted */
	struct rb_scratch pending, statuses, requests;
	int      pending_count;
	pthread_mutex_t lock; /* consumed, events: the thread that ends the trace ends all */
	struct rb_thread *next;
	int      idle;        /* its thread has ended; another may go on with its number */
	uint64_t calls[256];
	struct { uint64_t calls, ns; } *unordered;
};

struct rb_threads {
	struct rb_thread *first;
	pthread_mutex_t lock;      /* the list */
	pthread_key_t   at_end;    /* of a thread */
	uint32_t        untraced_count;
	struct rb_thread main;
	struct rb_thread untraced; /* what a thread has that could not be given a file: never recorded */
};

struct rb_comms {
	int      keyval, window_keyval;
	MPI_Group world;           /* whose ranks events name */
	unsigned epoch;            /* changes when a communicator is freed: its handle may come back as another's */
	uint32_t named_here;       /* the first name of rank 0 is that of the world */
	pthread_mutex_t learning;
	MPI_Comm *handles;         /* those known, for the stop of a signature; otherwise none */
	size_t   handle_count, handle_slots;
	struct rb_creation *creations; /* how often which members were met */
	size_t   creation_slots, creation_count;
};

/* The files that are open, by the value of their handle. */
struct rb_files {
	pthread_mutex_t lock;
	struct rb_file *first;
};

struct rb_requests {
	pthread_mutex_t lock;
	struct rb_request *table;
	size_t   slots, count;
	uint64_t serials;
	uint32_t posts;            /* receives so far */
};

/* The one global, made by MPI_Init and ended by MPI_Finalize: process.c. */
struct rb_process {
	int      active;
	int      ended;      /* the trace is */
	int      users;      /* MPI_Init and MPI_Session_init whose end is still to come */
	int      multiple;   /* MPI_THREAD_MULTIPLE */
	int      cpu_clock;
	int      counting;   /* signature mode: nobody wants more of an event than its number and its times */
	int      signature_fits, signature_stops;
	MPI_Comm meeting;    /* of all ranks, at the stop of a signature */
	int      rank, ranks;
	pid_t    pid;
	const struct rb_consumer *consumers[RB_CONSUMERS];
	struct rb_threads  threads;
	struct rb_comms    comms;
	struct rb_requests requests;
	struct rb_files    files;
	struct cpu_use begun;     /* at the end of MPI_Init */
	struct cpu_use measured;  /* at a signature's last cut */
};

extern struct rb_process rb_process __attribute__((visibility("hidden")));

/* Made by generate.pl: calls that are counted and timed, but not ordered. */
extern const char *const rb_unordered_names[];
extern const int rb_unordered_count;

/* Of the calling thread, under MPI_THREAD_MULTIPLE; NULL before its first call. */
extern __thread struct rb_thread *rb_thread_self __attribute__((tls_model("initial-exec"), visibility("hidden")));
struct rb_thread *rb_thread_introduce(void); /* at its first call */

static inline struct rb_thread *rb_self(void)
{
	if (!rb_process.multiple)
		return &rb_process.threads.main;
	return rb_thread_self ? rb_thread_self : rb_thread_introduce();
}

static inline void rb_lock(pthread_mutex_t *lock)
{
	if (rb_process.multiple)
		pthread_mutex_lock(lock);
}

static inline void rb_unlock(pthread_mutex_t *lock)
{
	if (rb_process.multiple)
		pthread_mutex_unlock(lock);
}

/* Prepares thread 0 or a new one: counters, consumers. 0, or an errno after which nothing is left open; what: what failed. */
int  rb_thread_begin(struct rb_thread *thread, char *what, size_t what_bytes);
int  rb_threads_prepare(void); /* before the first; 0 or an errno */
void rb_threads_end(uint64_t t0, int aborted); /* the trace of every thread, at t0 */
void rb_compute_from_here(struct rb_thread *thread);
void rb_pending_release(struct rb_thread *thread); /* of the requests that its call did not complete */

void rb_end_at_stop(void) __attribute__((noreturn)); /* of a signature: the process ends with the trace */

/* The one hook. */
static inline void rb_event(struct rb_thread *thread, const void *event, const struct rb_mpi_counts *counts)
{
	for (int i = 0; i < RB_CONSUMERS; i++)
		if (thread->consumed[i])
			rb_process.consumers[i]->event(thread->consumed[i], event, counts);
}

/* Hands an event that is no call's to the consumers, as it is. */
void rb_append(struct rb_thread *thread, const void *event);
/* Hands on an event of a call. */
void rb_record(const struct rb_call *call, enum rb_mpi_kind kind, uint8_t op, uint16_t flags, int peer, int tag,
	       uint32_t comm, uint64_t bytes, uint32_t post);

int  rb_comms_prepare(void); /* 0, or an MPI error */
void rb_comms_abandon(void);
struct rb_communicator *rb_comm_of(struct rb_thread *thread, MPI_Comm comm); /* NULL: no memory, or no communicator */
void rb_comm_retain(struct rb_communicator *comm);
void rb_comm_release(struct rb_communicator *comm);
/* Gives a duplicate that was begun with MPI_Comm_idup its identity. */
void rb_comm_promised(struct rb_thread *thread, MPI_Comm made, uint32_t parent, uint32_t serial);
/* What the collective of this serial on comm made for its members: with an identity of its own. NULL: it is not followed. */
struct rb_communicator *rb_comm_derived(struct rb_thread *thread, MPI_Comm comm, uint32_t serial);
int *rb_world_ranks(MPI_Group group, int n); /* -1: outside; NULL: no memory. To be freed */

int  rb_windows_prepare(void); /* 0, or an MPI error */

static inline int rb_world_rank(const struct rb_communicator *c, int rank)
{
	return c && rank >= 0 && rank < c->peers ? c->world[rank] : -1;
}

static inline uint16_t rb_wildcards(int source, int tag)
{
	return (source == MPI_ANY_SOURCE ? RB_MPI_F_ANY_SOURCE : 0) | (tag == MPI_ANY_TAG ? RB_MPI_F_ANY_TAG : 0);
}

static inline uint16_t rb_comm_flags(const struct rb_communicator *c)
{
	return c->inter ? RB_MPI_F_INTERCOMM : 0;
}

#endif
