/* Fields, severities, counters and spans in the files, decoded independently of the library. */
#include "log_files.h"

#include <math.h>
#include <pthread.h>

#define SPANS 20000

/* A decoded event. */
struct seen {
	uint8_t  what;
	uint16_t flags;
	uint64_t id, parent;
	char     fields[1100], text[RB_LOG_COMMENT_BYTES + 1];
	size_t   fields_size;
};

static struct seen events[40];
static unsigned count;
static uint64_t ids[6 * SPANS];
static size_t ids_count;

static void decode(const struct rb_log_record *r, const char *bytes, size_t size)
{
	struct seen *e = &events[count++ % 40];
	uint16_t fields = 0;

	*e = (struct seen){ .what = r->what, .flags = r->flags, .id = r->id };
	if (r->flags & RB_LOG_PARENT) {
		memcpy(&e->parent, bytes, 8);
		bytes += 8;
		size -= 8;
	}
	if (r->flags & RB_LOG_HAS_FIELDS) {
		memcpy(&fields, bytes, 2);
		CHECK(fields + 2u <= size && fields <= RB_LOG_FIELDS_BYTES, "%u bytes of fields in %zu", fields, size);
		memcpy(e->fields, bytes + 2, fields);
		e->fields_size = fields;
		bytes += 2 + fields;
		size -= 2u + fields;
	}
	CHECK(size <= RB_LOG_COMMENT_BYTES, "%zu bytes of text", size);
	memcpy(e->text, bytes, size);
}

static void decode_file(const char *name)
{
	static uint8_t file[16 << 20];
	char path[600], text[4096];
	size_t size, used = 0;
	struct rb_log_header h;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "rb");
	size = f ? fread(file, 1, sizeof file, f) : 0;
	if (f)
		fclose(f);
	memcpy(&h, file, sizeof h);
	CHECK(h.version == 2, "version %u", h.version);
	for (size_t at = h.header_bytes; at + 64 <= size && file[at] && file[at] != RB_LOG_END; at += 64) {
		struct rb_log_record r;
		struct rb_log_text piece;

		memcpy(&r, file + at, sizeof r);
		memcpy(&piece, file + at, sizeof piece);
		if (r.kind == RB_LOG_TEXT) {
			memcpy(text + used, piece.text, piece.bytes);
			used += piece.bytes;
		} else if (r.kind == RB_LOG_EVENT) {
			CHECK(r.text_bytes - used <= RB_LOG_TAIL, "%zu of %u bytes", used, r.text_bytes);
			memcpy(text + used, r.text, r.text_bytes - used);
			decode(&r, text, r.text_bytes);
			if (r.what == RB_LOG_BEGIN && r.id && ids_count < sizeof ids / sizeof *ids)
				ids[ids_count++] = r.id;
			used = 0;
		} else if (r.kind != RB_LOG_SEAL) {
			used = 0;
		}
	}
}

static void decode_folder(void)
{
	DIR *d = opendir(folder);

	count = 0;
	ids_count = 0;
	for (struct dirent *e; d && (e = readdir(d));)
		if (strstr(e->d_name, ".rblog"))
			decode_file(e->d_name);
	if (d)
		closedir(d);
}

static char long_name[71], long_text[1500];

static void log_fields(void)
{
	int type = rb_log_declare("note", RB_LOG_POINT, 0), gauge = rb_log_declare("gauge", RB_LOG_COUNTER, 0);

	rb_log_event(type, RB_LOG_ERROR, "text", RB_LOG_FIELDS(RB_LOG_FIELD("n", INT64_MIN), RB_LOG_FIELD("r", -0.5),
		RB_LOG_FIELD("s", "value")));
	rb_log_event(type, (enum rb_log_severity)9, NULL, NULL, 7);
	rb_log_event(type, RB_LOG_DEBUG, long_text, RB_LOG_FIELDS(rb_log_string("s", long_text), rb_log_int64("left out", 1),
		rb_log_int64(NULL, 1), rb_log_int64("", 1), (struct rb_log_field){ .name = "x", .kind = (enum rb_log_field_kind)9 }));
	rb_log_event(type, RB_LOG_INFO, NULL, RB_LOG_FIELDS(rb_log_int64(long_name, 1), rb_log_string("null", NULL)));
	rb_log_counter(gauge, NAN);
	rb_log_counter(gauge, -1.25);
	rb_log_printf(type, "%s", long_text);
}

