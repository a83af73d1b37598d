/* The clock inside a program, for tests that know the truth:
 *   reference convert MODEL                           converts the stamps on standard input: REF ERR LO HI HOW, or "out" a line
 *   reference truth MODEL CLOCK READINGS MS [EVERY]   READINGS readings of a clock of runbench/clock.h, MS apart, between two
 *       readings of CLOCK_REALTIME: BEFORE REF ERR LO HI HOW AFTER a line; before every EVERY-th reading it requests a window and
 *       prints "window BEGIN END" (CLOCK_REALTIME), or "window failed: REASON" */
#include <runbench/clock.h>
#include <runbench/sync.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WINDOW_MS 60000

static char error[1024];

static void print(const struct rb_sync_time *t)
{
	printf("%lld %.6f %.6f %.6f %d", (long long)t->ref_ns, t->err_ns, t->lo_ns, t->hi_ns, t->how);
}

static int convert(const struct rb_sync *sync)
{
	struct rb_sync_time t;
	long long           stamp;

	while (scanf("%lld", &stamp) == 1) {
		if (rb_sync_at(sync, stamp, &t))
			printf("out");
		else
			print(&t);
		printf("\n");
	}
	return 0;
}

static int truth(struct rb_sync *sync, char **argv, int argc)
{
	struct rb_clock *realtime = rb_clock_open("realtime", error, sizeof error), *own = rb_clock_open(argv[0], error, sizeof error);
	int              readings = atoi(argv[1]), every = argc > 3 ? atoi(argv[3]) : 0;
	long             ms = atol(argv[2]);

	if (!realtime || !own) {
		fprintf(stderr, "%s\n", error);
		return 3;
	}
	for (int i = 0; i < readings; i++) {
		struct rb_sync_time t;
		long long           before, after;
		int                 status;

		nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
		if (every && i % every == 0) {
			before = rb_clock_now(realtime);
			status = rb_sync_window(sync, WINDOW_MS, error, sizeof error);
			if (status)
				printf("window failed: %s\n", error);
			else
				printf("window %lld %lld\n", before, (long long)rb_clock_now(realtime));
		}
		before = rb_clock_now(realtime);
		status = rb_sync_at(sync, rb_clock_now(own), &t);
		after = rb_clock_now(realtime);
		if (status)
			return 3;
		printf("%lld ", before);
		print(&t);
		printf(" %lld\n", after);
		fflush(stdout);
	}
	rb_clock_close(own);
	rb_clock_close(realtime);
	return 0;
}

int main(int argc, char **argv)
{
	struct rb_sync *sync;
	int             status = 2;

	if (argc < 3)
		return 2;
	sync = rb_sync_open(argv[2], error, sizeof error);
	if (!sync) {
		fprintf(stderr, "%s\n", error);
		return 2;
	}
	if (strcmp(argv[1], "convert") == 0)
		status = convert(sync);
	else if (strcmp(argv[1], "truth") == 0 && argc >= 6)
		status = truth(sync, argv + 3, argc - 3);
	rb_sync_close(sync);
	return status;
}
