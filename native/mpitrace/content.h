/* A hash of a location's latest events: the calls, their tags and roots, and the members of their communicators. It
 * excludes the destinations of messages, which differ between runs of programs that distribute work dynamically, and
 * their sizes. runbench.pas2p.trace.EventContent computes the same hash. */
#ifndef RUNBENCH_CONTENT_H
#define RUNBENCH_CONTENT_H

#include <stddef.h>
#include <stdint.h>

#include "runbench/mpitrace.h"

#define CONTENT_EVENTS 16

struct content_members { uint32_t comm; uint64_t group; };

struct content {
	uint64_t words[CONTENT_EVENTS]; /* ring of the latest events */
	unsigned at;
	uint64_t hash;
	struct content_members *known; /* by identity, open addressing; identity 0: free */
	size_t   slots, count;
	struct content_members latest;
};

void content_communicator(struct content *content, const struct rb_mpi_comm *made);
/* Adds a send or collective. */
void content_add(struct content *content, const struct rb_mpi_record *event);
void content_free(struct content *content);

static inline uint64_t content_hash(const struct content *content)
{
	return content->hash;
}

#endif
