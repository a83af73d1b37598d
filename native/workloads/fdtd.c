/*
 * fdtd STEPS N LAYERS - scattering of a pulse by a conducting sphere: Maxwell's equations on an N x N x N grid.
 *
 * Finite differences in the time domain on staggered grids (Yee, IEEE Trans. Antennas Propag. 14, 1966). LAYERS cells
 * at each side absorb outgoing waves: a perfectly matched layer (Berenger, J. Comput. Phys. 114, 1994) as a recursive
 * convolution (Roden, Gedney, Microw. Opt. Technol. Lett. 27, 2000). The fields on two closed boxes around dipole and
 * sphere are transformed to one frequency in each step. With 0 layers the walls conduct, and the energy is constant.
 *
 * Units: cell size 1, speed of light 1.
 */
#include <math.h>
#include "workload.h"

enum { ELECTRIC, MAGNETIC };
enum { BOXES = 2, FACES = 6 };

struct sheet { /* a face of a box, with the Fourier sums of its four tangential fields */
	int normal, side;
	long at;
	double (*sum)[4][2];
};

struct grid {
	long n, layers, stride[3];
	double *field[2][3];
	double *step_by_permittivity[3]; /* 0 in the conductor */
	double *memory[2][3][3];	 /* of the absorbing layers: [field][axis of the difference][component] */
	double *decay[2];		 /* [field][depth] */
	long margin[BOXES];
	struct sheet sheet[BOXES][FACES];
};

static const double time_step = 0.5, half_angle_tangent = 0.04; /* of the transform: 0.16 rad a step, a wavelength of 20 cells */

struct range {
	long low[3], high[3];
};

/* Returns the points where a component is updated. Those outside are tangential to the conducting walls. */
static struct range updated(const struct grid *g, int kind, int component)
{
	struct range r;
	for (int d = 0; d < 3; d++) {
		r.low[d] = kind == ELECTRIC && d != component;
		r.high[d] = kind == ELECTRIC || d != component ? g->n - 1 : g->n;
	}
	return r;
}

/* Adds one time step of curl H to E, or of -curl E to H. */
static void add_curl(struct grid *g, int kind, int c)
{
	int a = (c + 1) % 3, b = (c + 2) % 3;
	long sa = g->stride[a], sb = g->stride[b], back_a = kind == ELECTRIC ? sa : 0, back_b = kind == ELECTRIC ? sb : 0;
	const double *fa = g->field[!kind][a], *fb = g->field[!kind][b], *electric = g->step_by_permittivity[c];
	double *to = g->field[kind][c];
	struct range r = updated(g, kind, c);
	for (long z = r.low[2]; z < r.high[2]; z++)
		for (long y = r.low[1]; y < r.high[1]; y++) {
			long row = (z * g->n + y) * g->n;
			for (long i = row + r.low[0]; i < row + r.high[0]; i++) {
				double curl = (fb[i - back_a + sa] - fb[i - back_a]) - (fa[i - back_b + sb] - fa[i - back_b]);
				to[i] += kind == ELECTRIC ? electric[i] * curl : -time_step * curl;
			}
		}
}

/* Corrects the difference along one axis within the layers at both of its ends. */
static void absorb(struct grid *g, int kind, int c, int axis)
{
	int source = 3 - c - axis;
	double sign = axis == (c + 1) % 3 ? 1 : -1;
	long s = g->stride[axis], back = kind == ELECTRIC ? s : 0;
	const double *from = g->field[!kind][source];
	double *to = g->field[kind][c], *memory = g->memory[kind][axis][c];
	for (int end = 0; end < 2; end++) {
		struct range r = updated(g, kind, c);
		if (end)
			r.low[axis] = r.high[axis] - g->layers;
		else
			r.high[axis] = r.low[axis] + g->layers;
		for (long z = r.low[2]; z < r.high[2]; z++)
			for (long y = r.low[1]; y < r.high[1]; y++)
				for (long x = r.low[0]; x < r.high[0]; x++) {
					long i = (z * g->n + y) * g->n + x, place = axis == 0 ? x : axis == 1 ? y : z;
					double decay = g->decay[kind][end ? place - r.low[axis] : r.high[axis] - 1 - place];
					*memory = decay * *memory + (decay - 1) * (from[i - back + s] - from[i - back]);
					to[i] += (kind == ELECTRIC ? g->step_by_permittivity[c][i] : -time_step) * sign * *memory++;
				}
	}
}

static void advance(struct grid *g, int kind)
{
	for (int c = 0; c < 3; c++) {
		add_curl(g, kind, c);
		for (int axis = 0; g->layers && axis < 3; axis++)
			if (axis != c)
				absorb(g, kind, c, axis);
	}
}

