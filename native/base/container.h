/*
 * The sealed-record container: the file behind recordings and MPI traces, for whatever is written record by record and has
 * to be readable when its writer was killed.
 *
 *   header (64 bytes) | JSON metadata, padded with spaces | record ... seal record ... seal end | JSON trailer
 *
 * Everything is little endian, every record of a file has the same width and its kind in the first byte: a file is one array
 * from header_bytes on. A seal holds the CRC32C of the records since the previous one and its own place among the seals; the
 * end record holds size and CRC32C of the trailer. native/README.md describes it for other languages.
 *
 * Two ways to write one. A stream gathers records and hands them to the kernel seal by seal: what was not sealed is lost with
 * the writer. A map stores each record into the file's pages, its kind last: nothing that was appended is lost.
 */
#ifndef RUNBENCH_BASE_CONTAINER_H
#define RUNBENCH_BASE_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum container_kind {
	CONTAINER_SEAL = 11,
	CONTAINER_END  = 12,
};

/* What all headers have in common; the rest is the format's own. */
struct container_header {
	char     magic[8];
	uint32_t version;
	uint32_t header_bytes;  /* offset of the first record: this struct, the JSON, padding; a multiple of 64 */
	uint32_t record_bytes;
	uint8_t  own[40];       /* holds json_bytes and json_crc32c too, where the format says */
	uint32_t header_crc32c; /* of the 60 bytes before it */
};

/* Where a format has its fields: offsets of little endian numbers, of 4 bytes where nothing else is said. */
struct container_format {
	char     magic[8];
	uint32_t version;
	uint32_t seal_records;          /* of a map: a seal follows this many records */
	uint32_t reserve_bytes;         /* of a map: kept for the end of the file, where the disk is full; 0: then it has none */
	struct {
		uint8_t json_bytes, json_crc32c;
	} header;
	uint8_t  time_ns;               /* 8 bytes, of a stream's records, seals and end */
	uint8_t  sample_kind;           /* of a stream: kind of the records that it counts when they cannot be written; 0: none */
	struct {
		uint8_t records, records_size; /* size: 4 or 8 bytes */
		uint8_t sequence;              /* 8 bytes */
		uint8_t crc32c, self_crc32c;
	} seal;
	struct {
		uint8_t json_bytes;            /* 8 bytes */
		uint8_t json_crc32c, json_crc32c_size;
	} end;
};

/* The records that a seal covers. */
struct container_span {
	uint64_t records;
	uint64_t sequence; /* of the seal, from 0 */
	uint32_t crc32c;
};

/* Bytes of header and metadata in the file. */
size_t container_header_size(size_t json_bytes);

/* Writes them, container_header_size bytes. own: the format's header with its own fields set (struct rb_file_header, ...). */
void container_header_fill(const struct container_format *format, const void *own, uint32_t record_bytes, const char *json,
			   size_t json_bytes, char *bytes);

/* Makes a record that is 0 (or has its time) a seal; self_crc32c is computed last, over all record_bytes. */
void container_seal(const struct container_format *format, void *record, size_t record_bytes, struct container_span span);

/* Makes a record the end record of a file with this trailer. */
void container_end(const struct container_format *format, void *record, const char *json, size_t json_bytes);

/*
 * The stream. Disk space is allocated ahead of the data (fallocate, size kept): a full disk is then noticed while there is still
 * room for everything in the buffer, the closing records and the trailer. From then on error is set; the caller leaves out what
 * is not needed at the end, and the program that is recorded goes on.
 */
struct container_stream {
	const struct container_format *format;
	int         fd;
	size_t      record_bytes;
	uint8_t    *buffer;        /* records since the last write */
	size_t      used;
	uint64_t    records, seals, sealed_ns; /* sealed_ns: time of the last seal; never goes back */
	uint64_t    position;      /* file offset where the buffer will go: the end of the last seal */
	uint64_t    reserved_to;   /* disk space is allocated up to here */
	uint32_t    reserve_bytes; /* kept for the end of the file; smaller on a disk that is nearly full */
	uint64_t    unwritten;     /* samples for which there was no room */
	bool        no_reserve;    /* the file system cannot allocate ahead */
	bool        closing;       /* the reserve kept for the end of the file may be used */
	int         error;         /* errno of what went wrong first; the disk is full, most often */
	bool        broken;        /* something could not be written: the file ends at position */
};

/* Creates path (-1 and errno if that fails). */
int  container_stream_create(struct container_stream *s, const struct container_format *format, const char *path);

/* Writes the header; see container_header for own. */
void container_stream_header(struct container_stream *s, const void *own, uint32_t record_bytes, const char *json,
			     size_t json_bytes);

/* Room for one record, all zero, in order; never NULL. Errors are kept in s->error. */
void *container_stream_add(struct container_stream *s);

/* Memory of one record, all zero, that is not written: for a record that is left out. */
void *container_stream_scratch(struct container_stream *s);

/* Seals what was added since the last seal, if anything, and gives it to the kernel. */
void container_stream_seal(struct container_stream *s, uint64_t time_ns);

/* Seals, writes the end record and the trailer and closes. Returns 0, or -1 if the end did not fit. */
int  container_stream_end(struct container_stream *s, uint64_t time_ns, const char *json, size_t json_bytes);

/* Frees what is still held, closing the file as it is if it was not ended. */
void container_stream_free(struct container_stream *s);

#define CONTAINER_MAP_RECORD 64 /* bytes of a map's records: a cache line, copied without a call */

/*
 * The map. A record is complete when its kind is not 0; the first record of kind 0 ends a file that was not closed. Where there
 * is no more room nothing is written any more, and the program that was to be recorded goes on.
 */
struct container_map {
	const struct container_format *format;
	int      fd;           /* -1: closed, or never made */
	bool     dead;         /* no more room: nothing is written any more */
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

/* Creates the file with its header; also in a signal handler. 0, or an errno, and then there is no file. */
int  container_map_create(struct container_map *m, const struct container_format *format, const char *path, const void *own,
			  const char *json, size_t json_bytes);

/* Allocates the first window, so that the end record has room; 0, or an errno. Otherwise the first record does. */
int  container_map_begin(struct container_map *m);

/* Appends one record; false, with errno, from the moment on that there is no more room. */
bool container_map_append(struct container_map *m, const void *record);

/* The same in what is kept for the end: what is the last to be said when there is no more room. */
bool container_map_append_last(struct container_map *m, const void *record);

/* Ends a complete file: seal, this end record (its kind, size and checksum are set), trailer; closes it. 0, or an errno. */
int  container_map_end(struct container_map *m, void *end, const char *json, size_t json_bytes);

/* Seals and closes without an end record. */
void container_map_abandon(struct container_map *m);

/* In a forked child: lets go of the parent's file and leaves it as it is. */
void container_map_forget(struct container_map *m);

_Static_assert(sizeof(struct container_header) == 64 && offsetof(struct container_header, header_crc32c) == 60, "header");

#endif
