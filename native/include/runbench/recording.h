/*
 * recording.h - the layout of a recording (samples.rec).
 *
 * This header is the single source of the format. runbench.parser.record is its Java reader; a golden file and the
 * assertions below verify that both agree. native/sampler/README.md describes the format for other languages.
 *
 *   rb_file_header | JSON metadata, padded with spaces | record record record ... | JSON trailer
 *
 * All numbers are little endian. All records of a file have the same size, record_bytes: the file is one array from
 * header_bytes on, which any tool can map. The kind of a record determines its content. An RB_SEAL record ends a block
 * of records that were written together and contains their CRC32C. A truncated file (kill -9, full disk) is intact up
 * to its last seal. The last record of a complete file is RB_END; the JSON trailer after it contains exit status,
 * resource usage and final counts.
 *
 * Time: wall_ns is CLOCK_MONOTONIC; the metadata contain its offset to CLOCK_REALTIME. Values are cumulative, as
 * reported by the kernel, never scaled and never differenced.
 *
 * A series is identified by (group, task, cpu). Its values start at 0 and never decrease. The differences of all samples
 * and RB_CLOSE records of all series add up exactly to the RB_TOTAL of the group. An RB_READING contains the sum over the
 * series of a group at its time, which later records of the series include.
 */
#ifndef RUNBENCH_RECORDING_H
#define RUNBENCH_RECORDING_H

#include <stddef.h>
#include <stdint.h>

#define RB_MAGIC "RUNBREC\n" /* 8 bytes; the line feed detects a transfer that changed line ends */
#define RB_VERSION 1
#define RB_ALL_CPUS 0xffffffffu  /* cpu of a sum over CPUs (poll mode) */
#define RB_ALL_TASKS 0xffffffffu /* task of a sum over tasks */

struct rb_file_header {
	char     magic[8];
	uint32_t version;
	uint32_t header_bytes;  /* offset of the first record: this struct, the JSON, padding; a multiple of 64 */
	uint32_t record_bytes;  /* sizeof(struct rb_record) + 8 * value_count */
	uint32_t value_count;   /* values in each record, >= 1; unused values are 0 */
	uint32_t json_bytes;
	uint32_t json_crc32c;
	uint8_t  reserved[28];  /* 0 */
	uint32_t header_crc32c; /* of the 60 bytes before it */
};

/* The kinds of records. Never 0x0a or >= 0x20, so that no byte of the JSON trailer is a valid kind. */
enum rb_kind {
	RB_SAMPLE = 1, /* a periodic sample of a series */
	RB_CLOSE  = 2, /* the last values of a series, at the end of its task or of the run; not a period */
	RB_TOTAL  = 3, /* the final count of a group over all tasks and CPUs, read from the counters */
	RB_TASK   = 4, /* a new task: see struct rb_task */
	RB_EXIT   = 5, /* a task ended */
	RB_COMM   = 6, /* a task's name (exec, prctl): see struct rb_comm */
	RB_LOST   = 7, /* aux records were dropped by the kernel on this cpu before this point */
	RB_SWITCH = 8, /* context switch; RB_F_SWITCH_OUT is its direction */
	RB_THROTTLE = 9, /* the kernel throttled (RB_F_THROTTLED) or unthrottled this cpu's sampling */
	RB_SEAL   = 11, /* see struct rb_seal */
	RB_READING = 13, /* a group's counts over all tasks and CPUs so far, read between samples; not of a series */
	RB_FINAL  = 14, /* poll mode: the total counts of one task, recorded at its end; not of a series */
	RB_FILE   = 15, /* a part of a file's name or build ID: see struct rb_file; before the first RB_MAP of the file */
	RB_MAP    = 16, /* new executable memory of a task's process: see struct rb_map */
	RB_FRAMES = 17, /* new frames of call stacks: see struct rb_frames; before the first sample that contains them */
	RB_CONTROL = 18, /* counting was enabled (RB_F_ENABLED) or disabled; the first one contains the state at the start */
	RB_END    = 12, /* aux = bytes of the JSON trailer, enabled_ns = its CRC32C */
};

