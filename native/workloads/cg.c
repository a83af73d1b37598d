/*
 * cg CLASS ITERATIONS THREADS - the smallest eigenvalue of a sparse matrix by the inverse power method, each iteration of which
 * solves a linear system with 25 steps of conjugate gradients: CG of the NAS parallel benchmarks.
 *
 * The matrix is that of the report (Bailey and others, RNR-94-007, section 2.3.2): the sum of outer products of sparse random
 * vectors with geometrically decreasing weights. Classes T (for tests, not of NPB), S, W, A and B. The eigenvalue of the classes
 * of NPB is verified by the value in NPB 3.4 (CG/cg.f90), with the same tolerance of 1e-10; fewer iterations than there reach it.
 */
#include <math.h>
#include "npb.h"
#include "threads.h"

enum { STEPS = 25 };

static const struct class { char name; int n, nonzeros; double shift, zeta; } classes[] = {
	{ 'T', 200, 5, 8, 0 }, { 'S', 1400, 7, 10, 8.5971775078648 }, { 'W', 7000, 8, 12, 10.362595087124 },
	{ 'A', 14000, 11, 20, 17.130235054029 }, { 'B', 75000, 13, 60, 22.712745482631 },
};

struct system {
	const struct class *class;
	long	iterations;
	long	*row;	 /* first element of each row, and the end */
	int	*column;
	double	*value, *x, *z, *p, *q, *r;
	double	zeta, residual;
};

struct element {
	int    column;
	double value;
};

/* A sparse random vector; its elements are in the order of their random places. */
struct sparse {
	int    length, *place;
	double *value;
};

/* Fills v with NPB's sprnvc and vecset: random places and values, and 0.5 in the given place. */
static void draw(struct sparse *v, const struct class *c, int place, uint64_t *seed)
{
	int range = 1;
	while (range < c->n)
		range *= 2;
	v->length = 0;
	while (v->length < c->nonzeros) {
		double value = npb_random(seed);
		int at = (int)(range * npb_random(seed)), i = 0;
		while (i < v->length && v->place[i] != at)
			i++;
		if (at < c->n && i == v->length) {
			v->place[v->length] = at;
			v->value[v->length++] = value;
		}
	}
	int i = 0;
	while (i < v->length && v->place[i] != place)
		i++;
	v->place[i] = place;
	v->value[i] = 0.5;
	v->length += i == v->length;
}

static int by_column(const void *a, const void *b)
{
	return ((const struct element *)a)->column - ((const struct element *)b)->column;
}

/* Sorts the elements of each row, and adds those of one column. */
static void compress(struct system *s, const long *start, struct element *all)
{
	long to = 0;
	for (int r = 0; r < s->class->n; r++) {
		qsort(all + start[r], (size_t)(start[r + 1] - start[r]), sizeof *all, by_column);
		s->row[r] = to;
		for (long i = start[r]; i < start[r + 1]; i++) {
			if (to == s->row[r] || s->column[to - 1] != all[i].column) {
				s->column[to] = all[i].column;
				s->value[to++] = 0;
			}
			s->value[to - 1] += all[i].value;
		}
	}
	s->row[s->class->n] = to;
}

static void build(struct system *s)
{
	const struct class *c = s->class;
	int n = c->n;
	struct sparse *v = allocate((size_t)n, sizeof *v);
	long *start = allocate((size_t)n + 2, sizeof *start);
	uint64_t seed = 314159265;
	npb_random(&seed); /* NPB draws a first number and does not use it */
	for (int i = 0; i < n; i++) {
		v[i].place = allocate((size_t)c->nonzeros + 1, sizeof(int));
		v[i].value = allocate((size_t)c->nonzeros + 1, sizeof(double));
		draw(&v[i], c, i, &seed);
		for (int k = 0; k < v[i].length; k++)
			start[v[i].place[k] + 2] += v[i].length;
	}
	for (int r = 0; r < n; r++)
		start[r + 2] += start[r + 1];
	struct element *all = allocate((size_t)start[n + 1], sizeof *all);
	double weight = 1, ratio = pow(0.1, 1.0 / n);
	for (int i = 0; i < n; i++, weight *= ratio) {
		for (int k = 0; k < v[i].length; k++)
			for (int l = 0; l < v[i].length; l++) {
				double value = v[i].value[l] * (weight * v[i].value[k]);
				int diagonal = v[i].place[k] == i && v[i].place[l] == i;
				all[start[v[i].place[k] + 1]++] = (struct element){ v[i].place[l],
					diagonal ? value + 0.1 - c->shift : value };
			}
		}
	s->row = allocate((size_t)n + 1, sizeof *s->row);
	s->column = allocate((size_t)start[n], sizeof *s->column);
	s->value = allocate((size_t)start[n], sizeof *s->value);
	compress(s, start, all);
	for (int i = 0; i < n; i++) {
		free(v[i].place);
		free(v[i].value);
	}
	free(v);
	free(start);
	free(all);
	double **vectors[] = { &s->x, &s->z, &s->p, &s->q, &s->r };
	for (int i = 0; i < 5; i++)
		*vectors[i] = allocate((size_t)n, sizeof(double));
}

