/* See recorder.h. The state of one traced process. */
#include "recorder.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "trace_file.h"

/*
 * The library is preloaded into whatever the launcher starts, shells included. Functions are bound when they are
 * called; the objects behind these handles must not keep a program without MPI from starting.
 */
#ifdef OPEN_MPI
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_comm_self
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_byte
#pragma weak ompi_request_null
#pragma weak ompi_mpi_group_null
#pragma weak ompi_message_no_proc
#pragma weak ompi_message_null
#endif

/* A call shorter than this was not descheduled or waiting: its CPU time is its wall time, and a clock read is saved. */
#define SHORT_CALL_NS 10000

struct rb_comm {
	uint32_t id;
	uint32_t serial;     /* of the next collective */
	uint64_t group;
	int      size, rank; /* size: both sides of an inter-communicator */
	int      inter;
	int      peers;      /* entries of world[]: of the remote group, if there is one */
	int     *world;      /* their ranks in MPI_COMM_WORLD; -1 outside it */
	int      references;
};

struct request {
	uint64_t key;        /* 0: free */
	struct rb_pending pending;
	int      persistent; /* 1 receive, 2 send */
	int      peer, tag;  /* of a persistent send, ranks of its communicator; of a receive as posted */
};

static struct {
	int      active;
	int      threads;    /* MPI_THREAD_MULTIPLE: lock */
	int      cpu_clock;
	int      said_full;
	pid_t    pid;
	uint64_t compute, mpi;
	uint64_t exit_t, exit_cpu;
	int      exit_inexact;
	uint32_t posts, number;
	uint64_t calls[256];
	uint64_t cancelled, foreign, freed;
	int      rank, ranks;
	int      keyval;
	MPI_Comm cached_handle;
	struct rb_comm *cached;
	struct trace_file file;
	struct counters counters;
	struct request *requests;
	size_t   request_slots, request_count;
	struct creation { uint64_t group; uint32_t count; } *creations;
	size_t   creation_slots, creation_count;
} S;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth;
static __thread struct { void *pending, *statuses, *requests; size_t pending_n, statuses_n, requests_n; } scratch;

static void guard(void)
{
	if (S.threads)
		pthread_mutex_lock(&lock);
}

static void unguard(void)
{
	if (S.threads)
		pthread_mutex_unlock(&lock);
}

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

int rb_enter(struct rb_call *call, enum rb_mpi_op op)
{
	uint64_t now;

	if (depth || !S.active)
		return 0;
	depth = 1;
	guard();
	if (S.counters.values)
		counters_enter(&S.counters);
	call->op = (uint8_t)op;
	call->flags = S.exit_inexact ? RB_MPI_F_CPU_INEXACT : 0;
	S.calls[op]++;
	if (S.cpu_clock) {
		uint64_t cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
		if (cpu > S.exit_cpu)
			S.compute += cpu - S.exit_cpu;
		S.exit_cpu = cpu;
		now = rb_now();
	} else {
		now = rb_now();
		S.compute += now - S.exit_t;
	}
	call->compute = S.compute;
	call->mpi = S.mpi;
	call->t0 = call->t1 = now;
	unguard();
	return 1;
}

void rb_exit(struct rb_call *call)
{
	call->t1 = rb_now();
}

void rb_leave(struct rb_call *call)
{
	uint64_t spent = call->t1 - call->t0;

	guard();
	S.mpi += spent;
	if (S.cpu_clock) {
		S.exit_inexact = spent < SHORT_CALL_NS;
		/* exit_cpu is what it was at the entry. */
		S.exit_cpu = S.exit_inexact ? S.exit_cpu + spent : clock_ns(CLOCK_PROCESS_CPUTIME_ID);
		S.exit_t = call->t1;
	} else {
		S.exit_t = rb_now();
	}
	if (S.counters.values)
		counters_exit(&S.counters);
	unguard();
	depth = 0;
}

static void append(const void *record)
{
	if (!trace_file_append(&S.file, record) && !S.said_full && S.file.fd >= 0) {
		S.said_full = 1;
		fprintf(stderr, "runbench: rank %d: the trace ends here, after %llu records: %s. The program goes on; "
			"what was traced can be analysed.\n", S.rank, (unsigned long long)S.file.records, strerror(errno));
	}
}

