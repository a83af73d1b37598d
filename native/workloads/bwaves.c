/*
 * bwaves STEPS N - a blast wave in a viscous gas on a periodic N x N x N grid, by an implicit scheme with BiCGSTAB.
 *
 * The compressible Navier-Stokes equations in conservation form, linearised in time (Beam, Warming: An implicit
 * factored scheme for the compressible Navier-Stokes equations, AIAA J. 16, 1978, here not factored). In each step
 * (I + dt dR/dU) dU = -dt R(U) is one system with blocks of 5 x 5 in seven diagonals, which BiCGSTAB solves (van der
 * Vorst, SIAM J. Sci. Stat. Comput. 13, 1992) without a preconditioner. Fluxes between cells: Rusanov (J. Comp. Math.
 * Phys. USSR 1, 1961) and the viscous stress and heat flux of the normal derivatives.
 *
 * Every flux leaves one cell and enters another, so the sum over all cells of each conserved quantity stays constant,
 * whatever the solver's residual is: all of its vectors have a sum of 0.
 */
#include <math.h>
#include "workload.h"

#define M 5 /* density, three momenta, energy */

typedef double state[M];
typedef double block[M][M];

struct flow {
	long n, cells;
	state *u;
	block (*matrix)[7]; /* of each cell: its own, then those of its lower and upper neighbours in x, y, z */
	double *b, *x, *r, *p, *v, *t; /* vectors of M values a cell */
};

static const double gamma_gas = 1.4, viscosity = 0.01, conductivity = 0.02, time_step = 0.6;

static double pressure(const state u)
{
	return (gamma_gas - 1) * (u[4] - (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]) / (2 * u[0]));
}

/* The Euler flux in direction d. */
static void flux(const state u, int d, state f)
{
	double speed = u[1 + d] / u[0], p = pressure(u);
	for (int i = 0; i < M; i++)
		f[i] = u[i] * speed;
	f[1 + d] += p;
	f[4] += p * speed;
}

/* The derivative of that flux with respect to the state. */
static void flux_jacobian(const state u, int d, block a)
{
	double g = gamma_gas - 1, velocity[3], square = 0;
	for (int i = 0; i < 3; i++) {
		velocity[i] = u[1 + i] / u[0];
		square += velocity[i] * velocity[i];
	}
	double speed = velocity[d], enthalpy = (u[4] + pressure(u)) / u[0];
	memset(a, 0, sizeof(block));
	a[0][1 + d] = 1;
	for (int i = 0; i < 3; i++) {
		a[1 + i][0] = -velocity[i] * speed;
		a[1 + i][1 + i] += speed;
		a[1 + i][1 + d] += velocity[i];
		a[1 + d][1 + i] -= g * velocity[i];
		a[4][1 + i] = -g * velocity[i] * speed;
	}
	a[1 + d][0] += g * square / 2;
	a[1 + d][4] = g;
	a[4][0] = speed * (g * square / 2 - enthalpy);
	a[4][1 + d] += enthalpy;
	a[4][4] = gamma_gas * speed;
}

