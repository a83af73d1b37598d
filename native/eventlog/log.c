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

/* Returns the size of text that is cut between two characters if it exceeds most. */
static size_t cut_size(const char *text, size_t size, size_t most)
{
	if (size <= most)
		return size;
	size = most;
	while (size > most - 3 && size && ((unsigned char)text[size] & 0xc0) == 0x80)
		size--;
	return size;
}

/* Fills r's text field; the bytes before its last ones go into separate records. */
static bool append_bytes(struct writer *w, struct rb_log_record *r, const char *bytes, size_t size)
{
	r->text_bytes = (uint16_t)size;
	while (size > RB_LOG_TAIL) {
		struct rb_log_text piece = { .kind = RB_LOG_TEXT,
			.bytes = (uint8_t)(size < RB_LOG_PIECE ? size : RB_LOG_PIECE) };

		memcpy(piece.text, bytes, piece.bytes);
		if (!writer_append(w, (struct rb_log_record *)&piece))
			return false;
		bytes += piece.bytes;
		size -= piece.bytes;
	}
	memcpy(r->text, bytes, size);
	return true;
}

static bool append_text(struct writer *w, struct rb_log_record *r, const char *text, size_t size)
{
	size_t kept = cut_size(text, size, RB_LOG_COMMENT_BYTES);

	r->flags |= kept < size ? RB_LOG_TEXT_CUT : 0;
	return append_bytes(w, r, text, kept);
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

/* The parts of an event's text: comment, parent of a span, and fields. */
struct details {
	const char *comment;
	uint64_t    parent;
	const struct rb_log_field *fields;
	size_t      count;
};

/* Writes a field to the end of the bytes from *to on. Returns false if it was truncated or left out. */
static bool put_field(const struct rb_log_field *f, char **to, const char *end)
{
	size_t name = f->name ? strlen(f->name) : 0, kept = cut_size(f->name, name, RB_LOG_NAME_BYTES);
	size_t room = (size_t)(end - *to), text, fits;
	uint16_t size;

	if (!kept || f->kind < RB_LOG_INT64 || f->kind > RB_LOG_STRING
			|| room < 1 + kept + (f->kind == RB_LOG_STRING ? sizeof size : sizeof f->value.int64))
		return false;
	*(*to)++ = (char)((unsigned)f->kind << 6 | kept);
	memcpy(*to, f->name, kept);
	*to += kept;
	if (f->kind != RB_LOG_STRING) {
		memcpy(*to, &f->value, sizeof f->value.int64);
		*to += sizeof f->value.int64;
		return kept == name;
	}
	text = f->value.string ? strlen(f->value.string) : 0;
	fits = cut_size(f->value.string, text, (size_t)(end - *to) - sizeof size);
	size = (uint16_t)fits;
	memcpy(*to, &size, sizeof size);
	if (fits)
		memcpy(*to + sizeof size, f->value.string, fits);
	*to += sizeof size + fits;
	return kept == name && fits == text;
}

static __attribute__((noinline)) bool append_details(struct writer *w, struct rb_log_record *r, const struct details *d)
{
	char bytes[sizeof d->parent + sizeof(uint16_t) + RB_LOG_FIELDS_BYTES + RB_LOG_COMMENT_BYTES], *to = bytes;
	size_t comment = d->comment ? strlen(d->comment) : 0, kept = cut_size(d->comment, comment, RB_LOG_COMMENT_BYTES);

	if (d->parent) {
		memcpy(to, &d->parent, sizeof d->parent);
		to += sizeof d->parent;
		r->flags |= RB_LOG_PARENT;
	}
	if (d->count) {
		char *begin = to + sizeof(uint16_t);
		uint16_t size;

		to = begin;
		for (size_t i = 0; i < d->count; i++)
			if (!put_field(&d->fields[i], &to, begin + RB_LOG_FIELDS_BYTES))
				r->flags |= RB_LOG_FIELDS_CUT;
		size = (uint16_t)(to - begin);
		memcpy(begin - sizeof size, &size, sizeof size);
		r->flags |= RB_LOG_HAS_FIELDS;
	}
	if (kept)
		memcpy(to, d->comment, kept);
	r->flags |= kept < comment ? RB_LOG_TEXT_CUT : 0;
	return append_bytes(w, r, bytes, (size_t)(to - bytes) + kept);
}

static inline __attribute__((always_inline)) bool write_event(struct writer *w, struct rb_log_record *r,
	const char *comment, const struct details *details)
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
	if (details && !append_details(w, r, details))
		return false;
	if (!writer_append(w, r))
		return false;
	w->events++;
	return true;
}