static void record(const struct rb_call *call, enum rb_mpi_kind kind, uint8_t op, uint16_t flags, int peer, int tag,
		   uint32_t comm, uint64_t bytes, uint32_t post)
{
	struct rb_mpi_record r = {
		.kind = kind, .op = op, .flags = (uint16_t)(flags | call->flags), .peer = peer, .tag = tag, .comm = comm,
		.bytes = bytes, .t0_ns = call->t0, .t1_ns = call->t1, .compute_ns = call->compute, .mpi_ns = call->mpi,
		.post = post,
	};

	guard();
	if (S.counters.values) {
		struct rb_mpi_counts counts;
		counters_record(&S.counters, &counts);
		append(&counts);
	}
	r.number = kind == RB_MPI_SEND || kind == RB_MPI_COLL ? ++S.number : S.number;
	append(&r);
	unguard();
}

/* FNV-1a over 32-bit words, in the order of ranks: the same on all members and in all runs. */
static uint64_t hash_words(uint64_t hash, const int *words, int n)
{
	for (int i = 0; i < n; i++)
		hash = (hash ^ (uint32_t)words[i]) * 0x100000001b3u;
	return hash;
}

static uint32_t creation_of(uint64_t group)
{
	if ((S.creation_count + 1) * 2 > S.creation_slots) {
		size_t slots = S.creation_slots ? S.creation_slots * 2 : 64;
		struct creation *grown = calloc(slots, sizeof *grown);
		if (!grown)
			return 0;
		for (size_t i = 0; i < S.creation_slots; i++) {
			if (S.creations[i].count) {
				size_t at = S.creations[i].group & (slots - 1);
				while (grown[at].count)
					at = (at + 1) & (slots - 1);
				grown[at] = S.creations[i];
			}
		}
		free(S.creations);
		S.creations = grown;
		S.creation_slots = slots;
	}
	size_t at = group & (S.creation_slots - 1);
	while (S.creations[at].count && S.creations[at].group != group)
		at = (at + 1) & (S.creation_slots - 1);
	if (!S.creations[at].count) {
		S.creations[at].group = group;
		S.creation_count++;
	}
	return S.creations[at].count++;
}

static int *world_ranks(MPI_Group group, int n)
{
	int *of = malloc(sizeof *of * (size_t)(n ? n : 1));
	int *world = malloc(sizeof *world * (size_t)(n ? n : 1));
	MPI_Group all;

	if (of && world) {
		for (int i = 0; i < n; i++)
			of[i] = i;
		PMPI_Comm_group(MPI_COMM_WORLD, &all);
		PMPI_Group_translate_ranks(group, n, of, all, world);
		PMPI_Group_free(&all);
		for (int i = 0; i < n; i++)
			if (world[i] == MPI_UNDEFINED)
				world[i] = -1;
	}
	free(of);
	return world;
}

static void release(struct rb_comm *c)
{
	if (c && --c->references == 0) {
		free(c->world);
		free(c);
	}
}

static int never_copy(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag)
{
	(void)comm, (void)keyval, (void)state, (void)in, (void)out;
	*flag = 0;
	return MPI_SUCCESS;
}

static int on_delete(MPI_Comm comm, int keyval, void *value, void *state)
{
	(void)comm, (void)keyval, (void)state;
	S.cached = NULL;
	release(value);
	return MPI_SUCCESS;
}

static struct rb_comm *learn(MPI_Comm comm)
{
	struct rb_comm *c = calloc(1, sizeof *c);
	MPI_Group group, remote;
	int n, *local;

