/*
 * What a location's latest events were, told by a hash: which calls with which tags and roots among which members. Not to whom
 * messages go, which in programs that hand out work differs between runs, nor how large they are. runbench.pas2p.trace.EventContent
 * computes the same.
 */
#ifndef RUNBENCH_CONTENT_H
#define RUNBENCH_CONTENT_H

#include <stddef.h>
#include <stdint.h>

#include "runbench/mpitrace.h"

#define CONTENT_EVENTS 16

struct content_members { uint32_t comm; uint64_t group; };

struct content {
	uint64_t words[CONTENT_EVENTS]; /* of the latest events, a ring */
	unsigned at;
	uint64_t hash;
	struct content_members *known; /* by identity, open addressing; identity 0 is none */
	size_t   slots, count;
	struct content_members latest;
};

void content_communicator(struct content *content, const struct rb_mpi_comm *made);
/* A send or collective. */
void content_add(struct content *content, const struct rb_mpi_record *event);
void content_free(struct content *content);

static inline uint64_t content_hash(const struct content *content)
{
	return content->hash;
}

#endif
