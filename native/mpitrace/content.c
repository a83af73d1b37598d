#include "content.h"

#include <stdlib.h>

#define FACTOR  0x9e3779b97f4a7c15u
#define ROLLING 0x100000001b3u

#define SQUARE(x) ((x) * (x))
#define ROLLED_OUT SQUARE(SQUARE(SQUARE(SQUARE((uint64_t)ROLLING))))
_Static_assert(CONTENT_EVENTS == 16, "ROLLED_OUT is ROLLING to the power of CONTENT_EVENTS");

static size_t slot_of(const struct content *c, uint32_t comm)
{
	size_t at = comm * (uint32_t)FACTOR & (c->slots - 1);

	while (c->known[at].comm && c->known[at].comm != comm)
		at = (at + 1) & (c->slots - 1);
	return at;
}

static int grow(struct content *c)
{
	size_t slots = c->slots ? 2 * c->slots : 64, old = c->slots;
	struct content_members *old_members = c->known, *known = calloc(slots, sizeof *known);

	if (!known)
		return -1;
	c->known = known;
	c->slots = slots;
	for (size_t i = 0; i < old; i++)
		if (old_members[i].comm)
			known[slot_of(c, old_members[i].comm)] = old_members[i];
	free(old_members);
	return 0;
}

/* Without memory for a communicator its events count as events without members. The hash then differs from the trace's,
 * which the comparison reports. */
void content_communicator(struct content *c, const struct rb_mpi_comm *made)
{
	size_t at;

	if (!made->comm || (2 * (c->count + 1) > c->slots && grow(c) != 0))
		return;
	at = slot_of(c, made->comm);
	c->count += c->known[at].comm == 0;
	c->known[at] = (struct content_members){ .comm = made->comm, .group = made->group };
	c->latest = c->known[at];
}

static uint64_t group_of(struct content *c, uint32_t comm)
{
	if (c->latest.comm != comm && c->slots)
		c->latest = (struct content_members){ .comm = comm, .group = c->known[slot_of(c, comm)].group };
	return c->latest.comm == comm ? c->latest.group : 0;
}

void content_add(struct content *c, const struct rb_mpi_record *r)
{
	uint64_t where = r->kind == RB_MPI_SEND ? (uint32_t)r->tag : (uint32_t)r->peer;
	uint64_t word = (((uint64_t)r->op << 32 | where) ^ group_of(c, r->comm)) * FACTOR;

	word ^= word >> 29;
	c->hash = c->hash * ROLLING + word - c->words[c->at] * ROLLED_OUT;
	c->words[c->at] = word;
	c->at = (c->at + 1) % CONTENT_EVENTS;
}

void content_free(struct content *c)
{
	free(c->known);
	*c = (struct content){ 0 };
}
