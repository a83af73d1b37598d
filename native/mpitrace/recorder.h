/*
 * What the generated wrappers call: they know signatures, this knows meaning. A call brackets one MPI call of one thread
 * of the program; calls that MPI makes on its own behalf inside it are not seen.
 */
#ifndef RUNBENCH_RECORDER_H
#define RUNBENCH_RECORDER_H

#include <mpi.h>
#include <stdint.h>

#include "runbench/mpitrace.h"
#include "weak.h"

struct rb_thread;
struct rb_communicator;

struct rb_call {
	struct rb_thread *thread;
	uint64_t t0, t1;
	uint64_t compute, mpi; /* totals at t0 */
	uint16_t flags;
	uint8_t  op;
	MPI_Status status; /* of a Fortran program, in C's form */
};

/* A request that the program holds, as it was before the call that may complete it. */
struct rb_pending {
	uint8_t  kind; /* enum rb_mpi_kind: RECV or COLL; 0 none of ours, or nothing that is to be completed */
	uint8_t  op;
	uint8_t  made_in_fortran;
	uint16_t flags;
	uint32_t post;
	int      root;
	uint64_t bytes;
	uint64_t key, serial; /* the handle, and which of its uses */
	struct rb_communicator *comm;
	void    *made;        /* MPI_Comm_idup: where the handle of the duplicate appears */
};

/* False when the call is not to be recorded: not tracing, or made by another traced call. */
int  rb_enter(struct rb_call *call, enum rb_mpi_op op);
void rb_exit(struct rb_call *call);  /* the MPI call has returned */
void rb_leave(struct rb_call *call); /* and everything about it was recorded */
void rb_unordered(struct rb_call *call, int which); /* it has no place in the order: rb_unordered_names[which] */

void rb_send(struct rb_call *call, uint16_t flags, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
uint32_t rb_post(void); /* a receive is posted now */
void rb_recv(struct rb_call *call, MPI_Status *status, int source, int tag, MPI_Comm comm, uint32_t post);
void rb_irecv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm, uint32_t post);
void rb_received(struct rb_call *call, uint8_t op, uint16_t flags, MPI_Status *status, struct rb_communicator *comm, uint32_t post);

void rb_persistent_send(struct rb_call *call, MPI_Request request, MPI_Count count, MPI_Datatype type, int dest,
			int tag, MPI_Comm comm);
void rb_persistent_recv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm);
void rb_start(struct rb_call *call, MPI_Request request); /* before MPI_Start: posts; records a send */

/* Before a completing call: remembers what the requests are. Room for n of them, valid until rb_leave. */
struct rb_pending *rb_pending(struct rb_call *call, const MPI_Request *requests, int n);
void rb_expect(MPI_Request request, struct rb_pending pending);
MPI_Status *rb_statuses(struct rb_call *call, int n); /* room for n statuses, valid until rb_leave */
MPI_Request *rb_requests(struct rb_call *call, int n); /* room for n handles, valid until rb_leave */
void rb_completed(struct rb_call *call, struct rb_pending *pending, MPI_Status *status);
void rb_forget(struct rb_call *call, MPI_Request request); /* before MPI_Request_free */

void rb_matched_probe(struct rb_call *call, MPI_Message message, MPI_Comm comm);
struct rb_pending *rb_message(struct rb_call *call, MPI_Message message); /* before MPI_Mrecv: what rb_matched_probe remembered */
void rb_mrecv(struct rb_call *call, struct rb_pending *message, MPI_Status *status);
void rb_imrecv(struct rb_call *call, struct rb_pending *message, MPI_Request request);

uint64_t rb_bytes(MPI_Count count, MPI_Datatype type);
/* Sum of counts[] over the members of comm; what: sizes of the group that data goes to. */
uint64_t rb_bytes_of_ints(struct rb_call *call, const int *counts, MPI_Datatype type, MPI_Comm comm);
uint64_t rb_bytes_of_counts(struct rb_call *call, const MPI_Count *counts, MPI_Datatype type, MPI_Comm comm);
#define rb_bytes_v(call, counts, type, comm) \
	_Generic((counts), const int *: rb_bytes_of_ints, const MPI_Count *: rb_bytes_of_counts)(call, counts, type, comm)
/* Before a collective: its serial number on comm. Afterwards a thread that was waiting could have gone on to the next. */
uint32_t rb_serial(struct rb_call *call, MPI_Comm comm);
void rb_collective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, uint32_t serial);
void rb_icollective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, uint32_t serial, MPI_Request request);
/* made: MPI_Comm *, or MPI_Fint * of Fortran, which holds the duplicate when the request is complete. */
void rb_idup(struct rb_call *call, MPI_Comm comm, uint32_t serial, MPI_Request request, void *made, int fortran);
void rb_comm_made(struct rb_call *call, MPI_Comm made); /* all members of it call this */

void rb_persistent_collective(struct rb_call *call, MPI_Request request, uint64_t bytes, int root, MPI_Comm comm);

/* A collective among those who share a window or a file: found before the call, recorded after it. */
struct rb_place {
	struct rb_communicator *comm; /* held until it is recorded; NULL: it is not followed */
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
struct rb_place rb_file_closing(MPI_File file); /* and forgets it */
void rb_file_begun(struct rb_call *call, MPI_File file, struct rb_place place, uint64_t bytes);
void rb_file_ended(struct rb_call *call, MPI_File file);

void rb_begin(uint64_t init_t0); /* MPI_Init has returned */
#if MPI_VERSION >= 4
void rb_begin_session(uint64_t init_t0, MPI_Session session); /* MPI_Session_init has */
#endif
void rb_end_use(void); /* MPI_Finalize or MPI_Session_finalize is about to be called: the last of them ends the trace */
void rb_finish(int aborted); /* aborted: MPI_Abort is about to be called */

uint64_t rb_now(void);

#endif
