/*
 * fem CELLS [uniform|linear] - adaptive finite elements for a Helmholtz equation with a known solution, in three dimensions.
 *
 * -div(a grad u) + u = f on the unit cube, with trilinear elements on an octree of cubes. Each cycle assembles the matrices
 * of the elements by Gauss quadrature, solves by conjugate gradients with a diagonal preconditioner, estimates the error of
 * each cell from recovered gradients (Zienkiewicz, Zhu, Int. J. Numer. Methods Eng. 24, 1987), and refines the cells with the
 * largest errors, until there are CELLS. Neighbours differ by one level at most; nodes in the middle of a neighbour's edge or
 * face are constrained to the interpolation (Babuska, Rheinboldt, Int. J. Numer. Methods Eng. 12, 1978; Carey, Comput.
 * Struct. 6, 1976).
 *
 * uniform refines all cells: the error falls with the second power of the cell size. linear has a linear solution, which the
 * elements must reproduce across constrained nodes (the patch test).
 */
#include <math.h>
#include "workload.h"

enum { CORNERS = 8, DEPTH = 10, SIDE = 1 << DEPTH }; /* coordinates of nodes are integers from 0 to SIDE */

struct cell {
	int32_t at[3], size; /* of the lower corner; a power of two */
	int32_t node[CORNERS];
	double matrix[CORNERS][CORNERS], error;
};

struct node {
	int32_t at[3], masters, master[4], boundary; /* masters: 0 for a free node; 2 or 4 whose mean it is */
};

struct table { /* open addressing; keys are stored plus one, 0 is free */
	uint64_t *key;
	int32_t *value;
	size_t mask;
};

struct mesh {
	struct cell *cell;
	struct node *node;
	struct table leaves, nodes;
	int32_t cells, count; /* of nodes */
	int linear;
	double *x, *b, *r, *p, *q, *diagonal, (*gradient)[3], *weight;
};

static const double sharpness = 100, centre[3] = {0.3, 0.4, 0.45};

static size_t slot_of(const struct table *t, uint64_t key)
{
	uint64_t hash = key;
	size_t i = next_random(&hash) & t->mask;
	while (t->key[i] && t->key[i] != key + 1)
		i = (i + 1) & t->mask;
	return i;
}

static void make_table(struct table *t, size_t entries)
{
	size_t size = 64;
	while (size < 2 * entries)
		size *= 2;
	*t = (struct table){.key = allocate(size, sizeof *t->key), .value = allocate(size, sizeof *t->value), .mask = size - 1};
}

static void free_table(struct table *t)
{
	free(t->key);
	free(t->value);
}

static void insert(struct table *t, uint64_t key, int32_t value)
{
	size_t i = slot_of(t, key);
	t->key[i] = key + 1;
	t->value[i] = value;
}

/* Returns the value of a key, -1 if there is none. */
static int32_t find(const struct table *t, uint64_t key)
{
	size_t i = slot_of(t, key);
	return t->key[i] ? t->value[i] : -1;
}

static uint64_t key_of(int32_t x, int32_t y, int32_t z, int32_t size)
{
	return (((uint64_t)size << 12 | (uint64_t)z) << 12 | (uint64_t)y) << 12 | (uint64_t)x;
}

/* Marks the cells of twice the size that touch a marked cell, repeatedly, until levels differ by one at most. */
static void balance(const struct mesh *m, uint8_t *marked)
{
	for (int changed = 1; changed;) {
		changed = 0;
		for (int32_t c = 0; c < m->cells; c++) {
			int32_t size = m->cell[c].size, coarse = 2 * size;
			for (int i = 0; marked[c] && coarse <= SIDE / 2 && i < 27; i++) {
				int32_t at[3], outside = 0;
				for (int d = 0, digits = i; d < 3; d++, digits /= 3) {
					at[d] = m->cell[c].at[d] + (digits % 3 - 1) * size;
					outside |= at[d] < 0 || at[d] >= SIDE;
					at[d] &= ~(coarse - 1);
				}
				int32_t other = outside ? -1 : find(&m->leaves, key_of(at[0], at[1], at[2], coarse));
				if (other >= 0 && !marked[other])
					marked[other] = 1, changed = 1;
			}
		}
	}
}

