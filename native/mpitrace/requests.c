/* The program's requests and matched messages, by the value of their handle.
 *
 * MPI reuses the handle of a completed request. Under MPI_THREAD_MULTIPLE another thread may get it before the
 * completing call has returned to the wrapper. Therefore the state of a request is copied before the call, and exactly
 * that entry is removed after it; a serial number distinguishes it from a later entry with the same handle. */
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rb_request {
	uint64_t key;        /* 0: free */
	struct rb_pending pending;
	int      persistent; /* 1: receive, 2: send, 3: collective */
	uint32_t starts;     /* starts of a persistent collective */
	/* of a persistent send, ranks of its communicator; of a collective, its number among the persistent ones */
	int      peer, tag;
};

static struct rb_requests *const held = &rb_process.requests;

static size_t home(uint64_t key)
{
	return (key * 0x9e3779b97f4a7c15u >> 20) & (held->slots - 1);
}

static struct rb_request *find(uint64_t key)
{
	if (!held->count || !key)
		return NULL;
	for (size_t at = home(key); held->table[at].key; at = (at + 1) & (held->slots - 1))
		if (held->table[at].key == key)
			return &held->table[at];
	return NULL;
}

static struct rb_request *place(uint64_t key)
{
	size_t at = home(key);

	while (held->table[at].key && held->table[at].key != key)
		at = (at + 1) & (held->slots - 1);
	return &held->table[at];
}

static struct rb_request *add(uint64_t key)
{
	struct rb_request *r;

	if ((held->count + 1) * 2 > held->slots) {
		size_t old_slots = held->slots;
		struct rb_request *old = held->table, *grown = calloc(held->slots ? held->slots * 2 : 256, sizeof *grown);
		if (!grown)
			return NULL;
		held->table = grown;
		held->slots = held->slots ? held->slots * 2 : 256;
		for (size_t i = 0; i < old_slots; i++)
			if (old[i].key)
				*place(old[i].key) = old[i];
		free(old);
	}
	r = place(key);
	if (r->key)
		rb_comm_release(r->pending.comm); /* MPI reused the handle before, or without, a recorded end */
	else
		held->count++;
	memset(r, 0, sizeof *r);
	r->key = key;
	return r;
}

/* Removes an entry without tombstones: later entries of the run move up. */
static void remove_request(struct rb_request *r)
{
	size_t mask = held->slots - 1, hole = (size_t)(r - held->table), at = hole;

	rb_comm_release(r->pending.comm);
	held->count--;
	for (;;) {
		at = (at + 1) & mask;
		if (!held->table[at].key)
			break;
		if (((at - home(held->table[at].key)) & mask) >= ((at - hole) & mask)) {
			held->table[hole] = held->table[at];
			hole = at;
		}
	}
	held->table[hole].key = 0;
}

static uint64_t key_of(MPI_Request request)
{
	return request == MPI_REQUEST_NULL ? 0 : (uint64_t)(uintptr_t)request;
}

/* Keys of messages and requests are distinct, because their handles may have equal values. */
static uint64_t message_key(MPI_Message message)
{
	return (uint64_t)(uintptr_t)message ^ 0x8000000000000000u;
}

static void remember(uint64_t key, struct rb_request what)
{
	struct rb_request *r;

	if (!what.pending.comm || !key)
		return;
	rb_comm_retain(what.pending.comm);
	rb_lock(&held->lock);
	r = add(key);
	if (r) {
		*r = what;
		r->key = r->pending.key = key;
		r->pending.serial = ++held->serials;
	}
	rb_unlock(&held->lock);
	if (!r)
		rb_comm_release(what.pending.comm);
}

void rb_expect(MPI_Request request, struct rb_pending pending)
{
	remember(key_of(request), (struct rb_request){ .pending = pending });
}

