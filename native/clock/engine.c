/* See engine.h. A reply counts only if it answers exactly the awaited probe. */
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

/* Maximum number of successive unanswered probes; after them the rest of a burst is skipped, because the node may be
 * down. */
#define MAX_SILENT_PROBES 3

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

static void record_source(struct node *n, const struct rb_packet *p)
{
	n->is_open = true;
	if (!(p->flags & RB_HAS_SOURCE))
		return;
	n->source_code = p->previous_burst;
	n->source_hertz = (double)p->previous_k3 * 1e-3;
	n->source_hertz_error = n->source_hertz * p->previous_seq * 1e-9;
}

/* Records the kernel's send stamp of a reply, which arrives once, with a later reply. It must belong to the accepted
 * reply. */
static void record_sent_stamp(const struct exchange *x, struct node *n, const struct rb_packet *p)
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

static void accept_reply(struct exchange *x, struct node *n, const struct rb_packet *p, int64_t t4, const struct rb_received *got)
{
	struct row *row = n->awaited_row;
	n->awaiting = false;
	n->answered = true;
	n->silent = 0;
	n->received++;
	if (p->type == (RB_OPEN | RB_REPLY))
		record_source(n, p);
	if (p->type == (RB_FETCH | RB_REPLY)) {
		const int64_t arrived[RB_BEATS_PER_FETCH] = { p->t2, p->t3, p->k2, p->previous_k3 };
		for (int i = 0; i < RB_BEATS_PER_FETCH && p->seq + i < x->plan.beats; i++)
			n->arrivals[p->seq + i] = (struct arrival){
				arrived[i], p->flags & RB_HAS_BEAT << i, p->flags & RB_BEAT_BY_KERNEL << i,
			};
	} else {
		record_sent_stamp(x, n, p);
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
	row->k4 = got->kernel_ns ? rb_clock_from_realtime(x->clock, got->kernel_ns) : 0;
	n->hardware_stamps += got->by_hardware;
	n->node_hardware_stamps += (p->flags & RB_K2_BY_HARDWARE) != 0;
}

/* An opening carries no time, so any answer to it is valid, however late. */
static bool is_late_opening(const struct node *n, const struct rb_packet *p)
{
	return p->type == (RB_OPEN | RB_REPLY) && !n->is_open;
}

/* Reads the packets waiting on a node's socket. Returns true once the awaited reply has arrived. */
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
			record_source(n, &p);
			n->received++;
			continue;
		} else if (verdict == RB_GOOD && !is_late_opening(n, &p)
				&& (p.type != n->awaited_type || p.burst != n->awaited_burst
				|| p.seq != n->awaited_seq || p.t1 != n->awaited_t1))
			verdict = NOT_AWAITED;
		if (verdict == RB_GOOD)
			accept_reply(x, n, &p, t4, &got);
		else
			n->ignored[verdict]++;
	}
	return true;
}

/* Waits until every node of the group has answered or the timeout has passed. */
static void await_replies(struct exchange *x, struct node *group, int size)
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
		if (rb_spin(&x->spin_policy, now - begin))
			continue;
		/* Stamps of sends make a socket ready too. If they are not read, poll returns immediately. */
		for (int i = 0; i < size; i++)
			collect_stamps(x, &group[i]);
		poll(ready, (nfds_t)size, (int)((x->plan.timeout_ns - (now - begin)) / 1000000) + 1);
	}
	for (int i = 0; i < size; i++)
		collect_stamps(x, &group[i]);
}

/* Sends a request and repeats it to silent nodes while they have retries left. A refusal counts as an answer. */
static void request(struct exchange *x, struct node *group, int size, uint8_t type, int seq, int retries)
{
	for (int i = 0; i < size; i++)
		group[i].answered = false;
	for (int round = 0; round <= retries && !(round && *x->stopping); round++) {
		int asked = 0;
		for (int i = 0; i < size; i++) {
			struct node *n = &group[i];
			if (n->fd < 0 || (round > 0 && (n->answered || n->refused || n->retries_left == 0)))
				continue;
			n->retries_left -= round > 0;
			send_one(x, n, type, 0, seq);
			asked++;
		}
		if (!asked)
			return;
		await_replies(x, group, size);
	}
}

static void request_all(struct exchange *x, uint8_t type, int seq, int retries)
{
	for (int at = 0; at < x->count; at += x->plan.parallel)
		request(x, x->nodes + at, x->count - at < x->plan.parallel ? x->count - at : x->plan.parallel, type, seq,
			retries);
}

/* Repeats the opening for nodes that answer probes but have not described their clock: they started late, or their
 * openings were lost. */
