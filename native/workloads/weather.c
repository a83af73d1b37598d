/*
 * weather STEPS N - a moist warm bubble in wind: nonhydrostatic, compressible flow on a grid of N x N x N/2 cells.
 *
 * Flux form on staggered grids (Arakawa, Lamb, Methods Comput. Phys. 17, 1977), advection with upwind fluxes of fifth order
 * and three stages of Runge-Kutta (Wicker, Skamarock, Mon. Weather Rev. 130, 2002; the equations: Klemp, Skamarock, Dudhia,
 * Mon. Weather Rev. 135, 2007). After each step, vapour condenses or cloud water evaporates until the air is saturated
 * (Soong, Ogura, J. Atmos. Sci. 30, 1973; saturation: Tetens, Z. Geophys. 6, 1930). Periodic sides, rigid bottom and top.
 *
 * Dry mass and water are conserved. Before the forecast, an atmosphere without a bubble verifies the balance of pressure
 * and weight: it must stay at rest. Units: m, s, kg, K. Powers and exponentials are computed here, the same on each machine.
 */
#include <math.h>
#include "workload.h"

/* Density of dry air, and by volume: heat (density times potential temperature), vapour, cloud water, momenta. */
enum { RHO, HEAT, VAPOUR, CLOUD, MX, MY, MZ, FIELDS };
enum { HALO = 3 };

struct air {
	long size[3], stride[3], cells; /* cells: with the halo */
	double *now[FIELDS], *start[FIELDS];
	double *by_mass[FIELDS]; /* divided by the density; momenta and velocities are on the lower faces of the cells */
	double *rate[FIELDS];
	double *flux, *pressure; /* pressure: the difference from the state at rest */
	double *base_density, *base_exner; /* of each level, at rest */
};

static const double cell[3] = {500, 500, 250}, time_step = 0.4, gravity = 9.81;
static const double gas = 287, heat_capacity = 1004.5, base_theta = 300, surface_pressure = 1e5, latent = 2.5e6;

static long at(const struct air *a, long x, long y, long z)
{
	return (z + HALO) * a->stride[2] + (y + HALO) * a->stride[1] + x + HALO;
}

/* Returns x^0.2 for x near 1, by Newton's method. */
static double fifth_root(double x)
{
	double y = 1 + (x - 1) / 5;
	for (int i = 0; i < 3; i++) {
		double fourth = y * y * y * y;
		y -= (y * fourth - x) / (5 * fourth);
	}
	return y;
}

/* Returns e^x for |x| < 20: the series for x / 64, squared six times. */
static double exponential(double x)
{
	double small = x / 64, sum = 1;
	for (int i = 10; i > 0; i--)
		sum = 1 + small * sum / i;
	for (int i = 0; i < 6; i++)
		sum *= sum;
	return sum;
}

/* Returns the mixing ratio of vapour in saturated air, from Exner's function and temperature. */
static double saturation(double exner, double temperature)
{
	double pressure = surface_pressure * exner * exner * exner * sqrt(exner);
	return 380 / pressure * exponential(17.27 * (temperature - 273) / (temperature - 36));
}

static void build(struct air *a, long n, long levels)
{
	a->size[0] = a->size[1] = n;
	a->size[2] = levels;
	a->stride[0] = 1;
	a->stride[1] = n + 2 * HALO;
	a->stride[2] = a->stride[1] * (n + 2 * HALO);
	a->cells = a->stride[2] * (levels + 2 * HALO);
	size_t cells = (size_t)a->cells;
	for (int k = 0; k < FIELDS; k++) {
		a->now[k] = allocate(cells, sizeof(double));
		a->start[k] = allocate(cells, sizeof(double));
		a->by_mass[k] = allocate(cells, sizeof(double));
		a->rate[k] = allocate(cells, sizeof(double));
	}
	a->flux = allocate(cells, sizeof(double));
	a->pressure = allocate(cells, sizeof(double));
	a->base_density = allocate((size_t)levels, sizeof(double));
	a->base_exner = allocate((size_t)levels, sizeof(double));
	for (long z = 0; z < levels; z++) {
		double exner = 1 - gravity * ((double)z + 0.5) * cell[2] / (heat_capacity * base_theta);
		a->base_exner[z] = exner;
		a->base_density[z] = surface_pressure / (gas * base_theta) * exner * exner * sqrt(exner);
	}
}

static void release(struct air *a)
{
	for (int k = 0; k < FIELDS; k++) {
		free(a->now[k]);
		free(a->start[k]);
		free(a->by_mass[k]);
		free(a->rate[k]);
	}
	free(a->flux);
	free(a->pressure);
	free(a->base_density);
	free(a->base_exner);
}