void rb_persistent_send(struct rb_call *call, MPI_Request request, MPI_Count count, MPI_Datatype type, int dest,
			int tag, MPI_Comm comm)
{
	if (dest != MPI_PROC_NULL)
		remember(key_of(request), (struct rb_request){
			.pending = { .op = call->op, .flags = RB_MPI_F_NONBLOCKING | RB_MPI_F_PERSISTENT, .root = -1,
				     .bytes = rb_bytes(count, type), .comm = rb_comm_of(call->thread, comm) },
			.persistent = 2, .peer = dest, .tag = tag });
}

void rb_persistent_recv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm)
{
	if (source != MPI_PROC_NULL)
		remember(key_of(request), (struct rb_request){
			.pending = { .op = call->op, .root = -1, .comm = rb_comm_of(call->thread, comm),
				     .flags = RB_MPI_F_NONBLOCKING | RB_MPI_F_PERSISTENT | rb_wildcards(source, tag) },
			.persistent = 1 });
}

void rb_persistent_collective(struct rb_call *call, MPI_Request request, uint64_t bytes, int root, MPI_Comm comm)
{
	struct rb_communicator *c = rb_comm_of(call->thread, comm);

	if (c)
		remember(key_of(request), (struct rb_request){
			.pending = { .op = call->op, .flags = RB_MPI_F_NONBLOCKING | RB_MPI_F_PERSISTENT, .bytes = bytes,
				     .root = rb_world_rank(c, root), .comm = c },
			.persistent = 3, .peer = (int)(__atomic_fetch_add(&c->persistent, 1, __ATOMIC_RELAXED) & INT32_MAX) });
}

/* Returns the serial number of a start of a persistent collective. Members initialise persistent collectives in one
 * order and start each of them equally often, but may interleave the starts differently. Each one therefore has a
 * sequence of its own, outside the range of the other collectives. */
static uint32_t serial_of_start(const struct rb_request *r)
{
	return 1u << 30 | (((uint32_t)r->peer * 0x9e3779b1u + r->starts) & ((1u << 30) - 1));
}

void rb_start(struct rb_call *call, MPI_Request request)
{
	struct rb_request *r, started = { 0 };
	int peer;

	rb_lock(&held->lock);
	r = find(key_of(request));
	if (r && r->persistent == 1) {
		r->pending.kind = RB_MPI_RECV;
		r->pending.post = rb_post();
	} else if (r && r->persistent == 2) {
		started = *r; /* an inactive request cannot be freed during its start, so it keeps its communicator */
	} else if (r && r->persistent == 3) {
		r->pending.kind = RB_MPI_COLL;
		r->pending.post = serial_of_start(r);
		r->starts++;
		started = *r;
	}
	rb_unlock(&held->lock);
	if (!started.persistent)
		return;
	if (started.persistent == 3) {
		rb_record(call, RB_MPI_COLL_START, started.pending.op,
			started.pending.flags | rb_comm_flags(started.pending.comm),
			  started.pending.root, 0, started.pending.comm->id, started.pending.bytes, started.pending.post);
		return;
	}
	peer = rb_world_rank(started.pending.comm, started.peer);
	if (peer < 0) {
		call->thread->foreign++;
		return;
	}
	rb_record(call, RB_MPI_SEND, started.pending.op, started.pending.flags | rb_comm_flags(started.pending.comm), peer,
		  started.tag, started.pending.comm->id, started.pending.bytes, 0);
}

static void *reserve(struct rb_scratch *scratch, size_t need)
{
	if (need > scratch->bytes) {
		void *grown = realloc(scratch->block, need * 2);
		if (!grown) {
			fprintf(stderr, "runbench: out of memory: %zu bytes for the table of requests\n", need * 2);
			abort();
		}
		scratch->block = grown;
		scratch->bytes = need * 2;
	}
	return scratch->block;
}

MPI_Status *rb_statuses(struct rb_call *call, int n)
{
	return reserve(&call->thread->statuses, sizeof(MPI_Status) * (size_t)(n > 0 ? n : 1));
}

