/* Communicators and their identities.
 *
 * An identity is the same number on all members, independent of the order in which their threads create communicators.
 * After a call that synchronises the members, they agree on the identity inside the new communicator, as MPI did: its
 * first rank derives it from its own world rank and a local count, so no other rank can choose the same.
 * A duplicate from MPI_Comm_idup cannot be used for communication yet. Its identity is derived from its parent and the
 * call's position among the parent's collectives, which MPI requires to be the same on all members.
 * Communicators from calls that are not traced are identified by their members and the number of earlier communicators
 * with the same members. This is correct if one thread creates them. */
#include "state.h"

#include <limits.h>
#include <stdlib.h>

/* Set in identities that were not agreed on. */
#define DERIVED 0x80000000u

struct rb_creation { uint64_t group; uint32_t count; };

static struct rb_comms *const comms = &rb_process.comms;

/* FNV-1a over 32-bit words in the order of ranks: the same on all members and in all runs. */
static uint64_t hash_words(uint64_t hash, const int *words, int n)
{
	for (int i = 0; i < n; i++)
		hash = (hash ^ (uint32_t)words[i]) * 0x100000001b3u;
	return hash;
}

static uint32_t mix(uint64_t a, uint64_t b)
{
	return (uint32_t)((a ^ (b + 1) * 0x9e3779b97f4a7c15u) * 0xc2b2ae3d27d4eb4fu >> 32);
}

static uint32_t count_creation(uint64_t group)
{
	if ((comms->creation_count + 1) * 2 > comms->creation_slots) {
		size_t slots = comms->creation_slots ? comms->creation_slots * 2 : 64;
		struct rb_creation *grown = calloc(slots, sizeof *grown);
		if (!grown)
			return 0;
		for (size_t i = 0; i < comms->creation_slots; i++) {
			if (comms->creations[i].count) {
				size_t at = comms->creations[i].group & (slots - 1);
				while (grown[at].count)
					at = (at + 1) & (slots - 1);
				grown[at] = comms->creations[i];
			}
		}
		free(comms->creations);
		comms->creations = grown;
		comms->creation_slots = slots;
	}
	size_t at = group & (comms->creation_slots - 1);
	while (comms->creations[at].count && comms->creations[at].group != group)
		at = (at + 1) & (comms->creation_slots - 1);
	if (!comms->creations[at].count) {
		comms->creations[at].group = group;
		comms->creation_count++;
	}
	return comms->creations[at].count++;
}

int *rb_world_ranks(MPI_Group group, int n)
{
	int *of = malloc(sizeof *of * (size_t)(n ? n : 1));
	int *world = calloc((size_t)(n ? n : 1), sizeof *world);

	if (of && world) {
		for (int i = 0; i < n; i++)
			of[i] = i;
		if (PMPI_Group_translate_ranks(group, n, of, comms->world, world) != MPI_SUCCESS) {
			free(world);
			world = NULL;
		}
		for (int i = 0; world && i < n; i++)
			if (world[i] == MPI_UNDEFINED)
				world[i] = -1;
	}
	free(of);
	return world;
}

static int all_traced(const int *world, int n)
{
	for (int i = 0; i < n; i++)
		if (world[i] < 0)
			return 0;
	return 1;
}

void rb_comm_retain(struct rb_communicator *c)
{
	__atomic_fetch_add(&c->references, 1, __ATOMIC_RELAXED);
}

void rb_comm_release(struct rb_communicator *c)
{
	if (c && __atomic_sub_fetch(&c->references, 1, __ATOMIC_ACQ_REL) == 0) {
		free(c->world);
		free(c);
	}
}

/* Keeps the handle: at the stop of a signature messages are received on all communicators. */
static void keep_handle(MPI_Comm comm)
{
	if (comms->handle_count == comms->handle_slots) {
		size_t slots = comms->handle_slots ? comms->handle_slots * 2 : 16;
		MPI_Comm *grown = realloc(comms->handles, slots * sizeof *grown);
		if (!grown)
			return;
		comms->handles = grown;
		comms->handle_slots = slots;
	}
	comms->handles[comms->handle_count++] = comm;
}

