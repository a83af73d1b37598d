/*
 * ethernet MILLISECONDS SEGMENTS [saturated] - discrete-event simulation of a campus network of Ethernet segments.
 *
 * A segment is a shared medium of 10 Mbit/s with 15 stations and a port of a switch. A switch has up to 16 segments and a
 * full-duplex link of 100 Mbit/s to the backbone. Servers announce themselves to all; stations send requests to servers,
 * which answer with several frames.
 * Media access is CSMA/CD with truncated binary exponential backoff (Metcalfe, Boggs: Ethernet, CACM 19, 1976; IEEE Std
 * 802.3). Switches learn addresses and flood frames to unknown ones (IEEE Std 802.1D).
 *
 * Pending events are a binary heap of pointers to objects. Time is in bit times of 10 Mbit/s (100 ns): all results are
 * exact integers. After MILLISECONDS no new request is made, and the simulation ends when all frames have left the network.
 *
 * saturated: one segment, on which SEGMENTS stations (at most 15) always have a frame of maximum length to send. Its
 * utilization is above the prediction of Metcalfe and Boggs, and below the limit without collisions. Boggs, Mogul and Kent
 * (Measured capacity of an Ethernet, SIGCOMM 1988) give the reason: a station that has sent a frame often sends the next.
 */
#include <math.h>
#include "workload.h"

enum { STATIONS = 15, PORTS = 16, QUEUE_LIMIT = 64, ATTEMPTS = 16, EVERYONE = -1 };
enum { MEAN_PAUSE = 15000000, ANNOUNCEMENTS = 5000000 }; /* bit times: 1.5 s between requests, 0.5 s for announcements */
enum { DELAYS = 64, DELAY_STEP = 2000 };		   /* histogram of delays: the last place is for all longer ones */
enum { DELAY = 30, GAP = 96, JAM = 32, SLOT = 512, PREAMBLE = 64, SHORTEST = 576, LONGEST = 12176 }; /* in bits */

struct frame {
	struct frame *next; /* in a queue, which owns its copy of the frame */
	int32_t source, target, bits, answers;
	int64_t created;
};

struct port { /* of a station or a switch on a segment */
	struct segment *segment;
	struct frame *first, *last;
	struct event *sending; /* the end of the present transmission */
	int64_t idle_since;
	int32_t length, attempts, carriers, station; /* station -1: the switch */
	int scheduled;
	int32_t delays[DELAYS]; /* of the received frames */
};

struct segment {
	struct port port[STATIONS + 1];
	struct access *access;
};

struct link {
	int64_t free_at;
	int32_t length;
};

struct access { /* a switch */
	int32_t index;
	struct segment *segment; /* the first of its segments */
	int32_t segments;
	uint8_t *where; /* of each station: 0 unknown, 1 + number of the port; the last port is the link to the backbone */
	struct link up, down;
};

struct network {
	int32_t segments, accesses, saturated;
	struct segment *segment;
	struct access *access;
	int32_t *where; /* the backbone's table: 0 unknown, 1 + number of the switch */
	struct event **heap;
	size_t length, capacity;
	int64_t now, end;
	uint64_t order, random;
	int64_t events, created, delivered, lost, collisions, bits, delay, flooded, copies;
};

typedef void action(struct network *, void *object, struct frame *);

struct event {
	int64_t time;
	uint64_t order; /* of scheduling, which decides between equal times */
	size_t place;	/* in the heap */
	action *action;
	void *object;
	struct frame *frame;
};

static int before(const struct event *a, const struct event *b)
{
	return a->time < b->time || (a->time == b->time && a->order < b->order);
}

static void put(struct network *n, struct event *e, size_t place)
{
	n->heap[place] = e;
	e->place = place;
}

static void rise(struct network *n, struct event *e, size_t i)
{
	for (; i && before(e, n->heap[(i - 1) / 2]); i = (i - 1) / 2)
		put(n, n->heap[(i - 1) / 2], i);
	put(n, e, i);
}

static struct event *schedule(struct network *n, int64_t time, action *action, void *object, struct frame *frame)
{
	struct event *e = allocate(1, sizeof *e);
	*e = (struct event){.time = time, .order = n->order++, .action = action, .object = object, .frame = frame};
	if (n->length == n->capacity) {
		n->capacity = n->capacity ? 2 * n->capacity : 1024;
		n->heap = realloc(n->heap, n->capacity * sizeof *n->heap);
		if (!n->heap) {
			fprintf(stderr, "not enough memory for %zu events\n", n->capacity);
			exit(3);
		}
	}
	rise(n, e, n->length++);
	return e;
}