static inline __attribute__((always_inline)) void store_event(struct rb_log_record *r, int type, const char *comment,
	const struct details *details)
{
	int before = errno;
	struct writer *w = writers_own();

	r->type = (uint16_t)(types_get(type) ? type : 0);
	if (!w || w->busy) {
		writers_count_drop();
		errno = before;
		return;
	}
	__atomic_store_n(&w->busy, 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST); /* the barrier at exit orders this store for the exiting thread */
	if (__builtin_expect(__atomic_load_n(&writers_state, __ATOMIC_RELAXED) != LOG_ON, 0))
		writers_count_late();
	else if (!write_event(w, r, comment, details))
		writer_count_drop(w);
	__atomic_store_n(&w->busy, 0, __ATOMIC_RELEASE);
	errno = before;
}

static __attribute__((noinline)) void log_event(uint8_t what, int type, uint64_t id, const char *comment)
{
	struct rb_log_record r = { .kind = RB_LOG_EVENT, .what = what, .id = id };

	store_event(&r, type, comment, NULL);
}

static __attribute__((noinline)) void log_details(uint8_t what, int type, uint64_t id, enum rb_log_severity severity,
	const struct details *details)
{
	unsigned valid = severity >= RB_LOG_DEBUG && severity <= RB_LOG_ERROR ? severity : RB_LOG_NO_SEVERITY;
	struct rb_log_record r = { .kind = RB_LOG_EVENT, .what = what, .id = id,
		.flags = (uint16_t)(valid << RB_LOG_SEVERITY_SHIFT) };

	store_event(&r, type, NULL, details);
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
	if (!name || kind < RB_LOG_POINT || kind > RB_LOG_SPAN)
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

PUBLIC void rb_log_counter(int type, double value)
{
	if (is_on()) {
		uint64_t bits;

		memcpy(&bits, &value, sizeof bits);
		log_event(RB_LOG_COUNTED, type, bits, NULL);
	}
}

PUBLIC void rb_log_event(int type, enum rb_log_severity severity, const char *comment, const struct rb_log_field *fields,
	size_t count)
{
	if (is_on())
		log_details(RB_LOG_HAPPENED, type, 0, severity,
			&(struct details){ .comment = comment, .fields = fields, .count = fields ? count : 0 });
}

PUBLIC uint64_t rb_log_span_begin(int type, uint64_t parent, const char *comment, const struct rb_log_field *fields,
	size_t count)
{
	struct writer *w;
	uint64_t id;
	int before = errno;

	if (!is_on())
		return 0;
	w = writers_own();
	errno = before;
	id = w ? writer_span_id(w) : 0;
	if (id)
		log_details(RB_LOG_BEGIN, type, id, RB_LOG_NO_SEVERITY, &(struct details){
			.comment = comment, .parent = parent, .fields = fields, .count = fields ? count : 0 });
	else
		writers_count_drop();
	return id;
}

PUBLIC void rb_log_span_end(int type, uint64_t id, enum rb_log_severity severity, const struct rb_log_field *fields,
	size_t count)
{
	if (id && is_on())
		log_details(RB_LOG_STOP, type, id, severity,
			&(struct details){ .fields = fields, .count = fields ? count : 0 });
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
