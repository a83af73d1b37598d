/*
 * milc TRAJECTORIES L T [cold] - SU(3) gauge theory on an L x L x L x T lattice: overrelaxation, and conjugate gradients.
 *
 * Each trajectory updates all links by overrelaxation of SU(2) subgroups (Brown, Woch, Phys. Rev. Lett. 58, 1987; Cabibbo,
 * Marinari, Phys. Lett. B 119, 1982), which conserves Wilson's action (Phys. Rev. D 10, 1974), and measures the plaquette.
 * It then solves (m^2 - D^2) x = b on the even sites for staggered quarks (Kogut, Susskind, Phys. Rev. D 11, 1975) by
 * conjugate gradients (Hestenes, Stiefel, J. Res. NBS 49, 1952). All boundaries are periodic.
 *
 * The start is random links near the identity. From a cold start, all links are the identity, and the results are known.
 */
#include <complex.h>
#include <math.h>
#include "workload.h"

typedef double complex number;
typedef number matrix[3][3];
typedef number vector[3];

struct lattice {
	long size[4], sites;
	matrix (*link)[4];
	int32_t (*up)[4], (*down)[4];
	unsigned char *odd;
	signed char (*phase)[4]; /* the staggered signs */
	int32_t *even_site;	 /* the even sites, then the odd ones */
};

static const double mass = 0.3;

/* The real and imaginary parts are multiplied one by one: complex multiplication in C also handles infinities. */
static inline number product(number a, number b)
{
	return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}

static void multiply(const matrix a, const matrix b, matrix c)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			c[i][j] = product(a[i][0], b[0][j]) + product(a[i][1], b[1][j]) + product(a[i][2], b[2][j]);
}

static void adjoint(const matrix a, matrix b)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			b[i][j] = conj(a[j][i]);
}

/* Makes the rows of a matrix orthonormal with determinant 1. */
static void unitarize(matrix u)
{
	for (int row = 0; row < 2; row++) {
		for (int other = 0; other < row; other++) {
			number overlap = 0;
			for (int k = 0; k < 3; k++)
				overlap += product(u[row][k], conj(u[other][k]));
			for (int k = 0; k < 3; k++)
				u[row][k] -= product(overlap, u[other][k]);
		}
		double square = 0;
		for (int k = 0; k < 3; k++)
			square += creal(u[row][k]) * creal(u[row][k]) + cimag(u[row][k]) * cimag(u[row][k]);
		for (int k = 0; k < 3; k++)
			u[row][k] /= sqrt(square);
	}
	for (int k = 0; k < 3; k++) {
		int a = (k + 1) % 3, b = (k + 2) % 3;
		u[2][k] = conj(product(u[0][a], u[1][b]) - product(u[0][b], u[1][a]));
	}
}

static void build(struct lattice *l, int cold)
{
	size_t n = (size_t)l->sites;
	l->link = allocate(n, sizeof *l->link);
	l->up = allocate(n, sizeof *l->up);
	l->down = allocate(n, sizeof *l->down);
	l->odd = allocate(n, 1);
	l->phase = allocate(n, sizeof *l->phase);
	l->even_site = allocate(n, sizeof *l->even_site);
	uint64_t random = 433;
	long even = 0, odd = l->sites / 2;
	for (long s = 0; s < l->sites; s++) {
		long sum = 0, stride = 1;
		for (int mu = 0; mu < 4; mu++) {
			long at = s / stride % l->size[mu];
			l->up[s][mu] = (int32_t)(s + ((at + 1) % l->size[mu] - at) * stride);
			l->down[s][mu] = (int32_t)(s + ((at + l->size[mu] - 1) % l->size[mu] - at) * stride);
			l->phase[s][mu] = sum % 2 ? -1 : 1;
			sum += at;
			stride *= l->size[mu];
			for (int i = 0; i < 3; i++)
				for (int j = 0; j < 3; j++) {
					double re = (double)random_below(&random, 2001) - 1000, im = (double)random_below(&random, 2001) - 1000;
					l->link[s][mu][i][j] = (i == j) + (cold ? 0 : CMPLX(re, im) / 2500);
				}
			unitarize(l->link[s][mu]);
		}
		l->odd[s] = sum % 2;
		l->even_site[sum % 2 ? odd++ : even++] = (int32_t)s;
	}
}

/* Sets the sum of the six products of three links that complete the plaquettes of a link. */
static void staple(const struct lattice *l, int32_t s, int mu, matrix sum)
{
	memset(sum, 0, sizeof(matrix));
	for (int nu = 0; nu < 4; nu++) {
		if (nu == mu)
			continue;
		matrix forward, a, b, c;
		int32_t low = l->down[s][nu];
		/* Above: U_nu(s + mu) U_mu(s + nu)^+ U_nu(s)^+. Below: U_nu(s + mu - nu)^+ U_mu(s - nu)^+ U_nu(s - nu). */
		multiply(l->link[s][nu], l->link[l->up[s][nu]][mu], a);
		adjoint(a, b);
		multiply(l->link[l->up[s][mu]][nu], b, forward);
		multiply(l->link[low][mu], l->link[l->up[low][mu]][nu], a);
		adjoint(a, b);
		multiply(b, l->link[low][nu], c);
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				sum[i][j] += forward[i][j] + c[i][j];
	}
}