/* Velocity and specific internal energy, which drive the viscous fluxes. */
static void primitive(const state u, double w[4])
{
	for (int i = 0; i < 3; i++)
		w[i] = u[1 + i] / u[0];
	w[3] = u[4] / u[0] - (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 2;
}

/* Adds side * (the derivative of the viscous flux with respect to u), with the mean velocity of the two cells. */
static void add_viscous_jacobian(const state u, int d, const double mean[3], double side, block a)
{
	double w[4], row[4][M] = {{0}};
	primitive(u, w);
	for (int i = 0; i < 3; i++) {
		row[i][0] = -w[i] / u[0];
		row[i][1 + i] = 1 / u[0];
		row[3][1 + i] = -w[i] / u[0];
	}
	row[3][0] = (w[0] * w[0] + w[1] * w[1] + w[2] * w[2] - u[4] / u[0]) / u[0];
	row[3][4] = 1 / u[0];
	for (int j = 0; j < M; j++) {
		double work = conductivity * row[3][j];
		for (int i = 0; i < 3; i++) {
			double stress = viscosity * (i == d ? 4.0 / 3 : 1) * row[i][j];
			a[1 + i][j] += side * stress;
			work += mean[i] * stress;
		}
		a[4][j] += side * work;
	}
}

static double signal_speed(const state u, int d)
{
	return fabs(u[1 + d] / u[0]) + sqrt(gamma_gas * pressure(u) / u[0]);
}

/* Adds the flux through the face between two cells to the right-hand side and to the matrix. */
static void add_face(struct flow *w, long left, long right, int d)
{
	const double *l = w->u[left], *r = w->u[right];
	state fl, fr;
	block jl, jr;
	double wl[4], wr[4], mean[3], speed = fmax(signal_speed(l, d), signal_speed(r, d));
	flux(l, d, fl);
	flux(r, d, fr);
	flux_jacobian(l, d, jl);
	flux_jacobian(r, d, jr);
	primitive(l, wl);
	primitive(r, wr);
	double viscous[M] = {0, 0, 0, 0, conductivity * (wr[3] - wl[3])};
	for (int i = 0; i < 3; i++) {
		mean[i] = (wl[i] + wr[i]) / 2;
		viscous[1 + i] = viscosity * (i == d ? 4.0 / 3 : 1) * (wr[i] - wl[i]);
		viscous[4] += mean[i] * viscous[1 + i];
	}
	for (int i = 0; i < M; i++) {
		double through = time_step * ((fl[i] + fr[i] - speed * (r[i] - l[i])) / 2 - viscous[i]);
		w->b[M * left + i] -= through;
		w->b[M * right + i] += through;
		for (int j = 0; j < M; j++) {
			jl[i][j] /= 2;
			jr[i][j] /= 2;
		}
		jl[i][i] += speed / 2;
		jr[i][i] -= speed / 2;
	}
	add_viscous_jacobian(l, d, mean, 1, jl);
	add_viscous_jacobian(r, d, mean, -1, jr);
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) {
			w->matrix[left][0][i][j] += time_step * jl[i][j];
			w->matrix[left][2 + 2 * d][i][j] += time_step * jr[i][j];
			w->matrix[right][0][i][j] -= time_step * jr[i][j];
			w->matrix[right][1 + 2 * d][i][j] -= time_step * jl[i][j];
		}
}

/* Sets the indices of the six neighbours of a cell on the periodic grid, in the order of the matrix. */
static void neighbours(long n, long cell, long at[6])
{
	long stride = 1;
	for (int d = 0; d < 3; d++, stride *= n) {
		long i = cell / stride % n;
		at[2 * d] = cell + ((i ? i - 1 : n - 1) - i) * stride;
		at[2 * d + 1] = cell + ((i == n - 1 ? 0 : i + 1) - i) * stride;
	}
}

static void assemble(struct flow *w)
{
	memset(w->matrix, 0, (size_t)w->cells * sizeof *w->matrix);
	memset(w->b, 0, (size_t)w->cells * sizeof(state));
	for (long c = 0; c < w->cells; c++) {
		long at[6];
		neighbours(w->n, c, at);
		for (int i = 0; i < M; i++)
			w->matrix[c][0][i][i] += 1;
		for (int d = 0; d < 3; d++)
			add_face(w, c, at[2 * d + 1], d);
	}
}

static void multiply(const struct flow *w, const double *x, double *y)
{
	for (long c = 0; c < w->cells; c++) {
		long at[7] = {c};
		neighbours(w->n, c, at + 1);
		state sum = {0};
		for (int k = 0; k < 7; k++)
			for (int i = 0; i < M; i++)
				for (int j = 0; j < M; j++)
					sum[i] += w->matrix[c][k][i][j] * x[M * at[k] + j];
		memcpy(y + M * c, sum, sizeof sum);
	}
}