	if (!c)
		return NULL;
	PMPI_Comm_test_inter(comm, &c->inter);
	PMPI_Comm_group(comm, &group);
	PMPI_Comm_size(comm, &n);
	PMPI_Comm_rank(comm, &c->rank);
	local = world_ranks(group, n);
	PMPI_Group_free(&group);
	c->size = c->peers = n;
	c->world = local;
	c->group = hash_words(0xcbf29ce484222325u, local, n);
	if (c->inter) {
		int m;
		PMPI_Comm_remote_group(comm, &remote);
		PMPI_Comm_remote_size(comm, &m);
		c->world = world_ranks(remote, m);
		PMPI_Group_free(&remote);
		c->peers = m;
		c->size = n + m;
		/* Both sides must arrive at one number: the side with the smaller first rank goes first. */
		c->group = local[0] < c->world[0] ? hash_words(hash_words(0x1f, local, n), c->world, m)
						  : hash_words(hash_words(0x1f, c->world, m), local, n);
		free(local);
	}
	uint32_t creation = creation_of(c->group);
	uint64_t mixed = (c->group ^ ((uint64_t)creation + 1) * 0x9e3779b97f4a7c15u) * 0xc2b2ae3d27d4eb4fu;
	c->id = (uint32_t)(mixed >> 32);
	c->references = 1;
	PMPI_Comm_set_attr(comm, S.keyval, c);
	struct rb_mpi_comm r = { .kind = RB_MPI_COMM, .flags = c->inter ? RB_MPI_F_INTERCOMM : 0, .size = c->size,
				 .rank = c->rank, .comm = c->id, .group = c->group, .t0_ns = rb_now(),
				 .compute_ns = S.compute, .mpi_ns = S.mpi, .creation = creation, .number = S.number };
	r.t1_ns = r.t0_ns;
	guard();
	append(&r);
	unguard();
	return c;
}

static struct rb_comm *comm_of(MPI_Comm comm)
{
	struct rb_comm *c = NULL;
	int found = 0;

	if (S.cached && S.cached_handle == comm)
		return S.cached;
	PMPI_Comm_get_attr(comm, S.keyval, &c, &found);
	if (!found)
		c = learn(comm);
	S.cached_handle = comm;
	S.cached = c;
	return c;
}

static int world_rank(const struct rb_comm *c, int rank)
{
	return c && rank >= 0 && rank < c->peers ? c->world[rank] : -1;
}

uint64_t rb_bytes(MPI_Count count, MPI_Datatype type)
{
	MPI_Count size = 0;

	if (count <= 0)
		return 0;
	PMPI_Type_size_x(type, &size);
	return size > 0 ? (uint64_t)(count * size) : 0;
}

uint64_t rb_bytes_v(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
	struct rb_comm *c = comm_of(comm);
	MPI_Count sum = 0;

	for (int i = 0; c && i < c->peers; i++)
		sum += counts[i];
	return rb_bytes(sum, type);
}

static uint16_t comm_flags(const struct rb_comm *c)
{
	return c->inter ? RB_MPI_F_INTERCOMM : 0;
}

void rb_send(struct rb_call *call, uint16_t flags, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct rb_comm *c;
	int peer;

	if (dest == MPI_PROC_NULL || !(c = comm_of(comm)))
		return;
	peer = world_rank(c, dest);
	if (peer < 0) {
		S.foreign++;
		return;
	}
	record(call, RB_MPI_SEND, call->op, flags | comm_flags(c), peer, tag, c->id, rb_bytes(count, type), 0);
}

uint32_t rb_post(void)
{
	return __atomic_fetch_add(&S.posts, 1, __ATOMIC_RELAXED);
}

static uint16_t wildcards(int source, int tag)
{
	return (source == MPI_ANY_SOURCE ? RB_MPI_F_ANY_SOURCE : 0) | (tag == MPI_ANY_TAG ? RB_MPI_F_ANY_TAG : 0);
}

static void received(struct rb_call *call, uint8_t op, uint16_t flags, MPI_Status *status, struct rb_comm *c, uint32_t post)
{
	MPI_Count bytes = 0;
	int cancelled = 0;

	if (!c || status->MPI_SOURCE == MPI_PROC_NULL)
		return;
	if (flags & RB_MPI_F_NONBLOCKING)
		PMPI_Test_cancelled(status, &cancelled);
	if (cancelled) {
		S.cancelled++;
		return;
	}
	int peer = world_rank(c, status->MPI_SOURCE);
	if (peer < 0) {
		S.foreign++;
		return;
	}
	PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
	record(call, RB_MPI_RECV, op, flags | comm_flags(c), peer, status->MPI_TAG, c->id, bytes > 0 ? (uint64_t)bytes : 0,
	       post);
}