/* Takes an event out of the heap; the caller frees it. */
static void take(struct network *n, struct event *e)
{
	struct event *last = n->heap[--n->length];
	size_t i = e->place;
	if (last == e)
		return;
	for (size_t child = 2 * i + 1; child < n->length; child = 2 * i + 1) {
		if (child + 1 < n->length && before(n->heap[child + 1], n->heap[child]))
			child++;
		if (!before(n->heap[child], last))
			break;
		put(n, n->heap[child], i);
		i = child;
	}
	rise(n, last, i);
}

static struct frame *copy_of(struct network *n, const struct frame *f)
{
	struct frame *copy = allocate(1, sizeof *copy);
	*copy = *f;
	copy->next = NULL;
	n->copies++;
	return copy;
}

static void discard(struct network *n, struct frame *f)
{
	n->copies--;
	free(f);
}

static void transmit(struct network *n, void *object, struct frame *unused);

/* Schedules the next attempt, unless a carrier or an attempt comes first. */
static void try_to_send(struct network *n, struct port *p)
{
	if (!p->first || p->scheduled || p->sending || p->carriers)
		return;
	int64_t earliest = p->idle_since + GAP;
	p->scheduled = 1;
	schedule(n, earliest > n->now ? earliest : n->now, transmit, p, NULL);
}

static void enqueue(struct network *n, struct port *p, const struct frame *f)
{
	if (p->length == QUEUE_LIMIT) {
		n->lost++;
		return;
	}
	struct frame *copy = copy_of(n, f);
	if (p->first)
		p->last->next = copy;
	else
		p->first = copy;
	p->last = copy;
	p->length++;
	try_to_send(n, p);
}

static void dequeue(struct network *n, struct port *p)
{
	struct frame *f = p->first;
	p->first = f->next;
	p->length--;
	p->attempts = 0;
	discard(n, f);
}

static void send_new(struct network *n, struct port *from, int32_t target, int32_t bits, int32_t answers)
{
	struct frame f = {.source = from->station, .target = target, .bits = bits, .answers = answers, .created = n->now};
	n->created++;
	enqueue(n, from, &f);
}

static struct port *port_of(struct network *n, int32_t station)
{
	return &n->segment[station / STATIONS].port[station % STATIONS];
}

static void enter_access(struct network *n, struct access *a, int from, const struct frame *f);

static void leave_backbone(struct network *n, void *object, struct frame *f)
{
	struct access *a = object;
	a->down.length--;
	enter_access(n, a, PORTS, f);
	discard(n, f);
}

/* Sends a copy through one direction of a link of ten times the speed of a segment. */
static void send_link(struct network *n, struct link *l, action *arrival, struct access *a, const struct frame *f)
{
	if (l->length == QUEUE_LIMIT) {
		n->lost++;
		return;
	}
	int64_t start = l->free_at > n->now ? l->free_at : n->now;
	l->free_at = start + (PREAMBLE + f->bits + GAP + 9) / 10;
	l->length++;
	schedule(n, l->free_at, arrival, a, copy_of(n, f));
}

static void enter_backbone(struct network *n, void *object, struct frame *f)
{
	struct access *from = object;
	from->up.length--;
	n->where[f->source] = from->index + 1;
	int32_t known = f->target == EVERYONE ? 0 : n->where[f->target];
	n->flooded += !known;
	for (int32_t i = 0; i < n->accesses; i++)
		if (i != from->index && (!known || known == i + 1))
			send_link(n, &n->access[i].down, leave_backbone, &n->access[i], f);
	discard(n, f);
}

static void enter_access(struct network *n, struct access *a, int from, const struct frame *f)
{
	a->where[f->source] = (uint8_t)(from + 1);
	int known = f->target == EVERYONE ? 0 : a->where[f->target];
	n->flooded += !known;
	for (int i = 0; i < a->segments; i++)
		if (i != from && (!known || known == i + 1))
			enqueue(n, &a->segment[i].port[STATIONS], f);
	if (from != PORTS && n->accesses > 1 && (!known || known == PORTS + 1))
		send_link(n, &a->up, enter_backbone, a, f);
}

