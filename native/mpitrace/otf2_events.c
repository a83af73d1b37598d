/* Conversion of events. As in the interposer, a send is written when it starts and a receive when it completes. The
 * surrounding call (Enter/Leave of a region named MPI_...) gives t0 and t1; without one the event's own time does. */
#include "otf2_ranks.h"

#define NONE UINT32_MAX

static uint8_t op_of_collective(OTF2_CollectiveOp op)
{
	switch (op) {
	case OTF2_COLLECTIVE_OP_BARRIER: return RB_OP_MPI_Barrier;
	case OTF2_COLLECTIVE_OP_BCAST: return RB_OP_MPI_Bcast;
	case OTF2_COLLECTIVE_OP_GATHER: return RB_OP_MPI_Gather;
	case OTF2_COLLECTIVE_OP_GATHERV: return RB_OP_MPI_Gatherv;
	case OTF2_COLLECTIVE_OP_SCATTER: return RB_OP_MPI_Scatter;
	case OTF2_COLLECTIVE_OP_SCATTERV: return RB_OP_MPI_Scatterv;
	case OTF2_COLLECTIVE_OP_ALLGATHER: return RB_OP_MPI_Allgather;
	case OTF2_COLLECTIVE_OP_ALLGATHERV: return RB_OP_MPI_Allgatherv;
	case OTF2_COLLECTIVE_OP_ALLTOALL: return RB_OP_MPI_Alltoall;
	case OTF2_COLLECTIVE_OP_ALLTOALLV: return RB_OP_MPI_Alltoallv;
	case OTF2_COLLECTIVE_OP_ALLTOALLW: return RB_OP_MPI_Alltoallw;
	case OTF2_COLLECTIVE_OP_ALLREDUCE: return RB_OP_MPI_Allreduce;
	case OTF2_COLLECTIVE_OP_REDUCE: return RB_OP_MPI_Reduce;
	case OTF2_COLLECTIVE_OP_REDUCE_SCATTER: return RB_OP_MPI_Reduce_scatter;
	case OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK: return RB_OP_MPI_Reduce_scatter_block;
	case OTF2_COLLECTIVE_OP_SCAN: return RB_OP_MPI_Scan;
	case OTF2_COLLECTIVE_OP_EXSCAN: return RB_OP_MPI_Exscan;
	default: return RB_OP_NONE;
	}
}

#define EVENT_HEAD                                                                                                  \
	struct rank *r = user;                                                                                      \
	uint64_t now = nanoseconds(r->archive, time);                                                                           \
	(void)position, (void)location, (void)attributes;                                                           \
	rank_seen(r, now)
#define EVENT_ARGS OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user, OTF2_AttributeList *attributes

static int is_mpi(const struct rank *r, uint32_t id)
{
	const struct region *region = region_of(r->archive, id);

	return region && region->mpi;
}

