/* The functions of runbench/eventlog.h. They preserve errno, because a program may log between a failed call and its
 * use of errno. */
#include <runbench/eventlog.h>

#include "../base/clock_ns.h"
#include "counted.h"
#include "types.h"
#include "writer.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

/* Fills r's text field; the text before its last bytes goes into separate records. */
static bool append_text(struct writer *w, struct rb_log_record *r, const char *text, size_t size)
{
	if (size > RB_LOG_COMMENT_BYTES) {
		size = RB_LOG_COMMENT_BYTES;
		/* Truncates between characters. */
		while (size > RB_LOG_COMMENT_BYTES - 3 && ((unsigned char)text[size] & 0xc0) == 0x80)
			size--;
		r->flags |= 1;
	}
	r->text_bytes = (uint16_t)size;
	while (size > RB_LOG_TAIL) {
		struct rb_log_text piece = { .kind = RB_LOG_TEXT,
			.bytes = (uint8_t)(size < RB_LOG_PIECE ? size : RB_LOG_PIECE) };

		memcpy(piece.text, text, piece.bytes);
		if (!writer_append(w, (struct rb_log_record *)&piece))
			return false;
		text += piece.bytes;
		size -= piece.bytes;
	}
	memcpy(r->text, text, size);
	return true;
}

static __attribute__((noinline)) bool write_type(struct writer *w, int number, uint64_t now)
{
	const struct log_type *t = types_get(number);
	struct rb_log_record r = { .kind = RB_LOG_TYPE, .type = (uint16_t)number, .time_ns = now, .tid = w->tid };

	if (!t)
		return true;
	r.what = t->kind;
	r.id = t->colour;
	if (!append_text(w, &r, t->name, strlen(t->name)) || !writer_append(w, &r))
		return false;
	w->declared[number / 64] |= 1ull << number % 64;
	return true;
}

static bool write_event(struct writer *w, struct rb_log_record *r, const char *comment)
{
	unsigned type = r->type;

	/* Before the stamp: a follower holds its frontier back until the record is stored, however long this thread is
	 * preempted in between. A fence is not needed: the store is visible long before the follower, which reads the clock
	 * first, has read the file. */
	writer_announce(w);
	r->time_ns = clock_ns();
	r->tid = w->tid;
	/* A thread may take a stamp before another thread hands over this file. */
	if (__builtin_expect(r->time_ns < w->last_ns, 0))
		r->time_ns = w->last_ns;
	w->last_ns = r->time_ns;
	if (__builtin_expect(type && !(w->declared[type / 64] & 1ull << type % 64), 0)
			&& !write_type(w, (int)type, r->time_ns))
		return false;
	if (comment && *comment && !append_text(w, r, comment, strlen(comment)))
		return false;
	if (!writer_append(w, r))
		return false;
	w->events++;
	return true;
}

static __attribute__((noinline)) void log_event(uint8_t what, int type, uint64_t id, const char *comment)
{
	struct rb_log_record r = { .kind = RB_LOG_EVENT, .what = what, .id = id };
	int before = errno;
	struct writer *w = writers_own();

	r.type = (uint16_t)(types_get(type) ? type : 0);
	if (!w || w->busy) {
		writers_count_drop();
		errno = before;
		return;
	}
	__atomic_store_n(&w->busy, 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST); /* the barrier at exit orders this store for the exiting thread */
	if (__builtin_expect(__atomic_load_n(&writers_state, __ATOMIC_RELAXED) != LOG_ON, 0))
		writers_count_late();
	else if (!write_event(w, &r, comment))
		writer_count_drop(w);
	__atomic_store_n(&w->busy, 0, __ATOMIC_RELEASE);
	errno = before;
}

static __attribute__((noinline)) void log_late(void)
{
	int before = errno;

	writers_count_late();
	errno = before;
}

static inline __attribute__((always_inline)) bool is_on(void)
{
	int state = __atomic_load_n(&writers_state, __ATOMIC_ACQUIRE);

	if (__builtin_expect(state == LOG_CLOSED, 0))
		log_late();
	return state == LOG_ON;
}

PUBLIC void rb_log_init(void)
{
	int before = errno;

	writers_begin();
	errno = before;
}

PUBLIC int rb_log_on(void)
{
	return __atomic_load_n(&writers_state, __ATOMIC_ACQUIRE) == LOG_ON;
}

PUBLIC int rb_log_declare(const char *name, enum rb_log_kind kind, uint32_t colour)
{
	if (!name || kind < RB_LOG_POINT || kind > RB_LOG_MESSAGE)
		return 0;
	/* The program may have set RB_EVENTLOG itself. */
	if (__builtin_expect(__atomic_load_n(&writers_state, __ATOMIC_ACQUIRE) == LOG_OFF, 0))
		rb_log_init();
	return types_declare(name, (uint8_t)kind, colour);
}

PUBLIC void rb_log_point(int type, const char *comment)
{
	if (is_on())
		log_event(RB_LOG_HAPPENED, type, 0, comment);
}

static __attribute__((noinline)) void switch_counters(int type, bool begins)
{
	int before = errno;

	counted_change(type, begins);
	errno = before;
}

/* The counters count between the two stamps of a region. */
static inline __attribute__((always_inline)) void log_begin(int type, const char *comment)
{
	log_event(RB_LOG_BEGIN, type, 0, comment);
	if (__builtin_expect(__atomic_load_n(&counted_on, __ATOMIC_RELAXED), 0))
		switch_counters(type, true);
}

static inline __attribute__((always_inline)) void log_end(int type, const char *comment)
{
	if (__builtin_expect(__atomic_load_n(&counted_on, __ATOMIC_RELAXED), 0))
		switch_counters(type, false);
	log_event(RB_LOG_STOP, type, 0, comment);
}

PUBLIC void rb_log_begin(int type, const char *comment)
{
	if (is_on())
		log_begin(type, comment);
}

PUBLIC void rb_log_end(int type, const char *comment)
{
	if (is_on())
		log_end(type, comment);
}

PUBLIC void rb_log_printf(int type, const char *format, ...)
{
	if (is_on()) {
		char comment[RB_LOG_COMMENT_BYTES + 4]; /* one byte more than a comment shows that it was truncated */
		int before = errno;
		va_list words;
		int length;

		va_start(words, format);
		length = vsnprintf(comment, sizeof comment, format, words);
		va_end(words);
		errno = before;
		log_event(RB_LOG_HAPPENED, type, 0, length < 0 ? NULL : comment);
	}
}

PUBLIC void rb_log_send(int type, uint64_t id, const char *comment)
{
	if (is_on())
		log_event(RB_LOG_SENT, type, id, comment);
}

PUBLIC void rb_log_receive(int type, uint64_t id, const char *comment)
{
	if (is_on())
		log_event(RB_LOG_RECEIVED, type, id, comment);
}

PUBLIC void rb_log_region_begin(const char *name)
{
	if (is_on())
		log_begin(rb_log_declare(name, RB_LOG_REGION, RB_LOG_NO_COLOUR), NULL);
}

PUBLIC void rb_log_region_end(const char *name)
{
	if (is_on())
		log_end(rb_log_declare(name, RB_LOG_REGION, RB_LOG_NO_COLOUR), NULL);
}

PUBLIC uint64_t rb_log_dropped(void)
{
	return writers_dropped();
}