static void drop_handle(MPI_Comm comm)
{
	for (size_t i = 0; i < comms->handle_count; i++)
		if (comms->handles[i] == comm)
			comms->handles[i--] = comms->handles[--comms->handle_count];
}

static int never_copy(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag)
{
	(void)comm, (void)keyval, (void)state, (void)in, (void)out;
	*flag = 0;
	return MPI_SUCCESS;
}

static int on_delete(MPI_Comm comm, int keyval, void *value, void *state)
{
	(void)keyval, (void)state;
	if (rb_process.counting)
		drop_handle(comm);
	__atomic_fetch_add(&comms->epoch, 1, __ATOMIC_RELEASE);
	rb_comm_release(value);
	return MPI_SUCCESS;
}

int rb_comms_prepare(void)
{
	return PMPI_Comm_create_keyval(never_copy, on_delete, &comms->keyval, NULL);
}

void rb_comms_abandon(void)
{
	PMPI_Comm_free_keyval(&comms->keyval);
}

/* Fills in all members except the identity. */
static struct rb_communicator *describe_members(MPI_Comm comm)
{
	struct rb_communicator *c = calloc(1, sizeof *c);
	MPI_Group group;
	int n, *local;

	if (!c)
		return NULL;
	PMPI_Comm_test_inter(comm, &c->inter);
	PMPI_Comm_group(comm, &group);
	PMPI_Comm_size(comm, &n);
	PMPI_Comm_rank(comm, &c->rank);
	local = rb_world_ranks(group, n);
	PMPI_Group_free(&group);
	if (!local)
		goto fail;
	c->size = c->peers = n;
	c->world = local;
	c->first = local[0];
	c->traced = all_traced(local, n);
	c->group = hash_words(0xcbf29ce484222325u, local, n);
	if (c->inter) {
		MPI_Group other;
		int m;
		PMPI_Comm_remote_group(comm, &other);
		PMPI_Comm_remote_size(comm, &m);
		c->world = rb_world_ranks(other, m);
		PMPI_Group_free(&other);
		if (!c->world) {
			free(local);
			goto fail;
		}
		c->peers = m;
		c->size = n + m;
		c->traced &= all_traced(c->world, m);
		/* Both sides must compute the same number: the side with the smaller first rank is hashed first. */
		c->group = local[0] < c->world[0] ? hash_words(hash_words(0x1f, local, n), c->world, m)
						  : hash_words(hash_words(0x1f, c->world, m), local, n);
		c->first = local[0] < c->world[0] ? local[0] : c->world[0];
		free(local);
	}
	c->references = 1;
	return c;
fail:
	free(c);
	return NULL;
}

static void attach(MPI_Comm comm, struct rb_communicator *c)
{
	PMPI_Comm_set_attr(comm, comms->keyval, c);
	if (rb_process.counting)
		keep_handle(comm);
}

static void report_communicator(struct rb_thread *t, struct rb_communicator *c, uint32_t creation)
{
	struct rb_mpi_comm r = { .kind = RB_MPI_COMM, .flags = rb_comm_flags(c), .size = c->size, .rank = c->rank,
				 .comm = c->id, .group = c->group, .t0_ns = rb_now(), .compute_ns = t->compute,
				 .mpi_ns = t->mpi, .creation = creation, .number = t->events };

	r.t1_ns = r.t0_ns;
	rb_append(t, &r);
}

static struct rb_communicator *find_known(MPI_Comm comm)
{
	struct rb_communicator *c = NULL;
	int found = 0;

	return PMPI_Comm_get_attr(comm, comms->keyval, &c, &found) == MPI_SUCCESS && found ? c : NULL;
}

/* Returns a name that is unique among all ranks: the number of local names times the number of ranks, plus the rank. */
static uint32_t next_local_name(void)
{
	uint32_t count = __atomic_fetch_add(&comms->local_names, 1, __ATOMIC_RELAXED);

	return (count * (uint32_t)rb_process.ranks + (uint32_t)rb_process.rank + 1) & ~DERIVED;
}

