/*
 * mhd STEPS N - a blast wave in a magnetized gas: ideal magnetohydrodynamics on a periodic N x N x N grid.
 *
 * Finite volumes with limited linear reconstruction (van Leer, J. Comput. Phys. 32, 1979, with minmod slopes), fluxes of
 * Harten, Lax, van Leer (SIAM Review 25, 1983), and two stages of Runge-Kutta (Shu, Osher, J. Comput. Phys. 77, 1988).
 * The magnetic field lives on the faces of the cells and follows from electric fields on their edges (constrained
 * transport: Evans, Hawley, Astrophys. J. 332, 1988), which are means of fluxes (Balsara, Spicer, J. Comput. Phys. 149,
 * 1999): its divergence stays 0 at rounding. Mass, momentum, energy and magnetic flux are conserved.
 */
#include <math.h>
#include "workload.h"

enum { RHO, MX, MY, MZ, EN, CONSERVED, BX = CONSERVED, BY, BZ, FIELDS };

struct grid {
	long n, cells;
	int32_t *up[3], *down[3]; /* of each cell: its neighbours along each axis, on the periodic grid */
	double *now[FIELDS], *start[FIELDS]; /* B on the lower faces of the cells */
	double *w[FIELDS];		     /* density, velocity, pressure and B at the centres of the cells */
	double *flux[3][FIELDS];	     /* through the lower faces */
	double *electric[3];		     /* on the lower edges */
};

static const double gas = 5.0 / 3, courant = 0.3;

static void set_primitive(struct grid *g)
{
	for (long i = 0; i < g->cells; i++) {
		double rho = g->now[RHO][i], kinetic = 0, magnetic = 0;
		g->w[RHO][i] = rho;
		for (int d = 0; d < 3; d++) {
			double v = g->now[MX + d][i] / rho, b = (g->now[BX + d][i] + g->now[BX + d][g->up[d][i]]) / 2;
			g->w[MX + d][i] = v;
			g->w[BX + d][i] = b;
			kinetic += v * v;
			magnetic += b * b;
		}
		double pressure = (gas - 1) * (g->now[EN][i] - (rho * kinetic + magnetic) / 2);
		require(pressure > 0 && rho > 0, "pressure and density stay positive");
		g->w[EN][i] = pressure;
	}
}

/* Returns the speed of the fast magnetosonic wave along an axis. */
static double fast_speed(const double w[FIELDS], int axis)
{
	double sound = gas * w[EN] / w[RHO], alfven = (w[BX] * w[BX] + w[BY] * w[BY] + w[BZ] * w[BZ]) / w[RHO];
	double along = w[BX + axis] * w[BX + axis] / w[RHO], sum = sound + alfven;
	return sqrt((sum + sqrt(fmax(sum * sum - 4 * sound * along, 0))) / 2);
}

/* Sets the conserved quantities of a state and their flux along an axis. */
static void state_and_flux(const double w[FIELDS], int axis, double u[FIELDS], double f[FIELDS])
{
	double speed = w[MX + axis], along = w[BX + axis], kinetic = 0, magnetic = 0, work = 0;
	for (int d = 0; d < 3; d++) {
		kinetic += w[MX + d] * w[MX + d];
		magnetic += w[BX + d] * w[BX + d];
		work += w[MX + d] * w[BX + d];
	}
	u[RHO] = w[RHO];
	f[RHO] = w[RHO] * speed;
	for (int d = 0; d < 3; d++) {
		u[MX + d] = w[RHO] * w[MX + d];
		f[MX + d] = u[MX + d] * speed - along * w[BX + d];
		u[BX + d] = w[BX + d];
		f[BX + d] = w[BX + d] * speed - along * w[MX + d];
	}
	f[MX + axis] += w[EN] + magnetic / 2;
	u[EN] = w[EN] / (gas - 1) + (w[RHO] * kinetic + magnetic) / 2;
	f[EN] = (u[EN] + w[EN] + magnetic / 2) * speed - along * work;
}