static void reopen_late_nodes(struct exchange *x, struct node *group, int size)
{
	for (int i = 0; i < size; i++)
		if (!group[i].is_open && group[i].received > 0 && group[i].retries_left > 0) {
			group[i].retries_left--;
			request(x, &group[i], 1, RB_OPEN, 0, 0);
		}
}

static void run_burst(struct exchange *x, struct node *group, int size, int number)
{
	for (int i = 0; i < size; i++)
		group[i].silent = 0;
	for (int seq = 0; seq < x->plan.exchanges && !*x->stopping; seq++) {
		/* The first packet finds an idle wire. The order rotates: otherwise the other packets would always delay the
		 * same nodes' probes, which no estimator can distinguish from an offset. */
		for (int i = 0; i < size; i++) {
			struct node *n = &group[(i + seq) % size];
			if (n->silent < MAX_SILENT_PROBES)
				send_one(x, n, RB_PROBE, number, seq);
		}
		await_replies(x, group, size);
	}
	reopen_late_nodes(x, group, size);
}

static int64_t beat_time(const struct plan *plan, int i)
{
	int groups = (plan->beats + RB_BEATS_PER_GROUP - 1) / RB_BEATS_PER_GROUP;
	return (int64_t)((double)plan->window_ns * (i / RB_BEATS_PER_GROUP + 0.5) / groups);
}

static void collect_beat_stamps(struct exchange *x)
{
	uint32_t number;
	int64_t stamp;
	while (rb_sent_stamp(x->broadcast, &number, &stamp))
		if (number < x->beat_sends)
			x->beats[number].k = rb_clock_from_realtime(x->clock, stamp);
}

/* Broadcasts one beat. The kernel numbers its stamps by successful sends, so the first failed send ends the beats. */
static void send_beat(struct exchange *x, int seq)
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

static int fetch_count(const struct plan *plan)
{
	return (plan->beats + RB_BEATS_PER_FETCH - 1) / RB_BEATS_PER_FETCH;
}

/* The probes, one opening, one closing, the fetches of beats, and all retries. */
static size_t max_sends(const struct plan *plan)
{
	return (size_t)plan->bursts * (size_t)plan->exchanges + 2 + (size_t)fetch_count(plan) + RB_MAX_RETRIES;
}

uint64_t rb_engine_packets(const struct plan *plan)
{
	return 2 * (uint64_t)max_sends(plan);
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

static void run_window(struct exchange *x)
{
	request_all(x, RB_OPEN, 0, RB_MAX_OPENING_RETRIES);
	int opened = 0;
	for (int i = 0; i < x->count; i++)
		opened += x->nodes[i].is_open;
	if (!opened)
		return;
	/* The time starts here: otherwise the bursts that silent nodes delayed would follow one another without pauses. */
	int64_t begin = rb_monotonic();
	int beats = 0;
	for (int b = 0; b < x->plan.bursts && !*x->stopping; b++) {
		int64_t due = x->plan.bursts > 1 ? x->plan.window_ns / (x->plan.bursts - 1) * b : 0;
		/* Each group of beats is sent in the middle of its share of the window; its first beats wake up the path. */
		for (; beats < x->plan.beats && beat_time(&x->plan, beats) < due; beats++) {
			sleep_until(x, begin + beat_time(&x->plan, beats));
			send_beat(x, beats);
		}
		if (x->plan.bursts > 1)
			sleep_until(x, begin + due);
		for (int at = 0; at < x->count; at += x->plan.parallel)
			run_burst(x, x->nodes + at, x->count - at < x->plan.parallel ? x->count - at : x->plan.parallel, b);
		if (x->after_burst)
			x->after_burst(b + 1, x->plan.bursts);
	}
	for (int f = 0; f < fetch_count(&x->plan); f++)
		request_all(x, RB_FETCH, f * RB_BEATS_PER_FETCH, 1);
	request_all(x, RB_CLOSE, 0, 0);
}

/* Returns the reading with the narrowest of 100 brackets. */
static struct clock_pair read_clock_pair(const struct rb_clock *clock)
{
	struct clock_pair best = { .bracket_ns = INT64_MAX };
	for (int i = 0; i < 100; i++) {
		int64_t before = rb_realtime();
		int64_t here = rb_clock_now(clock);
		int64_t after = rb_realtime();
		if (after >= before && after - before < best.bracket_ns)
			best = (struct clock_pair){ here, before + (after - before) / 2, after - before };
	}
	return best;
}

void rb_engine_run(struct exchange *x)
{
	x->begin = read_clock_pair(x->clock);
	run_window(x);
	x->end = read_clock_pair(x->clock);
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
	n->retries_left = RB_MAX_RETRIES;
	n->rows = calloc((size_t)x->plan.bursts * (size_t)x->plan.exchanges, sizeof *n->rows);
	n->row_of_send = calloc(max_sends(&x->plan), sizeof *n->row_of_send);
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
