/* What an OTF2 archive defines: clock, communicators, regions, and which of its locations are MPI ranks. */
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
struct region { uint32_t id, name; uint8_t mpi, op; }; /* mpi: of MPI_...; op: which, if records name it */

struct archive {
	struct string *strings;
	struct otf2_group *groups;
	struct comm *comms;
	struct region *regions; /* by id once definitions are resolved: ids may be far apart */
	size_t   string_count, group_count, comm_count, region_count;
	uint64_t *cpus;         /* locations that are CPU threads, in order of definition */
	size_t   cpu_count;
	uint64_t resolution, offset_ticks;
	uint64_t *locations;    /* of the ranks */
	size_t   rank_count;
	uint64_t undefined_comm_events; /* left out */
	uint32_t undefined_comm;        /* of the first of them */
};

struct operation_name { const char *name; uint8_t op; };
extern const struct operation_name operation_names[];
extern const size_t operation_count;

void *grow(void *array, size_t count, size_t size); /* room for one more than count; ends the program without memory */

void archive_read_definitions(struct archive *archive, OTF2_Reader *reader);
int  archive_find_ranks(struct archive *archive); /* 0, with words on standard error: it has none */

uint64_t nanoseconds(const struct archive *archive, uint64_t ticks);
/* Index of the communicator that an event names, or NO_COMM where the archive does not define it. */
size_t comm_index(struct archive *archive, uint32_t id);
struct otf2_group *group_of(const struct archive *archive, size_t comm);
/* Communicator groups hold ranks of the MPI world; a self group holds none; rank in a group -> world rank, -1 for others. */
int32_t world_rank(const struct archive *archive, size_t comm, uint32_t rank, uint32_t self);
uint64_t hash_group(const struct otf2_group *group, uint32_t self);
/* NULL where the archive does not define it. */
const struct region *region_of(const struct archive *archive, uint32_t id);

#endif
