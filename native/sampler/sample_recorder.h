/* The conversion of kernel records into records of a recording: its state, and the common part of both modes. */
#ifndef RUNBENCH_SAMPLE_RECORDER_H
#define RUNBENCH_SAMPLE_RECORDER_H

#include "mappings.h"
#include "perf_counters.h"
#include "recording_writer.h"
#include "stacks.h"
#include "tasks.h"
#include "unwind.h"

/* A ring and its counter. */
struct source {
	struct ring *ring;
	int          fd;
	unsigned unit, cpu, group, member;
};

/* A ring and the time of its first record, during a drain. */
struct ring_head {
	uint64_t       time_ns;
	struct source *source;
};

/* Sums over closed tasks, for one group on one CPU. */
struct sum {
	uint64_t run_ns, running_ns;
	uint64_t *value;
};

/* The context switches in the second that began at since_ns. */
struct switch_rate {
	uint64_t since_ns;
	unsigned count;
	bool     stopped;                 /* too frequent: no more are recorded */
};

/* The time since which a CPU has taken no sample, and the running time of its tasks when it was last read. */
struct silence {
	uint64_t since_ns, run_ns;
	bool     known;                   /* run_ns was read since the last sample */
};

struct recorder {
	struct counters *counters;
	struct container_stream *writer;
	struct tasks     tasks;
	unsigned         value_count;
	unsigned         finals_per_task; /* number of final values that the kernel reports at the end of a task */
	struct source   *sources;
	unsigned         source_count;
	struct ring_head *heads;          /* [source]: a heap of the rings that hold records, during a drain */
	struct sum      *closed;          /* [target * series + group * cpus + cpu] */
	uint64_t        *closed_enabled_ns; /* [target * groups + group]: of closed tasks, on any CPU */
	struct task    **root;            /* [target] */
	bool            *lost_pending;       /* [cpu]: records were lost; the next sample is marked */
	struct reading  *totals;          /* [group * members + member], after recorder_finish */
	struct reading  *readings;        /* [group * members + member]: between kernel-driven samples, and at intervals */
	struct silence  *silence;         /* [cpu] */
	struct mapped_files mapped_files;
	struct stacks    stacks;
	struct unwinder *unwinder;        /* NULL: the kernel reports whole stacks, or none */
	struct switch_rate switches;
	struct reading  *scratch;         /* [2 * members], temporary */

	uint64_t samples, lost, throttled, run_ns;
	uint64_t incomplete;              /* tasks with missing final values */
	uint64_t ended;                   /* tasks that ended */
	uint64_t forks;                   /* tasks started while counting, including threads */
	uint64_t late;                    /* samples with RB_F_LATE */
	bool     multiplexed;             /* poll mode: the groups are multiplexed on the counters */
	int64_t  namespace_ns;            /* the clock of this process minus that of the kernel's records */
	uint64_t mapped_ns;               /* time from which on all rings take records */
	uint64_t last_ns;                 /* time of the latest sample */
	uint64_t exec_ns;                 /* time of the first exec of the first task; 0: none yet */
};

void recorder_init(struct recorder *r, struct counters *c, struct container_stream *w);
void recorder_free(struct recorder *r);

/*
 * Takes all records up to a time out of the rings, in order of time; records of equal time in the order of the rings. Later
 * records are taken too while their ring is half full. Records that arrive during the call remain.
 */
void recorder_drain(struct recorder *r, uint64_t until_ns);

/*
 * Writes the last records, the closing records and the totals after the end of all tasks. Returns the time at which counting
 * ended: wall_ns, or the time of the last sample, because the counters of an object that continues are disabled one by one.
 */
uint64_t recorder_finish(struct recorder *r, uint64_t wall_ns);

/* kernel_records.c: return the time of a record of a ring; process the record. */
uint64_t kernel_record_time(const struct recorder *r, const struct perf_event_header *h);
void kernel_record_take(struct recorder *r, const struct source *s, const struct perf_event_header *h);

/* kernel_mode.c: process a sample; process a final value of a task. */
void kernel_mode_sample(struct recorder *r, const struct source *s, const struct perf_event_header *h);
void kernel_mode_final(struct recorder *r, const struct source *s, const struct perf_event_header *h);

/* Closes all tasks and writes the totals. */
void kernel_mode_close_all(struct recorder *r, uint64_t wall_ns);

/* poll_mode.c: sample all groups; write the closing records and the totals. */
void poll_mode_sample(struct recorder *r, uint64_t deadline_ns, uint64_t period_ns);
void poll_mode_close(struct recorder *r, uint64_t wall_ns);

/* Writes the final values of a task after the last one has arrived. */
void poll_mode_final(struct recorder *r, struct task *task, uint64_t wall_ns);

/* Reads all groups into r->readings. */
void poll_mode_read(struct recorder *r);

/* Reads the totals if a CPU was busy for 1.5 periods without a kernel-driven sample. */
void poll_mode_fill(struct recorder *r, uint64_t period_ns);

/*
 * Add the tasks that exist at the start: first the task (or CPU) of each target, then tasks that inherited counters from one of
 * these. An empty name is reported by the kernel later.
 */
void recorder_root(struct recorder *r, unsigned target, uint32_t pid, const char *name, uint64_t wall_ns);
void recorder_heir(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t owner_tid, const char *name, uint64_t wall_ns);

/* Functions of sample_recorder.c for the files named above. */
struct sum *recorder_closed(const struct recorder *r, unsigned target, unsigned index);
void recorder_series(const struct recorder *r, struct rb_record *record, const struct task *task, unsigned group,
		     unsigned cpu, const struct series *s);
struct rb_record *recorder_add(struct recorder *r, unsigned kind, uint64_t wall_ns);
struct task *recorder_task(struct recorder *r, uint32_t tid, uint32_t pid, uint64_t wall_ns);
struct task *recorder_new_task(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t parent, uint32_t cpu, uint64_t wall_ns);
unsigned recorder_index(const struct recorder *r, unsigned group, unsigned cpu);

#endif
