/* The state behind recorder.h: one process, one sequence of events per thread.
 *
 * Under MPI_THREAD_MULTIPLE each thread that calls MPI has a state of its own, and each consumer has one per thread.
 * Events are therefore recorded without a lock that threads share. The shared tables (requests, communicators) have
 * locks. Under the lower thread levels the program itself serialises its calls; all threads then share thread 0. */
#ifndef RUNBENCH_STATE_H
#define RUNBENCH_STATE_H

#include <pthread.h>
#include <sys/types.h>

#include "consumer.h"
#include "counters.h"
#include "cpu_use.h"
#include "recorder.h"
#include "sites.h"

struct rb_communicator {
	uint32_t id;
	uint32_t serial;     /* serial number of the next collective */
	uint32_t persistent; /* number of persistent collectives initialised on it */
	uint64_t group;
	int      size, rank; /* size: both sides of an inter-communicator */
	int      inter;
	int      traced;     /* all members are in MPI_COMM_WORLD */
	int      first;      /* world rank of rank 0 on the side that names it */
	int      peers;      /* entries of world[]: the remote group's, if there is one */
	int     *world;      /* world ranks of the peers; -1: outside MPI_COMM_WORLD */
	int      references;
};

/* Memory that is valid until the thread's next call. */
struct rb_scratch {
	void  *block;
	size_t bytes;
};

/* The tracer's own time in a thread's calls, from a sample of them: the first RB_OWN_ALL calls, then one in 64 on average,
 * at random intervals. A measured call stands for the calls since the previous one. */
struct rb_own {
	uint64_t traced;          /* calls */
	uint64_t timed;           /* measured calls in ns */
	uint64_t ns;              /* estimate for all calls */
	uint64_t long_calls, long_ns; /* measured calls longer than RB_OWN_LONG_NS; the next measured call replaces them */
	uint32_t interval, left;  /* calls that the next measured call stands for; calls up to it */
	uint32_t random;
};
#define RB_OWN_ALL 128
/*
 * Longer: the thread was probably descheduled, which is no cost of tracing. As the call would stand for up to 128 others, one such
 * call would change the estimate for a short run several times over.
 */
#define RB_OWN_LONG_NS 100000

/* When the CPU clock was read. Reading it is a system call, which may cost more than the call that it brackets. A short
 * section of computation is therefore taken as busy, as long as the readings before it agreed with that. */
struct rb_cpu_reading {
	uint64_t entry_t;   /* of the last reading at the entry of a call, which verifies the sections before it */
	uint64_t t;         /* of the last reading, at an entry or an exit */
	unsigned agreeing;  /* number of the latest readings at entries that agreed with a busy thread */
};

struct rb_thread {
	int      number;
	int      depth;      /* in a traced call: nested MPI calls are not recorded */
	uint64_t compute, mpi;
	uint64_t exit_t, exit_cpu;
	int      exit_inexact;
	struct rb_cpu_reading reading;
	uint32_t events;     /* sends and collectives so far */
	uint32_t clock_from; /* calls before this event are not timed; 0: all are */
	int      at_stop;    /* at the stop of a signature: ends where it would next communicate or wait */
	uint32_t at_pause;   /* at a pause of a signature: the number of the pause; 0: none */
	uint64_t cancelled, foreign, freed;
	MPI_Comm cached_handle;
	struct rb_communicator *cached;
	unsigned cached_epoch;
	void    *consumer_states[RB_CONSUMERS]; /* state of each consumer; NULL: the consumer gets no events */
	struct rb_counters counters;
	char     events_error[256]; /* the reason for missing counters */
	struct rb_scratch pending, statuses, requests;
	int      pending_count;
	pthread_mutex_t lock; /* protects consumer_states and events: the thread that ends the trace ends all threads' states */
	struct rb_thread *next;
	int      has_ended;        /* its thread has ended; a new thread may reuse its number */
	uint64_t calls[256];
	struct rb_own own;
	struct rb_sites sites;
	struct { uint64_t calls, ns; } *unordered;
};

struct rb_threads {
	struct rb_thread *first;
	pthread_mutex_t lock;      /* protects the list */
	pthread_key_t   at_end;    /* runs at the end of a thread */
	uint32_t        untraced_count;
	struct rb_thread main;
	struct rb_thread untraced; /* state of threads without a file: never recorded */
};

struct rb_comms {
	int      keyval, window_keyval;
	MPI_Group world;               /* the group whose ranks events name */
	unsigned epoch;                /* incremented when a communicator is freed: its handle may be reused */
	uint32_t local_names;          /* number of names given by this rank; the first one of rank 0 is the world's */
	pthread_mutex_t lock;
	MPI_Comm *handles;             /* all known communicators, for the stop of a signature only */
	size_t   handle_count, handle_slots;
	struct rb_creation *creations; /* the number of creations per set of members */
	size_t   creation_slots, creation_count;
};

