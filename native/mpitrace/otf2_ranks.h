/* The rank files made from an OTF2 archive. */
#ifndef RUNBENCH_OTF2_RANKS_H
#define RUNBENCH_OTF2_RANKS_H

#include "otf2_archive.h"
#include "trace_file.h"

struct posting { uint64_t request; uint32_t post; };

/* The state of one MPI rank during the conversion. The records of a call are kept until the call ends, because t1 is
 * unknown before. */
struct rank {
	struct archive *archive;
	uint32_t number;          /* rank number */
	struct container_map file;
	uint64_t compute, mpi, last_exit, first, last;
	uint64_t call_t0;
	uint32_t call_region;
	int      in_call;
	uint32_t posts, events;
	uint32_t *serials;        /* per communicator */
	struct rb_mpi_record waiting[4096];
	int      waiting_count;
	struct posting *postings; /* of receives that have not completed */
	size_t   posting_count, posting_room;
	int      begun, failed;
	int      collective_open; /* begun in this call and not ended */
	/* by operation: non-blocking collectives, whose end EZTrace does not record */
	struct { uint64_t calls, ns; } unended[256];
};

/* Opens the files of all ranks, with their communicators. Returns NULL, with a message on standard error, on
 * failure. */
struct rank *ranks_open(struct archive *archive, const char *directory, const char *archive_path);
/* Returns 0, with a message on standard error, if writing failed */
int  ranks_finish(struct rank *ranks, size_t count);

void rank_seen(struct rank *rank, uint64_t now); /* Notes an event of any kind */
void rank_record(struct rank *rank, uint64_t now, uint8_t kind, uint8_t op, uint16_t flags, int32_t peer, int32_t tag,
	size_t comm,
		 uint64_t bytes, uint32_t post);
void rank_flush(struct rank *rank, uint64_t exit); /* Writes the kept records of the call that ended at exit */

/* Returns callbacks that convert events of the archive to records; their user data is the struct rank. */
OTF2_EvtReaderCallbacks *rank_callbacks(void);

#endif
