/* The interface between the generated wrappers, which have the signatures of the calls, and the recorder, which
 * interprets them. A call brackets one MPI call of one program thread. Calls that MPI itself makes inside it are not
 * recorded. */
#ifndef RUNBENCH_RECORDER_H
#define RUNBENCH_RECORDER_H

#include <mpi.h>
#include <stdint.h>

#include "runbench/mpitrace.h"

/* Weak references to MPI's objects. The library is preloaded into every process that the launcher starts, shells
 * included. Functions are bound at their first call; the objects behind these handles would prevent programs without
 * MPI from starting. */
#ifdef OPEN_MPI
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_byte
#pragma weak ompi_mpi_win_null
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_op_min
#pragma weak ompi_request_null
#pragma weak ompi_message_no_proc
#pragma weak ompi_message_null
#endif

struct rb_thread;
struct rb_communicator;

struct rb_call {
	struct rb_thread *thread;
	uint64_t t0, t1;
	uint64_t compute, mpi; /* totals at t0 */
	uint16_t flags;
	uint8_t  op;
	uint16_t site;
	uint64_t own_t0, own;  /* if the tracer's own time in this call is measured: its start, and its part before MPI */
	MPI_Status status; /* a Fortran program's status in C form */
};

/* A request of the program, as it was before the call that may complete it. */
struct rb_pending {
	uint8_t  kind;        /* enum rb_mpi_kind: RECV or COLL; 0: not recorded, or nothing to complete */
	uint8_t  op;
	uint8_t  made_in_fortran;
	uint16_t flags;
	uint32_t post;
	int      root;
	uint64_t bytes;
	uint64_t key, serial; /* the handle, and the number of its use */
	struct rb_communicator *comm;
	void    *made;        /* MPI_Comm_idup: address of the future duplicate's handle */
};

/* The Fortran code that called the running Fortran binding of MPI, which calls the C binding; NULL: none. */
extern __thread const void *rb_fortran_caller __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Begins a call. Returns false if the call is not recorded: tracing is off, or another traced call made it.
 * from: the return address of the call; NULL: not known. */
int  rb_enter(struct rb_call *call, enum rb_mpi_op op, const void *from);
static inline void rb_cross(struct rb_call *call); /* the MPI call begins */
void rb_exit(struct rb_call *call);  /* the MPI call has returned */
void rb_leave(struct rb_call *call); /* the call has been recorded */
/* counts a call without a place in the order: rb_unordered_names[which] */
void rb_unordered(struct rb_call *call, int which);

void rb_send(struct rb_call *call, uint16_t flags, MPI_Count count, MPI_Datatype type, int dest, int tag,
	MPI_Comm comm);
uint32_t rb_post(void); /* counts the posting of a receive */
void rb_recv(struct rb_call *call, MPI_Status *status, int source, int tag, MPI_Comm comm, uint32_t post);
void rb_irecv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm, uint32_t post);
void rb_received(struct rb_call *call, uint8_t op, uint16_t flags, MPI_Status *status, struct rb_communicator *comm,
	uint32_t post);

void rb_persistent_send(struct rb_call *call, MPI_Request request, MPI_Count count, MPI_Datatype type, int dest,
			int tag, MPI_Comm comm);
void rb_persistent_recv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm);
void rb_start(struct rb_call *call, MPI_Request request); /* before MPI_Start: posts a receive, records a send */

/* Copies the state of n requests before a call that may complete them. Valid until rb_leave. */
struct rb_pending *rb_pending(struct rb_call *call, const MPI_Request *requests, int n);
void rb_expect(MPI_Request request, struct rb_pending pending);
MPI_Status *rb_statuses(struct rb_call *call, int n); /* returns room for n statuses, valid until rb_leave */
MPI_Request *rb_requests(struct rb_call *call, int n); /* returns room for n handles, valid until rb_leave */
void rb_completed(struct rb_call *call, struct rb_pending *pending, MPI_Status *status);
void rb_forget(struct rb_call *call, MPI_Request request); /* before MPI_Request_free */

