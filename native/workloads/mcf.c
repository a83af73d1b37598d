/*
 * mcf FILE [BATCH] - minimum-cost flow by the network simplex method with column generation.
 *
 * FILE is in the DIMACS format for minimum-cost flow with lower bounds of 0. The simplex uses a subset of active arcs. When none
 * of them improves the flow, one sweep through memory prices all others, and the first BATCH (default 8000) arcs of negative
 * reduced cost become active. The vehicle scheduling code MCF works in the same way (Loebel: Vehicle scheduling in public transit
 * and Lagrangean pricing, Management Science 44, 1998). The basis is a strongly feasible spanning tree (Cunningham: A network
 * simplex method, Math. Programming 11, 1976) with parent, child and sibling links.
 */
#include "workload.h"

struct arc {
	int32_t tail, head;
	int64_t cost;
	int32_t capacity, flow;
	int8_t in_tree;
};

struct node {
	int64_t potential, balance;
	int32_t parent, child, next, previous, depth;
	int32_t arc; /* to the parent */
	int32_t up;  /* the arc is directed to the parent */
};

struct network {
	int32_t nodes; /* node 0 is the root, which all artificial arcs join */
	int32_t arcs, active;
	struct node *node;
	struct arc *arc;
	int64_t pivots, sweeps, cursor;
};

static void fail(const char *file, long line, const char *what)
{
	fprintf(stderr, "%s:%ld: %s\n", file, line, what);
	exit(2);
}

static void read_problem(struct network *w, const char *file)
{
	FILE *in = fopen(file, "r");
	if (!in) {
		perror(file);
		exit(2);
	}
	char text[256];
	long a, b, low, capacity, cost, arcs = 0, line = 0;
	while (fgets(text, sizeof text, in)) {
		line++;
		if (*text == 'p') {
			if (w->node || sscanf(text, "p min %ld %ld", &a, &b) != 2 || a < 1 || b < 1 || a > 100000000 || b > 1000000000)
				fail(file, line, "expected one 'p min NODES ARCS'");
			w->nodes = (int32_t)a + 1;
			arcs = b;
			w->arcs = w->nodes;
			w->node = allocate((size_t)w->nodes, sizeof *w->node);
			w->arc = allocate((size_t)(arcs + w->nodes), sizeof *w->arc);
		} else if (*text == 'n') {
			if (!w->node || sscanf(text, "n %ld %ld", &a, &b) != 2 || a < 1 || a >= w->nodes)
				fail(file, line, "expected 'n NODE SUPPLY'");
			w->node[a].balance = b;
		} else if (*text == 'a') {
			if (!w->node || sscanf(text, "a %ld %ld %ld %ld %ld", &a, &b, &low, &capacity, &cost) != 5 || a < 1 || b < 1 ||
			    a >= w->nodes || b >= w->nodes || low || capacity < 0 || capacity > INT32_MAX || labs(cost) > 1000000000 ||
			    w->arcs >= arcs + w->nodes)
				fail(file, line, "expected 'a FROM TO 0 CAPACITY COST', as often as announced");
			w->arc[w->arcs++] = (struct arc){.tail = (int32_t)a, .head = (int32_t)b, .capacity = (int32_t)capacity, .cost = cost};
		}
	}
	fclose(in);
	if (!w->node || w->arcs != arcs + w->nodes)
		fail(file, line, "ends before all arcs are there");
}

static void adopt(struct network *w, int32_t child, int32_t parent)
{
	struct node *c = &w->node[child], *p = &w->node[parent];
	c->parent = parent;
	c->previous = -1;
	c->next = p->child;
	if (p->child >= 0)
		w->node[p->child].previous = child;
	p->child = child;
}

static void disown(struct network *w, int32_t child)
{
	struct node *c = &w->node[child];
	if (c->previous >= 0)
		w->node[c->previous].next = c->next;
	else
		w->node[c->parent].child = c->next;
	if (c->next >= 0)
		w->node[c->next].previous = c->previous;
}

