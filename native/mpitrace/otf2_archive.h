/* The definitions of an OTF2 archive: clock, communicators, regions, and the locations that are MPI ranks. */
#ifndef RUNBENCH_OTF2_ARCHIVE_H
#define RUNBENCH_OTF2_ARCHIVE_H

#include <otf2/otf2.h>
#include <stddef.h>
#include <stdint.h>

#include "runbench/mpitrace.h"

#define NO_COMM SIZE_MAX

struct string { uint32_t id; char *text; };
struct otf2_group { uint32_t id; uint8_t type; uint32_t count; uint64_t *members; };
struct comm { uint32_t id, group; struct otf2_group *members; };
struct region { uint32_t id, name; uint8_t mpi, op; }; /* mpi: an MPI call; op: its operation, if records name it */

struct archive {
	struct string *strings;
	struct otf2_group *groups;
	struct comm *comms;
	struct region *regions;         /* sorted by id once the definitions are resolved: ids may be far apart */
	size_t   string_count, group_count, comm_count, region_count;
	uint64_t *cpus;                 /* locations that are CPU threads, in order of definition */
	size_t   cpu_count;
	uint64_t resolution, offset_ticks;
	uint64_t *locations;            /* locations of the ranks */
	size_t   rank_count;
	uint64_t undefined_comm_events; /* events that were left out */
	uint32_t undefined_comm;        /* communicator of the first of them */
};

struct operation_name { const char *name; uint8_t op; };
extern const struct operation_name operation_names[];
extern const size_t operation_count;

/* Makes room for one element after count; ends the program without memory */
void *grow(void *array, size_t count, size_t size);

void archive_read_definitions(struct archive *archive, OTF2_Reader *reader);
/* Returns 0, with a message on standard error, if there are no ranks */
int  archive_find_ranks(struct archive *archive);

uint64_t nanoseconds(const struct archive *archive, uint64_t ticks);
/* Returns the index of an event's communicator, or NO_COMM if the archive does not define it. */
size_t comm_index(struct archive *archive, uint32_t id);
struct otf2_group *group_of(const struct archive *archive, size_t comm);
/* Returns the world rank of a rank in a communicator's group, or -1 for other ranks. The groups hold ranks of the MPI
 * world; a self group is empty. */
int32_t world_rank(const struct archive *archive, size_t comm, uint32_t rank, uint32_t self);
uint64_t hash_group(const struct otf2_group *group, uint32_t self);
/* Returns NULL if the archive does not define the region. */
const struct region *region_of(const struct archive *archive, uint32_t id);

#endif
