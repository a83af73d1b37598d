/*
 * lbm STEPS NX NY NZ - lattice-Boltzmann flow in a lid-driven cavity with spheres in it.
 *
 * D3Q19 lattice, single relaxation time (Qian, d'Humieres, Lallemand: Lattice BGK models for Navier-Stokes
 * equation, Europhys. Lett. 17, 1992), half-way bounce-back at walls, a moving wall at the top (Ladd, J. Fluid
 * Mech. 271, 1994). Two grids of 19 doubles a cell are streamed through memory in every step.
 */
#include "workload.h"

#define Q 19

static const int velocity[Q][3] = {
	{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1},
	{1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 0, 1}, {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1},
	{0, 1, 1}, {0, -1, -1}, {0, 1, -1}, {0, -1, 1},
};
static const int opposite[Q] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17};
static const double weight[Q] = {
	1.0 / 3, 1.0 / 18, 1.0 / 18, 1.0 / 18, 1.0 / 18, 1.0 / 18, 1.0 / 18,
	1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36,
	1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36,
};
static const double relaxation = 1.85;
static const double lid_speed = 0.05;

enum kind { FLUID, WALL, LID };

struct lattice {
	long nx, ny, nz;
	unsigned char *kind;
	double (*now)[Q], (*next)[Q];
};

static long cell_at(const struct lattice *l, long x, long y, long z)
{
	return (z * l->ny + y) * l->nx + x;
}

static void put_sphere(struct lattice *l, long cx, long cy, long cz, long radius)
{
	for (long z = cz - radius; z <= cz + radius; z++)
		for (long y = cy - radius; y <= cy + radius; y++)
			for (long x = cx - radius; x <= cx + radius; x++) {
				/* The two layers below the lid stay fluid, so that the moving wall conserves the mass. */
				if (x < 1 || y < 1 || z < 1 || x >= l->nx - 1 || y >= l->ny - 1 || z >= l->nz - 3)
					continue;
				long dx = x - cx, dy = y - cy, dz = z - cz;
				if (dx * dx + dy * dy + dz * dz <= radius * radius)
					l->kind[cell_at(l, x, y, z)] = WALL;
			}
}

static void build(struct lattice *l)
{
	size_t cells = (size_t)(l->nx * l->ny * l->nz);
	l->kind = allocate(cells, 1);
	l->now = allocate(cells, sizeof *l->now);
	l->next = allocate(cells, sizeof *l->next);
	for (long z = 0; z < l->nz; z++)
		for (long y = 0; y < l->ny; y++)
			for (long x = 0; x < l->nx; x++) {
				long c = cell_at(l, x, y, z);
				if (z == l->nz - 1)
					l->kind[c] = LID;
				else if (!x || !y || !z || x == l->nx - 1 || y == l->ny - 1)
					l->kind[c] = WALL;
				memcpy(l->now[c], weight, sizeof weight);
			}
	uint64_t random = 470;
	long smallest = l->nx < l->ny ? l->nx : l->ny;
	smallest = smallest < l->nz ? smallest : l->nz;
	for (int i = 0; i < 24; i++) {
		long x = (long)random_below(&random, (uint64_t)l->nx);
		long y = (long)random_below(&random, (uint64_t)l->ny);
		long z = (long)random_below(&random, (uint64_t)l->nz);
		put_sphere(l, x, y, z, smallest / 16 + (long)random_below(&random, 3));
	}
}

static void gather(const struct lattice *l, long c, const long offset[Q], double f[Q])
{
	for (int i = 0; i < Q; i++) {
		long from = c - offset[i];
		if (l->kind[from] == FLUID)
			f[i] = l->now[from][i];
		else {
			f[i] = l->now[c][opposite[i]];
			if (l->kind[from] == LID)
				f[i] += 6 * weight[i] * lid_speed * velocity[i][0];
		}
	}
}

static void collide(const double f[Q], double out[Q])
{
	double rho = 0, ux = 0, uy = 0, uz = 0;
	for (int i = 0; i < Q; i++) {
		rho += f[i];
		ux += f[i] * velocity[i][0];
		uy += f[i] * velocity[i][1];
		uz += f[i] * velocity[i][2];
	}
	double inverse = 1 / rho;
	ux *= inverse;
	uy *= inverse;
	uz *= inverse;
	double square = 1 - 1.5 * (ux * ux + uy * uy + uz * uz);
	for (int i = 0; i < Q; i++) {
		double along = 3 * (ux * velocity[i][0] + uy * velocity[i][1] + uz * velocity[i][2]);
		double equilibrium = weight[i] * rho * (square + along + 0.5 * along * along);
		out[i] = f[i] - relaxation * (f[i] - equilibrium);
	}
}

static void step(struct lattice *l, const long offset[Q])
{
	double f[Q];
	for (long z = 1; z < l->nz - 1; z++)
		for (long y = 1; y < l->ny - 1; y++)
			for (long x = 1; x < l->nx - 1; x++) {
				long c = cell_at(l, x, y, z);
				if (l->kind[c] != FLUID)
					continue;
				gather(l, c, offset, f);
				collide(f, l->next[c]);
			}
	double (*swap)[Q] = l->now;
	l->now = l->next;
	l->next = swap;
}

static void report(const struct lattice *l)
{
	double mass = 0, energy = 0;
	long fluid = 0;
	uint64_t sum = CHECKSUM_START;
	for (long c = 0; c < l->nx * l->ny * l->nz; c++) {
		if (l->kind[c] != FLUID)
			continue;
		double rho = 0, momentum[3] = {0, 0, 0};
		for (int i = 0; i < Q; i++) {
			rho += l->now[c][i];
			for (int k = 0; k < 3; k++)
				momentum[k] += l->now[c][i] * velocity[i][k];
			sum = checksum(sum, bits_of(l->now[c][i]));
		}
		fluid++;
		mass += rho;
		energy += (momentum[0] * momentum[0] + momentum[1] * momentum[1] + momentum[2] * momentum[2]) / rho / 2;
	}
	require(fluid > 0 && mass > 0.999999 * (double)fluid && mass < 1.000001 * (double)fluid, "the mass is conserved to 1e-6");
	printf("fluid cells %ld\nmass %.6e\nkinetic energy %.9e\nchecksum %016llx\n", fluid, mass, energy, (unsigned long long)sum);
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 40, 1, 1000000);
	struct lattice l = {
		.nx = argument(argc, argv, 2, "NX", 100, 8, 1000),
		.ny = argument(argc, argv, 3, "NY", 100, 8, 1000),
		.nz = argument(argc, argv, 4, "NZ", 100, 8, 1000),
	};
	build(&l);
	long offset[Q];
	for (int i = 0; i < Q; i++)
		offset[i] = (velocity[i][2] * l.ny + velocity[i][1]) * l.nx + velocity[i][0];
	for (long i = 0; i < steps; i++)
		step(&l, offset);
	report(&l);
	free(l.kind);
	free(l.now);
	free(l.next);
	return 0;
}
