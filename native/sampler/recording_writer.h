/* Writes a recording (runbench/recording.h) so that it is intact up to the last seal whatever happens. */
#ifndef RUNBENCH_RECORDING_WRITER_H
#define RUNBENCH_RECORDING_WRITER_H

#include "../base/text.h"

#include <runbench/recording.h>
#include <stdbool.h>
#include <stddef.h>

struct writer {
	const char *path;
	int         fd;
	size_t      record_bytes;
	uint8_t    *buffer;        /* records since the last write */
	size_t      used;
	uint64_t    records, seals, sealed_ns; /* sealed_ns: time of the last seal; never goes back */
	uint64_t    position;      /* file offset where the buffer will go: the end of the last seal */
	uint64_t    reserved_to;   /* disk space is allocated up to here */
	bool        no_reserve;    /* the file system cannot allocate ahead */
	bool        closing;       /* the reserve kept for the end of the recording may be used */
	int         error;         /* errno of what went wrong first; the disk is full, most often */
	bool        broken;        /* something could not be written: the file ends at position */
};

/* Adds what the metadata start with: {"format":..., the version, the clock and how it stands to the time of day. */
void recording_begin_metadata(struct text *t);

/* Creates path (-1 and errno if that fails). */
int  writer_create(struct writer *w, const char *path);

/* Writes the header; value_count >= 1. */
void writer_header(struct writer *w, const char *json, size_t json_bytes, unsigned value_count);

/* Room for one record, all zero, in order; never NULL. Errors are kept in w->error. */
void *writer_add(struct writer *w);

/* Seals what was added since the last seal, if anything, and gives it to the kernel. */
void writer_seal(struct writer *w, uint64_t wall_ns);

/* Seals, writes the end record and the trailer and closes. Returns 0, or -1 if the end did not fit. */
int  writer_finish(struct writer *w, uint64_t wall_ns, const char *json, size_t json_bytes);

/* Frees what is still held, closing the file as it is if it was not finished. */
void writer_free(struct writer *w);

#endif
