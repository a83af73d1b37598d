/* See serve.h. The reflector is stateless for its replies, has no timers, sends nothing unrequested and never more
 * bytes than it received. It keeps one slot per session with the kernel's stamp of its last reply. That stamp exists
 * only after the send and is returned with the next reply; losing a slot costs one kernel stamp. */
#include "serve.h"

#include <math.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static struct answered_probe *session_slot(struct reflector *r, uint32_t session)
{
	return &r->slots[session * 2654435761u >> 26];
}

static void collect_stamps(struct reflector *r)
{
	uint32_t number;
	int64_t stamp;
	while (rb_sent_stamp(r->fd, &number, &stamp)) {
		struct pending_send *s = &r->sent[number % TRACKED_SENDS];
		if (!s->waiting || s->number != number)
			continue;
		s->waiting = false;
		struct answered_probe *slot = session_slot(r, s->session);
		if (slot->session == s->session && slot->burst == s->burst && slot->seq == s->seq) {
			slot->stamped = true;
			slot->k3 = rb_clock_from_realtime(r->clock, stamp);
		}
	}
}

static ssize_t packet_size(const struct reflector *r)
{
	return r->key ? RB_SEALED_SIZE : RB_PACKET_SIZE;
}

static void send_bytes(struct reflector *r, const uint8_t *bytes, const struct rb_received *to,
	const struct rb_packet *p)
{
	if (p)
		r->sent[r->next_number % TRACKED_SENDS] = (struct pending_send){
			.waiting = true, .number = r->next_number, .session = p->session, .burst = p->burst, .seq = p->seq,
		};
	ssize_t size = packet_size(r);
	if (sendto(r->fd, bytes, (size_t)size, MSG_DONTWAIT, (const struct sockaddr *)&to->from, to->from_length) != size) {
		/* The kernel's numbering of sends is unknown now: restart it. */
		r->failed_sends++;
		memset(r->sent, 0, sizeof r->sent);
		rb_stamping_enable(r->fd);
		r->next_number = 0;
		return;
	}
	r->next_number++;
	r->bytes_out += (uint64_t)size;
}

/* Sends a reply with an injected fault. */
static void send_with_fault(struct reflector *r, uint8_t *bytes, const struct rb_received *to,
	const struct rb_packet *p)
{
	switch (rb_rehearsal_draw(&r->rehearsal)) {
	case RB_LOSS:
		break;
	case RB_DUPLICATE:
		send_bytes(r, bytes, to, p);
		send_bytes(r, bytes, to, NULL);
		break;
	case RB_STALE:
		send_bytes(r, r->has_previous ? r->previous : bytes, to, NULL);
		break;
	case RB_REORDER:
		/* This reply is sent after the next one: too late to be accepted. */
		memcpy(r->held, bytes, RB_SEALED_SIZE);
		r->holding = true;
		break;
	case RB_CORRUPT:
		bytes[30] ^= 0x10;
		send_bytes(r, bytes, to, NULL);
		break;
	default:
		send_bytes(r, bytes, to, p);
		if (r->holding)
			send_bytes(r, r->held, to, NULL);
		r->holding = false;
	}
	memcpy(r->previous, bytes, RB_SEALED_SIZE);
	r->has_previous = true;
}

static void add_source(const struct reflector *r, struct rb_packet *p)
{
	double hertz = rb_clock_hertz(r->clock);
	double error = hertz > 0 ? ceil(rb_clock_hertz_error(r->clock) / hertz * 1e9) : 0;
	p->previous_k3 = llround(hertz * 1e3);
	p->previous_burst = rb_clock_code(r->clock);
	p->previous_seq = (uint16_t)(error > UINT16_MAX ? UINT16_MAX : error);
	p->flags |= RB_HAS_SOURCE;
}

static struct beats *session_beats(struct reflector *r, uint32_t session)
{
	return &r->beats[session * 2654435761u >> 30];
}

/* Records the first arrival of each beat; nothing is sent. */
static void receive_beat(struct reflector *r, const struct rb_packet *p, const struct rb_received *got, int64_t now)
{
	struct beats *b = session_beats(r, p->session);
	if (b->session != p->session) {
		memset(b, 0, sizeof *b);
		b->session = p->session;
	}
	if (p->seq >= RB_MAX_BEATS || b->flags[p->seq])
		return;
	b->arrived[p->seq] = got->kernel_ns ? rb_clock_from_realtime(r->clock, got->kernel_ns) : now;
	b->flags[p->seq] = RB_HAS_BEAT | (got->kernel_ns ? RB_BEAT_BY_KERNEL : 0);
	r->beats_received++;
}