void rb_recv(struct rb_call *call, MPI_Status *status, int source, int tag, MPI_Comm comm, uint32_t post)
{
	if (source != MPI_PROC_NULL)
		received(call, call->op, wildcards(source, tag), status, comm_of(comm), post);
}

static struct request *find_request(uint64_t key)
{
	if (!S.request_slots || !key)
		return NULL;
	size_t at = (key * 0x9e3779b97f4a7c15u >> 20) & (S.request_slots - 1);
	while (S.requests[at].key) {
		if (S.requests[at].key == key)
			return &S.requests[at];
		at = (at + 1) & (S.request_slots - 1);
	}
	return NULL;
}

static struct request *place_request(uint64_t key)
{
	size_t at = (key * 0x9e3779b97f4a7c15u >> 20) & (S.request_slots - 1);
	while (S.requests[at].key && S.requests[at].key != key)
		at = (at + 1) & (S.request_slots - 1);
	return &S.requests[at];
}

static struct request *add_request(uint64_t key)
{
	struct request *r;

	if ((S.request_count + 1) * 2 > S.request_slots) {
		size_t old_slots = S.request_slots, slots = old_slots ? old_slots * 2 : 256;
		struct request *old = S.requests, *grown = calloc(slots, sizeof *grown);
		if (!grown)
			return NULL;
		S.requests = grown;
		S.request_slots = slots;
		for (size_t i = 0; i < old_slots; i++)
			if (old[i].key)
				*place_request(old[i].key) = old[i];
		free(old);
	}
	r = place_request(key);
	if (r->key)
		release(r->pending.comm); /* a handle that MPI used again without our seeing its end */
	else
		S.request_count++;
	memset(r, 0, sizeof *r);
	r->key = key;
	return r;
}

/* Removes without tombstones: later entries of the run move up. */
static void remove_request(struct request *r)
{
	size_t mask = S.request_slots - 1, hole = (size_t)(r - S.requests), at = hole;

	release(r->pending.comm);
	S.request_count--;
	for (;;) {
		at = (at + 1) & mask;
		if (!S.requests[at].key)
			break;
		size_t home = (S.requests[at].key * 0x9e3779b97f4a7c15u >> 20) & mask;
		if (((at - home) & mask) >= ((at - hole) & mask)) {
			S.requests[hole] = S.requests[at];
			hole = at;
		}
	}
	S.requests[hole].key = 0;
}

static uint64_t key_of(MPI_Request request)
{
	return request == MPI_REQUEST_NULL ? 0 : (uint64_t)(uintptr_t)request;
}

static struct request *remember(MPI_Request request, uint8_t kind, uint8_t op, uint16_t flags, struct rb_comm *c)
{
	struct request *r;

	if (!c || !key_of(request))
		return NULL;
	guard();
	r = add_request(key_of(request));
	if (r) {
		r->pending = (struct rb_pending){ .kind = kind, .op = op, .flags = flags | RB_MPI_F_NONBLOCKING | comm_flags(c),
						  .root = -1, .comm = c };
		c->references++;
	}
	unguard();
	return r;
}

void rb_irecv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm, uint32_t post)
{
	struct request *r;

	if (source == MPI_PROC_NULL)
		return;
	r = remember(request, RB_MPI_RECV, call->op, wildcards(source, tag), comm_of(comm));
	if (r)
		r->pending.post = post;
}

void rb_persistent_send(struct rb_call *call, MPI_Request request, MPI_Count count, MPI_Datatype type, int dest,
			int tag, MPI_Comm comm)
{
	struct request *r;

	if (dest == MPI_PROC_NULL)
		return;
	r = remember(request, 0, call->op, RB_MPI_F_PERSISTENT, comm_of(comm));
	if (r) {
		r->persistent = 2;
		r->peer = dest;
		r->tag = tag;
		r->pending.bytes = rb_bytes(count, type);
	}
}

void rb_persistent_recv(struct rb_call *call, MPI_Request request, int source, int tag, MPI_Comm comm)
{
	struct request *r;

	if (source == MPI_PROC_NULL)
		return;
	r = remember(request, 0, call->op, RB_MPI_F_PERSISTENT | wildcards(source, tag), comm_of(comm));
	if (r)
		r->persistent = 1;
}

