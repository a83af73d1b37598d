/* Turns what the kernel reports into records: the part that both modes share, and the state of a recording. */
#ifndef RUNBENCH_SAMPLE_RECORDER_H
#define RUNBENCH_SAMPLE_RECORDER_H

#include "mappings.h"
#include "perf_counters.h"
#include "recording_writer.h"
#include "tasks.h"

/* A ring and what it belongs to. */
struct source {
	struct ring *ring;
	int          fd;
	unsigned unit, cpu, group, member;
};

/* The first record of a ring, during a drain. */
struct ring_head {
	uint64_t       time_ns;
	struct source *source;
};

/* Sums over tasks that have been closed, for one group on one CPU. */
struct sum {
	uint64_t run_ns, running_ns;
	uint64_t *value;
};

/* How long a CPU has taken no sample, and how far its tasks' running time had come when it was last read. */
struct silence {
	uint64_t since_ns, run_ns;
	bool     known;                   /* run_ns was read since the last sample */
};

struct recorder {
	struct counters *counters;
	struct container_stream *writer;
	struct tasks     tasks;
	unsigned         value_count;
	unsigned         finals_per_task; /* final values that the kernel reports when a task ends */
	struct source   *sources;
	unsigned         source_count;
	struct ring_head *heads;          /* [source]: a heap of the rings that hold records, during a drain */
	struct sum      *closed;          /* [target * series + group * cpus + cpu] */
	uint64_t        *closed_enabled_ns; /* [target * groups + group]: of those tasks, on any CPU */
	struct task    **root;            /* [target] */
	bool            *lost_pending;       /* [cpu]: the next record says so */
	struct reading  *totals;          /* [group * members + member], after recorder_finish */
	struct reading  *readings;        /* [group * members + member]: between kernel-driven samples */
	struct silence  *silence;         /* [cpu] */
	struct mapped_files mapped_files;
	struct reading  *scratch;         /* [2 * members], for the modes */

	uint64_t samples, lost, throttled, run_ns;
	uint64_t incomplete;              /* tasks whose final values did not all arrive */
	uint64_t ended;
	uint64_t forks;                   /* tasks that were started while it counted, threads included */
	uint64_t late;                    /* samples that bear RB_F_LATE */
	bool     turns;                   /* poll mode: groups take turns at the counters */
	int64_t          namespace_ns;            /* the clock of this process minus that of the kernel's records */
	uint64_t         mapped_ns;               /* all rings took records from then on */
	uint64_t         last_ns;                 /* time of the latest sample */
	uint64_t exec_ns;                 /* first exec of the first task; 0: not seen */
};

void recorder_init(struct recorder *r, struct counters *c, struct container_stream *w);
void recorder_free(struct recorder *r);

/* Takes all records up to this time out of the rings, in order of time. */
void recorder_drain(struct recorder *r, uint64_t until_ns);

/*
 * After the end of all tasks: last records, closing records, totals. Returns when counting ended: at wall_ns, or with the
 * last sample, where what goes on was counted until its counters were switched off one after the other.
 */
uint64_t recorder_finish(struct recorder *r, uint64_t wall_ns);

/* kernel_records.c: when a record of a ring was made; what it says, passed on to whom it concerns. */
uint64_t kernel_record_time(const struct recorder *r, const struct perf_event_header *h);
void kernel_record_take(struct recorder *r, const struct source *s, const struct perf_event_header *h);

/* kernel_mode.c: a sample of a ring; a task's final value. */
void kernel_mode_sample(struct recorder *r, const struct source *s, const struct perf_event_header *h);
void kernel_mode_final(struct recorder *r, const struct source *s, const struct perf_event_header *h);

/* Closes all tasks and writes the totals. */
void kernel_mode_close_all(struct recorder *r, uint64_t wall_ns);

/* poll_mode.c */
void poll_mode_sample(struct recorder *r, uint64_t deadline_ns, uint64_t period_ns);
void poll_mode_close(struct recorder *r, uint64_t wall_ns);

/* All final values of a task have come. */
void poll_mode_final(struct recorder *r, struct task *task, uint64_t wall_ns);

/* Between kernel-driven samples: reads the totals where a CPU was busy for 1.5 periods and took no sample. */
void poll_mode_fill(struct recorder *r, uint64_t period_ns);

/*
 * What was there before: the task (or CPU) of each target, first of all; then tasks that inherited from one of these.
 * Without a name the kernel will tell it.
 */
void recorder_root(struct recorder *r, unsigned target, uint32_t pid, const char *name, uint64_t wall_ns);
void recorder_heir(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t owner_tid, const char *name, uint64_t wall_ns);

/* sample_recorder.c, for the files above */
struct sum *recorder_closed(const struct recorder *r, unsigned target, unsigned index);
void recorder_series(const struct recorder *r, struct rb_record *record, const struct task *task, unsigned group,
		     unsigned cpu, const struct series *s);
struct rb_record *recorder_add(struct recorder *r, unsigned kind, uint64_t wall_ns);
struct task *recorder_task(struct recorder *r, uint32_t tid, uint32_t pid, uint64_t wall_ns);
struct task *recorder_new_task(struct recorder *r, uint32_t tid, uint32_t pid, uint32_t parent, uint32_t cpu, uint64_t wall_ns);
unsigned recorder_index(const struct recorder *r, unsigned group, unsigned cpu);

#endif