MPI_Request *rb_requests(struct rb_call *call, int n)
{
	return reserve(&call->thread->requests, sizeof(MPI_Request) * (size_t)(n > 0 ? n : 1));
}

static struct rb_pending *pending_of(struct rb_thread *t, const uint64_t *keys, const MPI_Request *requests, int n)
{
	struct rb_pending *p = reserve(&t->pending, sizeof *p * (size_t)(n > 0 ? n : 1));

	rb_lock(&held->lock);
	for (int i = 0; i < n; i++) {
		struct rb_request *r = find(keys ? keys[i] : key_of(requests[i]));
		p[i].kind = 0;
		if (r && r->pending.kind) {
			p[i] = r->pending;
			rb_comm_retain(p[i].comm);
		}
	}
	rb_unlock(&held->lock);
	t->pending_count = n > 0 ? n : 0;
	return p;
}

struct rb_pending *rb_pending(struct rb_call *call, const MPI_Request *requests, int n)
{
	return pending_of(call->thread, NULL, requests, n);
}

struct rb_pending *rb_message(struct rb_call *call, MPI_Message message)
{
	uint64_t key = message_key(message);

	return pending_of(call->thread, &key, NULL, 1);
}

void rb_pending_release(struct rb_thread *t)
{
	struct rb_pending *p = t->pending.block;

	for (int i = 0; i < t->pending_count; i++)
		if (p[i].kind)
			rb_comm_release(p[i].comm);
	t->pending_count = 0;
}

static void release_pending(struct rb_pending *p)
{
	struct rb_request *r;

	rb_lock(&held->lock);
	r = find(p->key);
	if (r && r->pending.serial == p->serial) {
		if (r->persistent)
			r->pending.kind = 0;
		else
			remove_request(r);
	}
	rb_unlock(&held->lock);
	rb_comm_release(p->comm);
	p->kind = 0;
}

void rb_completed(struct rb_call *call, struct rb_pending *p, MPI_Status *status)
{
	if (!p->kind)
		return;
	if (p->kind == RB_MPI_RECV)
		rb_received(call, p->op, p->flags, status, p->comm, p->post);
	else
		rb_record(call, RB_MPI_COLL, p->op, p->flags | rb_comm_flags(p->comm), p->root, 0, p->comm->id, p->bytes,
			  p->post);
	if (p->made)
		rb_comm_identify_duplicate(call->thread,
			p->made_in_fortran ? PMPI_Comm_f2c(*(MPI_Fint *)p->made) : *(MPI_Comm *)p->made,
				 p->comm->id, p->post);
	release_pending(p);
}

void rb_forget(struct rb_call *call, MPI_Request request)
{
	struct rb_request *r;

	rb_lock(&held->lock);
	r = find(key_of(request));
	if (r) {
		call->thread->freed += r->pending.kind != 0;
		remove_request(r);
	}
	rb_unlock(&held->lock);
}

void rb_matched_probe(struct rb_call *call, MPI_Message message, MPI_Comm comm)
{
	if (rb_process.counting)
		return;
	remember(message_key(message), (struct rb_request){
		.pending = { .kind = RB_MPI_RECV, .post = rb_post(), .root = -1, .comm = rb_comm_of(call->thread, comm) } });
}

void rb_mrecv(struct rb_call *call, struct rb_pending *p, MPI_Status *status)
{
	if (!p->kind)
		return;
	rb_received(call, call->op, 0, status, p->comm, p->post);
	release_pending(p);
}

void rb_imrecv(struct rb_call *call, struct rb_pending *p, MPI_Request request)
{
	if (!p->kind)
		return;
	rb_expect(request, (struct rb_pending){ .kind = RB_MPI_RECV, .op = call->op, .flags = RB_MPI_F_NONBLOCKING,
						.root = -1, .post = p->post, .comm = p->comm });
	release_pending(p);
}
