/*
 * recording.h - the layout of a recording (samples.rec).
 *
 * This header is the single source of the format; runbench.parser.record is its Java reader, and a golden
 * file plus the assertions below hold the two together. native/README.md describes it for other languages.
 *
 *   rb_file_header | JSON metadata, padded with spaces | record record record ... | JSON trailer
 *
 * Everything is little endian. Every record of a file has the same width, record_bytes, so that a file is one
 * array from header_bytes on and any tool can map it. What a record says depends on its kind. RB_SEAL records
 * close the runs of records that were flushed together and carry their CRC32C: a file that was cut off anywhere
 * (kill -9, full disk) is intact up to its last seal. The last record of a complete file is RB_END; the JSON
 * trailer behind it holds exit status, resource usage and final counts in words.
 *
 * Time: wall_ns is CLOCK_MONOTONIC; the metadata hold its offset to CLOCK_REALTIME. Values are cumulative, as
 * the kernel gave them, never scaled and never differenced.
 *
 * A series is (group, task, cpu): its values start at 0 and never decrease. The samples of all series plus their
 * RB_CLOSE records differenced from 0 add up to the RB_TOTAL of the group, exactly. An RB_READING tells how far the sum
 * of a group's series had come at its time, of which their own records will tell later.
 */
#ifndef RUNBENCH_RECORDING_H
#define RUNBENCH_RECORDING_H

#include <stddef.h>
#include <stdint.h>

#define RB_MAGIC "RUNBREC\n" /* 8 bytes; the line feed shows a transfer that mangled line ends */
#define RB_VERSION 1
#define RB_ALL_CPUS 0xffffffffu  /* cpu of a value that was summed over CPUs (polling) */
#define RB_ALL_TASKS 0xffffffffu /* task of a value that was summed over tasks */

struct rb_file_header {
	char     magic[8];
	uint32_t version;
	uint32_t header_bytes;  /* offset of the first record: this struct, the JSON, padding; a multiple of 64 */
	uint32_t record_bytes;  /* sizeof(struct rb_record) + 8 * value_count */
	uint32_t value_count;   /* values in each record; >= 1; groups with fewer leave the rest 0 */
	uint32_t json_bytes;
	uint32_t json_crc32c;
	uint8_t  reserved[28];  /* 0 */
	uint32_t header_crc32c; /* of the 60 bytes before it */
};

/* Never 0x0a or >= 0x20: so no byte of the JSON trailer can be taken for a kind. */
enum rb_kind {
	RB_SAMPLE = 1, /* a periodic sample of a series */
	RB_CLOSE  = 2, /* the last values of a series, at the end of its task or of the run; not a period */
	RB_TOTAL  = 3, /* the final count of a group over all tasks and CPUs, read from the counters themselves */
	RB_TASK   = 4, /* a task was seen first: see struct rb_task */
	RB_EXIT   = 5, /* a task ended */
	RB_COMM   = 6, /* a task's name (exec, prctl): see struct rb_comm */
	RB_LOST   = 7, /* aux records were dropped by the kernel on this cpu before this point */
	RB_SWITCH = 8, /* context switch; RB_F_SWITCH_OUT says which way */
	RB_THROTTLE = 9, /* the kernel throttled (RB_F_THROTTLED) or unthrottled this cpu's sampling */
	RB_SEAL   = 11, /* see struct rb_seal */
	RB_READING = 13, /* a group's counts over all tasks and CPUs so far, read where no samples come; not of a series */
	RB_FINAL  = 14, /* polling: what one task counted in all, recorded at its end; not of a series */
	RB_FILE   = 15, /* a part of a file's name or build id: see struct rb_file; before the first RB_MAP that needs it */
	RB_MAP    = 16, /* executable memory appeared in a task's process: see struct rb_map */
	RB_END    = 12, /* aux = bytes of the JSON trailer, enabled_ns = its CRC32C */
};

