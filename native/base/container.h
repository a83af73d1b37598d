/*
 * The sealed-record container: the file format of recordings, MPI traces and event logs. It is written record by record and
 * stays readable if its writer is killed.
 *
 *   header (64 bytes) | JSON metadata, padded with spaces | record ... seal record ... seal end | JSON trailer
 *
 * All numbers are little endian. All records of a file have the same size and their kind in the first byte, so that a file is
 * one array from header_bytes on. A seal contains the CRC32C of the records since the previous seal and its own number. The
 * end record contains size and CRC32C of the trailer. native/base/README.md describes the format for other languages.
 *
 * There are two writers. A stream buffers records and writes them with their seal: unsealed records are lost if the writer is
 * killed. A map stores each record in the file's pages, its kind last: no appended record is lost.
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

/* The common part of all headers; the format defines the rest. */
struct container_header {
	char     magic[8];
	uint32_t version;
	uint32_t header_bytes;  /* offset of the first record: this struct, the JSON, padding; a multiple of 64 */
	uint32_t record_bytes;
	uint8_t  own[40];       /* fields of the format, among them json_bytes and json_crc32c */
	uint32_t header_crc32c; /* of the 60 bytes before it */
};

/* Field offsets of a format. Fields are little endian numbers of 4 bytes unless a comment gives another size. */
struct container_format {
	char     magic[8];
	uint32_t version;
	uint32_t seal_records;          /* of a map: number of records between two seals */
	uint32_t reserve_bytes;         /* of a map: space kept for the end of the file on a full disk; 0: none */
	struct {
		uint8_t json_bytes, json_crc32c;
	} header;
	uint8_t  time_ns;               /* 8 bytes; in the records, seals and end record of a stream */
	uint8_t  sample_kind;           /* of a stream: kind of the records that it counts as unwritten; 0: none */
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

/* The records covered by a seal. */
struct container_span {
	uint64_t records;
	uint64_t sequence; /* of the seal, from 0 */
	uint32_t crc32c;
};

/* Returns the size of header and metadata in the file, in bytes: a multiple of 64. */
size_t container_header_size(size_t json_bytes);

/*
 * Writes header and metadata into bytes[container_header_size(json_bytes)]. own: the format's header with its own fields set,
 * for example struct rb_file_header.
 */
void container_header_fill(const struct container_format *format, const void *own, uint32_t record_bytes, const char *json,
			   size_t json_bytes, char *bytes);

/* Turns a record that is zero, except for its time, into a seal. self_crc32c is computed last, over all record_bytes. */
void container_seal(const struct container_format *format, void *record, size_t record_bytes, struct container_span span);

/* Turns a record into the end record of a file with this trailer. */
void container_end(const struct container_format *format, void *record, const char *json, size_t json_bytes);

/*
 * The stream. It allocates disk space ahead of the data (fallocate with the size kept). A full disk is therefore detected while
 * the buffer, the closing records and the trailer still fit. From then on error is set: the caller leaves out samples, and the
 * recorded program continues.
 */
struct container_stream {
	const struct container_format *format;
	int         fd;
	size_t      record_bytes;
	uint8_t    *buffer;        /* records since the last write */
	size_t      used;
	uint64_t    records, seals, sealed_ns; /* sealed_ns: time of the last seal; never decreases */
	uint64_t    position;      /* file offset of the buffer: the end of the last seal */
	uint64_t    reserved_to;   /* file offset up to which disk space is allocated */
	uint32_t    reserve_bytes; /* space kept for the end of the file; smaller on a nearly full disk */
	uint64_t    unwritten;     /* samples left out for lack of space */
	bool        no_reserve;    /* the file system cannot allocate ahead */
	bool        closing;       /* the space kept for the end of the file may be used */
	int         error;         /* errno of the first failure, usually ENOSPC; 0: none */
	bool        broken;        /* a write failed: the file ends at position */
};

/* Creates the file. Returns 0, or -1 with errno. */
int  container_stream_create(struct container_stream *s, const struct container_format *format, const char *path);

/* Writes the header; own: as in container_header_fill. */
void container_stream_header(struct container_stream *s, const void *own, uint32_t record_bytes, const char *json,
			     size_t json_bytes);

/* Returns the next record, zeroed; never NULL. Errors are stored in s->error. */
void *container_stream_add(struct container_stream *s);

/* Returns a zeroed record that is never written, for a record that is left out. */
void *container_stream_scratch(struct container_stream *s);

/* Seals and writes the records since the last seal, if there are any. */
void container_stream_seal(struct container_stream *s, uint64_t time_ns);

/* Seals, writes the end record and the trailer, and closes the file. Returns 0, or -1 if they did not fit. */
int  container_stream_end(struct container_stream *s, uint64_t time_ns, const char *json, size_t json_bytes);

/* Frees the stream; closes a file that was not ended as it is. */
void container_stream_free(struct container_stream *s);

#define CONTAINER_MAP_RECORD 64 /* size of a map's records in bytes: a cache line, copied without a function call */

/*
 * The map. A record is complete if its kind is not 0; the first record of kind 0 ends a file that was not closed. On a full
 * disk the map stops writing, and the recorded program continues.
 */
struct container_map {
	const struct container_format *format;
	int      fd;           /* -1: closed, or never created */
	bool     dead;         /* nothing is written any more: closed, or no space */
	int      error;        /* errno of the failure; 0: closed regularly */
	char    *window;       /* mapped part of the file */
	uint64_t window_start; /* file offset of the window */
	uint64_t window_bytes;
	uint64_t end;          /* file offset of the next record */
	uint64_t sequence;     /* number of the next seal */
	uint32_t unsealed;     /* number of records since the last seal */
	uint32_t crc;          /* CRC32C of these records */
	uint64_t records;      /* number of records without seals */
};

/* Creates the file with its header; async-signal-safe. Returns 0, or an errno after removing the file. */
int  container_map_create(struct container_map *m, const struct container_format *format, const char *path, const void *own,
			  const char *json, size_t json_bytes);

/* Allocates the first window, so that the end record fits; otherwise the first record does. Returns 0, or an errno. */
int  container_map_begin(struct container_map *m);

/* Marks the place of the next record: its kind stays 0, its second byte becomes nonzero until the record is stored. A
 * writer that announces a record before it reads the clock lets a reader wait for a record with an earlier stamp. */
#define CONTAINER_MAP_ANNOUNCED 0xff
void container_map_announce(struct container_map *m);

/* Appends one record. Returns false, with errno, from the first record on that does not fit. */
bool container_map_append(struct container_map *m, const void *record);

/* Appends one record in the space kept for the end of the file: the last record of a full disk. */
bool container_map_append_last(struct container_map *m, const void *record);

/* Ends a complete file with a seal, this end record (kind, size and checksum are set here) and the trailer. Returns 0, or an errno. */
int  container_map_end(struct container_map *m, void *end, const char *json, size_t json_bytes);

/* Seals and closes the file without an end record. */
void container_map_abandon(struct container_map *m);

/* Closes the parent's file in a forked child, without changing it. */
void container_map_forget(struct container_map *m);

_Static_assert(sizeof(struct container_header) == 64 && offsetof(struct container_header, header_crc32c) == 60, "header");

#endif