static double dot(const struct flow *w, const double *a, const double *b)
{
	double sum = 0;
	for (long i = 0; i < M * w->cells; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Solves the system to a relative residual of 1e-9. Returns the number of iterations. The shadow residual is b. */
static int solve(struct flow *w)
{
	long length = M * w->cells;
	size_t bytes = (size_t)length * sizeof(double);
	double *x = w->x, *r = w->r, *p = w->p, *v = w->v, *t = w->t;
	memset(x, 0, bytes);
	memcpy(r, w->b, bytes);
	memcpy(p, w->b, bytes);
	double norm = dot(w, w->b, w->b), rho = norm;
	int iterations = 0;
	while (dot(w, r, r) > 1e-18 * norm) {
		require(++iterations <= 200, "BiCGSTAB converges within 200 iterations");
		multiply(w, p, v);
		double alpha = rho / dot(w, w->b, v);
		for (long i = 0; i < length; i++)
			r[i] -= alpha * v[i];
		multiply(w, r, t);
		double omega = dot(w, t, r) / dot(w, t, t);
		for (long i = 0; i < length; i++) {
			x[i] += alpha * p[i] + omega * r[i];
			r[i] -= omega * t[i];
		}
		double next = dot(w, w->b, r), beta = next / rho * (alpha / omega);
		rho = next;
		for (long i = 0; i < length; i++)
			p[i] = r[i] + beta * (p[i] - omega * v[i]);
	}
	/* The recursive residual may differ from the true one. */
	multiply(w, x, v);
	double error = 0;
	for (long i = 0; i < length; i++)
		error += (w->b[i] - v[i]) * (w->b[i] - v[i]);
	require(error < 1e-16 * norm, "the solution satisfies the linear system to 1e-8");
	return iterations;
}

/* A cube of high pressure and density off the centre, in gas at rest. */
static void start(struct flow *w)
{
	long low[3] = {w->n / 4, w->n / 3, w->n / 3}, side = w->n / 3;
	for (long c = 0; c < w->cells; c++) {
		long at[3] = {c % w->n, c / w->n % w->n, c / (w->n * w->n)};
		int inside = 1;
		for (int d = 0; d < 3; d++)
			inside = inside && at[d] >= low[d] && at[d] < low[d] + side;
		w->u[c][0] = inside ? 2 : 1;
		w->u[c][4] = (inside ? 4 : 1) / (gamma_gas - 1);
	}
}

static void totals(const struct flow *w, state sum)
{
	memset(sum, 0, sizeof(state));
	for (long c = 0; c < w->cells; c++)
		for (int i = 0; i < M; i++)
			sum[i] += w->u[c][i];
}

/* The Euler fluxes are homogeneous of degree one: the Jacobian times the state is the flux. This verifies the Jacobian. */
static void check_jacobian(const struct flow *w)
{
	for (long c = 0; c < w->cells; c++)
		for (int d = 0; d < 3; d++) {
			block a;
			state f;
			flux_jacobian(w->u[c], d, a);
			flux(w->u[c], d, f);
			for (int i = 0; i < M; i++) {
				for (int j = 0; j < M; j++)
					f[i] -= a[i][j] * w->u[c][j];
				require(fabs(f[i]) < 1e-12, "the flux is its Jacobian times the state");
			}
		}
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 10, 1, 10000);
	struct flow w = {.n = argument(argc, argv, 2, "N", 48, 6, 128)};
	w.cells = w.n * w.n * w.n;
	w.u = allocate((size_t)w.cells, sizeof *w.u);
	w.matrix = allocate((size_t)w.cells, sizeof *w.matrix);
	double **vectors[] = {&w.b, &w.x, &w.r, &w.p, &w.v, &w.t};
	for (int i = 0; i < 6; i++)
		*vectors[i] = allocate((size_t)w.cells, sizeof(state));
	start(&w);
	state first, last;
	totals(&w, first);
	for (long step = 1; step <= steps; step++) {
		assemble(&w);
		int iterations = solve(&w);
		for (long i = 0; i < M * w.cells; i++)
			w.u[i / M][i % M] += w.x[i];
		double highest = 0;
		for (long c = 0; c < w.cells; c++) {
			double p = pressure(w.u[c]);
			require(p > 0 && w.u[c][0] > 0, "pressure and density stay positive");
			highest = fmax(highest, p);
		}
		printf("step %ld iterations %d highest pressure %.9e\n", step, iterations, highest);
	}
	check_jacobian(&w);
	totals(&w, last);
	for (int i = 0; i < M; i++)
		require(fabs(last[i] - first[i]) < 1e-12 * first[4], "mass, momentum and energy are conserved to 1e-12");
	uint64_t sum = CHECKSUM_START;
	for (long i = 0; i < M * w.cells; i++)
		sum = checksum(sum, bits_of(w.u[i / M][i % M]));
	printf("mass %.9e energy %.9e\nchecksum %016llx\n", last[0], last[4], (unsigned long long)sum);
	free(w.u);
	free(w.matrix);
	for (int i = 0; i < 6; i++)
		free(*vectors[i]);
	return 0;
}