/* Reflects a link about its staple in each SU(2) subgroup: the real trace of their product is unchanged. */
static void overrelax(struct lattice *l, int32_t s, int mu)
{
	matrix around, w;
	staple(l, s, mu, around);
	number (*u)[3] = l->link[s][mu];
	for (int p = 0; p < 3; p++) {
		int i = p == 2 ? 1 : 0, j = p == 0 ? 1 : 2;
		multiply(u, around, w);
		/* The part of the 2 x 2 block that is proportional to an element of SU(2). */
		number a = w[i][i] + conj(w[j][j]), b = w[i][j] - conj(w[j][i]);
		double square = creal(a) * creal(a) + cimag(a) * cimag(a) + creal(b) * creal(b) + cimag(b) * cimag(b);
		if (square < 1e-20)
			continue;
		/* g = (v^+)^2 with v = (a, b; -b*, a*) / |v|. */
		number diagonal = conj(product(a, a) - product(b, conj(b))) / square, off = -product(b, a + conj(a)) / square;
		for (int k = 0; k < 3; k++) {
			number first = u[i][k], second = u[j][k];
			u[i][k] = product(diagonal, first) + product(off, second);
			u[j][k] = -product(conj(off), first) + product(conj(diagonal), second);
		}
	}
}

/* Returns the mean of a third of the real trace of the plaquettes: 1 if all links are the identity. */
static double plaquette(const struct lattice *l)
{
	double sum = 0;
	for (int32_t s = 0; s < l->sites; s++)
		for (int mu = 1; mu < 4; mu++)
			for (int nu = 0; nu < mu; nu++) {
				matrix a, b;
				multiply(l->link[s][mu], l->link[l->up[s][mu]][nu], a);
				multiply(l->link[s][nu], l->link[l->up[s][nu]][mu], b);
				for (int i = 0; i < 3; i++)
					for (int k = 0; k < 3; k++)
						sum += creal(a[i][k]) * creal(b[i][k]) + cimag(a[i][k]) * cimag(b[i][k]);
			}
	return sum / (18 * (double)l->sites);
}

/* Applies the staggered operator D to a field on the sites of one parity; the result is on the other parity. */
static void hop(const struct lattice *l, int from_odd, const vector *x, vector *y)
{
	long half = l->sites / 2;
	for (long n = 0; n < half; n++) {
		int32_t s = l->even_site[n + (from_odd ? 0 : half)];
		vector sum = {0};
		for (int mu = 0; mu < 4; mu++) {
			int32_t above = l->up[s][mu], below = l->down[s][mu];
			const number (*u)[3] = (const number (*)[3])l->link[s][mu], (*d)[3] = (const number (*)[3])l->link[below][mu];
			double sign = l->phase[s][mu] * 0.5;
			for (int i = 0; i < 3; i++)
				for (int k = 0; k < 3; k++)
					sum[i] += sign * (product(u[i][k], x[above][k]) - product(conj(d[k][i]), x[below][k]));
		}
		memcpy(y[s], sum, sizeof sum);
	}
}

/* Sets y = (m^2 - D^2) x on the even sites, and returns the scalar product of x and y. */
static double apply(const struct lattice *l, const vector *x, vector *between, vector *y)
{
	double sum = 0;
	hop(l, 0, x, between);
	hop(l, 1, between, y);
	for (long n = 0; n < l->sites / 2; n++)
		for (int i = 0; i < 3; i++) {
			int32_t s = l->even_site[n];
			y[s][i] = mass * mass * x[s][i] - y[s][i];
			sum += creal(x[s][i]) * creal(y[s][i]) + cimag(x[s][i]) * cimag(y[s][i]);
		}
	return sum;
}

static double square_norm(const struct lattice *l, const vector *x)
{
	double sum = 0;
	for (long n = 0; n < l->sites / 2; n++)
		for (int i = 0; i < 3; i++) {
			number c = x[l->even_site[n]][i];
			sum += creal(c) * creal(c) + cimag(c) * cimag(c);
		}
	return sum;
}

/* The fields of the conjugate gradients: solution, source, residual, direction, the operator's results. */
struct solver {
	vector *x, *b, *r, *p, *between, *ap;
};