static void receive(struct network *n, struct port *p, const struct frame *f)
{
	if (p->station < 0) {
		enter_access(n, p->segment->access, (int)(p->segment - p->segment->access->segment), f);
		return;
	}
	if (p->station != f->target)
		return;
	n->delivered++;
	n->bits += f->bits;
	int64_t delay = n->now - f->created;
	n->delay += delay;
	p->delays[delay < DELAYS * DELAY_STEP ? delay / DELAY_STEP : DELAYS - 1]++;
	for (int32_t i = 0; i < f->answers; i++)
		send_new(n, p, f->source, LONGEST, 0);
}

/* A carrier ends at a port; with it, a frame if there was no collision. */
static void carrier_off(struct network *n, void *object, struct frame *f)
{
	struct port *p = object;
	if (--p->carriers == 0)
		p->idle_since = n->now;
	if (f) {
		receive(n, p, f);
		discard(n, f);
	}
	try_to_send(n, p);
}

static void end_carrier(struct network *n, struct port *sender, int64_t time, const struct frame *f)
{
	for (int i = 0; i <= STATIONS; i++) {
		struct port *other = &sender->segment->port[i];
		if (other != sender)
			schedule(n, time + DELAY, carrier_off, other, f ? copy_of(n, f) : NULL);
	}
}

static void carrier_on(struct network *n, void *object, struct frame *unused)
{
	struct port *p = object;
	(void)unused;
	p->carriers++;
	if (!p->sending)
		return;
	/* Collision: jam, and another attempt after a random number of slots. */
	n->collisions++;
	take(n, p->sending);
	free(p->sending);
	p->sending = NULL;
	end_carrier(n, p, n->now + JAM, NULL);
	if (++p->attempts == ATTEMPTS) {
		dequeue(n, p);
		n->lost++;
		return;
	}
	int exponent = p->attempts < 10 ? p->attempts : 10;
	p->scheduled = 1;
	schedule(n, n->now + JAM + (int64_t)random_below(&n->random, 1u << exponent) * SLOT, transmit, p, NULL);
}

static void transmitted(struct network *n, void *object, struct frame *unused)
{
	struct port *p = object;
	(void)unused;
	p->sending = NULL;
	p->idle_since = n->now;
	end_carrier(n, p, n->now, p->first);
	dequeue(n, p);
	if (n->saturated && n->now < n->end)
		send_new(n, p, (p->station + 1) % STATIONS, LONGEST, 0);
	try_to_send(n, p);
}

static void transmit(struct network *n, void *object, struct frame *unused)
{
	struct port *p = object;
	(void)unused;
	p->scheduled = 0;
	if (p->carriers || n->now < p->idle_since + GAP) {
		try_to_send(n, p);
		return;
	}
	p->sending = schedule(n, n->now + PREAMBLE + p->first->bits, transmitted, p, NULL);
	for (int i = 0; i <= STATIONS; i++)
		if (&p->segment->port[i] != p)
			schedule(n, n->now + DELAY, carrier_on, &p->segment->port[i], NULL);
}

/* Teaches all switches where a server is. */
static void announce(struct network *n, void *object, struct frame *unused)
{
	struct port *p = object;
	(void)unused;
	enqueue(n, p, &(struct frame){.source = p->station, .target = EVERYONE, .bits = SHORTEST});
}

/* Sends a request to the server of the own switch, or of any one. The server is the first station. */
static void request(struct network *n, void *object, struct frame *unused)
{
	struct port *p = object;
	(void)unused;
	if (n->now >= n->end)
		return;
	const struct access *to = p->segment->access;
	if (random_below(&n->random, 4) == 0)
		to = &n->access[random_below(&n->random, (uint64_t)n->accesses)];
	int32_t target = to->segment->port[0].station, bits = SHORTEST + 8 * (int32_t)random_below(&n->random, 400);
	if (target != p->station)
		send_new(n, p, target, bits, 1 + (int32_t)random_below(&n->random, 4));
	schedule(n, n->now + (int64_t)random_below(&n->random, 2 * MEAN_PAUSE), request, p, NULL);
}

static void build(struct network *n)
{
	size_t stations = (size_t)n->segments * STATIONS;
	n->accesses = (n->segments + PORTS - 1) / PORTS;
	n->segment = allocate((size_t)n->segments, sizeof *n->segment);
	n->access = allocate((size_t)n->accesses, sizeof *n->access);
	n->where = allocate(stations, sizeof *n->where);
	for (int32_t i = 0; i < n->accesses; i++) {
		int32_t left = n->segments - i * PORTS;
		n->access[i] = (struct access){.index = i, .segment = &n->segment[i * PORTS], .segments = left < PORTS ? left : PORTS,
					       .where = allocate(stations, 1)};
	}
	for (int32_t s = 0; s < n->segments; s++) {
		n->segment[s].access = &n->access[s / PORTS];
		for (int32_t i = 0; i <= STATIONS; i++)
			n->segment[s].port[i] = (struct port){.segment = &n->segment[s], .idle_since = -GAP,
							      .station = i < STATIONS ? s * STATIONS + i : -1};
	}
}

