/* The files of this process: one for each of the threads that log concurrently. */
#ifndef RUNBENCH_EVENTLOG_WRITER_H
#define RUNBENCH_EVENTLOG_WRITER_H

#include "../base/container.h"
#include "format.h"

#include <stdbool.h>
#include <stdint.h>

struct writer {
	struct container_map file;
	uint32_t tid;                                /* thread that owns it */
	uint32_t number;                             /* number of the latest record */
	uint64_t last_ns;
	uint64_t limit;                              /* maximum bytes of the file; 0: no file yet */
	uint64_t dropped;                            /* changed by the owning thread only */
	uint64_t events;
	uint64_t span_seed;                          /* random; the ids of the spans that begin in this file follow from it */
	uint64_t spans;                              /* number of these spans */
	bool     full;
	int      use;                                /* enum writer_use */
	int      busy;                               /* the owning thread is writing; a signal handler checks it */
	uint64_t declared[(RB_LOG_TYPES + 64) / 64]; /* bit set of the types declared in the file */
};

/* LOG_OFF also before and while the environment is read. */
enum log_state { LOG_OFF, LOG_ON, LOG_CLOSED };

/* An enum log_state. */
extern int writers_state;

/* Reads the environment, unless an event has been logged already. Runs when the library is loaded and on request; not
 * for signal handlers. */
void writers_begin(void);

/* Returns the calling thread's writer and makes one if necessary, with system calls only. Returns NULL if that fails:
 * the event counts as dropped. */
struct writer *writers_own(void);

/* Returns an id for a span, which no other span of any process has; never 0. */
uint64_t writer_span_id(struct writer *w);

/* Marks the place of the next record, see container_map_announce. */
void writer_announce(struct writer *w);

/* Numbers and appends a record. Called by the owning thread. Returns false if the record was dropped. */
bool writer_append(struct writer *w, struct rb_log_record *r);

void writer_count_drop(struct writer *w);
void writers_count_drop(void);

/* Counts an event after the end of the files, and reports the first one. */
void writers_count_late(void);
uint64_t writers_dropped(void);

#endif
