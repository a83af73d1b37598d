/* Cost of the reference's time inside a program: sync_cost MODEL [CALLS]. It prints ns per call, the median of several rounds. */
#include <runbench/sync.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 21

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static struct rb_sync *sync;
static int64_t         stamp;
static volatile double sink;

static void clock_alone(long i)
{
	struct timespec t;

	(void)i;
	clock_gettime(CLOCK_MONOTONIC, &t);
	sink = (double)t.tv_nsec;
}

static void reference_now(long i)
{
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };

	(void)i;
	rb_sync_now(sync, &t);
	sink = t.hi_ns;
}

static void reference_at(long i)
{
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };

	rb_sync_at(sync, stamp + i, &t);
	sink = t.hi_ns;
}

int main(int argc, char **argv)
{
	long                calls = argc > 2 ? atol(argv[2]) : 200000;
	char                error[1024];
	struct rb_sync_time t;
	static const struct {
		const char *name;
		void (*call)(long);
	} kinds[] = { { "clock_gettime", clock_alone }, { "rb_sync_now", reference_now }, { "rb_sync_at, predicted", reference_at },
		{ "rb_sync_at, between windows", reference_at } };

	sync = rb_sync_open(argc > 1 ? argv[1] : NULL, error, sizeof error);
	if (!sync) {
		fprintf(stderr, "%s\n", error);
		return 2;
	}
	if (rb_sync_now(sync, &t)) {
		perror("rb_sync_now");
		return 3;
	}
	stamp = (int64_t)now();
	for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		double per[ROUNDS];

		if (k == 3) {
			/* Back to a stamp between two windows, if there is one within three hours. */
			int64_t first = stamp;

			while (stamp - first > -10800000000000 && (rb_sync_at(sync, stamp, &t) || t.how != RB_SYNC_INTERPOLATED))
				stamp -= 10000000;
			if (t.how != RB_SYNC_INTERPOLATED)
				continue;
		}
		for (int r = 0; r < ROUNDS; r++) {
			double begin = now();

			for (long i = 0; i < calls; i++)
				kinds[k].call(i);
			per[r] = (now() - begin) / (double)calls;
		}
		qsort(per, ROUNDS, sizeof *per, compare);
		printf("%-32s %8.1f ns (%.1f .. %.1f)\n", kinds[k].name, per[ROUNDS / 2], per[0], per[ROUNDS - 1]);
	}
	rb_sync_close(sync);
	return 0;
}