/* The current of the dipole: an odd pulse, which leaves no charges behind. */
static double pulse(long step)
{
	double t = (double)(step - 24) / 24, w = 1 - t * t;
	return w > 0 ? t * w * w * w * w : 0;
}

static void build(struct grid *g)
{
	size_t points = (size_t)(g->n * g->n * g->n);
	for (int c = 0; c < 3; c++) {
		g->stride[c] = c ? g->stride[c - 1] * g->n : 1;
		g->field[ELECTRIC][c] = allocate(points, sizeof(double));
		g->field[MAGNETIC][c] = allocate(points, sizeof(double));
		g->step_by_permittivity[c] = allocate(points, sizeof(double));
		long centre = g->n / 2, radius = g->n / 8;
		for (long i = 0; i < (long)points; i++) {
			long x = i % g->n - centre, y = i / g->n % g->n - centre, z = i / (g->n * g->n) - centre;
			g->step_by_permittivity[c][i] = x * x + y * y + z * z <= radius * radius ? 0 : time_step;
		}
	}
	for (int kind = 0; kind < 2; kind++) {
		g->decay[kind] = allocate((size_t)g->layers + 1, sizeof(double));
		for (long i = 0; i < g->layers; i++) {
			double depth = ((double)i + (kind == ELECTRIC ? 1 : 0.5)) / (double)(g->layers + 1);
			double loss = 3 * depth * depth * depth * time_step / 2; /* half of conductivity times time step */
			g->decay[kind][i] = (1 - loss) / (1 + loss);
		}
		for (int axis = 0; axis < 3; axis++)
			for (int c = 0; c < 3; c++)
				if (axis != c)
					g->memory[kind][axis][c] = allocate((size_t)(2 * g->layers * g->n * g->n) + 1, sizeof(double));
	}
	for (int box = 0; box < BOXES; box++) {
		long m = g->margin[box] = g->layers + 3 + 2 * box, width = g->n - 2 * m;
		for (int face = 0; face < FACES; face++) {
			struct sheet *s = &g->sheet[box][face];
			s->normal = face / 2;
			s->side = face % 2 ? 1 : -1;
			s->at = s->side > 0 ? g->n - 1 - m : m;
			s->sum = allocate((size_t)((width + 1) * (width + 1)), sizeof *s->sum);
		}
	}
}

/* The fields at a point of a sheet: E at the points of the sheet, H as the mean of both sides. */
static void tangential(const struct grid *g, const struct sheet *s, long i, double f[4])
{
	int a = (s->normal + 1) % 3, b = (s->normal + 2) % 3;
	long back = g->stride[s->normal];
	f[0] = g->field[ELECTRIC][a][i];
	f[1] = g->field[ELECTRIC][b][i];
	f[2] = (g->field[MAGNETIC][a][i] + g->field[MAGNETIC][a][i - back]) / 2;
	f[3] = (g->field[MAGNETIC][b][i] + g->field[MAGNETIC][b][i - back]) / 2;
}

/* Adds the present fields to the Fourier sums; H is half a time step later than E. */
static void transform(struct grid *g, const double electric[2], const double magnetic[2])
{
	for (int box = 0; box < BOXES; box++)
		for (int face = 0; face < FACES; face++) {
			struct sheet *s = &g->sheet[box][face];
			long m = g->margin[box], sa = g->stride[(s->normal + 1) % 3], sb = g->stride[(s->normal + 2) % 3], point = 0;
			for (long v = m; v < g->n - m; v++)
				for (long u = m; u < g->n - m; u++, point++) {
					double f[4];
					tangential(g, s, s->at * g->stride[s->normal] + u * sa + v * sb, f);
					for (int k = 0; k < 4; k++)
						for (int part = 0; part < 2; part++)
							s->sum[point][k][part] += f[k] * (k < 2 ? electric : magnetic)[part];
				}
		}
}

/* Returns the power through a box at the frequency of the transform. E_a and H_b share their points, as do E_b and H_a. */
static double power(const struct grid *g, int box)
{
	double sum = 0;
	long width = g->n - 2 * g->margin[box];
	for (int face = 0; face < FACES; face++) {
		const struct sheet *s = &g->sheet[box][face];
		for (long v = 0; v < width; v++)
			for (long u = 0; u < width; u++) {
				double (*f)[2] = s->sum[v * width + u];
				double first = f[0][0] * f[3][0] + f[0][1] * f[3][1], second = f[1][0] * f[2][0] + f[1][1] * f[2][1];
				/* A field has no point beyond the edge in its own direction, and the edge belongs to two sheets. */
				double edge_u = u == 0 || u == width - 1 ? 0.5 : 1, edge_v = v == 0 || v == width - 1 ? 0.5 : 1;
				sum += s->side * ((u < width - 1 ? edge_v * first : 0) - (v < width - 1 ? edge_u * second : 0)) / 2;
			}
	}
	return sum;
}

