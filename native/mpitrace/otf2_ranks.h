/* The rank files that an OTF2 archive becomes. */
#ifndef RUNBENCH_OTF2_RANKS_H
#define RUNBENCH_OTF2_RANKS_H

#include "otf2_archive.h"
#include "trace_file.h"

struct posting { uint64_t request; uint32_t post; };

/* One MPI rank while its events are read. Records of a call wait until the call is left, because t1 is not known before. */
struct rank {
	struct archive *archive;
	uint32_t number;           /* of the rank */
	struct container_map file;
	uint64_t compute, mpi, last_exit, first, last;
	uint64_t call_t0;
	uint32_t call_region;
	int      in_call;
	uint32_t posts, events;
	uint32_t *serials;         /* per communicator */
	struct rb_mpi_record waiting[4096];
	int      waiting_count;
	struct posting *postings;  /* of receives that have not completed */
	size_t   posting_count, posting_room;
	int      begun, failed;
	int      collective_open;  /* begun in this call, and not ended */
	struct { uint64_t calls, ns; } unended[256]; /* by operation: non-blocking ones, of which EZTrace records no end */
};

/* The files of all ranks, with their communicators; NULL, with words on standard error. */
struct rank *ranks_open(struct archive *archive, const char *directory, const char *archive_path);
/* 0, with words on standard error, where something could not be written. */
int  ranks_finish(struct rank *ranks, size_t count);

void rank_seen(struct rank *rank, uint64_t now); /* an event of any kind */
void rank_record(struct rank *rank, uint64_t now, uint8_t kind, uint8_t op, uint16_t flags, int32_t peer, int32_t tag, size_t comm,
		 uint64_t bytes, uint32_t post);
void rank_flush(struct rank *rank, uint64_t exit); /* the call around what waits was left */

/* Callbacks that turn events of the archive into records; their user data is the struct rank. */
OTF2_EvtReaderCallbacks *rank_callbacks(void);

#endif