/* Replaces each marked cell by its eight children. */
static void refine(struct mesh *m, const uint8_t *marked)
{
	int32_t count = 0;
	size_t room = (size_t)m->cells;
	for (int32_t c = 0; c < m->cells; c++)
		room += 7u * marked[c];
	struct cell *fine = allocate(room, sizeof *fine);
	for (int32_t c = 0; c < m->cells; c++)
		for (int child = 0; child < (marked[c] ? 8 : 1); child++) {
			struct cell *f = &fine[count++];
			f->size = m->cell[c].size / (marked[c] ? 2 : 1);
			for (int d = 0; d < 3; d++)
				f->at[d] = m->cell[c].at[d] + (child >> d & 1) * f->size;
		}
	free(m->cell);
	m->cell = fine;
	m->cells = count;
}

/* Constrains the node at the middle of some corners of a cell, if a smaller neighbour has a node there. */
static void constrain(struct mesh *m, const struct cell *c, const int corner[4], int masters)
{
	int32_t at[3] = {0};
	for (int i = 0; i < masters; i++)
		for (int d = 0; d < 3; d++)
			at[d] += m->node[c->node[corner[i]]].at[d];
	int32_t n = c->size == 1 ? -1 : find(&m->nodes, key_of(at[0] / masters, at[1] / masters, at[2] / masters, 0));
	if (n < 0)
		return;
	m->node[n].masters = masters;
	for (int i = 0; i < masters; i++)
		m->node[n].master[i] = c->node[corner[i]];
}

/* Numbers the nodes of all cells and finds the constrained ones. */
static void connect(struct mesh *m)
{
	free_table(&m->leaves);
	free_table(&m->nodes);
	free(m->node);
	make_table(&m->leaves, (size_t)m->cells);
	make_table(&m->nodes, (size_t)m->cells * 2 + 100);
	m->node = allocate((size_t)m->cells * CORNERS, sizeof *m->node);
	m->count = 0;
	for (int32_t c = 0; c < m->cells; c++) {
		struct cell *cell = &m->cell[c];
		insert(&m->leaves, key_of(cell->at[0], cell->at[1], cell->at[2], cell->size), c);
		for (int i = 0; i < CORNERS; i++) {
			struct node n = {0};
			for (int d = 0; d < 3; d++) {
				n.at[d] = cell->at[d] + (i >> d & 1) * cell->size;
				n.boundary |= n.at[d] == 0 || n.at[d] == SIDE;
			}
			uint64_t key = key_of(n.at[0], n.at[1], n.at[2], 0);
			cell->node[i] = find(&m->nodes, key);
			if (cell->node[i] < 0) {
				require((size_t)m->count < m->nodes.mask / 2, "the table of nodes has free places");
				m->node[m->count] = n;
				insert(&m->nodes, key, m->count);
				cell->node[i] = m->count++;
			}
		}
	}
	for (int32_t c = 0; c < m->cells; c++)
		for (int d = 0; d < 3; d++) {
			int a = 1 << d, b = 1 << (d + 1) % 3, e = 1 << (d + 2) % 3;
			for (int side = 0; side < 2; side++)
				constrain(m, &m->cell[c], (int[4]){side * a, side * a + b, side * a + e, side * a + b + e}, 4);
			for (int edge = 0; edge < 4; edge++) {
				int first = (edge & 1) * b + (edge >> 1) * e;
				constrain(m, &m->cell[c], (int[4]){first, first + a}, 2);
			}
		}
	for (int32_t n = 0; n < m->count; n++)
		for (int i = 0; i < m->node[n].masters; i++)
			require(!m->node[m->node[n].master[i]].masters, "constrained nodes depend on free ones only");
}

