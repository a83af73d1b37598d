/*
 * eventlog.h - an event log written by the program itself: points, regions, states and messages, stamped by
 * CLOCK_MONOTONIC. Samples and message traces use the same time axis.
 *
 *   static int solve;                                        once:  solve = rb_log_declare("solve", RB_LOG_REGION, 0x0072b2);
 *   rb_log_begin(solve, NULL); ... rb_log_end(solve, NULL);  any number of times, from any thread
 *
 * Link with librunbench-eventlog.a -lpthread, or the shared library. $RB_EVENTLOG names a directory; `runbench sample` and
 * `runbench cluster` set it. Without it every call returns immediately. No call waits for another thread or for a reader, and
 * none fails: events that do not fit are counted (rb_log_dropped) and reported. Logged events survive the end of the process by
 * any signal. Signal handlers may log: no call allocates memory or takes a lock. A call that interrupts another call of its
 * thread is dropped and counted. Exit handlers and destructors may log, too. Each forked child has its own log.
 *
 * Compiled with -DRB_LOG_DISABLE, every call becomes nothing, and the program needs no library.
 */
#ifndef RUNBENCH_EVENTLOG_H
#define RUNBENCH_EVENTLOG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rb_log_kind {
	RB_LOG_POINT   = 1, /* an event without duration */
	RB_LOG_REGION  = 2, /* a part of a thread's execution from begin to end; regions of a thread are nested */
	RB_LOG_STATE   = 3, /* a state of the process from begin to end, possibly in different threads */
	RB_LOG_MESSAGE = 4, /* a message, sent and received */
};

#define RB_LOG_NO_COLOUR 0xffffffffu
#define RB_LOG_COMMENT_BYTES 984 /* longer comments are truncated */

#ifndef RB_LOG_DISABLE

/*
 * Declares a type of events. The same name and kind return the same number in all threads. Up to 1023 types are possible, and
 * their number does not affect the overhead. colour: 0xRRGGBB or RB_LOG_NO_COLOUR. Returns 0 if there are too many types: such
 * events are logged without a name.
 */
int rb_log_declare(const char *name, enum rb_log_kind kind, uint32_t colour);

/* Log an event. comment: UTF-8, or NULL. A number not returned by rb_log_declare is logged as a type without a name. */
void rb_log_point(int type, const char *comment);
void rb_log_begin(int type, const char *comment);
void rb_log_end(int type, const char *comment);

/*
 * Logs a point with a comment that is formatted as by printf, in the program's locale; formats nothing without a log.
 * Not async-signal-safe.
 */
void rb_log_printf(int type, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Log a message. id: of the message, equal at sender and receiver and unique in the run; 0: none. */
void rb_log_send(int type, uint64_t id, const char *comment);
void rb_log_receive(int type, uint64_t id, const char *comment);

/* Log a region by its name, with the overhead of a lookup. */
void rb_log_region_begin(const char *name);
void rb_log_region_end(const char *name);

/*
 * Reads $RB_EVENTLOG again, for a program that sets it itself; without effect after the first event. The library reads it when it
 * is loaded. Not async-signal-safe.
 */
void rb_log_init(void);

/* Returns 1 if events are logged, otherwise 0; to skip work for comments. */
int rb_log_on(void);

/* Returns the number of dropped events of this process so far. */
uint64_t rb_log_dropped(void);

#else

static inline int rb_log_declare(const char *name, enum rb_log_kind kind, uint32_t colour)
{
	(void)name, (void)kind, (void)colour;
	return 0;
}
static inline void rb_log_point(int type, const char *comment) { (void)type, (void)comment; }
static inline void rb_log_begin(int type, const char *comment) { (void)type, (void)comment; }
static inline void rb_log_end(int type, const char *comment) { (void)type, (void)comment; }
static inline __attribute__((format(printf, 2, 3))) void rb_log_printf(int type, const char *format, ...)
{
	(void)type, (void)format;
}
static inline void rb_log_send(int type, uint64_t id, const char *comment) { (void)type, (void)id, (void)comment; }
static inline void rb_log_receive(int type, uint64_t id, const char *comment) { (void)type, (void)id, (void)comment; }
static inline void rb_log_region_begin(const char *name) { (void)name; }
static inline void rb_log_region_end(const char *name) { (void)name; }
static inline void rb_log_init(void) {}
static inline int rb_log_on(void) { return 0; }
static inline uint64_t rb_log_dropped(void) { return 0; }

#endif

/* The functions of RB_LOG_SCOPE. */
static inline int rb_log_scope_begin(int *type, const char *name)
{
	int known = __atomic_load_n(type, __ATOMIC_RELAXED);

	if (!known && rb_log_on()) {
		known = rb_log_declare(name, RB_LOG_REGION, RB_LOG_NO_COLOUR);
		__atomic_store_n(type, known, __ATOMIC_RELAXED);
	}
	rb_log_begin(known, NULL);
	return known;
}

static inline void rb_log_scope_end(const int *type)
{
	rb_log_end(*type, NULL);
}

/*
 * Logs a region from this line to the end of its block, whichever way the program leaves it: return, break, goto or a C++
 * exception. The lookup of the name happens once. Needs GCC or Clang. At most one on a line.
 *
 *   void solve(void) { RB_LOG_SCOPE("solve"); ... }
 */
#define RB_LOG_SCOPE(name) \
	static int RB_LOG_ON_LINE(rb_log_type_, __LINE__); \
	int RB_LOG_ON_LINE(rb_log_scope_, __LINE__) __attribute__((cleanup(rb_log_scope_end), unused)) = \
		rb_log_scope_begin(&RB_LOG_ON_LINE(rb_log_type_, __LINE__), name)
#define RB_LOG_ON_LINE(word, line) RB_LOG_ON_LINE_EXPANDED(word, line)
#define RB_LOG_ON_LINE_EXPANDED(word, line) word##line

#ifdef __cplusplus
}
#endif

#endif
