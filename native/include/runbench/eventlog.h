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
#include <initializer_list>
#include <type_traits>
#endif

enum rb_log_kind {
	RB_LOG_POINT   = 1, /* an event without duration */
	RB_LOG_REGION  = 2, /* a part of a thread's execution from begin to end; regions of a thread are nested */
	RB_LOG_STATE   = 3, /* a state of the process from begin to end, possibly in different threads */
	RB_LOG_MESSAGE = 4, /* a message, sent and received */
	RB_LOG_COUNTER = 5, /* a quantity with a value at each event */
	RB_LOG_SPAN    = 6, /* an operation with an id and a parent; it may end in another thread, and may overlap others */
};

enum rb_log_severity { RB_LOG_NO_SEVERITY, RB_LOG_DEBUG, RB_LOG_INFO, RB_LOG_WARNING, RB_LOG_ERROR };

#define RB_LOG_NO_COLOUR 0xffffffffu
#define RB_LOG_COMMENT_BYTES 984 /* longer comments are truncated */
#define RB_LOG_FIELDS_BYTES 984  /* of the fields of an event: 1 + name + 8 for a number, 3 + name + text for a string */
#define RB_LOG_NAME_BYTES 63     /* of a field's name; longer ones are truncated */

enum rb_log_field_kind { RB_LOG_INT64 = 1, RB_LOG_DOUBLE = 2, RB_LOG_STRING = 3 };

/*
 * A named value of an event. Strings are UTF-8. A string that exceeds the space of the fields is truncated, other fields that
 * exceed it are left out; readers mark such events. C++ programs construct it from integers, floating-point numbers, strings
 * and std::string; integers above 2^63 - 1 become doubles.
 */
struct rb_log_field {
	const char *name;
	enum rb_log_field_kind kind;
	union {
		int64_t     int64;
		double      float64;
		const char *string;
	} value;
#ifdef __cplusplus
	rb_log_field(const char *field, double number) : name(field), kind(RB_LOG_DOUBLE) { value.float64 = number; }
	rb_log_field(const char *field, const char *text) : name(field), kind(RB_LOG_STRING) { value.string = text; }
	template <class T, class = typename std::enable_if<std::is_integral<T>::value || std::is_enum<T>::value>::type>
	rb_log_field(const char *field, T number) : name(field), kind(RB_LOG_INT64)
	{
		value.int64 = static_cast<int64_t>(number);
		if (value.int64 < 0 && static_cast<T>(0) < static_cast<T>(-1)) {
			kind = RB_LOG_DOUBLE;
			value.float64 = static_cast<double>(static_cast<uint64_t>(number));
		}
	}
	template <class S>
	rb_log_field(const char *field, const S &text, decltype(text.c_str()) bytes = nullptr) : name(field), kind(RB_LOG_STRING)
	{
		value.string = bytes ? bytes : text.c_str();
	}
#endif
};