void rb_start(struct rb_call *call, MPI_Request request)
{
	struct request *r = find_request(key_of(request));

	if (!r || !r->persistent)
		return;
	if (r->persistent == 1) {
		r->pending.kind = RB_MPI_RECV;
		r->pending.post = rb_post();
		return;
	}
	int peer = world_rank(r->pending.comm, r->peer);
	if (peer < 0) {
		S.foreign++;
		return;
	}
	record(call, RB_MPI_SEND, r->pending.op, r->pending.flags, peer, r->tag, r->pending.comm->id, r->pending.bytes, 0);
}

static void *room(void **block, size_t *have, size_t need)
{
	if (need > *have) {
		void *grown = realloc(*block, need * 2);
		if (!grown) {
			fprintf(stderr, "runbench: out of memory for %zu bytes about requests\n", need * 2);
			abort();
		}
		*block = grown;
		*have = need * 2;
	}
	return *block;
}

MPI_Status *rb_statuses(int n)
{
	return room(&scratch.statuses, &scratch.statuses_n, sizeof(MPI_Status) * (size_t)(n > 0 ? n : 1));
}

MPI_Request *rb_requests(int n)
{
	return room(&scratch.requests, &scratch.requests_n, sizeof(MPI_Request) * (size_t)(n > 0 ? n : 1));
}

struct rb_pending *rb_pending(const MPI_Request *requests, int n)
{
	struct rb_pending *p = room(&scratch.pending, &scratch.pending_n, sizeof *p * (size_t)(n > 0 ? n : 1));

	guard();
	for (int i = 0; i < n; i++) {
		struct request *r = S.request_count ? find_request(key_of(requests[i])) : NULL;
		p[i].kind = 0;
		if (r && r->pending.kind) {
			p[i] = r->pending;
			p[i].key = r->key;
		}
	}
	unguard();
	return p;
}

void rb_completed(struct rb_call *call, struct rb_pending *p, MPI_Status *status)
{
	struct request *r;

	if (!p->kind)
		return;
	if (p->kind == RB_MPI_RECV)
		received(call, p->op, p->flags, status, p->comm, p->post);
	else
		record(call, RB_MPI_COLL, p->op, p->flags, p->root, 0, p->comm->id, p->bytes, p->post);
	guard();
	r = find_request(p->key);
	if (r && r->persistent)
		r->pending.kind = 0;
	else if (r)
		remove_request(r);
	unguard();
	p->kind = 0;
}

void rb_forget(MPI_Request request)
{
	struct request *r;

	guard();
	r = find_request(key_of(request));
	if (r) {
		S.freed += r->pending.kind != 0;
		remove_request(r);
	}
	unguard();
}

/* Messages and requests are different handles that may have equal values. */
static uint64_t message_key(MPI_Message message)
{
	return (uint64_t)(uintptr_t)message ^ 0x8000000000000000u;
}

void rb_matched_probe(MPI_Message message, MPI_Comm comm)
{
	struct rb_comm *c = comm_of(comm);
	struct request *r;

	if (!c)
		return;
	guard();
	r = add_request(message_key(message));
	if (r) {
		r->pending = (struct rb_pending){ .kind = RB_MPI_RECV, .post = rb_post(), .root = -1, .comm = c };
		c->references++;
	}
	unguard();
}

struct rb_pending *rb_message(MPI_Message message)
{
	struct rb_pending *p = room(&scratch.pending, &scratch.pending_n, sizeof *p);
	struct request *r = find_request(message_key(message));

	memset(p, 0, sizeof *p);
	if (r) {
		*p = r->pending;
		p->key = r->key;
	}
	return p;
}

static void message_taken(struct rb_pending *p)
{
	struct request *r;

	guard();
	r = find_request(p->key);
	if (r)
		remove_request(r);
	unguard();
}

void rb_mrecv(struct rb_call *call, struct rb_pending *p, MPI_Status *status)
{
	if (!p->kind)
		return;
	received(call, call->op, 0, status, p->comm, p->post);
	message_taken(p);
}

