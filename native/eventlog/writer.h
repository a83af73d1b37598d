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
	uint64_t limit;     /* bytes that the file may have; 0: there is no file yet */
	uint64_t dropped;   /* changed by its thread, read by all */
	uint64_t events;
	bool     full;
	int      use;       /* an enum writer_use */
	int      busy;      /* its thread is writing: whoever comes from a signal handler finds it so */
	uint64_t declared[(RB_LOG_TYPES + 64) / 64]; /* types that stand in the file */
};

/* OFF also before the environment was read, and while it is read. */
enum log_state { LOG_OFF, LOG_ON, LOG_CLOSED };

/* An enum log_state. */
extern int writers_state;

/* Reads the environment, unless something is logged already. In normal context: when the library is loaded, or on request. */
void writers_begin(void);

/* The calling thread's, made with system calls if need be; NULL where none can be: the event is counted as dropped. */
struct writer *writers_mine(void);

/* Appends, numbered; false: dropped. Called by the writer's thread. */
bool writer_append(struct writer *w, struct rb_log_record *r);

void writer_count_drop(struct writer *w);
void writers_count_drop(void);

/* Counts an event that came after the end of the files, and reports the first one. */
void writers_count_late(void);
uint64_t writers_dropped(void);

#endif
