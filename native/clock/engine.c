/* See engine.h. A reply counts only if it is the reply to exactly the probe that is waited for. */
#include "engine.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "source.h"

/* After so many silent probes in a row the rest of a burst is not sent: the node may be away. */
#define SILENT_PROBES 3

static void sleep_until(const struct exchange *x, int64_t monotonic_ns)
{
	struct timespec t = { monotonic_ns / 1000000000, monotonic_ns % 1000000000 };
	while (!*x->stopping && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
}

static void collect_stamps(struct exchange *x, struct node *n)
{
	uint32_t number;
	int64_t stamp;
	while (rb_sent_stamp(n->fd, &number, &stamp))
		if (number < n->sends && n->row_of_send[number] >= 0)
			n->rows[n->row_of_send[number]].k1 = rb_clock_from_realtime(x->clock, stamp);
}

static void send_one(struct exchange *x, struct node *n, uint8_t type, int burst, int seq)
{
	uint8_t bytes[RB_SEALED_SIZE];
	int row = type == RB_PROBE ? burst * x->plan.exchanges + seq : -1;
	if (n->fd < 0)
		return;
	struct rb_packet p = { .type = type, .session = n->session, .burst = (uint16_t)burst, .seq = (uint16_t)seq };
	n->row_of_send[n->sends] = row;
	n->awaited_type = type | RB_REPLY;
	n->awaited_burst = p.burst;
	n->awaited_seq = p.seq;
	n->awaited_row = row >= 0 ? &n->rows[row] : NULL;
	p.t1 = n->awaited_t1 = rb_clock_now(x->clock);
	size_t size = rb_seal(bytes, &p, x->key);
	n->awaiting = send(n->fd, bytes, size, MSG_DONTWAIT) == (ssize_t)size;
	/* A refusal reported here belongs to an earlier probe; this one was not sent and has no number. */
	if (n->awaiting) {
		n->sends++;
		n->sent++;
	} else {
		n->refused |= errno == ECONNREFUSED;
		n->silent++;
	}
}

static void learn_source(struct node *n, const struct rb_packet *p)
{
	n->opened = true;
	if (!(p->flags & RB_HAS_SOURCE))
		return;
	n->source_code = p->previous_burst;
	n->source_hertz = (double)p->previous_k3 * 1e-3;
	n->source_hertz_error = n->source_hertz * p->previous_seq * 1e-9;
}

/* The kernel's stamp of a reply comes with a later one, once; it must be of the reply that was believed. */
static void learn_sent_stamp(const struct exchange *x, struct node *n, const struct rb_packet *p)
{
	if (!(p->flags & RB_HAS_PREVIOUS) || p->previous_burst >= x->plan.bursts || p->previous_seq >= x->plan.exchanges)
		return;
	struct row *row = &n->rows[p->previous_burst * x->plan.exchanges + p->previous_seq];
	if (!row->answered || row->k3 != 0)
		return;
	if (row->doubled || (row->k2 != 0 && p->previous_k3 < row->k2))
		n->dropped_stamps++;
	else
		row->k3 = p->previous_k3;
}

static void accept_reply(struct exchange *x, struct node *n, const struct rb_packet *p, int64_t t4, int64_t kernel_ns)
{
	struct row *row = n->awaited_row;
	n->awaiting = false;
	n->answered = true;
	n->silent = 0;
	n->received++;
	if (p->type == (RB_OPEN | RB_REPLY))
		learn_source(n, p);
	if (p->type == (RB_FETCH | RB_REPLY)) {
		const int64_t arrived[RB_BEATS_A_FETCH] = { p->t2, p->t3, p->k2, p->previous_k3 };
		for (int i = 0; i < RB_BEATS_A_FETCH && p->seq + i < x->plan.beats; i++)
			n->arrivals[p->seq + i] = (struct arrival){
				arrived[i], p->flags & RB_HAS_BEAT << i, p->flags & RB_BEAT_BY_KERNEL << i,
			};
	} else {
		learn_sent_stamp(x, n, p);
	}
	if (!row)
		return;
	row->answered = true;
	row->doubled = p->flags & RB_DOUBLED;
	row->t1 = n->awaited_t1;
	row->t2 = p->t2;
	row->t3 = p->t3;
	row->t4 = t4;
	row->k2 = p->flags & RB_HAS_K2 ? p->k2 : 0;
	row->k4 = kernel_ns ? rb_clock_from_realtime(x->clock, kernel_ns) : 0;
}

/* An opening tells no time, so it does not matter which of several was answered, or how late. */
static bool is_late_opening(const struct node *n, const struct rb_packet *p)
{
	return p->type == (RB_OPEN | RB_REPLY) && !n->opened;
}

/* Takes what waits on a node's socket; true once the awaited reply has come. */
static bool receive(struct exchange *x, struct node *n)
{
	uint8_t buffer[RB_SEALED_SIZE + 1];
	while (n->awaiting) {
		struct rb_packet p;
		struct rb_received got = rb_receive(n->fd, buffer, sizeof buffer, MSG_DONTWAIT);
		int64_t t4 = rb_clock_now(x->clock);
		if (got.size < 0) {
			n->refused |= errno == ECONNREFUSED;
			return false;
		}
		int verdict = rb_unseal(&p, buffer, (size_t)got.size, x->key);
		if (verdict == RB_GOOD && p.session != n->session)
			verdict = OTHER_SESSION;
		else if (verdict == RB_GOOD && is_late_opening(n, &p) && n->awaited_type != p.type) {
			learn_source(n, &p);
			n->received++;
			continue;
		} else if (verdict == RB_GOOD && !is_late_opening(n, &p) && (p.type != n->awaited_type || p.burst != n->awaited_burst
				|| p.seq != n->awaited_seq || p.t1 != n->awaited_t1))
			verdict = NOT_AWAITED;
		if (verdict == RB_GOOD)
			accept_reply(x, n, &p, t4, got.kernel_ns);
		else
			n->ignored[verdict]++;
	}
	return true;
}

/* Waits until every node of the group has answered or its time is over. */
static void await(struct exchange *x, struct node *group, int size)
{
	struct pollfd ready[size];
	int64_t begin = rb_monotonic();
	for (;;) {
		int waiting = 0;
		for (int i = 0; i < size; i++) {
			bool open = group[i].awaiting && !receive(x, &group[i]);
			ready[i] = (struct pollfd){ .fd = open ? group[i].fd : -1, .events = POLLIN };
			waiting += open;
		}
		int64_t now = rb_monotonic();
		if (!waiting)
			break;
		if (now - begin >= x->plan.timeout_ns) {
			for (int i = 0; i < size; i++)
				if (group[i].awaiting) {
					group[i].awaiting = false;
					group[i].silent++;
				}
			break;
		}
		if (rb_spin(&x->patience, now - begin))
			continue;
		/* Stamps of sends make a socket ready too: take them, or poll would return at once. */
		for (int i = 0; i < size; i++)
			collect_stamps(x, &group[i]);
		poll(ready, (nfds_t)size, (int)((x->plan.timeout_ns - (now - begin)) / 1000000) + 1);
	}
	for (int i = 0; i < size; i++)
		collect_stamps(x, &group[i]);
}

/* A question, asked again of those that are silent while they have repeats left; a refusal is an answer. */
static void ask(struct exchange *x, struct node *group, int size, uint8_t type, int seq, int repeats)
{
	for (int i = 0; i < size; i++)
		group[i].answered = false;
	for (int round = 0; round <= repeats && !(round && *x->stopping); round++) {
		int asked = 0;
		for (int i = 0; i < size; i++) {
			struct node *n = &group[i];
			if (n->fd < 0 || (round > 0 && (n->answered || n->refused || n->repeats == 0)))
				continue;
			n->repeats -= round > 0;
			send_one(x, n, type, 0, seq);
			asked++;
		}
		if (!asked)
			return;
		await(x, group, size);
	}
}

static void ask_all(struct exchange *x, uint8_t type, int seq, int repeats)
{
	for (int at = 0; at < x->count; at += x->plan.parallel)
		ask(x, x->nodes + at, x->count - at < x->plan.parallel ? x->count - at : x->plan.parallel, type, seq, repeats);
}

/* Nodes that answer probes, but never said what clock they have: they came late, or their openings were lost. */
static void open_late(struct exchange *x, struct node *group, int size)
{
	for (int i = 0; i < size; i++)
		if (!group[i].opened && group[i].received > 0 && group[i].repeats > 0) {
			group[i].repeats--;
			ask(x, &group[i], 1, RB_OPEN, 0, 0);
		}
}

static void burst(struct exchange *x, struct node *group, int size, int number)
{
	for (int i = 0; i < size; i++)
		group[i].silent = 0;
	for (int seq = 0; seq < x->plan.exchanges && !*x->stopping; seq++) {
		/* Whoever is sent to first finds the wire free: each in its turn, or the others' packets would delay the same
		 * nodes' probes every time, which no estimator can tell from an offset. */
		for (int i = 0; i < size; i++) {
			struct node *n = &group[(i + seq) % size];
			if (n->silent < SILENT_PROBES)
				send_one(x, n, RB_PROBE, number, seq);
		}
		await(x, group, size);
	}
	open_late(x, group, size);
}

static int64_t beat_time(const struct plan *plan, int i)
{
	int groups = (plan->beats + RB_BEATS_A_GROUP - 1) / RB_BEATS_A_GROUP;
	return (int64_t)((double)plan->window_ns * (i / RB_BEATS_A_GROUP + 0.5) / groups);
}

static void collect_beat_stamps(struct exchange *x)
{
	uint32_t number;
	int64_t stamp;
	while (rb_sent_stamp(x->broadcast, &number, &stamp))
		if (number < x->beat_sends)
			x->beats[number].k = rb_clock_from_realtime(x->clock, stamp);
}

/* One packet for all. The stamps of sends are numbered by what went out: the first refusal ends the beats. */
static void beat(struct exchange *x, int seq)
{
	uint8_t bytes[RB_SEALED_SIZE];
	struct rb_packet p = { .type = RB_BEAT, .session = x->nodes[0].session, .seq = (uint16_t)seq };
	if (x->beat_sends != (uint32_t)seq)
		return;
	x->beats[seq].t = p.t1 = rb_clock_now(x->clock);
	size_t size = rb_seal(bytes, &p, x->key);
	x->beat_sends += send(x->broadcast, bytes, size, MSG_DONTWAIT) == (ssize_t)size;
	struct pollfd stamped = { .fd = x->broadcast, .events = POLLERR };
	poll(&stamped, 1, 1);
	collect_beat_stamps(x);
}

static int fetches(const struct plan *plan)
{
	return (plan->beats + RB_BEATS_A_FETCH - 1) / RB_BEATS_A_FETCH;
}

/* The probes, an opening and a closing one, what fetches beats, and repeats. */
static size_t most_sends(const struct plan *plan)
{
	return (size_t)plan->bursts * (size_t)plan->exchanges + 2 + (size_t)fetches(plan) + RB_REPEATS;
}

uint64_t rb_engine_packets(const struct plan *plan)
{
	return 2 * (uint64_t)most_sends(plan);
}

int rb_engine_broadcast(struct exchange *x, const char *to, char *error, size_t size)
{
	struct sockaddr_storage address;
	socklen_t length;
	int yes = 1;
	if (rb_resolve(to, &address, &length, error, size) != 0)
		return 2;
	x->beats = calloc((size_t)x->plan.beats, sizeof *x->beats);
	x->broadcast = socket(address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (!x->beats || x->broadcast < 0 || setsockopt(x->broadcast, SOL_SOCKET, SO_BROADCAST, &yes, sizeof yes) != 0
			|| connect(x->broadcast, (struct sockaddr *)&address, length) != 0) {
		snprintf(error, size, "%s: %s", to, strerror(errno));
		return 3;
	}
	rb_stamping_enable(x->broadcast);
	return 0;
}

static void run(struct exchange *x)
{
	ask_all(x, RB_OPEN, 0, RB_OPENING_REPEATS);
	int opened = 0;
	for (int i = 0; i < x->count; i++)
		opened += x->nodes[i].opened;
	if (!opened)
		return;
	/* From here on, or the bursts that silent nodes held up would follow one another without their pauses. */
	int64_t begin = rb_monotonic();
	int beats = 0;
	for (int b = 0; b < x->plan.bursts && !*x->stopping; b++) {
		int64_t due = x->plan.bursts > 1 ? x->plan.window_ns / (x->plan.bursts - 1) * b : 0;
		/* Groups of beats stand in the middle of their share of the window; the first of a group wake the path. */
		for (; beats < x->plan.beats && beat_time(&x->plan, beats) < due; beats++) {
			sleep_until(x, begin + beat_time(&x->plan, beats));
			beat(x, beats);
		}
		if (x->plan.bursts > 1)
			sleep_until(x, begin + due);
		for (int at = 0; at < x->count; at += x->plan.parallel)
			burst(x, x->nodes + at, x->count - at < x->plan.parallel ? x->count - at : x->plan.parallel, b);
		if (x->after_burst)
			x->after_burst(b + 1, x->plan.bursts);
	}
	for (int f = 0; f < fetches(&x->plan); f++)
		ask_all(x, RB_FETCH, f * RB_BEATS_A_FETCH, 1);
	ask_all(x, RB_CLOSE, 0, 0);
}

/* The tightest of many brackets. */
static struct beside read_beside(const struct rb_clock *clock)
{
	struct beside best = { .bracket_ns = INT64_MAX };
	for (int i = 0; i < 100; i++) {
		int64_t before = rb_realtime();
		int64_t here = rb_clock_now(clock);
		int64_t after = rb_realtime();
		if (after >= before && after - before < best.bracket_ns)
			best = (struct beside){ here, before + (after - before) / 2, after - before };
	}
	return best;
}

void rb_engine_run(struct exchange *x)
{
	x->begin = read_beside(x->clock);
	run(x);
	x->end = read_beside(x->clock);
}

int rb_engine_add(struct exchange *x, struct node *n, char *text, char *error, size_t size)
{
	struct sockaddr_storage address;
	socklen_t length;
	char *equals = strchr(text, '=');
	if (!equals || equals == text || strcspn(text, "/\"\\") < (size_t)(equals - text)) {
		snprintf(error, size, "%s: expected NAME=HOST:PORT, NAME without / \" \\", text);
		return 2;
	}
	*equals = '\0';
	n->name = text;
	n->address_text = equals + 1;
	bool found = rb_resolve(n->address_text, &address, &length, n->failure, sizeof n->failure) == 0;
	n->repeats = RB_REPEATS;
	n->rows = calloc((size_t)x->plan.bursts * (size_t)x->plan.exchanges, sizeof *n->rows);
	n->row_of_send = calloc(most_sends(&x->plan), sizeof *n->row_of_send);
	n->arrivals = calloc((size_t)x->plan.beats + 1, sizeof *n->arrivals);
	n->fd = found ? socket(address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
	if (!n->rows || !n->row_of_send || !n->arrivals || (found && n->fd < 0)
			|| getrandom(&n->session, sizeof n->session, 0) != sizeof n->session) {
		snprintf(error, size, "%s (%s): %s", n->name, n->address_text, strerror(errno));
		return 3;
	}
	/* All nodes receive the same beats, so they share a session. */
	if (x->plan.beats > 0)
		n->session = x->nodes[0].session;
	if (found && connect(n->fd, (struct sockaddr *)&address, length) != 0) {
		snprintf(n->failure, sizeof n->failure, "%s: %s", n->address_text, strerror(errno));
		close(n->fd);
		n->fd = -1;
	}
	if (n->fd >= 0)
		rb_stamping_enable(n->fd);
	return 0;
}
