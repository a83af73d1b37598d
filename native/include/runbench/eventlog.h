/*
 * eventlog.h - a program's own log of what it does: points, regions, states and messages, stamped by CLOCK_MONOTONIC as
 * samples and message traces are, so that they stand on one time axis with them.
 *
 *   static int solve;                                        once:  solve = rb_log_declare("solve", RB_LOG_REGION, 0x0072b2);
 *   rb_log_begin(solve, NULL); ... rb_log_end(solve, NULL);  as often as one likes, from any thread
 *
 * Link with librunbench-eventlog.a -lpthread, or the shared library. Without $RB_EVENTLOG every call returns at once; `runbench
 * sample` and `runbench cluster` set it, and by hand it names a folder. No call waits for another thread or for a reader, none
 * fails: what finds no room is counted (rb_log_dropped) and reported. Logged events survive the death of the process by
 * whatever signal. Signal handlers may log: no call allocates memory or takes a lock; one that interrupted another call of its thread
 * is dropped and counted. Exit handlers and destructors may log too. Forked children log on their own.
 */
#ifndef RUNBENCH_EVENTLOG_H
#define RUNBENCH_EVENTLOG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rb_log_kind {
	RB_LOG_POINT   = 1, /* something happened */
	RB_LOG_REGION  = 2, /* a thread is within it from begin to end; regions of a thread are nested */
	RB_LOG_STATE   = 3, /* the process is in it from begin to end, which may be in different threads */
	RB_LOG_MESSAGE = 4, /* sent and received */
};

#define RB_LOG_NO_COLOUR 0xffffffffu
#define RB_LOG_COMMENT_BYTES 984 /* of a longer comment the beginning is kept */

/*
 * A type of events. The same name and kind give the same number, from whatever thread; types are many at no cost, up to
 * 1023. colour: 0xRRGGBB or RB_LOG_NO_COLOUR. 0 where there are too many: such events are logged without a name.
 */
int rb_log_declare(const char *name, enum rb_log_kind kind, uint32_t colour);

/* comment: UTF-8, or NULL. A number that rb_log_declare did not return is logged as a type without a name. */
void rb_log_point(int type, const char *comment);
void rb_log_begin(int type, const char *comment);
void rb_log_end(int type, const char *comment);

/* id: of the message, the same where it is received, otherwise unique in the run; 0: none. */
void rb_log_send(int type, uint64_t id, const char *comment);
void rb_log_receive(int type, uint64_t id, const char *comment);

/* Regions by name alone, which costs looking the name up. */
void rb_log_region_begin(const char *name);
void rb_log_region_end(const char *name);

/*
 * Only for a program that sets $RB_EVENTLOG by itself: reads it again, unless something was logged already. Otherwise it was read
 * when the library was loaded. Not in a signal handler.
 */
void rb_log_init(void);

/* 1: what is logged is kept; for work that is done for a comment only. */
int rb_log_on(void);

/* Events of this process that found no room so far. */
uint64_t rb_log_dropped(void);

#ifdef __cplusplus
}
#endif

#endif