/* The flags set by the sampler. Readers derive irregular and repeated samples themselves. */
enum rb_flag {
	RB_F_LOST       = 1 << 0, /* records were lost on this cpu since its previous record */
	RB_F_THROTTLED  = 1 << 1,
	RB_F_SWITCH_OUT = 1 << 2,
	RB_F_PREEMPTED  = 1 << 3, /* switched out while still runnable */
	RB_F_LATE       = 1 << 4, /* poll mode: more than half a period after its deadline; kernel-driven: after more than
				     1.5 periods, because no samples are taken in kernel mode */
	RB_F_DERIVED    = 1 << 5, /* RB_CLOSE computed as total minus the other tasks, not reported by the kernel */
	RB_F_EXEC       = 1 << 6, /* RB_COMM: the name of an exec, which removes earlier mappings */
	RB_F_KERNEL     = 1 << 7, /* RB_SAMPLE: the instruction pointer is in the kernel; RB_FRAMES: the addresses are */
	RB_F_BUILD_ID   = 1 << 8, /* RB_FILE: the build ID, not the name */
	RB_F_STOPPED    = 1 << 9, /* RB_SWITCH: the last one; later switches are not recorded because they are too frequent */
	RB_F_ENABLED    = 1 << 10, /* RB_CONTROL: a stretch of counting begins; without it a stretch has ended */
};

struct rb_record {
	uint8_t  kind;
	uint8_t  group;
	uint16_t flags;
	uint32_t cpu;
	uint32_t task;       /* serial number of the task in this recording, from 0; never reused, unlike tid */
	uint32_t tid;
	uint64_t wall_ns;
	uint64_t run_ns;     /* time that the task ran (task clock) on this cpu in this recording */
	uint64_t enabled_ns; /* of the group */
	uint64_t running_ns; /* of the group; less than the enabled time on this cpu if multiplexed */
	uint64_t aux;        /* RB_SAMPLE: the instruction pointer, if the metadata contain "instruction_pointers": true */
	uint64_t value[];
};

/* The layouts of records without counts: same size, and same offsets of kind ... wall_ns. */
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
	char     name[32];    /* as reported by the kernel, usually UTF-8, padded with 0 */
};

/* A part of a name, which may be longer than a record: its parts are consecutive. tid is the total length in bytes. */
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
 * An executable mapping. A new task has the mappings of its parent; exec (RB_F_EXEC) removes all. The kernel does not
 * report unmapping: a later mapping replaces those that it overlaps.
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

/*
 * Frames of call stacks. All stacks of a recording form a tree from the outermost callers to the sampled instructions, in which
 * each frame has a number from 1. If the metadata contain "call_graph", value["value"] of a sample is the number of its innermost
 * frame; 0: it has no stack. Addresses are those of the sample's process: that of the sampled instruction, or the return address
 * of a call. The first frame of a record was called by `caller`, every other by the one before it.
 */
#define RB_OUTERMOST 0u        /* caller: none */
#define RB_CUT 0xffffffffu     /* caller: unknown, because the stack reached the maximum depth, or the end of the copied part */
#define RB_NOT_UNWOUND 0xfffffffeu /* caller: unknown, because no call frame information leads to it */
#define RB_FRAMES_MAX 4

struct rb_frames {
	uint8_t  kind, count; /* count: 1 to RB_FRAMES_MAX */
	uint16_t flags;
	uint32_t caller;
	uint32_t first;       /* number of the first frame; the others follow */
	uint32_t tid;         /* 0 */
	uint64_t wall_ns;
	uint64_t address[RB_FRAMES_MAX]; /* padded with 0 */
};

struct rb_seal {
	uint8_t  kind, group;
	uint16_t flags;
	uint32_t cpu, task, tid; /* 0 */
	uint64_t wall_ns;
	uint64_t records;     /* number of covered records: since the previous seal, or the first record */
	uint64_t sequence;    /* number of this seal, from 0 */
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
_Static_assert(sizeof(struct rb_frames) == 56, "frames view");
_Static_assert(sizeof(struct rb_seal) == 56, "seal view");

#endif
