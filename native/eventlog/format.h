/* The layout of an event log (HOST-PID-001.rblog). This header is its single source; runbench.sync.eventlog is the Java
 * reader.
 *
 * An event log is a container (base/container.h), appended to through a shared mapping. Each file has one writer, which
 * needs no lock: a process has one file for each of the threads that log concurrently. A thread that ends leaves its
 * file to the next thread that begins to log. Stamps of a file never decrease. number counts its records except seals
 * from 1, so that a gap is visible in the records after the last seal.
 *
 * The text of a comment or of a type's name ends in its record; the text before is in RB_LOG_TEXT records in front of
 * it, in order. The text is therefore complete when the record is visible.
 *
 * Since version 2 the text of an event is preceded by the parts that its flags name: the parent of a span (RB_LOG_PARENT,
 * 8 bytes), then the fields (RB_LOG_HAS_FIELDS): the number of their bytes (2 bytes), and each field as
 *   1 byte: kind << 6 | bytes of the name, the name, and the value: 8 bytes of an int64 (kind 1) or double (2); of a
 *   string (3): its number of bytes (2 bytes) and its bytes. Files of version 1 have none of these flags and kinds. */
#ifndef RUNBENCH_EVENTLOG_FORMAT_H
#define RUNBENCH_EVENTLOG_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define RB_LOG_MAGIC "RUNBLOG\n"
#define RB_LOG_VERSION 2
#define RB_LOG_SEAL_RECORDS 1023
#define RB_LOG_RESERVE_BYTES 4096 /* space for the last records and the trailer on a full disk */
#define RB_LOG_TYPES 1023
#define RB_LOG_TAIL 32            /* maximum bytes of text in a record */
#define RB_LOG_PIECE 56           /* bytes of text in a text record */

struct rb_log_header {
	char     magic[8];
	uint32_t version;
	uint32_t header_bytes;
	uint32_t record_bytes; /* 64 */
	uint32_t pid;
	uint32_t file;         /* number of the file within the process, from 1 */
	uint32_t json_bytes;
	uint32_t json_crc32c;
	uint8_t  reserved[24];
	uint32_t header_crc32c;
};

enum rb_log_record_kind {
	/* 0: not stored yet. If what is not 0, a thread is about to read the clock for the event, or to store it: events
	 * with earlier stamps than now may follow. */
	RB_LOG_EVENT   = 1,
	/* precedes the first event of the type; what: enum rb_log_kind; type: its number; id: colour; text: the name */
	RB_LOG_TYPE    = 2,
	RB_LOG_TEXT    = 3,  /* struct rb_log_text */
	RB_LOG_THREAD  = 4,  /* the thread tid writes the following records */
	RB_LOG_FULL    = 5,  /* later events are dropped; what: enum rb_log_why */
	RB_LOG_SEAL    = 11, /* as in mpitrace.h */
	RB_LOG_END     = 12, /* id: bytes of the trailer, tid: its CRC32C */
};

/* A begin or an end with an id belongs to a span, others to a region or state. */
enum rb_log_what {
	RB_LOG_HAPPENED = 1, RB_LOG_BEGIN = 2, RB_LOG_STOP = 3, RB_LOG_SENT = 4, RB_LOG_RECEIVED = 5,
	RB_LOG_COUNTED = 6, /* id: the bits of the value, a double */
};

/* The severity (enum rb_log_severity) is in the bits from RB_LOG_SEVERITY_SHIFT on; 0: none. */
enum rb_log_flags { RB_LOG_TEXT_CUT = 1, RB_LOG_HAS_FIELDS = 2, RB_LOG_FIELDS_CUT = 4, RB_LOG_PARENT = 8 };

#define RB_LOG_SEVERITY_SHIFT 4
#define RB_LOG_SEVERITY_MASK 7

enum rb_log_why { RB_LOG_NO_SPACE = 1, RB_LOG_LIMIT = 2, RB_LOG_IO = 3 };

struct rb_log_record {
	uint8_t  kind, what;
	uint16_t type;       /* 0: not declared */
	uint32_t number;
	uint64_t time_ns;    /* CLOCK_MONOTONIC */
	uint64_t id;         /* of a message or span; 0: none */
	uint32_t tid;
	uint16_t text_bytes; /* total bytes of the text with the parts before it, in the records before and in this one */
	uint16_t flags;      /* enum rb_log_flags, and the severity */
	char     text[RB_LOG_TAIL];
};

struct rb_log_text {
	uint8_t  kind, bytes;
	uint16_t reserved;
	uint32_t number;
	char     text[RB_LOG_PIECE];
};

struct rb_log_seal {
	uint8_t  kind, what;
	uint16_t flags;
	uint32_t records, crc32c, self_crc32c;
	uint64_t sequence;
	uint64_t reserved[5];
};

_Static_assert(sizeof(struct rb_log_header) == 64 && offsetof(struct rb_log_header, header_crc32c) == 60, "header");
_Static_assert(sizeof(struct rb_log_record) == 64 && offsetof(struct rb_log_record, text) == 32, "record");
_Static_assert(sizeof(struct rb_log_text) == 64 && sizeof(struct rb_log_seal) == 64, "other records");

#endif