/* The air at rest in a horizontal wind with shear; with a bubble that is warmer by up to 2 K and contains more vapour. */
static void begin(struct air *a, int bubble)
{
	for (long z = 0; z < a->size[2]; z++)
		for (long y = 0; y < a->size[1]; y++)
			for (long x = 0; x < a->size[0]; x++) {
				long i = at(a, x, y, z);
				double r[3] = {(double)x / (double)a->size[0], (double)y / (double)a->size[1], (double)z / (double)a->size[2]};
				double dx = 5 * (r[0] - 0.5), dy = 5 * (r[1] - 0.5), dz = 5 * (r[2] - 0.25);
				double square = dx * dx + dy * dy + dz * dz, warm = bubble && square < 1 ? (1 - square) * (1 - square) : 0;
				double theta = base_theta + 2 * warm, exner = a->base_exner[z];
				double rho = a->base_density[z] * base_theta / theta; /* at the pressure of the surroundings */
				a->now[RHO][i] = rho;
				a->now[HEAT][i] = a->base_density[z] * base_theta;
				a->now[VAPOUR][i] = rho * (0.8 + 0.4 * warm) * saturation(exner, base_theta * exner);
				a->now[MX][i] = a->base_density[z] * (bubble ? 5 + 10 * r[2] : 0);
			}
}

/* Fills the halo of a field: periodic sides, mirrored at bottom and top. Vertical motion is on faces and changes its sign. */
static void fill_halo(const struct air *a, double *f, int vertical)
{
	long nx = a->size[0], ny = a->size[1], nz = a->size[2];
	for (long z = 0; z < nz; z++) {
		for (long y = 0; y < ny; y++)
			for (long h = 1; h <= HALO; h++) {
				f[at(a, -h, y, z)] = f[at(a, nx - h, y, z)];
				f[at(a, nx + h - 1, y, z)] = f[at(a, h - 1, y, z)];
			}
		for (long h = 1; h <= HALO; h++) {
			size_t row = (size_t)a->stride[1] * sizeof(double);
			memcpy(f + at(a, -HALO, -h, z), f + at(a, -HALO, ny - h, z), row);
			memcpy(f + at(a, -HALO, ny + h - 1, z), f + at(a, -HALO, h - 1, z), row);
		}
	}
	double sign = vertical ? -1 : 1;
	long base = at(a, -HALO, -HALO, 0), layer = a->stride[2];
	for (long i = base; i < base + layer; i++) {
		if (vertical)
			f[i] = f[i + nz * layer] = 0;
		for (long h = 1; h <= HALO; h++) {
			f[i - h * layer] = sign * f[i + (vertical ? h : h - 1) * layer];
			if (!vertical || h < HALO)
				f[i + (nz + h - !vertical) * layer] = sign * f[i + (nz - h) * layer];
		}
	}
}

/* Sets the values by mass, the difference of the pressure, and all halos. */
static void diagnose(struct air *a)
{
	fill_halo(a, a->now[RHO], 0);
	for (long z = 0; z < a->size[2]; z++)
		for (long y = 0; y < a->size[1]; y++)
			for (long i = at(a, 0, y, z); i < at(a, a->size[0], y, z); i++) {
				const double *rho = a->now[RHO];
				for (int k = HEAT; k <= CLOUD; k++)
					a->by_mass[k][i] = a->now[k][i] / rho[i];
				for (int d = 0; d < 3; d++)
					a->by_mass[MX + d][i] = 2 * a->now[MX + d][i] / (rho[i] + rho[i - a->stride[d]]);
				double exner = a->base_exner[z], base = surface_pressure * exner * exner * exner * sqrt(exner);
				double x = a->now[HEAT][i] / (a->base_density[z] * base_theta), root = fifth_root(x);
				a->pressure[i] = base * (x * root * root - 1);
			}
	fill_halo(a, a->pressure, 0);
	for (int k = HEAT; k < FIELDS; k++)
		fill_halo(a, a->by_mass[k], k == MZ);
	for (int d = 0; d < 3; d++)
		fill_halo(a, a->now[MX + d], d == 2);
}

/* Subtracts the differences of the fluxes of a field along an axis. Momenta are half a cell lower than the masses. */
static void advect(struct air *a, int k, int axis)
{
	const double *mass = a->now[MX + axis], *f = a->by_mass[k];
	double *flux = a->flux, *rate = a->rate[k], inverse = 1 / cell[axis];
	long s = a->stride[axis], half = k >= MX ? a->stride[k - MX] : 0, end[3] = {a->size[0], a->size[1], a->size[2]};
	end[axis]++;
	for (long z = 0; z < end[2]; z++)
		for (long y = 0; y < end[1]; y++)
			for (long i = at(a, 0, y, z); i < at(a, end[0], y, z); i++) {
				double through = half ? (mass[i] + mass[i - half]) / 2 : mass[i];
				if (k == RHO) {
					flux[i] = through;
					continue;
				}
				double centred = 37 * (f[i] + f[i - s]) - 8 * (f[i + s] + f[i - 2 * s]) + (f[i + 2 * s] + f[i - 3 * s]);
				double upwind = 10 * (f[i] - f[i - s]) - 5 * (f[i + s] - f[i - 2 * s]) + (f[i + 2 * s] - f[i - 3 * s]);
				flux[i] = (through * centred - fabs(through) * upwind) / 60;
			}
	for (long z = 0; z < a->size[2]; z++)
		for (long y = 0; y < a->size[1]; y++)
			for (long i = at(a, 0, y, z); i < at(a, a->size[0], y, z); i++)
				rate[i] -= (flux[i + s] - flux[i]) * inverse;
}