/* Identifies a communicator without a traced creation: the two predefined ones, and those of calls that are not
 * traced. */
static struct rb_communicator *identify_untraced(struct rb_thread *t, MPI_Comm comm)
{
	struct rb_communicator *c;
	uint32_t creation;

	rb_lock(&comms->lock);
	c = find_known(comm); /* another thread may have added it */
	if (!c && (c = describe_members(comm))) {
		creation = count_creation(c->group);
		/* MPI_COMM_WORLD is 1 on all members; a communicator of one member needs no agreement. */
		c->id = comm == MPI_COMM_WORLD ? 1 : c->size == 1 ? next_local_name() : mix(c->group, creation) | DERIVED;
		attach(comm, c);
		report_communicator(t, c, creation);
	}
	rb_unlock(&comms->lock);
	return c;
}

struct rb_communicator *rb_comm_of(struct rb_thread *t, MPI_Comm comm)
{
	unsigned epoch = __atomic_load_n(&comms->epoch, __ATOMIC_ACQUIRE);

	if (t->cached && t->cached_handle == comm && t->cached_epoch == epoch)
		return t->cached;
	if (comm == MPI_COMM_NULL)
		return NULL;
	t->cached = find_known(comm);
	if (!t->cached)
		t->cached = identify_untraced(t, comm);
	t->cached_handle = comm;
	t->cached_epoch = epoch;
	return t->cached;
}

/* Runs on all members at the end of the call that made the communicator. Names are non-negative as int: MPI_MIN of
 * MPICH 4.0 compares MPI_UINT32_T as signed. */
static uint32_t agree_on_identity(MPI_Comm comm, const struct rb_communicator *c)
{
	int name = c->first == rb_process.rank ? (int)next_local_name() : INT_MAX, answer = name;

	if (!c->inter) {
		PMPI_Bcast(&answer, 1, MPI_INT, 0, comm);
		return (uint32_t)answer;
	}
	/* Exchanges the names of both sides: the other side's name first, then the side that chose the common one. */
	PMPI_Allreduce(&name, &answer, 1, MPI_INT, MPI_MIN, comm);
	name = answer < name ? answer : name;
	PMPI_Allreduce(&name, &answer, 1, MPI_INT, MPI_MIN, comm);
	return (uint32_t)(answer < name ? answer : name);
}

void rb_comm_made(struct rb_call *call, MPI_Comm made)
{
	struct rb_communicator *c;

	if (made == MPI_COMM_NULL || !(c = describe_members(made)))
		return;
	if (!c->traced) { /* the other members would not answer */
		free(c->world);
		free(c);
		return;
	}
	/* Names are not compared in signature mode. */
	c->id = rb_process.counting ? next_local_name() : agree_on_identity(made, c);
	attach(made, c);
	report_communicator(call->thread, c, 0);
	call->t1 = rb_now();
}

/* Derives a name from the creating collective, which has the same position on all members. It is exact within the
 * ranges of usual programs and a hash beyond. */
static uint32_t derive_identity(uint32_t parent, uint32_t serial)
{
	return DERIVED | (parent < 1u << 15 && serial < 1u << 16 ? parent << 16 | serial : mix(parent, serial));
}

void rb_comm_identify_duplicate(struct rb_thread *t, MPI_Comm made, uint32_t parent, uint32_t serial)
{
	struct rb_communicator *c;

	if (made == MPI_COMM_NULL || find_known(made) || !(c = describe_members(made)))
		return;
	c->id = derive_identity(parent, serial);
	attach(made, c);
	report_communicator(t, c, 0);
}

struct rb_communicator *rb_comm_derived(struct rb_thread *t, MPI_Comm comm, uint32_t serial)
{
	struct rb_communicator *parent = rb_comm_of(t, comm), *c;

	if (!parent || !parent->traced || !(c = describe_members(comm)))
		return NULL;
	c->id = derive_identity(parent->id, serial);
	report_communicator(t, c, 0);
	return c;
}