static inline double minmod(double a, double b)
{
	return a * b <= 0 ? 0 : fabs(a) < fabs(b) ? a : b;
}

static void set_fluxes(struct grid *g, int axis)
{
	for (long i = 0; i < g->cells; i++) {
		int32_t m = g->down[axis][i], mm = g->down[axis][m], p = g->up[axis][i];
		double left[FIELDS], right[FIELDS], ul[FIELDS], ur[FIELDS], fl[FIELDS], fr[FIELDS];
		for (int k = 0; k < FIELDS; k++) {
			const double *w = g->w[k];
			double across = w[i] - w[m];
			left[k] = w[m] + minmod(w[m] - w[mm], across) / 2;
			right[k] = w[i] - minmod(across, w[p] - w[i]) / 2;
		}
		/* The component along the axis is defined on this face. */
		left[BX + axis] = right[BX + axis] = g->now[BX + axis][i];
		state_and_flux(left, axis, ul, fl);
		state_and_flux(right, axis, ur, fr);
		double cl = fast_speed(left, axis), cr = fast_speed(right, axis);
		double low = fmin(0, fmin(left[MX + axis] - cl, right[MX + axis] - cr));
		double high = fmax(0, fmax(left[MX + axis] + cl, right[MX + axis] + cr));
		for (int k = 0; k < FIELDS; k++)
			g->flux[axis][k][i] = (high * fl[k] - low * fr[k] + high * low * (ur[k] - ul[k])) / (high - low);
	}
}

/* E = -v x B on an edge: the mean of the fluxes of B through the four faces that meet there. */
static void set_electric(struct grid *g)
{
	for (int c = 0; c < 3; c++) {
		int a = (c + 1) % 3, b = (c + 2) % 3;
		for (long i = 0; i < g->cells; i++)
			g->electric[c][i] = (g->flux[b][BX + a][i] + g->flux[b][BX + a][g->down[a][i]] -
					     g->flux[a][BX + b][i] - g->flux[a][BX + b][g->down[b][i]]) / 4;
	}
}

/* One stage: now = keep * start + (1 - keep) * (now + time step * rate of change). The cell size is 1. */
static void advance(struct grid *g, double keep, double time_step)
{
	for (int axis = 0; axis < 3; axis++)
		set_fluxes(g, axis);
	set_electric(g);
	for (int k = 0; k < CONSERVED; k++)
		for (long i = 0; i < g->cells; i++) {
			double rate = 0;
			for (int axis = 0; axis < 3; axis++)
				rate -= g->flux[axis][k][g->up[axis][i]] - g->flux[axis][k][i];
			g->now[k][i] = keep * g->start[k][i] + (1 - keep) * (g->now[k][i] + time_step * rate);
		}
	for (int c = 0; c < 3; c++) {
		int a = (c + 1) % 3, b = (c + 2) % 3;
		const double *ea = g->electric[a], *eb = g->electric[b];
		for (long i = 0; i < g->cells; i++) {
			double curl = (eb[g->up[a][i]] - eb[i]) - (ea[g->up[b][i]] - ea[i]);
			g->now[BX + c][i] = keep * g->start[BX + c][i] + (1 - keep) * (g->now[BX + c][i] - time_step * curl);
		}
	}
}

/* Returns the largest stable time step. */
static double stable_step(const struct grid *g)
{
	double fastest = 0;
	for (long i = 0; i < g->cells; i++) {
		double w[FIELDS];
		for (int k = 0; k < FIELDS; k++)
			w[k] = g->w[k][i];
		for (int axis = 0; axis < 3; axis++)
			fastest = fmax(fastest, fabs(w[MX + axis]) + fast_speed(w, axis));
	}
	return courant / fastest;
}

