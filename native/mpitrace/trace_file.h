/* One rank's trace file: appended to through a shared mapping, so that what was written survives kill -9. */
#ifndef RUNBENCH_TRACE_FILE_H
#define RUNBENCH_TRACE_FILE_H

#include "runbench/mpitrace.h"

struct trace_file {
	int      fd;
	int      dead;         /* no more room: nothing is written any more */
	int      error;        /* why: an errno; 0 when it was closed */
	char    *window;       /* mapped part of the file */
	uint64_t window_start; /* its offset in the file */
	uint64_t window_bytes;
	uint64_t end;          /* offset of the next record */
	uint64_t sequence;     /* of the next seal */
	uint32_t unsealed;
	uint32_t crc;
	uint64_t records;      /* without seals */
};

/* Creates the file with its header. 0, or an errno, and then there is no file. json must not contain line feeds it cannot spare: any bytes do. */
int trace_file_create(struct trace_file *file, const char *path, uint32_t rank, uint32_t ranks, const char *json);

/* Appends one record (any of the 64-byte views); false, with errno, from the moment on that there is no more room. */
int trace_file_append(struct trace_file *file, const void *record);

/* Seals what is open, so that readers can check it. */
void trace_file_seal(struct trace_file *file);

/* Ends a complete file: seal, end record, trailer; closes it. 0, or an errno. */
int trace_file_end(struct trace_file *file, uint64_t now_ns, const char *json);

/* Seals and closes without an end record. */
void trace_file_abandon(struct trace_file *file);

#endif