/* Returns the largest divergence of H outside the layers, where the scheme keeps it 0. */
static double divergence(const struct grid *g)
{
	double worst = 0;
	long low = g->layers + 1, high = g->n - g->layers - 2;
	for (long z = low; z < high; z++)
		for (long y = low; y < high; y++)
			for (long x = low; x < high; x++) {
				double sum = 0;
				long i = (z * g->n + y) * g->n + x;
				for (int c = 0; c < 3; c++)
					sum += g->field[MAGNETIC][c][i + g->stride[c]] - g->field[MAGNETIC][c][i];
				worst = fmax(worst, fabs(sum));
			}
	return worst;
}

/* Advances H. Returns the energy, which the scheme conserves with the product of H before and after. */
static double advance_with_energy(struct grid *g)
{
	size_t points = (size_t)(g->n * g->n * g->n);
	double energy = 0, *before[3];
	for (int c = 0; c < 3; c++) {
		before[c] = allocate(points, sizeof(double));
		memcpy(before[c], g->field[MAGNETIC][c], points * sizeof(double));
	}
	advance(g, MAGNETIC);
	for (int c = 0; c < 3; c++) {
		for (size_t i = 0; i < points; i++)
			energy += (g->field[ELECTRIC][c][i] * g->field[ELECTRIC][c][i] + before[c][i] * g->field[MAGNETIC][c][i]) / 2;
		free(before[c]);
	}
	return energy;
}

static void release(struct grid *g)
{
	for (int c = 0; c < 3; c++)
		free(g->step_by_permittivity[c]);
	for (int kind = 0; kind < 2; kind++) {
		free(g->decay[kind]);
		for (int c = 0; c < 3; c++) {
			free(g->field[kind][c]);
			for (int axis = 0; axis < 3; axis++)
				free(g->memory[kind][axis][c]);
		}
	}
	for (int box = 0; box < BOXES; box++)
		for (int face = 0; face < FACES; face++)
			free(g->sheet[box][face].sum);
}

int main(int argc, char **argv)
{
	long steps = argument(argc, argv, 1, "STEPS", 300, 100, 100000);
	struct grid g = {.n = argument(argc, argv, 2, "N", 112, 32, 512)};
	g.layers = argument(argc, argv, 3, "LAYERS", 10, 0, g.n / 4 - 4);
	build(&g);
	long centre = g.n / 2, dipole = (centre * g.n + centre) * g.n + centre - g.n / 8 - 3;
	double t = half_angle_tangent, half[2] = {(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
	double electric[2] = {1, 0}, start = 0, energy = 0;
	for (long step = 1; step <= steps; step++) {
		if (step == 50 || step % 60 == 0 || step == steps) {
			energy = advance_with_energy(&g);
			printf("step %ld energy %.9e\n", step, energy);
			if (step == 50) /* the pulse has ended */
				start = energy;
		} else
			advance(&g, MAGNETIC);
		double magnetic[2] = {electric[0] * half[0] - electric[1] * half[1], electric[0] * half[1] + electric[1] * half[0]};
		transform(&g, electric, magnetic);
		electric[0] = magnetic[0] * half[0] - magnetic[1] * half[1];
		electric[1] = magnetic[0] * half[1] + magnetic[1] * half[0];
		advance(&g, ELECTRIC);
		g.field[ELECTRIC][2][dipole] -= time_step * pulse(step);
	}
	require(divergence(&g) < 1e-13, "the magnetic field has no divergence");
	if (!g.layers)
		require(fabs(energy - start) < 1e-12 * start, "conducting walls conserve the energy to 1e-12");
	else {
		double inner = power(&g, 1), outer = power(&g, 0);
		printf("power through the inner box %.9e outer box %.9e\n", inner, outer);
		/* While the pulse is between the boxes, they differ. */
		require(energy > start / 20 || fabs(inner - outer) < 0.01 * outer, "the power through both boxes is the same to 1 %");
		require(steps < 4 * g.n || energy < start / 100, "the layers absorb the waves");
	}
	uint64_t sum = CHECKSUM_START;
	for (int c = 0; c < 3; c++)
		for (long i = 0; i < g.n * g.n * g.n; i++)
			sum = checksum(checksum(sum, bits_of(g.field[ELECTRIC][c][i])), bits_of(g.field[MAGNETIC][c][i]));
	printf("checksum %016llx\n", (unsigned long long)sum);
	release(&g);
	return 0;
}