static OTF2_CallbackCode on_enter(EVENT_ARGS, OTF2_RegionRef region)
{
	EVENT_HEAD;
	if (is_mpi(r, region) && !r->in_call) {
		r->in_call = 1;
		r->call_region = region;
		r->call_t0 = now;
		r->compute += now > r->last_exit ? now - r->last_exit : 0;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_leave(EVENT_ARGS, OTF2_RegionRef region)
{
	EVENT_HEAD;
	if (r->in_call && region == r->call_region) {
		if (r->collective_open) {
			r->unended[region_of(r->archive, region)->op].calls++;
			r->unended[region_of(r->archive, region)->op].ns += now - r->call_t0;
			r->collective_open = 0;
		}
		rank_flush(r, now);
		r->in_call = 0;
		r->mpi += now - r->call_t0;
		r->last_exit = now;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static uint8_t call_or(struct rank *r, uint8_t otherwise)
{
	uint8_t op = r->in_call ? region_of(r->archive, r->call_region)->op : 0;

	return op ? op : otherwise;
}

static OTF2_CallbackCode on_send(EVENT_ARGS, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t bytes)
{
	EVENT_HEAD;
	size_t c = comm_index(r->archive, comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	rank_record(r, now, RB_MPI_SEND, call_or(r, RB_OP_MPI_Send), 0, world_rank(r->archive, c, receiver, r->number),
		(int32_t)tag, c,
	       bytes, 0);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_isend(EVENT_ARGS, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t bytes,
	uint64_t request)
{
	EVENT_HEAD;
	size_t c = comm_index(r->archive, comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	(void)request;
	rank_record(r, now, RB_MPI_SEND, call_or(r, RB_OP_MPI_Isend), RB_MPI_F_NONBLOCKING,
	       world_rank(r->archive, c, receiver, r->number), (int32_t)tag, c, bytes, 0);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_irecv_request(EVENT_ARGS, uint64_t request)
{
	EVENT_HEAD;
	if (r->posting_count == r->posting_room) {
		r->posting_room = r->posting_room ? r->posting_room * 2 : 64;
		r->postings = grow(r->postings, r->posting_room, sizeof *r->postings);
	}
	r->postings[r->posting_count++] = (struct posting){ request, r->posts++ };
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_recv(EVENT_ARGS, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t bytes)
{
	EVENT_HEAD;
	size_t c = comm_index(r->archive, comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	rank_record(r, now, RB_MPI_RECV, call_or(r, RB_OP_MPI_Recv), 0, world_rank(r->archive, c, sender, r->number),
		(int32_t)tag, c,
	       bytes, r->posts++);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_irecv(EVENT_ARGS, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t bytes,
	uint64_t request)
{
	EVENT_HEAD;
	size_t c = comm_index(r->archive, comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	uint32_t post = NONE;
	for (size_t i = 0; i < r->posting_count; i++) {
		if (r->postings[i].request == request) {
			post = r->postings[i].post;
			r->postings[i] = r->postings[--r->posting_count];
			break;
		}
	}
	if (post == NONE)
		post = r->posts++;
	rank_record(r, now, RB_MPI_RECV, RB_OP_MPI_Irecv, RB_MPI_F_NONBLOCKING,
		world_rank(r->archive, c, sender, r->number),
	       (int32_t)tag, c, bytes, post);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_collective_begin(EVENT_ARGS)
{
	EVENT_HEAD;
	r->collective_open = r->in_call;
	return OTF2_CALLBACK_SUCCESS;
}

static int makes_communicators(uint8_t op)
{
	return op >= RB_OP_MPI_Comm_dup && op <= RB_OP_MPI_Comm_idup;
}

static OTF2_CallbackCode on_collective_end(EVENT_ARGS, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root,
	uint64_t sent,
					   uint64_t received)
{
	EVENT_HEAD;
	r->collective_open = 0;
	size_t c = comm_index(r->archive, comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	struct otf2_group *g = group_of(r->archive, c);
	/* Writers record the creation of a communicator as a barrier, because OTF2 has no name for it. */
	uint8_t known = makes_communicators(call_or(r, 0)) ? call_or(r, 0) : op_of_collective(op);
	sent = sent == OTF2_UNDEFINED_UINT64 ? 0 : sent;
	received = received == OTF2_UNDEFINED_UINT64 ? 0 : received;
	int32_t at = root == OTF2_UNDEFINED_UINT32 || (int32_t)root < 0 || (g && root >= g->count) ? -1
		     : world_rank(r->archive, c, root, r->number);
	/* The root of rootless operations is undefined. */
	if (known != RB_OP_MPI_Bcast && known != RB_OP_MPI_Reduce && known != RB_OP_MPI_Gather && known != RB_OP_MPI_Gatherv
	    && known != RB_OP_MPI_Scatter && known != RB_OP_MPI_Scatterv)
		at = -1;
	rank_record(r, now, RB_MPI_COLL, known ? known : call_or(r, RB_OP_NONE), 0, at, 0, c, sent ? sent : received,
	       r->serials[c]++);
	return OTF2_CALLBACK_SUCCESS;
}

OTF2_EvtReaderCallbacks *rank_callbacks(void)
{
	OTF2_EvtReaderCallbacks *e = OTF2_EvtReaderCallbacks_New();
	OTF2_EvtReaderCallbacks_SetEnterCallback(e, (OTF2_EvtReaderCallback_Enter)on_enter);
	OTF2_EvtReaderCallbacks_SetLeaveCallback(e, (OTF2_EvtReaderCallback_Leave)on_leave);
	OTF2_EvtReaderCallbacks_SetMpiSendCallback(e, (OTF2_EvtReaderCallback_MpiSend)on_send);
	OTF2_EvtReaderCallbacks_SetMpiIsendCallback(e, (OTF2_EvtReaderCallback_MpiIsend)on_isend);
	OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(e, (OTF2_EvtReaderCallback_MpiIrecvRequest)on_irecv_request);
	OTF2_EvtReaderCallbacks_SetMpiRecvCallback(e, (OTF2_EvtReaderCallback_MpiRecv)on_recv);
	OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(e, (OTF2_EvtReaderCallback_MpiIrecv)on_irecv);
	OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(e,
		(OTF2_EvtReaderCallback_MpiCollectiveBegin)on_collective_begin);
	OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(e, (OTF2_EvtReaderCallback_MpiCollectiveEnd)on_collective_end);
	return e;
}
