/*
 * ep M THREADS - 2^M pairs of normal random numbers, counted in square annuli: EP of the NAS parallel benchmarks.
 *
 * Marsaglia's polar method with the random numbers of npb.h and their seed 271828183. Threads share nothing but the final sums.
 * M 24, 25, 28 and 30 are the classes S, W, A and B; their sums are verified by the values in NPB 3.4 (EP/ep.f90), with the
 * same tolerance of 1e-8.
 */
#include <math.h>
#include "npb.h"
#include "threads.h"

enum { BATCH = 1 << 16, ANNULI = 10 };

static const struct { long m; const char *class; double sx, sy; } known[] = {
	{ 24, "S", -3.247834652034740e3, -6.958407078382297e3 },
	{ 25, "W", -2.863319731645753e3, -6.320053679109499e3 },
	{ 28, "A", -4.295875165629892e3, -1.580732573678431e4 },
	{ 30, "B", 4.033815542441498e4, -2.660669192809235e4 },
};

struct pairs {
	uint64_t batches;
	double	 sx, sy, count[ANNULI];
};

static void work(struct crew_member *w)
{
	struct pairs *p = w->shared;
	double sx = 0, sy = 0, count[ANNULI] = { 0 };
	long from = first_of(w, (long)p->batches, w->number), to = first_of(w, (long)p->batches, w->number + 1);
	uint64_t seed = 271828183;
	npb_skip(&seed, 2 * (uint64_t)BATCH * (uint64_t)from);
	for (long pair = from * BATCH; pair < to * BATCH; pair++) {
		double x = 2 * npb_random(&seed) - 1, y = 2 * npb_random(&seed) - 1, t = x * x + y * y;
		if (t > 1)
			continue;
		double factor = sqrt(-2 * log(t) / t), gx = x * factor, gy = y * factor;
		count[(int)fmax(fabs(gx), fabs(gy))]++;
		sx += gx;
		sy += gy;
	}
	sx = sum_of_all(w, sx);
	sy = sum_of_all(w, sy);
	if (w->number == 0) {
		p->sx = sx;
		p->sy = sy;
	}
	for (int i = 0; i < ANNULI; i++) {
		double all = sum_of_all(w, count[i]);
		if (w->number == 0)
			p->count[i] = all;
	}
}

static int near(double value, double expected)
{
	return fabs((value - expected) / expected) <= 1e-8;
}

int main(int argc, char **argv)
{
	long m = argument(argc, argv, 1, "M", 28, 16, 36);
	int threads = (int)argument(argc, argv, 2, "THREADS", 2, 1, MAX_THREADS);
	struct pairs p = { .batches = (UINT64_C(1) << m) / BATCH };
	double counted = 0;
	work_together(threads, work, &p);
	for (int i = 0; i < ANNULI; i++) {
		printf("%d %.0f\n", i, p.count[i]);
		counted += p.count[i];
	}
	printf("2^%ld pairs, %.0f counted\nsum of x %.9e\nsum of y %.9e\n", m, counted, p.sx, p.sy);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].m == m) {
			require(near(p.sx, known[i].sx) && near(p.sy, known[i].sy), "the sums are those of the class");
			printf("sums of class %s verified\n", known[i].class);
		}
	return 0;
}