void rb_imrecv(struct rb_call *call, struct rb_pending *p, MPI_Request request)
{
	struct request *r;

	if (!p->kind)
		return;
	r = remember(request, RB_MPI_RECV, call->op, 0, p->comm);
	if (r)
		r->pending.post = p->post;
	message_taken(p);
}

void rb_collective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm)
{
	struct rb_comm *c = comm_of(comm);

	if (c)
		record(call, RB_MPI_COLL, call->op, comm_flags(c), c->inter && root < 0 ? -1 : world_rank(c, root), 0, c->id,
		       bytes, c->serial++);
}

void rb_icollective(struct rb_call *call, uint64_t bytes, int root, MPI_Comm comm, MPI_Request request)
{
	struct rb_comm *c = comm_of(comm);
	struct request *r = remember(request, RB_MPI_COLL, call->op, 0, c);
	uint32_t serial;

	if (!c)
		return;
	serial = c->serial++;
	record(call, RB_MPI_COLL_START, call->op, RB_MPI_F_NONBLOCKING | comm_flags(c), world_rank(c, root), 0, c->id, bytes,
	       serial);
	if (r) {
		r->pending.post = serial;
		r->pending.root = world_rank(c, root);
		r->pending.bytes = bytes;
	}
}

void rb_comm_made(struct rb_call *call, MPI_Comm parent, MPI_Comm made, int synchronises_parent)
{
	if (synchronises_parent)
		rb_collective(call, 0, -1, parent);
	if (made != MPI_COMM_NULL)
		comm_of(made);
}

static void json_string(char **at, const char *end, const char *text, size_t bytes)
{
	char *p = *at;

	if (p < end)
		*p++ = '"';
	for (size_t i = 0; i < bytes && p + 8 < end; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '"' || c == '\\') {
			*p++ = '\\';
			*p++ = (char)c;
		} else if (c < 0x20 || c >= 0x7f) {
			p += sprintf(p, "\\u%04x", c);
		} else {
			*p++ = (char)c;
		}
	}
	*p++ = '"';
	*at = p;
}

static void program_words(char **at, const char *end)
{
	char line[4096];
	FILE *f = fopen("/proc/self/cmdline", "r");
	size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;

	if (f)
		fclose(f);
	line[n] = 0;
	*(*at)++ = '[';
	for (size_t i = 0; i < n; i += strlen(line + i) + 1) {
		if (i)
			*(*at)++ = ',';
		json_string(at, end - 16, line + i, strlen(line + i));
	}
	*(*at)++ = ']';
}

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

static void metadata(char *json, size_t bytes, const char *events_error)
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING], host[256] = "";
	char *p = json;
	const char *end = json + bytes - 64;
	int n = 0;
	struct timespec real, mono;

	PMPI_Get_library_version(version, &n);
	version[strcspn(version, "\n,")] = 0;
	gethostname(host, sizeof host - 1);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	clock_gettime(CLOCK_REALTIME, &real);
	p += sprintf(p, "{\"format\":\"runbench message trace\",\"source\":\"interposer\",\"rank\":%d,\"ranks\":%d,\"pid\":%d,"
		     "\"clock\":\"CLOCK_MONOTONIC\",\"realtime_minus_clock_ns\":%lld,\"cpu_clock\":\"%s\",\"host\":",
		     S.rank, S.ranks, (int)getpid(),
		     (long long)(real.tv_sec - mono.tv_sec) * 1000000000LL + (real.tv_nsec - mono.tv_nsec),
		     S.cpu_clock ? "CLOCK_PROCESS_CPUTIME_ID" : "none (wall time between calls)");
	json_string(&p, end, host, strlen(host));
	p += sprintf(p, ",\"mpi\":");
	json_string(&p, end, version, strlen(version));
	p += sprintf(p, ",\"run\":");
	json_string(&p, end, environment("RB_MPITRACE_RUN"), strlen(environment("RB_MPITRACE_RUN")));
	p += sprintf(p, ",\"events\":");
	json_string(&p, end, S.counters.values ? environment("RB_MPITRACE_EVENTS") : "",
		    S.counters.values ? strlen(environment("RB_MPITRACE_EVENTS")) : 0);
	if (S.counters.values)
		p += sprintf(p, ",\"events_mode\":\"%s, calling thread, outside MPI\"",
			     S.counters.user_only ? "user mode only" : "user and kernel mode");
	if (*events_error) {
		p += sprintf(p, ",\"events_error\":");
		json_string(&p, end, events_error, strlen(events_error));
	}
	p += sprintf(p, ",\"program\":");
	program_words(&p, end);
	sprintf(p, "}");
}

