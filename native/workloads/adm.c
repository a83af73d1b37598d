/*
 * adm STEPS N - a linearised ADM evolution of Einstein's equations on an N x N x N periodic grid.
 *
 * Six components of the metric's perturbation h and six of the extrinsic curvature K, harmonic slicing to first
 * order (Arnowitt, Deser, Misner, The dynamics of general relativity, 1962; York, in Sources of Gravitational
 * Radiation, 1979):   dh/dt = -2 K,   dK/dt = -1/2 laplacian(h) + s tr(K) h,   with a small coupling s that keeps
 * the fields from being twelve independent waves. Leapfrog in time, fourth-order differences in space: a stencil
 * over twelve large arrays.
 */
#include "workload.h"

#define COMPONENTS 6

struct grid {
	long n;
	double *h[COMPONENTS], *k[COMPONENTS];
};

static const double time_step = 0.25, coupling = 1e-3;

static void start(struct grid *g)
{
	size_t points = (size_t)(g->n * g->n * g->n);
	uint64_t random = 436;
	for (int c = 0; c < COMPONENTS; c++) {
		g->h[c] = allocate(points, sizeof(double));
		g->k[c] = allocate(points, sizeof(double));
		/* Polynomial bumps: exact in IEEE arithmetic, without a mathematical library. */
		for (int bump = 0; bump < 6; bump++) {
			long centre[3], radius = g->n / 4;
			for (int i = 0; i < 3; i++)
				centre[i] = (long)random_below(&random, (uint64_t)g->n);
			double height = ((double)random_below(&random, 2001) - 1000) / 1e6;
			for (long z = -radius; z <= radius; z++)
				for (long y = -radius; y <= radius; y++)
					for (long x = -radius; x <= radius; x++) {
						double r = (double)(x * x + y * y + z * z) / (double)(radius * radius);
						if (r >= 1)
							continue;
						long px = (centre[0] + x + g->n) % g->n;
						long py = (centre[1] + y + g->n) % g->n;
						long pz = (centre[2] + z + g->n) % g->n;
						g->h[c][(pz * g->n + py) * g->n + px] += height * (1 - r) * (1 - r);
					}
		}
	}
}

/* The offsets of the indices one and two steps before and after an index on a ring. */
struct ring {
	long m2, m1, p1, p2;
};

static struct ring around(long i, long n, long stride)
{
	return (struct ring){(i + n - 2) % n * stride, (i + n - 1) % n * stride, (i + 1) % n * stride, (i + 2) % n * stride};
}

static inline double second_difference(double m2, double m1, double at, double p1, double p2)
{
	return (16 * (m1 + p1) - (m2 + p2) - 30 * at) / 12;
}

static void evolve_curvature(struct grid *g)
{
	long n = g->n;
	for (long z = 0; z < n; z++) {
		struct ring rz = around(z, n, n * n);
		for (long y = 0; y < n; y++) {
			struct ring ry = around(y, n, n);
			long column = z * n * n, row = y * n;
			for (long x = 0; x < n; x++) {
				struct ring rx = around(x, n, 1);
				long at = column + row + x;
				double trace = g->k[0][at] + g->k[3][at] + g->k[5][at];
				for (int c = 0; c < COMPONENTS; c++) {
					const double *h = g->h[c];
					double laplacian = second_difference(h[column + row + rx.m2], h[column + row + rx.m1], h[at],
									     h[column + row + rx.p1], h[column + row + rx.p2]) +
							   second_difference(h[column + ry.m2 + x], h[column + ry.m1 + x], h[at],
									     h[column + ry.p1 + x], h[column + ry.p2 + x]) +
							   second_difference(h[rz.m2 + row + x], h[rz.m1 + row + x], h[at],
									     h[rz.p1 + row + x], h[rz.p2 + row + x]);
					g->k[c][at] += time_step * (coupling * trace * h[at] - 0.5 * laplacian);
				}
			}
		}
	}
}

static void evolve_metric(struct grid *g)
{
	long points = g->n * g->n * g->n;
	for (int c = 0; c < COMPONENTS; c++)
		for (long at = 0; at < points; at++)
			g->h[c][at] -= 2 * time_step * g->k[c][at];
}

/* Returns the sum of the squares of all fields, which is bounded while the scheme is stable. */
static double norm(const struct grid *g)
{
	double sum = 0;
	for (int c = 0; c < COMPONENTS; c++)
		for (long at = 0; at < g->n * g->n * g->n; at++)
			sum += g->h[c][at] * g->h[c][at] + g->k[c][at] * g->k[c][at];
	return sum;
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 100, 1, 1000000);
	struct grid g = {.n = argument(argc, argv, 2, "N", 96, 8, 512)};
	start(&g);
	double first = norm(&g);
	for (long i = 1; i <= steps; i++) {
		evolve_curvature(&g);
		evolve_metric(&g);
		if (i % 20 == 0 || i == steps)
			printf("step %ld norm %.9e\n", i, norm(&g));
	}
	require(norm(&g) < 10 * first, "the evolution is stable");
	uint64_t sum = CHECKSUM_START;
	for (int c = 0; c < COMPONENTS; c++) {
		for (long at = 0; at < g.n * g.n * g.n; at++)
			sum = checksum(sum, bits_of(g.h[c][at]));
		free(g.h[c]);
		free(g.k[c]);
	}
	printf("checksum %016llx\n", (unsigned long long)sum);
	return 0;
}
