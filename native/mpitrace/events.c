/* Conversion of messages and collectives to events. */
#include "state.h"

uint64_t rb_bytes(MPI_Count count, MPI_Datatype type)
{
	MPI_Count size = 0;

	if (count <= 0 || rb_process.counting)
		return 0;
	PMPI_Type_size_x(type, &size);
	return size > 0 ? (uint64_t)(count * size) : 0;
}

#define BYTES_OF(name, count_type) \
	uint64_t name(struct rb_call *call, const count_type *counts, MPI_Datatype type, MPI_Comm comm) \
	{ \
		struct rb_communicator *c = rb_comm_of(call->thread, comm); \
		MPI_Count sum = 0; \
	\
		for (int i = 0; !rb_process.counting && c && i < c->peers; i++) \
			sum += counts[i]; \
		return rb_bytes(sum, type); \
	}

BYTES_OF(rb_bytes_of_ints, int)
BYTES_OF(rb_bytes_of_counts, MPI_Count)

void rb_send(struct rb_call *call, uint16_t flags, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct rb_communicator *c;
	int peer;

	if (dest == MPI_PROC_NULL || !(c = rb_comm_of(call->thread, comm)))
		return;
	peer = rb_world_rank(c, dest);
	if (peer < 0) {
		call->thread->foreign++;
		return;
	}
	rb_record(call, RB_MPI_SEND, call->op, flags | rb_comm_flags(c), peer, tag, c->id, rb_bytes(count, type), 0);
}

uint32_t rb_post(void)
{
	return __atomic_fetch_add(&rb_process.requests.posts, 1, __ATOMIC_RELAXED);
}

void rb_received(struct rb_call *call, uint8_t op, uint16_t flags, MPI_Status *status, struct rb_communicator *c,
	uint32_t post)
{
	MPI_Count bytes = 0;
	int cancelled = 0, peer;

	if (!c || rb_process.counting || status->MPI_SOURCE == MPI_PROC_NULL)
		return;
	if (flags & RB_MPI_F_NONBLOCKING)
		PMPI_Test_cancelled(status, &cancelled);
	if (cancelled) {
		call->thread->cancelled++;
		return;
	}
	peer = rb_world_rank(c, status->MPI_SOURCE);
	if (peer < 0) {
		call->thread->foreign++;
		return;
	}
	PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
	rb_record(call, RB_MPI_RECV, op, flags | rb_comm_flags(c), peer, status->MPI_TAG, c->id,
		  bytes > 0 ? (uint64_t)bytes : 0, post);
}

void rb_recv(struct rb_call *call, MPI_Status *status, int source, int tag, MPI_Comm comm, uint32_t post)
{
	if (source != MPI_PROC_NULL)
		rb_received(call, call->op, rb_wildcards(source, tag), status, rb_comm_of(call->thread, comm), post);
}

void rb_irecv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm, uint32_t post)
{
	if (source != MPI_PROC_NULL && !rb_process.counting)
		rb_expect(request, (struct rb_pending){ .kind = RB_MPI_RECV, .op = call->op, .root = -1, .post = post,
							.flags = RB_MPI_F_NONBLOCKING | rb_wildcards(source, tag),
							.comm = rb_comm_of(call->thread, comm) });
}

uint32_t rb_serial(struct rb_call *call, MPI_Comm comm)
{
	struct rb_communicator *c = rb_comm_of(call->thread, comm);

	return c ? __atomic_fetch_add(&c->serial, 1, __ATOMIC_RELAXED) : 0;
}

void rb_collective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, uint32_t serial)
{
	struct rb_communicator *c = rb_comm_of(call->thread, comm);

	if (c)
		rb_record(call, RB_MPI_COLL, call->op, rb_comm_flags(c), c->inter && root < 0 ? -1 : rb_world_rank(c, root), 0,
			  c->id, bytes, serial);
}

static void started(struct rb_call *call, struct rb_pending pending, MPI_Request request)
{
	if (!pending.comm)
		return;
	rb_record(call, RB_MPI_COLL_START, call->op, pending.flags | rb_comm_flags(pending.comm), pending.root, 0,
		  pending.comm->id, pending.bytes, pending.post);
	if (pending.made || !rb_process.counting) /* other completions need no record in signature mode */
		rb_expect(request, pending);
}

void rb_icollective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, uint32_t serial, MPI_Request request)
{
	struct rb_communicator *c = rb_comm_of(call->thread, comm);

	started(call, (struct rb_pending){ .kind = RB_MPI_COLL, .op = call->op, .flags = RB_MPI_F_NONBLOCKING,
		.post = serial,
					   .root = rb_world_rank(c, root), .bytes = bytes, .comm = c }, request);
}

struct rb_place rb_place_of(struct rb_communicator *c)
{
	if (!c)
		return (struct rb_place){ 0 };
	rb_comm_retain(c);
	return (struct rb_place){ .comm = c, .serial = __atomic_fetch_add(&c->serial, 1, __ATOMIC_RELAXED) };
}

void rb_collective_at(struct rb_call *call, struct rb_place place, uint64_t bytes)
{
	if (place.comm)
		rb_record(call, RB_MPI_COLL, call->op, 0, -1, 0, place.comm->id, bytes, place.serial);
	rb_comm_release(place.comm);
}

void rb_icollective_at(struct rb_call *call, struct rb_place place, uint64_t bytes, MPI_Request request)
{
	started(call, (struct rb_pending){ .kind = RB_MPI_COLL, .op = call->op, .flags = RB_MPI_F_NONBLOCKING,
		.post = place.serial,
					   .root = -1, .bytes = bytes, .comm = place.comm }, request);
	rb_comm_release(place.comm);
}

void rb_idup(struct rb_call *call, MPI_Comm comm, uint32_t serial, MPI_Request request, void *made, int fortran)
{
	started(call, (struct rb_pending){ .kind = RB_MPI_COLL, .op = call->op, .flags = RB_MPI_F_NONBLOCKING,
		.post = serial,
					   .root = -1, .made = made, .made_in_fortran = (uint8_t)fortran,
					   .comm = rb_comm_of(call->thread, comm) }, request);
}