static void add_arrivals(struct reflector *r, struct rb_packet *p)
{
	int64_t *place[RB_BEATS_PER_FETCH] = { &p->t2, &p->t3, &p->k2, &p->previous_k3 };
	const struct beats *b = session_beats(r, p->session);
	p->flags = p->previous_burst = p->previous_seq = 0;
	for (int i = 0; i < RB_BEATS_PER_FETCH; i++) {
		bool there = b->session == p->session && p->seq + i < RB_MAX_BEATS;
		*place[i] = there ? b->arrived[p->seq + i] : 0;
		p->flags |= (uint16_t)((there ? b->flags[p->seq + i] : 0) << i);
	}
}

static void answer_probe(struct reflector *r, struct rb_packet *p, const struct rb_received *got, int64_t t2)
{
	uint8_t bytes[RB_SEALED_SIZE];
	struct answered_probe *slot = session_slot(r, p->session);
	p->flags = 0;
	p->k2 = 0;
	p->previous_k3 = 0;
	p->previous_burst = p->previous_seq = 0;
	if (got->kernel_ns) {
		p->k2 = rb_clock_from_realtime(r->clock, got->kernel_ns);
		p->flags |= (uint16_t)(RB_HAS_K2 | (got->by_hardware ? RB_K2_BY_HARDWARE : 0));
	}
	/* A duplicated or replayed probe is answered, but the stamp belongs to the first answer. */
	bool doubled = p->type == RB_PROBE && slot->session == p->session && slot->answered
		&& (p->burst < slot->burst || (p->burst == slot->burst && p->seq <= slot->seq));
	if (doubled)
		p->flags |= RB_DOUBLED;
	if (slot->stamped && slot->session == p->session && !doubled && p->type != RB_OPEN && p->type != RB_FETCH) {
		p->previous_k3 = slot->k3;
		p->previous_burst = slot->burst;
		p->previous_seq = slot->seq;
		p->flags |= RB_HAS_PREVIOUS;
		slot->stamped = false;
	}
	if (p->type == RB_OPEN)
		add_source(r, p);
	struct rb_packet *stamped = p->type == RB_PROBE && !doubled ? p : NULL;
	if (stamped)
		*slot = (struct answered_probe){ .answered = true, .session = p->session, .burst = p->burst, .seq = p->seq };
	p->t2 = t2;
	p->t3 = rb_clock_now(r->clock);
	if (p->type == RB_FETCH)
		add_arrivals(r, p);
	if (p->type == RB_CLOSE && session_beats(r, p->session)->session == p->session)
		memset(session_beats(r, p->session), 0, sizeof(struct beats));
	p->type |= RB_REPLY;
	rb_seal(bytes, p, r->key);
	r->answered++;
	if (r->rehearsing)
		send_with_fault(r, bytes, got, stamped);
	else
		send_bytes(r, bytes, got, stamped);
}

static void serve_packet(struct reflector *r, uint8_t *buffer, const struct rb_received *got, int64_t t2)
{
	struct rb_packet p;
	enum rb_verdict verdict = rb_unseal(&p, buffer, (size_t)got->size, r->key);
	if (verdict == RB_GOOD && p.type & RB_REPLY)
		verdict = RB_WRONG_TYPE;
	r->bytes_in += (uint64_t)got->size;
	collect_stamps(r);
	if (verdict == RB_GOOD && p.type == RB_BEAT)
		receive_beat(r, &p, got, t2);
	else if (verdict == RB_GOOD)
		answer_probe(r, &p, got, t2);
	else
		r->ignored[verdict]++;
}

/* Sleeps until a probe arrives. After a probe it polls for a while, because the next one usually follows
 * immediately. */
void rb_serve(struct reflector *r, const volatile sig_atomic_t *stopping, int stop_fd)
{
	uint8_t buffer[RB_SEALED_SIZE + 1];
	int64_t last = INT64_MIN / 2;
	while (!*stopping) {
		struct rb_received got = rb_receive(r->fd, buffer, sizeof buffer, MSG_DONTWAIT);
		int64_t now = rb_clock_now(r->clock);
		if (got.size >= 0) {
			serve_packet(r, buffer, &got, now);
			last = rb_monotonic();
			continue;
		}
		if (rb_spin(&r->spin_policy, rb_monotonic() - last))
			continue;
		/* Stamps of sends make the socket ready too. If they are not read, poll never waits. */
		collect_stamps(r);
		struct pollfd ready[] = { { .fd = r->fd, .events = POLLIN },
			{ .fd = r->until_eof ? 0 : -1, .events = POLLIN }, { .fd = stop_fd, .events = POLLIN } };
		char ignored[256];
		if (poll(ready, 3, -1) > 0 && ready[1].revents && read(0, ignored, sizeof ignored) <= 0)
			return;
	}
}
