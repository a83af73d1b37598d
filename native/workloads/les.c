/*
 * les STEPS N - large-eddy simulation of a temporal mixing layer: compressible flow on a periodic 2N x N x N grid.
 *
 * MacCormack's predictor and corrector (AIAA paper 69-354, 1969) with differences of fourth order (Gottlieb, Turkel, Math.
 * Comp. 30, 1976), whose directions alternate from step to step. The stress of the unresolved eddies is that of
 * Smagorinsky (Mon. Weather Rev. 91, 1963), with a turbulent Prandtl number. Two layers of opposite shear make the third
 * direction periodic too, so that mass, momentum and energy are conserved.
 *
 * Before the simulation, a density wave in a uniform flow verifies the scheme: after one period the exact solution is the
 * initial state, and with half the cell size and time step the error is a quarter, as the scheme is of second order in time.
 */
#include <math.h>
#include "workload.h"

enum { RHO, MX, MY, MZ, EN, FIELDS };
enum { HALO = 3, REACH = 2 }; /* cells beyond the grid: of the state, and of the fluxes */

struct flow {
	long size[3], stride[3], cells; /* cells: with the halo */
	double ratio;			/* time step by cell size */
	double filter;			/* (Smagorinsky's constant * filter width)^2, with a cell size of 1; 0: no model */
	double *now[FIELDS], *predicted[FIELDS], *flux[FIELDS];
	double *velocity[3], *heat, *pressure;	 /* heat: internal energy by mass */
	double *stress[3][3], *heat_flux[3];	 /* stress[i][j] and stress[j][i] are the same array */
};

static const double gas = 1.4, prandtl = 0.7;

static long at(const struct flow *f, long x, long y, long z)
{
	return ((z + HALO) * f->stride[2] + (y + HALO) * f->stride[1] + x + HALO);
}

static double *new_field(const struct flow *f)
{
	return allocate((size_t)f->cells, sizeof(double));
}

static void build(struct flow *f)
{
	f->stride[0] = 1;
	f->stride[1] = f->size[0] + 2 * HALO;
	f->stride[2] = f->stride[1] * (f->size[1] + 2 * HALO);
	f->cells = f->stride[2] * (f->size[2] + 2 * HALO);
	for (int k = 0; k < FIELDS; k++) {
		f->now[k] = new_field(f);
		f->predicted[k] = new_field(f);
		f->flux[k] = new_field(f);
	}
	for (int d = 0; d < 3; d++) {
		f->velocity[d] = new_field(f);
		f->heat_flux[d] = new_field(f);
		for (int e = 0; e <= d; e++)
			f->stress[d][e] = f->stress[e][d] = new_field(f);
	}
	f->heat = new_field(f);
	f->pressure = new_field(f);
}

static void release(struct flow *f)
{
	for (int k = 0; k < FIELDS; k++) {
		free(f->now[k]);
		free(f->predicted[k]);
		free(f->flux[k]);
	}
	for (int d = 0; d < 3; d++) {
		free(f->velocity[d]);
		free(f->heat_flux[d]);
		for (int e = 0; e <= d; e++)
			free(f->stress[d][e]);
	}
	free(f->heat);
	free(f->pressure);
}

static long wrapped(long i, long n)
{
	return (i % n + n) % n;
}

/* Copies the opposite side of the periodic grid into the halo of a state. */
static void fill_halo(const struct flow *f, double *const u[FIELDS])
{
	for (long z = -HALO; z < f->size[2] + HALO; z++)
		for (long y = -HALO; y < f->size[1] + HALO; y++) {
			int inside = z >= 0 && z < f->size[2] && y >= 0 && y < f->size[1];
			long row = at(f, 0, y, z), from = at(f, 0, wrapped(y, f->size[1]), wrapped(z, f->size[2]));
			for (int k = 0; k < FIELDS; k++) {
				if (!inside)
					memcpy(u[k] + row, u[k] + from, (size_t)f->size[0] * sizeof(double));
				for (long x = 1; x <= HALO; x++) {
					u[k][row - x] = u[k][from + wrapped(-x, f->size[0])];
					u[k][row + f->size[0] - 1 + x] = u[k][from + wrapped(x - 1, f->size[0])];
				}
			}
		}
}

static void set_velocities(struct flow *f, double *const u[FIELDS])
{
	for (long i = 0; i < f->cells; i++) {
		double inverse = 1 / u[RHO][i], square = 0;
		for (int d = 0; d < 3; d++) {
			f->velocity[d][i] = u[MX + d][i] * inverse;
			square += f->velocity[d][i] * f->velocity[d][i];
		}
		f->heat[i] = u[EN][i] * inverse - square / 2;
		f->pressure[i] = (gas - 1) * u[RHO][i] * f->heat[i];
	}
}