static void check_fields(void)
{
	const struct seen *e = events;
	double value;
	int64_t number;

	CHECK(count == 7, "%u events", count);
	CHECK(e->flags == (RB_LOG_ERROR << RB_LOG_SEVERITY_SHIFT | RB_LOG_HAS_FIELDS) && !strcmp(e->text, "text"));
	memcpy(&number, e->fields + 2, 8);
	CHECK(e->fields[0] == (RB_LOG_INT64 << 6 | 1) && e->fields[1] == 'n' && number == INT64_MIN);
	memcpy(&value, e->fields + 12, 8);
	CHECK((uint8_t)e->fields[10] == (RB_LOG_DOUBLE << 6 | 1) && e->fields[11] == 'r' && value == -0.5);
	CHECK((uint8_t)e->fields[20] == (RB_LOG_STRING << 6 | 1) && !memcmp(e->fields + 21, "s\5\0value", 8) && e->fields_size == 29);
	e++;
	CHECK(e->flags == 0 && !e->fields_size && !e->text[0], "flags %x", e->flags);
	e++; /* The comment has its own space. The cut is between two characters of two bytes. */
	CHECK(e->flags == (RB_LOG_DEBUG << RB_LOG_SEVERITY_SHIFT | RB_LOG_HAS_FIELDS | RB_LOG_FIELDS_CUT | RB_LOG_TEXT_CUT));
	CHECK(e->fields_size == RB_LOG_FIELDS_BYTES && strlen(e->text) == RB_LOG_COMMENT_BYTES, "%zu and %zu bytes", e->fields_size,
		strlen(e->text));
	e++;
	CHECK((uint8_t)e->fields[0] == (RB_LOG_INT64 << 6 | RB_LOG_NAME_BYTES) && e->flags & RB_LOG_FIELDS_CUT);
	CHECK(!memcmp(e->fields + 72, "\xc4null\0\0", 7) && e->fields_size == 79, "%zu bytes", e->fields_size);
	e++;
	memcpy(&value, &e->id, 8);
	CHECK(e->what == RB_LOG_COUNTED && isnan(value));
	memcpy(&value, &e[1].id, 8);
	CHECK(value == -1.25 && e[2].flags == RB_LOG_TEXT_CUT && e[2].what == RB_LOG_HAPPENED);
}

static void *log_spans(void *nothing)
{
	int type = rb_log_declare("span", RB_LOG_SPAN, 0);
	uint64_t parent = 0;

	for (int i = 0; i < SPANS; i++) {
		uint64_t id = rb_log_span_begin(type, parent, NULL, RB_LOG_NO_FIELDS);

		rb_log_span_end(type, id, RB_LOG_NO_SEVERITY, RB_LOG_NO_FIELDS);
		parent = id;
	}
	return nothing;
}

/* Threads, a thread after them in one of their files, and a forked child. */
static void log_many_spans(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, log_spans, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	pthread_create(&t[0], NULL, log_spans, NULL);
	pthread_join(t[0], NULL);
	log_spans(NULL);
	if (fork() == 0) {
		log_spans(NULL);
		exit(0);
	}
	wait(NULL);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void check_spans(void)
{
	unsigned same = 0;

	qsort(ids, ids_count, sizeof *ids, compare);
	for (size_t i = 1; i < ids_count; i++)
		same += ids[i] == ids[i - 1];
	CHECK(ids_count == 5 * SPANS && !same && ids[0], "%zu ids, %u twice", ids_count, same);
}

int main(void)
{
	struct found f;
	int status;

	snprintf(folder, sizeof folder, "/tmp/eventlog-fields-%d", (int)getpid());
	setenv("RB_EVENTLOG", folder, 1);
	memset(long_name, 'n', sizeof long_name - 1);
	for (size_t i = 0; i + 1 < sizeof long_text; i += 2)
		memcpy(long_text + i, "\xc3\xa9", 2);
	long_text[sizeof long_text - 2] = 0;

	/* The child reads the environment: the library has read it before. */
	status = run_in_child(log_fields);
	f = read_folder();
	decode_folder();
	CHECK(status == 0 && f.files == 1 && f.ended == 1, "%d: %u files", status, f.files);
	check_fields();
	clear_folder();

	status = run_in_child(log_many_spans);
	f = read_folder();
	decode_folder();
	CHECK(status == 0 && f.events == 10 * SPANS, "%d: %u events", status, f.events);
	check_spans();
	clear_folder();
	CHECK(rb_log_span_begin(0, 0, NULL, RB_LOG_NO_FIELDS) == 0 || rb_log_on());
	return summary("event log fields");
}