/* The known solution; with it, the right-hand side f for a = 1 + x. */
static double solution(const struct mesh *m, const double x[3], double *f)
{
	if (m->linear) {
		double u = 1 + 2 * x[0] - x[1] + x[2] / 2;
		*f = u - 2;
		return u;
	}
	double d[3], square = 0, k = sharpness;
	for (int i = 0; i < 3; i++) {
		d[i] = x[i] - centre[i];
		square += d[i] * d[i];
	}
	double u = 1 / (1 + k * square), laplacian = -6 * k * u * u + 8 * k * k * square * u * u * u;
	*f = u - (1 + x[0]) * laplacian + 2 * k * d[0] * u * u;
	return u;
}

/* Values and gradients of the eight shape functions at a point of the unit cube. */
static void shape(const double at[3], double value[CORNERS], double gradient[CORNERS][3])
{
	for (int i = 0; i < CORNERS; i++) {
		double factor[3], slope[3];
		for (int d = 0; d < 3; d++) {
			factor[d] = i >> d & 1 ? at[d] : 1 - at[d];
			slope[d] = i >> d & 1 ? 1 : -1;
		}
		value[i] = factor[0] * factor[1] * factor[2];
		gradient[i][0] = slope[0] * factor[1] * factor[2];
		gradient[i][1] = factor[0] * slope[1] * factor[2];
		gradient[i][2] = factor[0] * factor[1] * slope[2];
	}
}

/* A point of Gauss quadrature in a cell: place, weight, and the shape functions with their gradients in space. */
struct point {
	double x[3], weight, value[CORNERS], gradient[CORNERS][3];
};

static void quadrature(const struct cell *c, int number, struct point *q)
{
	double at[3], h = (double)c->size / SIDE;
	for (int d = 0; d < 3; d++) {
		at[d] = (1 + (number >> d & 1 ? 1 : -1) / sqrt(3)) / 2;
		q->x[d] = (double)c->at[d] / SIDE + at[d] * h;
	}
	shape(at, q->value, q->gradient);
	q->weight = h * h * h / 8;
	for (int i = 0; i < CORNERS; i++)
		for (int d = 0; d < 3; d++)
			q->gradient[i][d] /= h;
}

/* Moves the entries of constrained nodes to their masters, and clears those of the boundary. */
static void condense(const struct mesh *m, double *y)
{
	for (int32_t n = 0; n < m->count; n++) {
		const struct node *node = &m->node[n];
		for (int i = 0; i < node->masters; i++)
			y[node->master[i]] += y[n] / node->masters;
		if (node->masters)
			y[n] = 0;
	}
	for (int32_t n = 0; n < m->count; n++)
		if (m->node[n].boundary)
			y[n] = 0;
}

static void interpolate(const struct mesh *m, double *x)
{
	for (int32_t n = 0; n < m->count; n++) {
		const struct node *node = &m->node[n];
		if (!node->masters)
			continue;
		x[n] = 0;
		for (int i = 0; i < node->masters; i++)
			x[n] += x[node->master[i]] / node->masters;
	}
}

static void assemble(struct mesh *m)
{
	for (int32_t c = 0; c < m->cells; c++) {
		struct cell *cell = &m->cell[c];
		memset(cell->matrix, 0, sizeof cell->matrix);
		for (int number = 0; number < 8; number++) {
			struct point q;
			double f;
			quadrature(cell, number, &q);
			solution(m, q.x, &f);
			for (int i = 0; i < CORNERS; i++) {
				m->b[cell->node[i]] += q.weight * f * q.value[i];
				for (int j = 0; j < CORNERS; j++) {
					double dot = 0;
					for (int d = 0; d < 3; d++)
						dot += q.gradient[i][d] * q.gradient[j][d];
					cell->matrix[i][j] += q.weight * ((1 + q.x[0]) * dot + q.value[i] * q.value[j]);
				}
			}
		}
		for (int i = 0; i < CORNERS; i++)
			m->diagonal[cell->node[i]] += cell->matrix[i][i];
	}
	condense(m, m->b);
}