/* Solves to a relative residual of 1e-8, which is verified. Returns the number of iterations. */
static int solve(const struct lattice *l, struct solver *v)
{
	long half = l->sites / 2;
	memset(v->x, 0, (size_t)l->sites * sizeof(vector));
	memcpy(v->r, v->b, (size_t)l->sites * sizeof(vector));
	memcpy(v->p, v->b, (size_t)l->sites * sizeof(vector));
	double norm = square_norm(l, v->b), rr = norm;
	int iterations = 0;
	while (rr > 1e-16 * norm) {
		require(++iterations <= 2000, "the conjugate gradients converge within 2000 iterations");
		double alpha = rr / apply(l, v->p, v->between, v->ap), next = 0;
		for (long n = 0; n < half; n++)
			for (int i = 0; i < 3; i++) {
				int32_t s = l->even_site[n];
				v->x[s][i] += alpha * v->p[s][i];
				v->r[s][i] -= alpha * v->ap[s][i];
				next += creal(v->r[s][i]) * creal(v->r[s][i]) + cimag(v->r[s][i]) * cimag(v->r[s][i]);
			}
		double beta = next / rr;
		rr = next;
		for (long n = 0; n < half; n++)
			for (int i = 0; i < 3; i++) {
				int32_t s = l->even_site[n];
				v->p[s][i] = v->r[s][i] + beta * v->p[s][i];
			}
	}
	apply(l, v->x, v->between, v->ap);
	double error = 0;
	for (long n = 0; n < half; n++)
		for (int i = 0; i < 3; i++) {
			number c = v->b[l->even_site[n]][i] - v->ap[l->even_site[n]][i];
			error += creal(c) * creal(c) + cimag(c) * cimag(c);
		}
	require(error < 1e-14 * norm, "the solution satisfies the equation to 1e-7");
	return iterations;
}

static void check_unitarity(const struct lattice *l)
{
	for (long s = 0; s < l->sites; s++)
		for (int mu = 0; mu < 4; mu++) {
			matrix dagger, one;
			adjoint(l->link[s][mu], dagger);
			multiply(l->link[s][mu], dagger, one);
			for (int i = 0; i < 3; i++)
				for (int j = 0; j < 3; j++)
					require(cabs(one[i][j] - (i == j)) < 1e-12, "the links are unitary to 1e-12");
		}
}

int main(int argc, char **argv)
{
	long trajectories = argument(argc, argv, 1, "TRAJECTORIES", 6, 1, 100000);
	long length = argument(argc, argv, 2, "L", 16, 2, 64), time = argument(argc, argv, 3, "T", 12, 2, 128);
	int cold = argc > 4 && !strcmp(argv[4], "cold");
	if ((argc > 4 && !cold) || length % 2 || time % 2) {
		fprintf(stderr, "%s: L and T must be even, and the fourth argument is 'cold' or missing\n", argv[0]);
		return 2;
	}
	struct lattice l = {.size = {length, length, length, time}, .sites = length * length * length * time};
	struct solver v;
	build(&l, cold);
	vector **fields[] = {&v.x, &v.b, &v.r, &v.p, &v.between, &v.ap};
	for (int i = 0; i < 6; i++)
		*fields[i] = allocate((size_t)l.sites, sizeof(vector));
	uint64_t random = 434, sum = CHECKSUM_START;
	double first = plaquette(&l);
	printf("start plaquette %.9e\n", first);
	require(!cold || first == 1, "the plaquette of a cold start is 1");
	for (long trajectory = 1; trajectory <= trajectories; trajectory++) {
		for (int parity = 0; parity < 2; parity++)
			for (int mu = 0; mu < 4; mu++)
				for (long n = 0; n < l.sites / 2; n++)
					overrelax(&l, l.even_site[n + parity * (l.sites / 2)], mu);
		for (long n = 0; n < l.sites / 2; n++)
			for (int i = 0; i < 3; i++)
				v.b[l.even_site[n]][i] = cold ? 1 : (double)random_below(&random, 2001) / 1000 - 1;
		double now = plaquette(&l);
		require(fabs(now - first) < 1e-12, "overrelaxation conserves the action to 1e-12");
		int iterations = solve(&l, &v);
		printf("trajectory %ld plaquette %.9e iterations %d solution %.9e\n", trajectory, now, iterations, square_norm(&l, v.x));
	}
	check_unitarity(&l);
	for (long n = 0; n < l.sites / 2; n++)
		for (int i = 0; i < 3; i++) {
			number c = v.x[l.even_site[n]][i];
			/* A constant field is in the kernel of D if all links are the identity. */
			require(!cold || fabs(creal(c) - 1 / (mass * mass)) < 1e-12 / (mass * mass), "a constant solution is the source / m^2");
			sum = checksum(checksum(sum, bits_of(creal(c))), bits_of(cimag(c)));
		}
	printf("checksum %016llx\n", (unsigned long long)sum);
	for (int i = 0; i < 6; i++)
		free(*fields[i]);
	free(l.link);
	free(l.up);
	free(l.down);
	free(l.odd);
	free(l.phase);
	free(l.even_site);
	return 0;
}