/* The stress of the eddies is 2 mu (S - trace / 3), with mu = rho * filter * |S| and the strain rate S. */
static void set_stress(struct flow *f, double *const u[FIELDS])
{
	for (long z = -REACH; z < f->size[2] + REACH; z++)
		for (long y = -REACH; y < f->size[1] + REACH; y++)
			for (long i = at(f, -REACH, y, z); i < at(f, f->size[0] + REACH, y, z); i++) {
				double gradient[3][3], square = 0;
				for (int d = 0; d < 3; d++)
					for (int e = 0; e < 3; e++)
						gradient[d][e] = (f->velocity[d][i + f->stride[e]] - f->velocity[d][i - f->stride[e]]) / 2;
				double trace = gradient[0][0] + gradient[1][1] + gradient[2][2];
				for (int d = 0; d < 3; d++)
					for (int e = 0; e < 3; e++) {
						double strain = (gradient[d][e] + gradient[e][d]) / 2;
						square += 2 * strain * strain;
					}
				double viscosity = u[RHO][i] * f->filter * sqrt(square);
				for (int d = 0; d < 3; d++) {
					for (int e = 0; e <= d; e++)
						f->stress[d][e][i] = viscosity * (gradient[d][e] + gradient[e][d] - (d == e ? 2 * trace / 3 : 0));
					f->heat_flux[d][i] = -viscosity * gas / prandtl *
							     (f->heat[i + f->stride[d]] - f->heat[i - f->stride[d]]) / 2;
				}
			}
}

/* Sets the fluxes along an axis, from REACH cells before the grid to REACH cells behind it. */
static void set_flux(struct flow *f, double *const u[FIELDS], int axis)
{
	long reach[3] = {0, 0, 0};
	reach[axis] = REACH;
	for (long z = -reach[2]; z < f->size[2] + reach[2]; z++)
		for (long y = -reach[1]; y < f->size[1] + reach[1]; y++)
			for (long i = at(f, -reach[0], y, z); i < at(f, f->size[0] + reach[0], y, z); i++) {
				double v = f->velocity[axis][i], work = 0;
				f->flux[RHO][i] = u[MX + axis][i];
				for (int d = 0; d < 3; d++) {
					double stress = f->stress[axis][d][i];
					f->flux[MX + d][i] = u[MX + d][i] * v - stress;
					work += stress * f->velocity[d][i];
				}
				f->flux[MX + axis][i] += f->pressure[i];
				f->flux[EN][i] = (u[EN][i] + f->pressure[i]) * v - work + f->heat_flux[axis][i];
			}
}

/* Subtracts the one-sided differences of the fluxes along an axis, in its positive or negative direction. */
static void subtract_differences(const struct flow *f, double *const to[FIELDS], int axis, int direction, double weight)
{
	long one = direction * f->stride[axis], two = 2 * one;
	double factor = weight * direction * f->ratio / 6;
	for (int k = 0; k < FIELDS; k++)
		for (long z = 0; z < f->size[2]; z++)
			for (long y = 0; y < f->size[1]; y++)
				for (long i = at(f, 0, y, z); i < at(f, f->size[0], y, z); i++) {
					const double *flux = f->flux[k];
					to[k][i] -= factor * (8 * flux[i + one] - 7 * flux[i] - flux[i + two]);
				}
}

static void prepare(struct flow *f, double *const u[FIELDS])
{
	fill_halo(f, u);
	set_velocities(f, u);
	set_stress(f, u);
}

/* predicted = now - differences; now = (now + predicted - opposite differences of the prediction) / 2. */
static void advance(struct flow *f, long step)
{
	prepare(f, f->now);
	for (int k = 0; k < FIELDS; k++)
		memcpy(f->predicted[k], f->now[k], (size_t)f->cells * sizeof(double));
	for (int axis = 0; axis < 3; axis++) {
		set_flux(f, f->now, axis);
		subtract_differences(f, f->predicted, axis, step >> axis & 1 ? 1 : -1, 1);
	}
	prepare(f, f->predicted);
	for (int k = 0; k < FIELDS; k++)
		for (long i = 0; i < f->cells; i++)
			f->now[k][i] = (f->now[k][i] + f->predicted[k][i]) / 2;
	for (int axis = 0; axis < 3; axis++) {
		set_flux(f, f->predicted, axis);
		subtract_differences(f, f->now, axis, step >> axis & 1 ? -1 : 1, 0.5);
	}
}

static void set_state(struct flow *f, long i, double rho, const double v[3], double pressure)
{
	f->now[RHO][i] = rho;
	for (int d = 0; d < 3; d++)
		f->now[MX + d][i] = rho * v[d];
	f->now[EN][i] = pressure / (gas - 1) + rho * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
}