void rb_matched_probe(struct rb_call *call, MPI_Message message, MPI_Comm comm);
/* before MPI_Mrecv: returns the message of rb_matched_probe */
struct rb_pending *rb_message(struct rb_call *call, MPI_Message message);
void rb_mrecv(struct rb_call *call, struct rb_pending *message, MPI_Status *status);
void rb_imrecv(struct rb_call *call, struct rb_pending *message, MPI_Request request);

uint64_t rb_bytes(MPI_Count count, MPI_Datatype type);
/* Returns the size of counts[] elements of type, in bytes, over the group that receives the data: the members of comm, or
 * the remote group of an inter-communicator. */
uint64_t rb_bytes_of_ints(struct rb_call *call, const int *counts, MPI_Datatype type, MPI_Comm comm);
uint64_t rb_bytes_of_counts(struct rb_call *call, const MPI_Count *counts, MPI_Datatype type, MPI_Comm comm);
#define rb_bytes_v(call, counts, type, comm) \
	_Generic((counts), const int *: rb_bytes_of_ints, const MPI_Count *: rb_bytes_of_counts)(call, counts, type, comm)
/* Returns the serial number of a collective on comm. Must precede the call: afterwards a thread that waited could
 * already be in the next one. */
uint32_t rb_serial(struct rb_call *call, MPI_Comm comm);
void rb_collective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, uint32_t serial);
void rb_icollective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, uint32_t serial,
	MPI_Request request);
/* made: the address of the duplicate's handle (MPI_Comm, or MPI_Fint in Fortran), valid when the request is
 * complete. */
void rb_idup(struct rb_call *call, MPI_Comm comm, uint32_t serial, MPI_Request request, void *made, int fortran);
void rb_comm_made(struct rb_call *call, MPI_Comm made); /* called by all members of the new communicator */

void rb_persistent_collective(struct rb_call *call, MPI_Request request, uint64_t bytes, int root, MPI_Comm comm);

/* The place of a collective on a window or a file: determined before the call, recorded after it. */
struct rb_place {
	struct rb_communicator *comm; /* retained until it is recorded; NULL: not traced */
	uint32_t serial;
};
struct rb_place rb_place_of(struct rb_communicator *comm);
void rb_collective_at(struct rb_call *call, struct rb_place place, uint64_t bytes);
void rb_icollective_at(struct rb_call *call, struct rb_place place, uint64_t bytes, MPI_Request request);

void rb_win_made(struct rb_call *call, MPI_Win win, MPI_Comm comm, uint32_t serial);
struct rb_place rb_win_next(struct rb_call *call, MPI_Win win);
void rb_win_post(struct rb_call *call, MPI_Group origins, MPI_Win win);
void rb_win_start(struct rb_call *call, MPI_Group targets, MPI_Win win);
void rb_win_complete(struct rb_call *call, MPI_Win win);
void rb_win_wait(struct rb_call *call, MPI_Win win);

void rb_file_opened(struct rb_call *call, MPI_File file, MPI_Comm comm, uint32_t serial);
struct rb_place rb_file_next(MPI_File file);
struct rb_place rb_file_closing(MPI_File file); /* also forgets the file */
void rb_file_begun(struct rb_call *call, MPI_File file, struct rb_place place, uint64_t bytes);
void rb_file_ended(struct rb_call *call, MPI_File file);

void rb_begin(uint64_t init_t0); /* after MPI_Init */
#if MPI_VERSION >= 4
void rb_begin_session(uint64_t init_t0, MPI_Session session); /* after MPI_Session_init */
#endif
void rb_end_use(void); /* before MPI_Finalize or MPI_Session_finalize: the last one ends the trace */
void rb_finish(int aborted); /* aborted: before MPI_Abort */

uint64_t rb_now(void);

static inline void rb_cross(struct rb_call *call)
{
	if (__builtin_expect(call->own_t0 != 0, 0))
		call->own = rb_now() - call->own_t0;
}

#endif