static void multiply(const struct mesh *m, double *x, double *y)
{
	interpolate(m, x);
	memset(y, 0, (size_t)m->count * sizeof(double));
	for (int32_t c = 0; c < m->cells; c++) {
		const struct cell *cell = &m->cell[c];
		double local[CORNERS];
		for (int i = 0; i < CORNERS; i++)
			local[i] = x[cell->node[i]];
		for (int i = 0; i < CORNERS; i++) {
			double sum = 0;
			for (int j = 0; j < CORNERS; j++)
				sum += cell->matrix[i][j] * local[j];
			y[cell->node[i]] += sum;
		}
	}
	condense(m, y);
}

static double dot(const struct mesh *m, const double *a, const double *b)
{
	double sum = 0;
	for (int32_t n = 0; n < m->count; n++)
		sum += a[n] * b[n];
	return sum;
}

/* Solves to a relative residual of 1e-10. Returns the number of iterations. q is the preconditioned residual too. */
static int solve(struct mesh *m)
{
	for (int32_t n = 0; n < m->count; n++) {
		double f, x[3];
		for (int d = 0; d < 3; d++)
			x[d] = (double)m->node[n].at[d] / SIDE;
		if (m->node[n].boundary)
			m->x[n] = solution(m, x, &f);
	}
	multiply(m, m->x, m->q);
	for (int32_t n = 0; n < m->count; n++) {
		m->r[n] = m->b[n] - m->q[n];
		m->p[n] = m->r[n] / m->diagonal[n];
	}
	double rz = dot(m, m->r, m->p), limit = 1e-20 * rz;
	int iterations = 0;
	for (; rz > limit; iterations++) {
		require(iterations < 2000, "the conjugate gradients converge within 2000 iterations");
		multiply(m, m->p, m->q);
		/* The constrained entries of p are interpolated, but those of q and r are 0. */
		double alpha = rz / dot(m, m->p, m->q), next = 0;
		for (int32_t n = 0; n < m->count; n++) {
			m->x[n] += alpha * m->p[n];
			m->r[n] -= alpha * m->q[n];
			next += m->r[n] * m->r[n] / m->diagonal[n];
		}
		for (int32_t n = 0; n < m->count; n++)
			m->p[n] = m->r[n] / m->diagonal[n] + next / rz * m->p[n];
		rz = next;
	}
	interpolate(m, m->x);
	return iterations;
}

/* Sets the error of each cell: the distance between its gradient and the continuous one of the nodes' means. */
static void estimate(struct mesh *m)
{
	static const double middle[3] = {0.5, 0.5, 0.5};
	double value[CORNERS], slope[CORNERS][3];
	shape(middle, value, slope);
	for (int32_t c = 0; c < m->cells; c++) {
		const struct cell *cell = &m->cell[c];
		for (int d = 0; d < 3; d++) {
			double g = 0;
			for (int i = 0; i < CORNERS; i++)
				g += m->x[cell->node[i]] * slope[i][d] * SIDE / cell->size;
			for (int i = 0; i < CORNERS; i++)
				m->gradient[cell->node[i]][d] += g;
		}
		for (int i = 0; i < CORNERS; i++)
			m->weight[cell->node[i]]++;
	}
	for (int32_t c = 0; c < m->cells; c++) {
		struct cell *cell = &m->cell[c];
		cell->error = 0;
		for (int number = 0; number < 8; number++) {
			struct point q;
			quadrature(cell, number, &q);
			for (int d = 0; d < 3; d++) {
				double difference = 0;
				for (int i = 0; i < CORNERS; i++) {
					int32_t n = cell->node[i];
					difference += q.value[i] * m->gradient[n][d] / m->weight[n] - q.gradient[i][d] * m->x[n];
				}
				cell->error += q.weight * difference * difference;
			}
		}
	}
}