/* The open files, by the value of their handle. */
struct rb_files {
	pthread_mutex_t lock;
	struct rb_file *first;
};

struct rb_requests {
	pthread_mutex_t lock;
	struct rb_request *table;
	size_t   slots, count;
	uint64_t serials;
	uint32_t posts;            /* posted receives so far */
};

/* The only global state, from MPI_Init to MPI_Finalize: process.c. */
struct rb_process {
	int      active;
	int      ended;              /* the trace has ended */
	int      users;              /* initialisations (MPI_Init, MPI_Session_init) that have not been finalised */
	int      multiple;           /* MPI_THREAD_MULTIPLE */
	int      cpu_clock;
	int      counting;           /* signature mode: only an event's number and times are needed */
	int      signature_fits, signature_stops;
	MPI_Comm meeting;            /* communicator of all ranks, for the stop of a signature */
	int      rank, ranks;
	pid_t    pid;
	const struct rb_consumer *consumers[RB_CONSUMERS];
	struct rb_threads  threads;
	struct rb_comms    comms;
	struct rb_requests requests;
	struct rb_files    files;
	uint64_t begin_ns;           /* duration of preparing the trace, at the end of MPI_Init */
	struct cpu_use cpu_at_begin; /* at the end of MPI_Init */
	struct cpu_use cpu_at_end;   /* at a signature's last cut */
};

extern struct rb_process rb_process __attribute__((visibility("hidden")));

/* Calls that are counted and timed, but not ordered; generated by generate.pl. */
extern const char *const rb_unordered_names[];
extern const int rb_unordered_count;

/* The calling thread's state under MPI_THREAD_MULTIPLE; NULL before its first call. */
extern __thread struct rb_thread *rb_thread_self __attribute__((tls_model("initial-exec"), visibility("hidden")));
struct rb_thread *rb_thread_register(void); /* at the thread's first call */

static inline struct rb_thread *rb_self(void)
{
	if (!rb_process.multiple)
		return &rb_process.threads.main;
	return rb_thread_self ? rb_thread_self : rb_thread_register();
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

/* Prepares thread 0 or a new one: counters and consumers. Returns 0, or an errno with the failed step; then nothing is
 * left open. */
int  rb_thread_begin(struct rb_thread *thread, char *what, size_t what_bytes);
int  rb_threads_prepare(void); /* before the first thread; returns 0 or an errno */
void rb_threads_end(uint64_t t0, int aborted); /* ends the traces of all threads at t0 */
void rb_restart_compute(struct rb_thread *thread);
void rb_pending_release(struct rb_thread *thread); /* releases the requests that the thread's call did not complete */

void rb_end_at_stop(void) __attribute__((noreturn)); /* ends the trace and the process at the stop of a signature */

/* Passes an event to all consumers. */
static inline void rb_event(struct rb_thread *thread, const void *event, const struct rb_mpi_counts *counts)
{
	for (int i = 0; i < RB_CONSUMERS; i++)
		if (thread->consumer_states[i])
			rb_process.consumers[i]->event(thread->consumer_states[i], event, counts);
}

/* Passes on an event that belongs to no call. */
void rb_append(struct rb_thread *thread, const void *event);
/* Passes on an event of a call. */
void rb_record(const struct rb_call *call, enum rb_mpi_kind kind, uint8_t op, uint16_t flags, int peer, int tag,
	       uint32_t comm, uint64_t bytes, uint32_t post);

int  rb_comms_prepare(void); /* returns 0 or an MPI error */
void rb_comms_abandon(void);
/* NULL: no memory, or not a communicator */
struct rb_communicator *rb_comm_of(struct rb_thread *thread, MPI_Comm comm);
void rb_comm_retain(struct rb_communicator *comm);
void rb_comm_release(struct rb_communicator *comm);
/* Sets the identity of a duplicate from MPI_Comm_idup. */
void rb_comm_identify_duplicate(struct rb_thread *thread, MPI_Comm made, uint32_t parent, uint32_t serial);
/* Returns a communicator with the members of comm and an identity derived from the collective's serial. NULL: not
 * traced. */
struct rb_communicator *rb_comm_derived(struct rb_thread *thread, MPI_Comm comm, uint32_t serial);
int *rb_world_ranks(MPI_Group group, int n); /* -1: outside; NULL: no memory. The caller frees it */

int  rb_windows_prepare(void); /* returns 0 or an MPI error */

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