static void in_forked_child(void)
{
	S.active = 0;
}

/* The program ended without MPI_Finalize: what there is stays readable, sealed. */
static void at_exit(void)
{
	if (S.active && getpid() == S.pid)
		rb_finish(1);
}

void rb_begin(uint64_t init_t0)
{
	const char *directory = getenv("RB_MPITRACE_DIR");
	char path[4096], json[16384], error[256] = "";
	int provided = 0, failure;

	if (!directory || !*directory || S.active)
		return;
	depth = 1;
	S.pid = getpid();
	PMPI_Comm_rank(MPI_COMM_WORLD, &S.rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &S.ranks);
	PMPI_Query_thread(&provided);
	S.threads = provided == MPI_THREAD_MULTIPLE;
	S.cpu_clock = strcmp(environment("RB_MPITRACE_CPU_CLOCK"), "0") != 0;
	PMPI_Comm_create_keyval(never_copy, on_delete, &S.keyval, NULL);
	if (*environment("RB_MPITRACE_EVENTS")
	    && counters_open(&S.counters, environment("RB_MPITRACE_EVENTS"), error, sizeof error) && S.rank == 0)
		fprintf(stderr, "runbench: %s; tracing without event counts\n", error);
	metadata(json, sizeof json, error);
	snprintf(path, sizeof path, "%s/rank-%05d.mpit", directory, S.rank);
	failure = trace_file_create(&S.file, path, (uint32_t)S.rank, (uint32_t)S.ranks, json);
	if (failure) {
		fprintf(stderr, "runbench: rank %d is not traced: %s: %s\n", S.rank, path, strerror(failure));
		depth = 0;
		return;
	}
	pthread_atfork(NULL, NULL, in_forked_child);
	atexit(at_exit);
	comm_of(MPI_COMM_WORLD);
	struct rb_call call = { .t0 = init_t0, .t1 = rb_now(), .op = RB_OP_MPI_Init };
	struct rb_mpi_record r = { .kind = RB_MPI_INIT, .op = RB_OP_MPI_Init, .peer = -1, .t0_ns = call.t0, .t1_ns = call.t1 };
	append(&r);
	S.exit_cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	S.exit_t = rb_now();
	S.active = 1;
	depth = 0;
}

void rb_finish(int aborted)
{
	static const char *const names[256] = {
#define NAME(number, name) [number] = #name,
		RB_MPI_OPS(NAME)
#undef NAME
	};
	struct rb_call call;
	char json[16384], *p = json;
	int first = 1;

	if (!rb_enter(&call, aborted ? RB_OP_MPI_Abort : RB_OP_MPI_Finalize))
		return;
	struct rb_mpi_record r = { .kind = RB_MPI_FINALIZE, .op = call.op, .peer = -1, .t0_ns = call.t0, .t1_ns = call.t0,
				   .flags = aborted ? RB_MPI_F_LAST : 0, .compute_ns = call.compute, .mpi_ns = call.mpi,
				   .number = S.number };
	append(&r);
	S.active = 0;
	p += sprintf(p, "{\"records\":%llu,\"events\":%u,\"posted_receives\":%u,\"cancelled\":%llu,\"freed_while_active\":%llu,"
		     "\"outside_world\":%llu,\"calls\":{", (unsigned long long)S.file.records, S.number, S.posts,
		     (unsigned long long)S.cancelled, (unsigned long long)S.freed, (unsigned long long)S.foreign);
	for (int i = 0; i < 256; i++) {
		if (S.calls[i] && names[i]) {
			p += sprintf(p, "%s\"%s\":%llu", first ? "" : ",", names[i], (unsigned long long)S.calls[i]);
			first = 0;
		}
	}
	sprintf(p, "}}");
	if (aborted)
		trace_file_abandon(&S.file);
	else
		trace_file_end(&S.file, rb_now(), json);
	counters_close(&S.counters);
	depth = 0;
}