/* Prints how many frames took how long, in sixteen classes. */
static void print_delays(const struct network *n)
{
	int64_t count[DELAYS] = {0};
	for (int32_t s = 0; s < n->segments; s++)
		for (int i = 0; i < STATIONS; i++)
			for (int k = 0; k < DELAYS; k++)
				count[k] += n->segment[s].port[i].delays[k];
	printf("frames by delay, in steps of 0.8 ms:");
	for (int k = 0; k < DELAYS; k += 4)
		printf(" %lld", (long long)(count[k] + count[k + 1] + count[k + 2] + count[k + 3]));
	printf("\n");
}

static void run(struct network *n)
{
	int64_t next = n->end / 8, reported = 0;
	while (n->length) {
		struct event *e = n->heap[0];
		take(n, e);
		require(e->time >= n->now, "events are processed in the order of time");
		n->now = e->time;
		n->events++;
		e->action(n, e->object, e->frame);
		free(e);
		if (!n->saturated && n->now >= next && next <= n->end) {
			printf("%.3f s: %lld events, %lld frames delivered, %lld flooded, %lld collisions\n", (double)n->now / 1e7,
			       (long long)(n->events - reported), (long long)n->delivered, (long long)n->flooded, (long long)n->collisions);
			reported = n->events;
			while (next <= n->now)
				next += n->end / 8;
		}
	}
}

/* The formula of Metcalfe and Boggs for q stations that always send: A = (1 - 1/q)^(q-1), W = (1 - A) / A slots a frame. */
static void check_utilization(const struct network *n, int q)
{
	double a = 1, frame = PREAMBLE + LONGEST + GAP, measured = (double)n->bits / (double)n->now;
	for (int i = 1; i < q; i++)
		a *= 1 - 1.0 / q;
	double formula = LONGEST / (frame + SLOT * (1 - a) / a), highest = LONGEST / frame;
	printf("utilization %.4f, formula %.4f, without collisions %.4f\n", measured, formula, highest);
	require(measured > formula - 0.002 && measured < highest + 0.002, "the utilization is in its theoretical range");
	require(q > 1 || measured > highest - 0.002, "one station uses the whole medium");
}

int main(int argc, char **argv)
{
	long milliseconds = argument(argc, argv, 1, "MILLISECONDS", 5000, 1, 1000000);
	int saturated = argc > 3 && !strcmp(argv[3], "saturated");
	if (argc > 3 && !saturated) {
		fprintf(stderr, "%s: the third argument is 'saturated' or missing, not '%s'\n", argv[0], argv[3]);
		return 2;
	}
	long segments = argument(argc, argv, 2, "SEGMENTS", 2048, 1, saturated ? STATIONS : 4096);
	struct network n = {.segments = saturated ? 1 : (int32_t)segments, .saturated = saturated, .end = milliseconds * 10000, .random = 471};
	build(&n);
	for (int32_t s = 0; s < (saturated ? segments : n.segments * STATIONS); s++)
		if (saturated)
			send_new(&n, port_of(&n, s), (s + 1) % STATIONS, LONGEST, 0);
		else {
			if (s % (STATIONS * PORTS) == 0)
				schedule(&n, (int64_t)random_below(&n.random, ANNOUNCEMENTS), announce, port_of(&n, s), NULL);
			schedule(&n, ANNOUNCEMENTS + (int64_t)random_below(&n.random, 2 * MEAN_PAUSE), request, port_of(&n, s), NULL);
		}
	run(&n);
	require(n.copies == 0, "no frame remains in the network");
	printf("events %lld created %lld delivered %lld lost copies %lld collisions %lld delay %lld\n", (long long)n.events,
	       (long long)n.created, (long long)n.delivered, (long long)n.lost, (long long)n.collisions, (long long)n.delay);
	print_delays(&n);
	require(n.delivered <= n.created && n.delivered + n.lost >= n.created, "each frame is delivered once or lost");
	if (saturated)
		check_utilization(&n, (int)segments);
	for (int32_t i = 0; i < n.accesses; i++)
		free(n.access[i].where);
	free(n.access);
	free(n.segment);
	free(n.where);
	free(n.heap);
	return 0;
}
