/* runbench-reflector: answers clock probes, one program per node. It keeps no state that a reply depends on, has no
 * timer, sends nothing unasked and never answers more bytes than it got. What it remembers is one soft slot a session
 * with the kernel's stamp of its last reply, which exists only after sending and rides on the next reply; losing a
 * slot costs one kernel stamp. */
#include <errno.h>
#include <getopt.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rehearse.h"
#include "runbench/clock.h"
#include "stamping.h"
#include "wire.h"

#define SLOTS 64
#define NUMBERS 256

struct slot {
	bool stamped;
	uint32_t session;
	uint16_t burst, seq;
	int64_t k3;
};

/* Who a numbered send answered, until its stamp comes. */
struct sent {
	bool waiting;
	uint32_t number, session;
	uint16_t burst, seq;
};

struct reflector {
	int fd;
	struct rb_clock *clock;
	struct rb_patience patience;
	bool until_eof, rehearsing;
	struct rb_rehearsal rehearsal;
	struct slot slots[SLOTS];
	struct sent sent[NUMBERS];
	uint32_t next_number;
	uint64_t answered, bytes_in, bytes_out, failed_sends, ignored[RB_VERDICTS];
	uint8_t previous[RB_PACKET_SIZE], held[RB_PACKET_SIZE];
	bool has_previous, holding;
};

static volatile sig_atomic_t stopping;

static void on_signal(int signal)
{
	(void)signal;
	stopping = 1;
}

static struct slot *slot_of(struct reflector *r, uint32_t session)
{
	return &r->slots[session * 2654435761u >> 26];
}

static void collect_stamps(struct reflector *r)
{
	uint32_t number;
	int64_t stamp;
	while (rb_sent_stamp(r->fd, &number, &stamp)) {
		struct sent *s = &r->sent[number % NUMBERS];
		if (!s->waiting || s->number != number)
			continue;
		s->waiting = false;
		*slot_of(r, s->session) = (struct slot){
			.stamped = true, .session = s->session, .burst = s->burst, .seq = s->seq,
			.k3 = rb_clock_from_realtime(r->clock, stamp),
		};
	}
}

static void send_bytes(struct reflector *r, const uint8_t *bytes, const struct rb_received *to, const struct rb_packet *p)
{
	if (p)
		r->sent[r->next_number % NUMBERS] = (struct sent){
			.waiting = true, .number = r->next_number, .session = p->session, .burst = p->burst, .seq = p->seq,
		};
	if (sendto(r->fd, bytes, RB_PACKET_SIZE, MSG_DONTWAIT, (const struct sockaddr *)&to->from, to->from_length)
			!= RB_PACKET_SIZE) {
		/* The kernel's numbering of sends is uncertain now: begin again. */
		r->failed_sends++;
		memset(r->sent, 0, sizeof r->sent);
		rb_stamping_enable(r->fd);
		r->next_number = 0;
		return;
	}
	r->next_number++;
	r->bytes_out += RB_PACKET_SIZE;
}