/* The forces of pressure and weight. */
static void accelerate(struct air *a)
{
	for (long z = 0; z < a->size[2]; z++)
		for (long y = 0; y < a->size[1]; y++)
			for (long i = at(a, 0, y, z); i < at(a, a->size[0], y, z); i++) {
				for (int d = 0; d < 3; d++)
					a->rate[MX + d][i] -= (a->pressure[i] - a->pressure[i - a->stride[d]]) / cell[d];
				if (z == 0)
					continue;
				long below = i - a->stride[2];
				double here = a->now[RHO][i] - a->base_density[z] + a->now[CLOUD][i];
				double there = a->now[RHO][below] - a->base_density[z - 1] + a->now[CLOUD][below];
				a->rate[MZ][i] -= gravity * (here + there) / 2;
			}
}

/* Condenses vapour or evaporates cloud water up to saturation; the latent heat changes the temperature. */
static void adjust_saturation(struct air *a)
{
	for (long z = 0; z < a->size[2]; z++)
		for (long y = 0; y < a->size[1]; y++)
			for (long i = at(a, 0, y, z); i < at(a, a->size[0], y, z); i++) {
				double rho = a->now[RHO][i], root = fifth_root(a->now[HEAT][i] / (a->base_density[z] * base_theta));
				double exner = a->base_exner[z] * root * root, temperature = a->now[HEAT][i] / rho * exner;
				double saturated = saturation(exner, temperature), from_36 = temperature - 36;
				double change = latent * saturated * 17.27 * 237 / (heat_capacity * from_36 * from_36);
				double condensed = (a->now[VAPOUR][i] - rho * saturated) / (1 + change);
				condensed = fmax(condensed, -a->now[CLOUD][i]);
				a->now[VAPOUR][i] -= condensed;
				a->now[CLOUD][i] += condensed;
				a->now[HEAT][i] += latent / (heat_capacity * exner) * condensed;
			}
}

static void advance(struct air *a)
{
	for (int k = 0; k < FIELDS; k++)
		memcpy(a->start[k], a->now[k], (size_t)a->cells * sizeof(double));
	for (int stage = 3; stage >= 1; stage--) {
		diagnose(a);
		for (int k = 0; k < FIELDS; k++) {
			memset(a->rate[k], 0, (size_t)a->cells * sizeof(double));
			for (int axis = 0; axis < 3; axis++)
				advect(a, k, axis);
		}
		accelerate(a);
		for (int k = 0; k < FIELDS; k++)
			for (long i = 0; i < a->cells; i++)
				a->now[k][i] = a->start[k][i] + time_step / stage * a->rate[k][i];
	}
	adjust_saturation(a);
}

struct summary {
	double mass, water, cloud, fastest;
	uint64_t sum;
};

static struct summary summarize(const struct air *a)
{
	struct summary s = {.sum = CHECKSUM_START};
	for (long z = 0; z < a->size[2]; z++)
		for (long y = 0; y < a->size[1]; y++)
			for (long i = at(a, 0, y, z); i < at(a, a->size[0], y, z); i++) {
				s.mass += a->now[RHO][i];
				s.water += a->now[VAPOUR][i] + a->now[CLOUD][i];
				s.cloud += a->now[CLOUD][i];
				if (z)
					s.fastest = fmax(s.fastest, fabs(a->now[MZ][i] / a->now[RHO][i]));
				for (int k = 0; k < FIELDS; k++)
					if (k != MZ || z)
						s.sum = checksum(s.sum, bits_of(a->now[k][i]));
			}
	return s;
}

static void check_balance(void)
{
	struct air a = {0};
	build(&a, 8, 12);
	begin(&a, 0);
	for (int i = 0; i < 20; i++)
		advance(&a);
	require(summarize(&a).fastest < 1e-12, "air at rest stays at rest");
	release(&a);
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 50, 1, 100000), n = argument(argc, argv, 2, "N", 80, 16, 256);
	struct air a = {0};
	check_balance();
	build(&a, n, n / 2);
	begin(&a, 1);
	struct summary first = summarize(&a), last = first;
	for (long step = 1; step <= steps; step++) {
		advance(&a);
		last = summarize(&a);
		if (step % 5 == 0 || step == steps)
			printf("step %ld updraught %.9e m/s, cloud %.6e of the water\n", step, last.fastest, last.cloud / last.water);
		require(last.fastest < 50, "the flow is stable");
	}
	require(fabs(last.mass - first.mass) < 1e-12 * first.mass, "the dry mass is conserved to 1e-12");
	require(fabs(last.water - first.water) < 1e-12 * first.water, "water is conserved to 1e-12");
	printf("mass %.9e water %.9e\nchecksum %016llx\n", last.mass, last.water, (unsigned long long)last.sum);
	release(&a);
	return 0;
}