/* Builds the first basis: a star of artificial arcs around the root, more expensive than any path. Arc i belongs to node i. */
static void first_basis(struct network *w)
{
	int64_t dearest = 1;
	for (int32_t a = w->nodes; a < w->arcs; a++)
		if (labs(w->arc[a].cost) > dearest)
			dearest = labs(w->arc[a].cost);
	int64_t artificial = dearest * w->nodes;
	w->node[0] = (struct node){.parent = -1, .child = -1, .next = -1, .previous = -1, .arc = -1};
	for (int32_t i = 1; i < w->nodes; i++) {
		struct node *n = &w->node[i];
		n->child = -1;
		n->depth = 1;
		n->arc = i;
		n->up = n->balance >= 0;
		n->potential = n->up ? -artificial : artificial;
		w->arc[i] = (struct arc){.tail = n->up ? i : 0, .head = n->up ? 0 : i, .cost = artificial, .capacity = INT32_MAX,
					 .flow = (int32_t)labs(n->balance), .in_tree = 1};
		adopt(w, i, 0);
	}
	/* The first eighth of the arcs is active; the file should not be sorted by cost. */
	w->active = w->nodes + (w->arcs - w->nodes + 7) / 8;
}

static int64_t reduced_cost(const struct network *w, const struct arc *a)
{
	return a->cost + w->node[a->tail].potential - w->node[a->head].potential;
}

/* Returns the improvement of the objective per unit of flow on an arc; positive for a candidate. */
static int64_t gain(const struct network *w, const struct arc *a)
{
	if (a->in_tree || !a->capacity)
		return 0;
	return a->flow ? reduced_cost(w, a) : -reduced_cost(w, a);
}

/* Returns the best candidate of the next block with a candidate, -1 if no active arc improves the objective. */
static int32_t find_entering_arc(struct network *w)
{
	int32_t block = 300, best = -1;
	int64_t best_gain = 0;
	for (int32_t seen = 0, in_block = 0; seen < w->active; seen++) {
		int64_t g = gain(w, &w->arc[w->cursor]);
		if (g > best_gain) {
			best_gain = g;
			best = (int32_t)w->cursor;
		}
		if (++w->cursor == w->active)
			w->cursor = 0;
		if (++in_block == block) {
			if (best >= 0)
				break;
			in_block = 0;
		}
	}
	return best;
}

/* Returns the residual capacity of the arc between a node and its parent in one direction. */
static int32_t room(const struct network *w, int32_t i, int upwards)
{
	const struct arc *a = &w->arc[w->node[i].arc];
	return w->node[i].up == upwards ? a->capacity - a->flow : a->flow;
}

static int32_t join_of(const struct network *w, int32_t a, int32_t b)
{
	while (a != b) {
		if (w->node[a].depth >= w->node[b].depth)
			a = w->node[a].parent;
		else
			b = w->node[b].parent;
	}
	return a;
}

static void push_flow(struct network *w, int32_t from, int32_t join, int upwards, int32_t amount)
{
	for (int32_t i = from; i != join; i = w->node[i].parent)
		w->arc[w->node[i].arc].flow += w->node[i].up == upwards ? amount : -amount;
}

/* Moves the subtree below cut to a new parent at the node start: reverses the path from start to cut. */
static void reverse_path(struct network *w, int32_t start, int32_t cut, int32_t parent, int32_t arc)
{
	int32_t i = start, new_parent = parent, new_arc = arc;
	int32_t new_up = w->arc[arc].tail == start;
	for (;;) {
		int32_t old_parent = w->node[i].parent, old_arc = w->node[i].arc, old_up = w->node[i].up;
		disown(w, i);
		adopt(w, i, new_parent);
		w->node[i].arc = new_arc;
		w->node[i].up = new_up;
		if (i == cut)
			break;
		new_parent = i;
		new_arc = old_arc;
		new_up = !old_up;
		i = old_parent;
	}
}

/* Updates depths and potentials of a subtree, in preorder. */
static void relabel(struct network *w, int32_t top)
{
	for (int32_t i = top;;) {
		struct node *n = &w->node[i];
		const struct node *p = &w->node[n->parent];
		n->depth = p->depth + 1;
		n->potential = n->up ? p->potential - w->arc[n->arc].cost : p->potential + w->arc[n->arc].cost;
		if (n->child >= 0) {
			i = n->child;
			continue;
		}
		while (i != top && w->node[i].next < 0)
			i = w->node[i].parent;
		if (i == top)
			return;
		i = w->node[i].next;
	}
}