#ifdef __cplusplus
extern "C" {
#endif

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

/* Logs the value of a counter at this time. */
void rb_log_counter(int type, double value);

/*
 * Logs a point with a severity and count fields; allocates nothing.
 *
 *   rb_log_event(type, RB_LOG_WARNING, "retry", RB_LOG_FIELDS(RB_LOG_FIELD("attempt", n), RB_LOG_FIELD("host", name)));   (C11)
 *   rb_log_event(type, RB_LOG_WARNING, "retry", {{"attempt", n}, {"host", name}});                                       (C++)
 */
void rb_log_event(int type, enum rb_log_severity severity, const char *comment, const struct rb_log_field *fields,
		  size_t count);

/*
 * Begins a span, and returns its id, which is unique in the run; 0 without a log. parent: id of a span, also of another
 * process; 0: none. The span ends with rb_log_span_end in any thread of the process; RB_LOG_ERROR there marks it as failed.
 * An end with the id 0 is not logged.
 */
uint64_t rb_log_span_begin(int type, uint64_t parent, const char *comment, const struct rb_log_field *fields, size_t count);
void rb_log_span_end(int type, uint64_t id, enum rb_log_severity severity, const struct rb_log_field *fields, size_t count);

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
static inline void rb_log_counter(int type, double value) { (void)type, (void)value; }
static inline void rb_log_event(int type, enum rb_log_severity severity, const char *comment,
				const struct rb_log_field *fields, size_t count)
{
	(void)type, (void)severity, (void)comment, (void)fields, (void)count;
}
static inline uint64_t rb_log_span_begin(int type, uint64_t parent, const char *comment, const struct rb_log_field *fields,
					 size_t count)
{
	(void)type, (void)parent, (void)comment, (void)fields, (void)count;
	return 0;
}
static inline void rb_log_span_end(int type, uint64_t id, enum rb_log_severity severity, const struct rb_log_field *fields,
				   size_t count)
{
	(void)type, (void)id, (void)severity, (void)fields, (void)count;
}
static inline void rb_log_region_begin(const char *name) { (void)name; }
static inline void rb_log_region_end(const char *name) { (void)name; }
static inline void rb_log_init(void) {}
static inline int rb_log_on(void) { return 0; }
static inline uint64_t rb_log_dropped(void) { return 0; }

#endif

#ifndef RB_LOG_DISABLE

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

#else

#define RB_LOG_SCOPE(name) ((void)(name))

#endif

#ifdef __cplusplus
}

/* Fields as the last argument of rb_log_event, rb_log_span_begin and rb_log_span_end. */
#define RB_LOG_FIELD(name, value) rb_log_field(name, value)
#define RB_LOG_FIELDS(...) { __VA_ARGS__ }
#define RB_LOG_NO_FIELDS nullptr, 0

static inline void rb_log_event(int type, rb_log_severity severity, const char *comment,
				std::initializer_list<rb_log_field> fields)
{
	rb_log_event(type, severity, comment, fields.begin(), fields.size());
}
static inline uint64_t rb_log_span_begin(int type, uint64_t parent, const char *comment,
					 std::initializer_list<rb_log_field> fields)
{
	return rb_log_span_begin(type, parent, comment, fields.begin(), fields.size());
}
static inline void rb_log_span_end(int type, uint64_t id, rb_log_severity severity, std::initializer_list<rb_log_field> fields)
{
	rb_log_span_end(type, id, severity, fields.begin(), fields.size());
}

#else

static inline struct rb_log_field rb_log_int64(const char *name, int64_t value)
{
	struct rb_log_field field = { name, RB_LOG_INT64, { .int64 = value } };
	return field;
}
static inline struct rb_log_field rb_log_double(const char *name, double value)
{
	struct rb_log_field field = { name, RB_LOG_DOUBLE, { .float64 = value } };
	return field;
}
static inline struct rb_log_field rb_log_string(const char *name, const char *value)
{
	struct rb_log_field field = { name, RB_LOG_STRING, { .string = value } };
	return field;
}
static inline struct rb_log_field rb_log_uint64(const char *name, uint64_t value)
{
	return value > INT64_MAX ? rb_log_double(name, (double)value) : rb_log_int64(name, (int64_t)value);
}

/* The fields of an event, as the last two arguments. */
#define RB_LOG_FIELDS(...) \
	(const struct rb_log_field[]){ __VA_ARGS__ }, \
	sizeof((const struct rb_log_field[]){ __VA_ARGS__ }) / sizeof(struct rb_log_field)
#define RB_LOG_NO_FIELDS NULL, 0

/* A field of the value's type. Programs in C99 use rb_log_int64, rb_log_double and rb_log_string. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#define RB_LOG_FIELD(name, value) \
	_Generic((value), float: rb_log_double, double: rb_log_double, char *: rb_log_string, const char *: rb_log_string, \
		unsigned long: rb_log_uint64, unsigned long long: rb_log_uint64, default: rb_log_int64)(name, value)
#endif

#endif

#endif
