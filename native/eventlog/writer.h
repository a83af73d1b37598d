/* The files of this process: one for each thread that logs at the same time as others. */
#ifndef RUNBENCH_EVENTLOG_WRITER_H
#define RUNBENCH_EVENTLOG_WRITER_H

#include "../base/container.h"
#include "format.h"

#include <stdbool.h>
#include <stdint.h>

struct writer {
	struct container_map file;
	uint32_t tid;       /* of the thread that has it */
	uint32_t number;    /* of the latest record */
	uint64_t last_ns;
	uint64_t limit;     /* bytes that the file may have */
	uint64_t dropped;
	uint64_t events;
	bool     full;
	int      owned;     /* 1: a thread has it */
	int      busy;      /* its thread is writing: whoever comes from a signal handler finds it so */
	uint64_t declared[(RB_LOG_TYPES + 64) / 64]; /* types that stand in the file */
};

enum log_state { LOG_UNKNOWN, LOG_OFF, LOG_ON, LOG_CLOSED };

/* An enum log_state; its first reader asks the environment. */
extern int writers_state;

enum log_state writers_begin(void);

/* The calling thread's, made if need be; NULL where none can be: the event is counted as dropped. */
struct writer *writers_mine(void);

/* Appends, numbered; false: dropped. Called by the writer's thread. */
bool writer_append(struct writer *w, struct rb_log_record *r);

void writers_count_drop(void);
uint64_t writers_dropped(void);

#endif
