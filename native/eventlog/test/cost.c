/* Cost of an event for the program that logs it: cost [EVENTS]. It prints ns per event by kind, the median of several
 * rounds. */
#include <runbench/eventlog.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 11

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int type, region, span;
static double slowest;

static void point(long i)
{
	(void)i;
	rb_log_point(type, NULL);
}

static void comment(long i)
{
	(void)i;
	rb_log_point(type, "20 bytes of comment.");
}

static void within(long i)
{
	if (i & 1)
		rb_log_end(region, NULL);
	else
		rb_log_begin(region, NULL);
}

static void by_name(long i)
{
	if (i & 1)
		rb_log_region_end("solve");
	else
		rb_log_region_begin("solve");
}

static void counter(long i)
{
	rb_log_counter(type, (double)i);
}

static void severity(long i)
{
	(void)i;
	rb_log_event(type, RB_LOG_INFO, NULL, RB_LOG_NO_FIELDS);
}

static void two_fields(long i)
{
	rb_log_event(type, RB_LOG_INFO, NULL, RB_LOG_FIELDS(rb_log_int64("bytes", i), rb_log_double("rate", 0.5)));
}

static void four_fields(long i)
{
	rb_log_event(type, RB_LOG_INFO, "20 bytes of comment.", RB_LOG_FIELDS(rb_log_int64("bytes", i), rb_log_double("rate", 0.5),
		rb_log_string("host", "node-17"), rb_log_int64("attempt", 3)));
}

static void spans(long i)
{
	static uint64_t id;

	if (i & 1)
		rb_log_span_end(span, id, RB_LOG_NO_SEVERITY, RB_LOG_NO_FIELDS);
	else
		id = rb_log_span_begin(span, 42, NULL, RB_LOG_NO_FIELDS);
}

static void one(long i)
{
	double begin = now(), took;

	rb_log_send(type, (uint64_t)i, NULL);
	took = now() - begin;
	if (took > slowest)
		slowest = took;
}

int main(int argc, char **argv)
{
	long events = argc > 1 ? atol(argv[1]) : 200000;
	static const struct {
		const char *name;
		void (*log)(long);
	} kinds[] = { { "point", point }, { "point, 20 bytes of comment", comment }, { "region", within },
		{ "region by name", by_name }, { "counter", counter }, { "severity", severity },
		{ "two numeric fields", two_fields }, { "four fields and a comment", four_fields }, { "span, begin or end", spans },
		      { "send, with two stamps around it", one } };

	type = rb_log_declare("point", RB_LOG_POINT, RB_LOG_NO_COLOUR);
	region = rb_log_declare("region", RB_LOG_REGION, RB_LOG_NO_COLOUR);
	span = rb_log_declare("span", RB_LOG_SPAN, RB_LOG_NO_COLOUR);
	printf("%s\n", rb_log_on() ? "logged" : "logging off");
	for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		double per[ROUNDS];

		for (int r = 0; r < ROUNDS; r++) {
			double begin = now();

			for (long i = 0; i < events; i++)
				kinds[k].log(i);
			per[r] = (now() - begin) / (double)events;
		}
		qsort(per, ROUNDS, sizeof *per, compare);
		printf("%-32s %8.1f ns (%.1f .. %.1f)\n", kinds[k].name, per[ROUNDS / 2], per[0], per[ROUNDS - 1]);
	}
	printf("%-32s %8.0f ns\n", "slowest single send", slowest);
	printf("%-32s %8llu\n", "dropped", (unsigned long long)rb_log_dropped());
	return 0;
}
