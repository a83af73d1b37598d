/*
 * hotspot STEPS N THREADS - temperatures of a chip of N x N cells with a given power in each.
 *
 * The thermal model of HotSpot (Skadron and others: Temperature-aware microarchitecture, ISCA 2003) as Rodinia has it (Che and
 * others: Rodinia: A Benchmark Suite for Heterogeneous Computing, IISWC 2009): explicit steps of a grid of heat capacities
 * and resistances, whose time step is stable up to 1024 x 1024 cells. The power is generated: some hot blocks on a cool chip.
 * Threads have bands of rows and meet after each step, so their number does not change a bit of the result.
 */
#include "threads.h"

/* Material and size of the chip, SI units, and the ambient temperature, °C, as in Rodinia. */
static const double max_power_density = 3e6, precision = 0.001, heat_capacity = 1.75e6, conductivity = 100;
static const double capacity_factor = 0.5, thickness = 0.0005, side = 0.016, ambient = 80;

struct chip {
	long	n, steps;
	double	*now, *next, *power;
	double	step_by_capacity, rx, ry, rz; /* inverse resistances */
};

static void build(struct chip *c)
{
	double cell = side / (double)c->n;
	double capacity = capacity_factor * heat_capacity * thickness * cell * cell;
	double slope = max_power_density / (capacity_factor * thickness * heat_capacity); /* K/s */
	c->step_by_capacity = precision / slope / capacity;
	c->rx = c->ry = 2 * conductivity * thickness;
	c->rz = conductivity * cell * cell / thickness;
	size_t cells = (size_t)(c->n * c->n);
	c->now = allocate(cells, sizeof(double));
	c->next = allocate(cells, sizeof(double));
	c->power = allocate(cells, sizeof(double));
	for (size_t i = 0; i < cells; i++) {
		c->now[i] = ambient;
		c->power[i] = 0.1 * max_power_density * cell * cell;
	}
	uint64_t seed = 2009;
	for (int block = 0; block < 12; block++) {
		long size = c->n / 8, x0 = (long)random_below(&seed, (uint64_t)(c->n - size));
		long y0 = (long)random_below(&seed, (uint64_t)(c->n - size));
		for (long y = y0; y < y0 + size; y++)
			for (long x = x0; x < x0 + size; x++)
				c->power[y * c->n + x] += max_power_density * cell * cell;
	}
}

/* No heat flows through the sides: the neighbour of a cell there is the cell itself. */
static void step(const struct chip *c, const double *now, double *next, long from, long to)
{
	long n = c->n;
	for (long y = from; y < to; y++) {
		const double *row = now + y * n, *above = y > 0 ? row - n : row, *below = y < n - 1 ? row + n : row;
		for (long x = 0; x < n; x++) {
			double t = row[x], left = row[x > 0 ? x - 1 : x], right = row[x < n - 1 ? x + 1 : x];
			next[y * n + x] = t + c->step_by_capacity * (c->power[y * n + x] + (above[x] + below[x] - 2 * t) * c->ry +
				(left + right - 2 * t) * c->rx + (ambient - t) * c->rz);
		}
	}
}

static void work(struct crew_member *w)
{
	struct chip *c = w->shared;
	long from = first_of(w, c->n, w->number), to = first_of(w, c->n, w->number + 1);
	for (long i = 0; i < c->steps; i++) {
		step(c, i % 2 ? c->next : c->now, i % 2 ? c->now : c->next, from, to);
		meet(w);
	}
}

int main(int argc, char **argv)
{
	struct chip c = { .steps = argument(argc, argv, 1, "STEPS", 4000, 1, 1000000),
		.n = argument(argc, argv, 2, "N", 1024, 16, 1024) };
	int threads = (int)argument(argc, argv, 3, "THREADS", 2, 1, MAX_THREADS);
	build(&c);
	work_together(threads, work, &c);
	const double *last = c.steps % 2 ? c.next : c.now;
	uint64_t sum = CHECKSUM_START;
	double heat = 0, expected = 0, loss = 1, hottest = ambient;
	for (long i = 0; i < c.n * c.n; i++) {
		heat += last[i] - ambient;
		expected += c.power[i];
		hottest = last[i] > hottest ? last[i] : hottest;
		sum = checksum(sum, bits_of(last[i]));
	}
	/* Conduction within the chip keeps the sum of all heat: it follows h' = (1 - k) h + p, of which the solution is known. */
	for (long i = 0; i < c.steps; i++)
		loss *= 1 - c.step_by_capacity * c.rz;
	expected *= (1 - loss) / c.rz;
	require(heat > 0 && heat - expected < 1e-9 * expected && expected - heat < 1e-9 * expected,
		"the heat of the chip is what the power brought and the ambient took");
	printf("%ld x %ld cells, %ld steps, hottest %.9f, checksum %016llx\n", c.n, c.n, c.steps, hottest, (unsigned long long)sum);
	free(c.now);
	free(c.next);
	free(c.power);
	return 0;
}