static void pivot(struct network *w, int32_t in)
{
	struct arc *e = &w->arc[in];
	int forward = !e->flow;
	int32_t first = forward ? e->tail : e->head, second = forward ? e->head : e->tail;
	int32_t join = join_of(w, first, second), amount = e->capacity, cut = -1;
	int on_first = 0;
	/* The last blocking arc in flow direction leaves the basis: the tree stays strongly feasible and the simplex cannot cycle. */
	for (int32_t i = first; i != join; i = w->node[i].parent)
		if (room(w, i, 0) < amount) {
			amount = room(w, i, 0);
			cut = i;
			on_first = 1;
		}
	for (int32_t i = second; i != join; i = w->node[i].parent)
		if (room(w, i, 1) <= amount) {
			amount = room(w, i, 1);
			cut = i;
			on_first = 0;
		}
	push_flow(w, first, join, 0, amount);
	push_flow(w, second, join, 1, amount);
	e->flow += forward ? amount : -amount;
	w->pivots++;
	if (cut < 0)
		return; /* the entering arc itself blocks and moves to its other bound */
	w->arc[w->node[cut].arc].in_tree = 0;
	e->in_tree = 1;
	int32_t start = on_first ? first : second;
	reverse_path(w, start, cut, on_first ? second : first, in);
	relabel(w, start);
}

/* Activates the first improving arcs among the inactive ones, at most batch. Returns their number. */
static int32_t price_out(struct network *w, int32_t batch)
{
	int32_t added = 0;
	for (int32_t a = w->active; a < w->arcs && added < batch; a++)
		if (gain(w, &w->arc[a]) > 0) {
			struct arc swap = w->arc[a];
			w->arc[a] = w->arc[w->active];
			w->arc[w->active++] = swap;
			added++;
		}
	w->sweeps++;
	return added;
}

/* Verifies the optimum by linear programming duality: feasibility, complementary slackness, equal objectives. Returns the cost. */
static int64_t verified_cost(const struct network *w)
{
	int64_t cost = 0, dual = 0;
	static int64_t *excess; /* not a leak when require ends the program */
	excess = allocate((size_t)w->nodes, sizeof *excess);
	for (int32_t i = 0; i < w->nodes; i++) {
		excess[i] = w->node[i].balance;
		dual -= w->node[i].balance * w->node[i].potential;
	}
	for (int32_t i = 0; i < w->arcs; i++) {
		const struct arc *a = &w->arc[i];
		require(a->flow >= 0 && a->flow <= a->capacity, "every flow is within its arc's capacity");
		require(i >= w->nodes || i == 0 || !a->flow, "all supply reaches a demand");
		excess[a->tail] -= a->flow;
		excess[a->head] += a->flow;
		cost += a->cost * a->flow;
		int64_t reduced = i ? reduced_cost(w, a) : 0;
		if (reduced < 0)
			dual += reduced * a->capacity;
	}
	for (int32_t i = 0; i < w->nodes; i++)
		require(!excess[i], "flow is conserved in every node");
	require(cost == dual, "primal and dual objective agree");
	free(excess);
	return cost;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s FILE [BATCH]\n", argv[0]);
		return 2;
	}
	struct network w = {0};
	long batch = argument(argc, argv, 2, "BATCH", 8000, 1, 1000000000);
	read_problem(&w, argv[1]);
	first_basis(&w);
	do {
		for (int32_t in = find_entering_arc(&w); in >= 0; in = find_entering_arc(&w))
			pivot(&w, in);
		printf("sweep %lld active %d pivots %lld\n", (long long)w.sweeps, w.active - w.nodes, (long long)w.pivots);
	} while (price_out(&w, (int32_t)batch));
	printf("nodes %d arcs %d\noptimal cost %lld\n", w.nodes - 1, w.arcs - w.nodes, (long long)verified_cost(&w));
	free(w.node);
	free(w.arc);
	return 0;
}
