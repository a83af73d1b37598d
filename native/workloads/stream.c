/*
 * stream ELEMENTS TIMES THREADS - copy, scale, add and triad of arrays that do not fit into the caches.
 *
 * The four loops and the check of STREAM (McCalpin: Memory Bandwidth and Machine Balance in Current High Performance
 * Computers, IEEE TCCA Newsletter, 1995). The rates depend on the machine, so they go to standard error: for each loop the best
 * of all times but the first, with bytes counted as in STREAM, without the line that a store reads first.
 */
#include <time.h>
#include "threads.h"

enum { COPY, SCALE, ADD, TRIAD, LOOPS };
static const char *const name[LOOPS] = { "copy", "scale", "add", "triad" };
static const int arrays[LOOPS] = { 2, 2, 3, 3 };
static const double scalar = 3;

struct streams {
	long	n, times;
	double	*a, *b, *c;
	double	best[LOOPS]; /* s */
	double	error;	     /* sum over a, b and c of the relative errors, each averaged over the elements */
};

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void loop(int which, const struct streams *s, long from, long to)
{
	double *restrict a = s->a, *restrict b = s->b, *restrict c = s->c;
	switch (which) {
	case COPY:
		for (long i = from; i < to; i++)
			c[i] = a[i];
		break;
	case SCALE:
		for (long i = from; i < to; i++)
			b[i] = scalar * c[i];
		break;
	case ADD:
		for (long i = from; i < to; i++)
			c[i] = a[i] + b[i];
		break;
	default:
		for (long i = from; i < to; i++)
			a[i] = b[i] + scalar * c[i];
	}
}

/* Returns the mean distance of the elements from the expected value, relative to it. */
static double mean_error(struct crew_member *w, const double *of, double expected, long from, long to, long n)
{
	double sum = 0;
	for (long i = from; i < to; i++)
		sum += of[i] > expected ? of[i] - expected : expected - of[i];
	return sum_of_all(w, sum) / (double)n / expected;
}

static void work(struct crew_member *w)
{
	struct streams *s = w->shared;
	long from = first_of(w, s->n, w->number), to = first_of(w, s->n, w->number + 1);
	/* The thread that uses a page writes it first, so it is in the memory near this thread. */
	for (long i = from; i < to; i++) {
		s->a[i] = 2;
		s->b[i] = 2;
		s->c[i] = 0;
	}
	for (long time = 0; time < s->times; time++)
		for (int which = 0; which < LOOPS; which++) {
			meet(w);
			double start = now();
			loop(which, s, from, to);
			meet(w);
			double took = now() - start;
			if (w->number == 0 && (time < 2 || took < s->best[which]))
				s->best[which] = took;
		}
	double a = 2, b = 2, c = 0;
	for (long time = 0; time < s->times; time++) {
		c = a;
		b = scalar * c;
		c = a + b;
		a = b + scalar * c;
	}
	double error = mean_error(w, s->a, a, from, to, s->n) + mean_error(w, s->b, b, from, to, s->n) +
		mean_error(w, s->c, c, from, to, s->n);
	if (w->number == 0) {
		s->error = error;
		printf("%ld elements, %ld times, a %.15e, b %.15e, c %.15e\n", s->n, s->times, a, b, c);
	}
}

int main(int argc, char **argv)
{
	struct streams s = { .n = argument(argc, argv, 1, "ELEMENTS", 20000000, 1000, 2000000000),
		.times = argument(argc, argv, 2, "TIMES", 60, 2, 500) }; /* 15^500 is near the largest double */
	int threads = (int)argument(argc, argv, 3, "THREADS", 2, 1, MAX_THREADS);
	s.a = allocate((size_t)s.n, sizeof(double));
	s.b = allocate((size_t)s.n, sizeof(double));
	s.c = allocate((size_t)s.n, sizeof(double));
	work_together(threads, work, &s);
	for (int which = 0; which < LOOPS; which++)
		fprintf(stderr, "%-5s %9.1f MB/s\n", name[which], 8e-6 * arrays[which] * (double)s.n / s.best[which]);
	require(s.error < 1e-13, "the mean relative error of the three arrays is below 1e-13");
	puts("solution validates");
	free(s.a);
	free(s.b);
	free(s.c);
	return 0;
}