/* Flags say what the sampler knew. Irregular and repeated samples are derived by readers. */
enum rb_flag {
	RB_F_LOST       = 1 << 0, /* records were lost on this cpu since its previous record */
	RB_F_THROTTLED  = 1 << 1,
	RB_F_SWITCH_OUT = 1 << 2,
	RB_F_PREEMPTED  = 1 << 3, /* switched out while still runnable */
	RB_F_LATE       = 1 << 4, /* polling: taken more than half a period after its deadline; kernel-driven: after more than
				     1.5 periods, because no samples are taken in kernel mode */
	RB_F_DERIVED    = 1 << 5, /* RB_CLOSE computed as total minus the other tasks, not reported by the kernel */
	RB_F_EXEC       = 1 << 6, /* RB_COMM: the name came with an exec; what was mapped before is gone */
	RB_F_KERNEL     = 1 << 7, /* RB_SAMPLE: the instruction pointer is one of the kernel */
	RB_F_BUILD_ID   = 1 << 8, /* RB_FILE: the build id, not the name */
};

struct rb_record {
	uint8_t  kind;
	uint8_t  group;
	uint16_t flags;
	uint32_t cpu;
	uint32_t task;       /* serial number of the task in this recording, from 0; tids may be reused, these not */
	uint32_t tid;
	uint64_t wall_ns;
	uint64_t run_ns;     /* time that the task ran (task clock) on this cpu in this recording */
	uint64_t enabled_ns; /* of the group */
	uint64_t running_ns; /* of the group: less than enabled_ns - what the task ran elsewhere - when multiplexed */
	uint64_t aux;        /* RB_SAMPLE: the instruction pointer, if the metadata say "instruction_pointers": true */
	uint64_t value[];
};

/* Views of a record for the kinds that carry no counts; same width, same places for kind ... wall_ns. */
struct rb_task {
	uint8_t  kind, group;
	uint16_t flags;
	uint32_t cpu, task, tid;
	uint64_t wall_ns;
	uint32_t pid;         /* thread group */
	uint32_t parent_task; /* RB_ALL_TASKS for the first */
	uint64_t reserved[3];
};

struct rb_comm {
	uint8_t  kind, group;
	uint16_t flags;
	uint32_t cpu, task, tid;
	uint64_t wall_ns;
	char     name[32];    /* UTF-8 as far as the kernel gave it, padded with 0 */
};

/* Names are longer than a record: the parts of one follow one another. tid is the length of the whole in bytes. */
struct rb_file {
	uint8_t  kind, group;
	uint16_t flags;
	uint32_t cpu;         /* offset of this part */
	uint32_t task;        /* number of the file in this recording, from 0 */
	uint32_t tid;
	uint64_t wall_ns;
	uint8_t  part[32];    /* padded with 0 */
};

/*
 * A task that is started has what its parent had mapped; exec (RB_F_EXEC) clears all. The kernel does not tell what is
 * unmapped: what is mapped later hides what was there.
 */
struct rb_map {
	uint8_t  kind, group;
	uint16_t flags;
	uint32_t cpu, task, tid;
	uint64_t wall_ns;
	uint64_t start, bytes; /* addresses */
	uint64_t offset;       /* of start in the file */
	uint32_t file;         /* as in struct rb_file */
	uint32_t pid;
};

struct rb_seal {
	uint8_t  kind, group;
	uint16_t flags;
	uint32_t cpu, task, tid; /* 0 */
	uint64_t wall_ns;
	uint64_t records;     /* how many this seal covers: those since the previous seal (or the first record) */
	uint64_t sequence;    /* of this seal, from 0 */
	uint32_t crc32c;      /* of those records' bytes */
	uint32_t self_crc32c; /* of this record (record_bytes) with this field 0 */
	uint64_t reserved;
};

_Static_assert(sizeof(struct rb_file_header) == 64, "file header");
_Static_assert(offsetof(struct rb_file_header, header_crc32c) == 60, "file header checksum");
_Static_assert(sizeof(struct rb_record) == 56, "record");
_Static_assert(offsetof(struct rb_record, wall_ns) == 16, "record wall time");
_Static_assert(offsetof(struct rb_record, aux) == 48, "record aux");
_Static_assert(sizeof(struct rb_task) == 56, "task view");
_Static_assert(sizeof(struct rb_comm) == 56, "comm view");
_Static_assert(sizeof(struct rb_file) == 56, "file view");
_Static_assert(sizeof(struct rb_map) == 56, "map view");
_Static_assert(sizeof(struct rb_seal) == 56, "seal view");

#endif
