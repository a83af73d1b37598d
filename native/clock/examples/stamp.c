/* An instrumented program: stamps events with a source and prints them as CSV for "runbench sync convert". Two reads of
 * CLOCK_REALTIME bracket each stamp, so that a test has the true time of each event.
 *   stamp-c SOURCE|ticks [EVENTS]      one line per event: event,before_ns,stamp,after_ns
 *   stamp-c SOURCE|ticks cost          cost of one stamp, in TSC cycles */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runbench/clock.h"

#define STAMPS 100000

static int64_t stamps[STAMPS];

static int64_t stamp(const struct rb_clock *clock)
{
	return clock ? rb_clock_now(clock) : (int64_t)rb_tsc();
}

/* Each loop stores the stamp, as a program would. */
static double cost(const struct rb_clock *clock)
{
	double best = 1e9;
	for (int round = 0; round < 20; round++) {
		uint64_t begin = rb_tscp(NULL);
		if (clock)
			for (int i = 0; i < STAMPS; i++)
				stamps[i] = rb_clock_now(clock);
		else
			for (int i = 0; i < STAMPS; i++)
				stamps[i] = (int64_t)rb_tsc();
		double each = (double)(rb_tscp(NULL) - begin) / STAMPS;
		best = each < best ? each : best;
	}
	return best;
}

int main(int argc, char **argv)
{
	const char *source = argc > 1 ? argv[1] : "tsc";
	const char *what = argc > 2 ? argv[2] : "5";
	char error[256];
	struct rb_clock *realtime = rb_clock_open("realtime", error, sizeof error), *clock = NULL;
	if (strcmp(source, "ticks") != 0 && !(clock = rb_clock_open(source, error, sizeof error))) {
		fprintf(stderr, "%s: %s\n", source, error);
		rb_clock_close(realtime);
		return 3;
	}
	if (strcmp(what, "cost") == 0)
		printf("%.1f\n", cost(clock));
	else {
		int events = atoi(what);
		printf("event,before_ns,stamp,after_ns\n");
		for (int i = 0; i < events; i++) {
			long long before = rb_clock_now(realtime), at = stamp(clock), after = rb_clock_now(realtime);
			printf("%d,%lld,%lld,%lld\n", i, before, at, after);
			nanosleep(&(struct timespec){ 0, 5000000 }, NULL);
		}
	}
	rb_clock_close(clock);
	rb_clock_close(realtime);
	return 0;
}