/* Returns the norm of the difference from the known solution. */
static double error_norm(const struct mesh *m)
{
	double sum = 0;
	for (int32_t c = 0; c < m->cells; c++)
		for (int number = 0; number < 8; number++) {
			struct point q;
			double f;
			quadrature(&m->cell[c], number, &q);
			double difference = -solution(m, q.x, &f);
			for (int i = 0; i < CORNERS; i++)
				difference += q.value[i] * m->x[m->cell[c].node[i]];
			sum += q.weight * difference * difference;
		}
	return sqrt(sum);
}

static int descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x < y) - (x > y);
}

/* Marks the cells with the largest errors, a sixth of all. */
static void mark(const struct mesh *m, uint8_t *marked, int uniform)
{
	double *sorted = allocate((size_t)m->cells, sizeof *sorted);
	for (int32_t c = 0; c < m->cells; c++)
		sorted[c] = m->cell[c].error;
	qsort(sorted, (size_t)m->cells, sizeof *sorted, descending);
	for (int32_t c = 0; c < m->cells; c++)
		marked[c] = m->cell[c].size > 1 && (uniform || m->cell[c].error >= sorted[m->cells / 6]);
	free(sorted);
}

/* One cycle on the present mesh. Returns the norm of the error. */
static double cycle(struct mesh *m, int number, uint64_t *sum)
{
	double **vectors[] = {&m->x, &m->b, &m->r, &m->p, &m->q, &m->diagonal, &m->weight};
	connect(m);
	for (int i = 0; i < 7; i++)
		*vectors[i] = allocate((size_t)m->count, sizeof(double));
	m->gradient = allocate((size_t)m->count, sizeof *m->gradient);
	int32_t constrained = 0;
	for (int32_t n = 0; n < m->count; n++)
		constrained += m->node[n].masters > 0;
	assemble(m);
	int iterations = solve(m);
	double error = error_norm(m);
	estimate(m);
	for (int32_t n = 0; n < m->count; n++)
		*sum = checksum(*sum, bits_of(m->x[n]));
	printf("cycle %d cells %d nodes %d constrained %d iterations %d", number, m->cells, m->count, constrained, iterations);
	if (m->linear)
		printf("\n"); /* the error is noise of the rounding */
	else
		printf(" error %.6e\n", error);
	for (int i = 0; i < 7; i++)
		free(*vectors[i]);
	free(m->gradient);
	return error;
}

int main(int argc, char **argv)
{
	long wanted = argument(argc, argv, 1, "CELLS", 200000, 64, 400000);
	int uniform = argc > 2 && !strcmp(argv[2], "uniform"), linear = argc > 2 && !strcmp(argv[2], "linear");
	if (argc > 2 && !uniform && !linear) {
		fprintf(stderr, "%s: the second argument is 'uniform', 'linear' or missing, not '%s'\n", argv[0], argv[2]);
		return 2;
	}
	struct mesh m = {.cells = 1, .linear = linear, .cell = allocate(1, sizeof *m.cell)};
	m.cell->size = SIDE;
	for (int level = 0; level < 3; level++) {
		uint8_t all[64];
		memset(all, 1, sizeof all);
		refine(&m, all);
	}
	uint64_t sum = CHECKSUM_START;
	double error = cycle(&m, 1, &sum), previous = 0;
	for (int number = 2; m.cells < wanted; number++) {
		uint8_t *marked = allocate((size_t)m.cells, 1);
		mark(&m, marked, uniform);
		balance(&m, marked);
		refine(&m, marked);
		free(marked);
		previous = error;
		error = cycle(&m, number, &sum);
		require(linear || error < previous, "each cycle reduces the error");
		require(!linear || error < 1e-9, "a linear solution is reproduced");
	}
	require(!uniform || previous == 0 || previous / error > 3.6, "the error is of second order in the cell size");
	printf("checksum %016llx\n", (unsigned long long)sum);
	free_table(&m.leaves);
	free_table(&m.nodes);
	free(m.node);
	free(m.cell);
	return 0;
}