/* A bad network, on request. */
static void send_badly(struct reflector *r, uint8_t *bytes, const struct rb_received *to, const struct rb_packet *p)
{
	switch (rb_rehearsal_next(&r->rehearsal)) {
	case RB_LOSE:
		break;
	case RB_DUPLICATE:
		send_bytes(r, bytes, to, p);
		send_bytes(r, bytes, to, NULL);
		break;
	case RB_STALE:
		send_bytes(r, r->has_previous ? r->previous : bytes, to, NULL);
		break;
	case RB_REORDER:
		/* This one comes after the next: too late to be believed. */
		memcpy(r->held, bytes, RB_PACKET_SIZE);
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
	memcpy(r->previous, bytes, RB_PACKET_SIZE);
	r->has_previous = true;
}

static void answer(struct reflector *r, struct rb_packet *p, const struct rb_received *got, int64_t t2)
{
	uint8_t bytes[RB_PACKET_SIZE];
	struct slot *slot = slot_of(r, p->session);
	p->flags = 0;
	p->k2 = 0;
	p->previous_k3 = 0;
	p->previous_burst = p->previous_seq = 0;
	if (got->kernel_ns) {
		p->k2 = rb_clock_from_realtime(r->clock, got->kernel_ns);
		p->flags |= RB_HAS_K2;
	}
	if (slot->stamped && slot->session == p->session) {
		p->previous_k3 = slot->k3;
		p->previous_burst = slot->burst;
		p->previous_seq = slot->seq;
		p->flags |= RB_HAS_PREVIOUS;
		slot->stamped = false;
	}
	p->type |= RB_REPLY;
	p->t2 = t2;
	p->t3 = rb_clock_now(r->clock);
	rb_pack(bytes, p);
	r->answered++;
	if (r->rehearsing)
		send_badly(r, bytes, got, p);
	else
		send_bytes(r, bytes, got, p);
}

static void serve_one(struct reflector *r, uint8_t *buffer, const struct rb_received *got, int64_t t2)
{
	struct rb_packet p;
	enum rb_verdict verdict = rb_unpack(&p, buffer, (size_t)got->size);
	if (verdict == RB_GOOD && p.type & RB_REPLY)
		verdict = RB_WRONG_TYPE;
	r->bytes_in += (uint64_t)got->size;
	collect_stamps(r);
	if (verdict == RB_GOOD)
		answer(r, &p, got, t2);
	else
		r->ignored[verdict]++;
}

/* Sleeps until a probe comes; after one it looks without sleeping for a moment, because the next follows at once. */
static void serve(struct reflector *r)
{
	uint8_t buffer[RB_PACKET_SIZE + 1];
	int64_t last = INT64_MIN / 2;
	while (!stopping) {
		struct rb_received got = rb_receive(r->fd, buffer, sizeof buffer, MSG_DONTWAIT);
		int64_t now = rb_clock_now(r->clock);
		if (got.size >= 0) {
			serve_one(r, buffer, &got, now);
			last = rb_monotonic();
			continue;
		}
		if (rb_spin(&r->patience, rb_monotonic() - last))
			continue;
		/* Stamps of sends make the socket ready too: take them, or poll would return for ever. */
		collect_stamps(r);
		struct pollfd ready[] = { { .fd = r->fd, .events = POLLIN }, { .fd = r->until_eof ? 0 : -1, .events = POLLIN } };
		char ignored[256];
		if (poll(ready, 2, -1) > 0 && ready[1].revents && read(0, ignored, sizeof ignored) <= 0)
			return;
	}
}

static void print_end(const struct reflector *r)
{
	printf("{\"event\":\"end\",\"answered\":%llu,\"bytes_in\":%llu,\"bytes_out\":%llu,\"failed_sends\":%llu,\"ignored\":{",
		(unsigned long long)r->answered, (unsigned long long)r->bytes_in, (unsigned long long)r->bytes_out,
		(unsigned long long)r->failed_sends);
	for (int v = RB_GOOD + 1; v < RB_VERDICTS; v++)
		printf("%s\"%s\":%llu", v > RB_GOOD + 1 ? "," : "", rb_verdict_names[v], (unsigned long long)r->ignored[v]);
	printf("}");
	if (r->rehearsing) {
		printf(",\"rehearsed\":{");
		for (int f = RB_LOSE; f < RB_FAULTS; f++)
			printf("%s\"%s\":%llu", f > RB_LOSE ? "," : "", rb_fault_names[f],
				(unsigned long long)r->rehearsal.done[f]);
		printf("}");
	}
	printf("}\n");
}

static int fail(const char *what, const char *why, int code)
{
	fprintf(stderr, "runbench-reflector: %s: %s\n", what, why);
	return code;
}

static const char usage[] =
	"usage: runbench-reflector [--listen HOST:PORT] [--clock SPEC] [--spin US] [--realtime] [--until-eof]\n"
	"                          [--rehearse FAULTS]\n"
	"  --listen    where to wait, default :7911 (all interfaces)\n"
	"  --clock     realtime (default), monotonic, raw, tsc, ... or virtual(BASE,offset=NS,ppm=P,epoch=NS,table=FILE)\n"
	"  --spin      microseconds to look without sleeping after a probe, default 1000\n"
	"  --realtime  run under SCHED_FIFO if permitted\n"
	"  --until-eof end when standard input ends: with the ssh or srun that started it\n"
	"  --rehearse  faults on purpose: loss=0.1,duplicate=0.05,stale=0.02,reorder=0.02,corrupt=0.01,seed=7\n";

static int open_socket(struct reflector *r, const char *listen, char *error, size_t size)
{
	struct sockaddr_storage address;
	socklen_t length;
	if (rb_resolve(listen, &address, &length, error, size) != 0)
		return 2;
	r->fd = socket(address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (r->fd < 0 || bind(r->fd, (struct sockaddr *)&address, length) != 0) {
		snprintf(error, size, "%s: %s", listen, strerror(errno));
		return 3;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "listen", required_argument, NULL, 'l' }, { "clock", required_argument, NULL, 'c' },
		{ "spin", required_argument, NULL, 's' }, { "realtime", no_argument, NULL, 'r' },
		{ "rehearse", required_argument, NULL, 'f' }, { "until-eof", no_argument, NULL, 'u' }, { "help", no_argument, NULL, 'h' }, { 0 },
	};
	static struct reflector r = { .patience.spin_ns = 1000000 };
	const char *listen = ":7911", *clock = "realtime";
	char error[512] = "", described[512];
	bool realtime = false;
	int option;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (option) {
		case 'l': listen = optarg; break;
		case 'c': clock = optarg; break;
		case 's': r.patience.spin_ns = strtoll(optarg, NULL, 10) * 1000; break;
		case 'r': realtime = true; break;
		case 'u': r.until_eof = true; break;
		case 'f':
			r.rehearsing = true;
			if (rb_rehearsal_parse(&r.rehearsal, optarg, error, sizeof error) != 0)
				return fail("--rehearse", error, 2);
			break;
		case 'h': fputs(usage, stdout); return 0;
		default: fputs(usage, stderr); return 2;
		}
	r.clock = rb_clock_open(clock, error, sizeof error);
	if (!r.clock)
		return fail("--clock", error, 3);
	int status = open_socket(&r, listen, error, sizeof error);
	if (status != 0)
		return fail("--listen", error, status);
	bool stamps = rb_stamping_enable(r.fd) == 0;
	if (realtime)
		realtime = rb_become_realtime();

	struct sigaction action = { .sa_handler = on_signal };
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	usleep(RB_STAMPS_WARM_UP_US);

	struct sockaddr_storage bound;
	socklen_t length = sizeof bound;
	char host[64] = "", port[16] = "";
	getsockname(r.fd, (struct sockaddr *)&bound, &length);
	getnameinfo((struct sockaddr *)&bound, length, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
	rb_clock_describe(r.clock, described, sizeof described);
	printf("{\"event\":\"ready\",\"host\":\"%s\",\"port\":%s,\"clock\":%s,\"slack_ns\":%lld,\"kernel_stamps\":%s,"
		"\"realtime\":%s}\n", host, port, described, (long long)rb_clock_slack(r.clock), stamps ? "true" : "false",
		realtime ? "true" : "false");
	fflush(stdout);
	serve(&r);
	print_end(&r);
	rb_clock_close(r.clock);
	return 0;
}