/* Returns the mean error of the density wave after one period, with n cells, a power of two. */
static double wave_error(long n)
{
	struct flow f = {.size = {n, 1, 1}, .ratio = 0.25};
	build(&f);
	double c = -1, s, x = 1, y = 0, error = 0; /* (c, s): the rotation by one cell, from half-angle formulas */
	for (long i = 2; i < n; i *= 2)
		c = sqrt((1 + c) / 2);
	s = sqrt(1 - c * c);
	double *first = allocate((size_t)n, sizeof(double));
	for (long i = 0; i < n; i++) {
		first[i] = 1 + 0.2 * x;
		set_state(&f, at(&f, i, 0, 0), first[i], (double[]){1, 0, 0}, 1 / gas);
		double turned = x * c - y * s;
		y = x * s + y * c;
		x = turned;
	}
	for (long step = 0; step < 4 * n; step++)
		advance(&f, step);
	for (long i = 0; i < n; i++)
		error += fabs(f.now[RHO][at(&f, i, 0, 0)] - first[i]) / (double)n;
	free(first);
	release(&f);
	return error;
}

/* A wave of parabolas with period 1 and the shape of a sine: exact in IEEE arithmetic. */
static double wave(double x)
{
	double s = x - floor(x);
	return s < 0.5 ? 8 * s * (1 - 2 * s) : -8 * (s - 0.5) * (2 - 2 * s);
}

static void start(struct flow *f)
{
	for (long z = 0; z < f->size[2]; z++)
		for (long y = 0; y < f->size[1]; y++)
			for (long x = 0; x < f->size[0]; x++) {
				double r[3] = {(double)x / (double)f->size[0], (double)y / (double)f->size[1], (double)z / (double)f->size[2]};
				double distance = 1 - fabs(4 * r[2] - 2); /* from the nearer layer, in quarters of the height */
				double v[3] = {0.4 * distance / sqrt(distance * distance + 0.04), 0, 0};
				for (int k = 1; k <= 4; k++) {
					v[1] += 0.01 * wave(k * r[0] + 0.3 * k) * wave((5 - k) * r[2]);
					v[2] += 0.01 * wave(k * r[0] + 0.1 * k * k) * wave((5 - k) * r[1] + 0.2 * k);
				}
				set_state(f, at(f, x, y, z), 1, v, 1 / gas);
			}
}

static void totals(const struct flow *f, double sum[FIELDS], double *kinetic, uint64_t *hash)
{
	*kinetic = 0;
	for (int k = 0; k < FIELDS; k++)
		sum[k] = 0;
	for (long z = 0; z < f->size[2]; z++)
		for (long y = 0; y < f->size[1]; y++)
			for (long i = at(f, 0, y, z); i < at(f, f->size[0], y, z); i++) {
				for (int k = 0; k < FIELDS; k++) {
					sum[k] += f->now[k][i];
					*hash = checksum(*hash, bits_of(f->now[k][i]));
				}
				for (int d = 0; d < 3; d++)
					*kinetic += f->now[MX + d][i] * f->now[MX + d][i] / (2 * f->now[RHO][i]);
			}
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 120, 1, 100000), n = argument(argc, argv, 2, "N", 48, 8, 160);
	double coarse = wave_error(32), fine = wave_error(64);
	printf("density wave: error %.3e with 32 cells, %.3e with 64\n", coarse, fine);
	require(fabs(coarse / fine - 4) < 0.4, "the error of a density wave is of second order");
	struct flow f = {.size = {2 * n, n, n}, .ratio = 0.25, .filter = 0.04};
	build(&f);
	start(&f);
	double first[FIELDS], last[FIELDS], kinetic, initial;
	uint64_t hash = CHECKSUM_START, ignored = CHECKSUM_START;
	totals(&f, first, &initial, &ignored);
	memcpy(last, first, sizeof last);
	kinetic = initial;
	printf("kinetic energy %.9e\n", initial);
	for (long step = 1; step <= steps; step++) {
		advance(&f, step);
		if (step % 20 == 0 || step == steps) {
			totals(&f, last, &kinetic, step == steps ? &hash : &ignored);
			printf("step %ld kinetic energy %.9e\n", step, kinetic);
		}
	}
	for (int k = 0; k < FIELDS; k++)
		require(fabs(last[k] - first[k]) < 1e-12 * first[EN], "mass, momentum and energy are conserved to 1e-12");
	require(kinetic < initial * 1.001, "the eddies take kinetic energy from the flow");
	printf("mass %.9e energy %.9e\nchecksum %016llx\n", last[RHO], last[EN], (unsigned long long)hash);
	release(&f);
	return 0;
}