/* A sphere of high pressure in gas at rest with a uniform oblique field. */
static void build(struct grid *g)
{
	g->cells = g->n * g->n * g->n;
	long stride[3] = {1, g->n, g->n * g->n};
	for (int d = 0; d < 3; d++) {
		g->electric[d] = allocate((size_t)g->cells, sizeof(double));
		g->up[d] = allocate((size_t)g->cells, sizeof(int32_t));
		g->down[d] = allocate((size_t)g->cells, sizeof(int32_t));
		for (long i = 0; i < g->cells; i++) {
			long at = i / stride[d] % g->n;
			g->up[d][i] = (int32_t)(i + ((at + 1) % g->n - at) * stride[d]);
			g->down[d][i] = (int32_t)(i + ((at + g->n - 1) % g->n - at) * stride[d]);
		}
	}
	for (int k = 0; k < FIELDS; k++) {
		g->now[k] = allocate((size_t)g->cells, sizeof(double));
		g->start[k] = allocate((size_t)g->cells, sizeof(double));
		g->w[k] = allocate((size_t)g->cells, sizeof(double));
		for (int axis = 0; axis < 3; axis++)
			g->flux[axis][k] = allocate((size_t)g->cells, sizeof(double));
	}
	for (long i = 0; i < g->cells; i++) {
		double square = 0, centre = (double)g->n / 2, radius = (double)g->n / 8;
		for (int d = 0; d < 3; d++) {
			double x = (double)(i / stride[d] % g->n) + 0.5 - centre;
			square += x * x;
		}
		g->now[RHO][i] = 1;
		g->now[BX][i] = 0.5;
		g->now[BY][i] = 0.25;
		g->now[EN][i] = (square < radius * radius ? 10 : 0.1) / (gas - 1) + (0.25 + 0.0625) / 2;
	}
}

static void totals(const struct grid *g, double sum[FIELDS])
{
	for (int k = 0; k < FIELDS; k++) {
		sum[k] = 0;
		for (long i = 0; i < g->cells; i++)
			sum[k] += g->now[k][i];
	}
}

static double divergence(const struct grid *g)
{
	double worst = 0;
	for (long i = 0; i < g->cells; i++) {
		double sum = 0;
		for (int d = 0; d < 3; d++)
			sum += g->now[BX + d][g->up[d][i]] - g->now[BX + d][i];
		worst = fmax(worst, fabs(sum));
	}
	return worst;
}

static void release(struct grid *g)
{
	for (int k = 0; k < FIELDS; k++) {
		free(g->now[k]);
		free(g->start[k]);
		free(g->w[k]);
		for (int axis = 0; axis < 3; axis++)
			free(g->flux[axis][k]);
	}
	for (int d = 0; d < 3; d++) {
		free(g->electric[d]);
		free(g->up[d]);
		free(g->down[d]);
	}
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 36, 1, 100000);
	struct grid g = {.n = argument(argc, argv, 2, "N", 64, 8, 128)};
	build(&g);
	double first[FIELDS], last[FIELDS], time = 0;
	totals(&g, first);
	for (long step = 1; step <= steps; step++) {
		set_primitive(&g);
		double time_step = stable_step(&g);
		for (int k = 0; k < FIELDS; k++)
			memcpy(g.start[k], g.now[k], (size_t)g.cells * sizeof(double));
		advance(&g, 0, time_step);
		set_primitive(&g);
		advance(&g, 0.5, time_step);
		time += time_step;
		printf("step %ld time %.9e\n", step, time);
	}
	totals(&g, last);
	/* The rounding errors of a sum grow with the number of cells. */
	for (int k = 0; k < FIELDS; k++)
		require(fabs(last[k] - first[k]) < 1e-12 * first[EN], "mass, momentum, energy and magnetic flux are conserved to 1e-12");
	require(divergence(&g) < 1e-13 * (double)(steps + 10), "the magnetic field has no divergence");
	uint64_t sum = CHECKSUM_START;
	for (int k = 0; k < FIELDS; k++)
		for (long i = 0; i < g.cells; i++)
			sum = checksum(sum, bits_of(g.now[k][i]));
	printf("mass %.9e energy %.9e\nchecksum %016llx\n", last[RHO], last[EN], (unsigned long long)sum);
	release(&g);
	return 0;
}