static void multiply(const struct system *s, const double *by, double *to, long from, long end)
{
	for (long r = from; r < end; r++) {
		double sum = 0;
		for (long i = s->row[r]; i < s->row[r + 1]; i++)
			sum += s->value[i] * by[s->column[i]];
		to[r] = sum;
	}
}

static double product(struct crew_member *w, const double *a, const double *b, long from, long end)
{
	double sum = 0;
	for (long i = from; i < end; i++)
		sum += a[i] * b[i];
	return sum_of_all(w, sum);
}

/* Solves A z = x approximately. Returns the norm of x - A z. */
static double solve(struct crew_member *w, struct system *s, long from, long end)
{
	for (long i = from; i < end; i++) {
		s->z[i] = 0;
		s->r[i] = s->p[i] = s->x[i];
	}
	double rho = product(w, s->r, s->r, from, end);
	for (int step = 0; step < STEPS; step++) {
		multiply(s, s->p, s->q, from, end);
		double alpha = rho / product(w, s->p, s->q, from, end), before = rho;
		for (long i = from; i < end; i++) {
			s->z[i] += alpha * s->p[i];
			s->r[i] -= alpha * s->q[i];
		}
		rho = product(w, s->r, s->r, from, end);
		for (long i = from; i < end; i++)
			s->p[i] = s->r[i] + rho / before * s->p[i];
		meet(w);
	}
	multiply(s, s->z, s->r, from, end);
	for (long i = from; i < end; i++)
		s->r[i] = s->x[i] - s->r[i];
	return sqrt(product(w, s->r, s->r, from, end));
}

static void work(struct crew_member *w)
{
	struct system *s = w->shared;
	long from = first_of(w, s->class->n, w->number), end = first_of(w, s->class->n, w->number + 1);
	for (long i = from; i < end; i++)
		s->x[i] = 1;
	for (long iteration = 0; iteration < s->iterations; iteration++) {
		double residual = solve(w, s, from, end);
		double zeta = s->class->shift + 1 / product(w, s->x, s->z, from, end);
		double norm = sqrt(product(w, s->z, s->z, from, end));
		for (long i = from; i < end; i++)
			s->x[i] = s->z[i] / norm;
		meet(w);
		if (w->number == 0) {
			s->zeta = zeta;
			s->residual = residual;
		}
	}
}

int main(int argc, char **argv)
{
	struct system s = { 0 };
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (argc < 2 || (strlen(argv[1]) == 1 && argv[1][0] == classes[i].name))
			s.class = &classes[i];
	if (!s.class) {
		fprintf(stderr, "%s: CLASS must be T, S, W, A or B, not '%s'\n", argv[0], argv[1]);
		return 2;
	}
	s.iterations = argument(argc, argv, 2, "ITERATIONS", 15, 1, 1000);
	int threads = (int)argument(argc, argv, 3, "THREADS", 2, 1, MAX_THREADS);
	build(&s);
	work_together(threads, work, &s);
	printf("class %c, %d rows, %ld elements, %ld iterations\nzeta %.13f\n", s.class->name, s.class->n, s.row[s.class->n],
	       s.iterations, s.zeta);
	require(s.residual < 1e-9, "the residual of the last system is below 1e-9");
	if (s.class->zeta > 0) {
		require(fabs(s.zeta - s.class->zeta) <= 1e-10 * s.class->zeta, "zeta is that of the class");
		puts("zeta of the class verified");
	}
	void *all[] = { s.row, s.column, s.value, s.x, s.z, s.p, s.q, s.r };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	return 0;
}
