/* Typed fields, severities, counters and spans; compiled as C11, as C++, and with the log disabled. */
#include <runbench/eventlog.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#ifdef __cplusplus
#include <string>
enum colour { RED = 7 };
#endif

static int request, query;
static uint64_t root, handed_over;

/* Ends a span that another thread began. */
static void *finish(void *nothing)
{
	rb_log_span_end(query, handed_over, RB_LOG_ERROR, RB_LOG_FIELDS(RB_LOG_FIELD("status", 503)));
	return nothing;
}

int main(void)
{
	int note = rb_log_declare("note", RB_LOG_POINT, 0x0072b2), depth = rb_log_declare("depth", RB_LOG_COUNTER, 0xd0643c);
	const char *constant = "constant";
	char text[] = "caf\303\251 \"x\"";
	pthread_t thread;

	request = rb_log_declare("request", RB_LOG_SPAN, RB_LOG_NO_COLOUR);
	query = rb_log_declare("query", RB_LOG_SPAN, RB_LOG_NO_COLOUR);
	rb_log_event(note, RB_LOG_WARNING, "all types", RB_LOG_FIELDS(RB_LOG_FIELD("int", -1), RB_LOG_FIELD("long", INT64_MAX),
		RB_LOG_FIELD("char", 'c'), RB_LOG_FIELD("short", (short)-2), RB_LOG_FIELD("unsigned", 4000000000u),
		RB_LOG_FIELD("large", UINT64_MAX), RB_LOG_FIELD("bool", true), RB_LOG_FIELD("float", 0.5f), RB_LOG_FIELD("double", 1e300),
		RB_LOG_FIELD("text", text), RB_LOG_FIELD("constant", constant), RB_LOG_FIELD("literal", "")));
	rb_log_event(note, RB_LOG_DEBUG, NULL, RB_LOG_FIELDS(RB_LOG_FIELD("a", 1)));
	rb_log_event(note, RB_LOG_INFO, "no fields", RB_LOG_NO_FIELDS);
	for (int i = 0; i < 3; i++)
		rb_log_counter(depth, i * 1.5);
	root = rb_log_span_begin(request, 0, "GET /", RB_LOG_FIELDS(RB_LOG_FIELD("path", "/")));
	handed_over = rb_log_span_begin(query, root, NULL, RB_LOG_NO_FIELDS);
	pthread_create(&thread, NULL, finish, NULL);
	pthread_join(thread, NULL);
	rb_log_span_begin(query, root, "never ends", RB_LOG_NO_FIELDS);
	rb_log_span_end(request, root, RB_LOG_NO_SEVERITY, RB_LOG_FIELDS(RB_LOG_FIELD("bytes", 4096)));
	rb_log_span_end(request, 0, RB_LOG_NO_SEVERITY, RB_LOG_NO_FIELDS);
#ifdef __cplusplus
	rb_log_event(note, RB_LOG_NO_SEVERITY, "C++", {{"string", std::string("text")}, {"enum", RED}, {"large", UINT64_MAX}});
#endif
	printf("%s %d\n", rb_log_on() ? "on" : "off", root != 0);
	return rb_log_dropped() != 0;
}
