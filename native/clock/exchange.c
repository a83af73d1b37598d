/* runbench-exchange: the reference's side. Runs one synchronisation window with one or many reflectors and writes one
 * .xchg file a node. Says beforehand how many packets and bytes the window will send at most; sends nothing before and
 * nothing after. A reply counts only if it is the reply to exactly the probe that is waited for. */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runbench/clock.h"
#include "stamping.h"
#include "wire.h"

/* After so many silent probes in a row the rest of a burst is not sent: the node may be away. */
#define SILENT_PROBES 3
#define FRAME_OVERHEAD 42

struct row {
	bool answered;
	int64_t t1, t2, t3, t4, k1, k2, k3, k4;
};

enum reason { OTHER_SESSION = RB_VERDICTS, NOT_AWAITED, REASONS };
static const char *const reason_names[REASONS - RB_VERDICTS] = { "other_session", "not_awaited" };

struct node {
	const char *name, *address_text;
	int fd;
	struct row *rows;
	uint32_t sends;              /* number of the next send on this socket */
	int32_t *row_of_send;        /* row of each numbered send, -1 for OPEN and CLOSE */
	uint32_t session;
	bool awaiting, refused;
	uint8_t awaited_type;
	uint16_t awaited_burst, awaited_seq;
	int64_t awaited_t1;
	struct row *awaited_row;
	int silent;
	bool opened;
	uint64_t sent, received, ignored[REASONS];
};

struct plan {
	int bursts, exchanges, parallel;
	int64_t window_ns, timeout_ns;
};

struct exchange {
	struct plan plan;
	struct rb_patience patience;
	struct rb_clock *clock;
	struct node *nodes;
	int count;
	int64_t first_t1, last_t4;
};

static void sleep_until(int64_t monotonic_ns)
{
	struct timespec t = { monotonic_ns / 1000000000, monotonic_ns % 1000000000 };
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
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
	uint8_t bytes[RB_PACKET_SIZE];
	int row = type == RB_PROBE ? burst * x->plan.exchanges + seq : -1;
	struct rb_packet p = { .type = type, .session = n->session, .burst = (uint16_t)burst, .seq = (uint16_t)seq };
	n->row_of_send[n->sends] = row;
	n->awaited_type = type | RB_REPLY;
	n->awaited_burst = p.burst;
	n->awaited_seq = p.seq;
	n->awaited_row = row >= 0 ? &n->rows[row] : NULL;
	p.t1 = n->awaited_t1 = rb_clock_now(x->clock);
	rb_pack(bytes, &p);
	n->awaiting = send(n->fd, bytes, sizeof bytes, MSG_DONTWAIT) == sizeof bytes;
	/* A refusal reported here belongs to an earlier probe; this one was not sent and has no number. */
	if (n->awaiting) {
		n->sends++;
		n->sent++;
		if (!x->first_t1)
			x->first_t1 = p.t1;
	} else {
		n->refused |= errno == ECONNREFUSED;
		n->silent++;
	}
}

static void accept_reply(struct exchange *x, struct node *n, const struct rb_packet *p, int64_t t4, int64_t kernel_ns)
{
	struct row *row = n->awaited_row;
	n->awaiting = false;
	n->silent = 0;
	n->received++;
	x->last_t4 = t4;
	if (p->flags & RB_HAS_PREVIOUS && p->previous_burst < x->plan.bursts && p->previous_seq < x->plan.exchanges)
		n->rows[p->previous_burst * x->plan.exchanges + p->previous_seq].k3 = p->previous_k3;
	if (!row)
		return;
	row->answered = true;
	row->t1 = n->awaited_t1;
	row->t2 = p->t2;
	row->t3 = p->t3;
	row->t4 = t4;
	row->k2 = p->flags & RB_HAS_K2 ? p->k2 : 0;
	row->k4 = kernel_ns ? rb_clock_from_realtime(x->clock, kernel_ns) : 0;
}

/* Takes what waits on a node's socket; true once the awaited reply has come. */
static bool receive(struct exchange *x, struct node *n)
{
	uint8_t buffer[RB_PACKET_SIZE + 1];
	while (n->awaiting) {
		struct rb_packet p;
		struct rb_received got = rb_receive(n->fd, buffer, sizeof buffer, MSG_DONTWAIT);
		int64_t t4 = rb_clock_now(x->clock);
		if (got.size < 0) {
			n->refused |= errno == ECONNREFUSED;
			return false;
		}
		int verdict = rb_unpack(&p, buffer, (size_t)got.size);
		if (verdict == RB_GOOD && p.session != n->session)
			verdict = OTHER_SESSION;
		else if (verdict == RB_GOOD && (p.type != n->awaited_type || p.burst != n->awaited_burst
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

static void say_to_all(struct exchange *x, uint8_t type)
{
	for (int at = 0; at < x->count; at += x->plan.parallel) {
		int size = x->count - at < x->plan.parallel ? x->count - at : x->plan.parallel;
		for (int i = at; i < at + size; i++)
			send_one(x, &x->nodes[i], type, 0, 0);
		await(x, x->nodes + at, size);
	}
}

static void burst(struct exchange *x, struct node *group, int size, int number)
{
	for (int i = 0; i < size; i++)
		group[i].silent = 0;
	for (int seq = 0; seq < x->plan.exchanges; seq++) {
		for (int i = 0; i < size; i++)
			if (group[i].silent < SILENT_PROBES)
				send_one(x, &group[i], RB_PROBE, number, seq);
		await(x, group, size);
	}
}

static void run(struct exchange *x)
{
	int64_t begin = rb_monotonic();
	say_to_all(x, RB_OPEN);
	int opened = 0;
	for (int i = 0; i < x->count; i++)
		opened += x->nodes[i].opened = x->nodes[i].received > 0;
	if (!opened)
		return;
	for (int b = 0; b < x->plan.bursts; b++) {
		if (x->plan.bursts > 1)
			sleep_until(begin + x->plan.window_ns / (x->plan.bursts - 1) * b);
		for (int at = 0; at < x->count; at += x->plan.parallel)
			burst(x, x->nodes + at, x->count - at < x->plan.parallel ? x->count - at : x->plan.parallel, b);
	}
	say_to_all(x, RB_CLOSE);
}

static void write_node(const struct exchange *x, const struct node *n, const char *reference, const char *clock, FILE *f)
{
	int rows = 0;
	uint64_t declared = 2 * ((uint64_t)x->plan.bursts * x->plan.exchanges + 2);
	fprintf(f, "# runbench exchanges 1\n# {\"node\":\"%s\",\"address\":\"%s\",\"reference\":\"%s\",\"clock\":%s,"
		"\"slack_ns\":%lld,\"session\":%u,\"bursts\":%d,\"exchanges_per_burst\":%d,\"window_ns\":%lld,"
		"\"declared_packets\":%llu,\"declared_bytes\":%llu,\"sent\":%llu,\"received\":%llu,\"answered_open\":%s,"
		"\"ignored\":{", n->name, n->address_text, reference, clock, (long long)rb_clock_slack(x->clock), n->session,
		x->plan.bursts, x->plan.exchanges, (long long)x->plan.window_ns, (unsigned long long)declared,
		(unsigned long long)declared * (RB_PACKET_SIZE + FRAME_OVERHEAD), (unsigned long long)n->sent,
		(unsigned long long)n->received, n->opened ? "true" : "false");
	for (int v = RB_GOOD + 1; v < REASONS; v++)
		fprintf(f, "%s\"%s\":%llu", v > RB_GOOD + 1 ? "," : "",
			v < RB_VERDICTS ? rb_verdict_names[v] : reason_names[v - RB_VERDICTS], (unsigned long long)n->ignored[v]);
	fprintf(f, "}}\nburst,seq,t1_ns,t2_ns,t3_ns,t4_ns,k1_ns,k2_ns,k3_ns,k4_ns\n");
	for (int i = 0; i < x->plan.bursts * x->plan.exchanges; i++) {
		const struct row *r = &n->rows[i];
		if (!r->answered)
			continue;
		rows++;
		fprintf(f, "%d,%d,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld\n", i / x->plan.exchanges, i % x->plan.exchanges,
			(long long)r->t1, (long long)r->t2, (long long)r->t3, (long long)r->t4,
			(long long)r->k1, (long long)r->k2, (long long)r->k3, (long long)r->k4);
	}
	fprintf(f, "# end rows=%d\n", rows);
}

static int write_all(const struct exchange *x, const char *directory, const char *reference)
{
	char clock[512], path[4096];
	rb_clock_describe(x->clock, clock, sizeof clock);
	for (int i = 0; i < x->count; i++) {
		bool to_stdout = strcmp(directory, "-") == 0;
		snprintf(path, sizeof path, "%s/%s.xchg", directory, x->nodes[i].name);
		FILE *f = to_stdout ? stdout : fopen(path, "w");
		if (f)
			write_node(x, &x->nodes[i], reference, clock, f);
		if (!f || ferror(f) || (to_stdout ? fflush(f) : fclose(f)) != 0) {
			fprintf(stderr, "runbench-exchange: %s: %s\n", to_stdout ? "standard output" : path, strerror(errno));
			return 3;
		}
	}
	return 0;
}

static int open_node(struct exchange *x, struct node *n, char *text, char *error, size_t size)
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
	if (rb_resolve(n->address_text, &address, &length, error, size) != 0)
		return 2;
	int exchanges = x->plan.bursts * x->plan.exchanges;
	n->rows = calloc((size_t)exchanges, sizeof *n->rows);
	n->row_of_send = calloc((size_t)exchanges + 2, sizeof *n->row_of_send);
	n->fd = socket(address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (!n->rows || !n->row_of_send || n->fd < 0 || connect(n->fd, (struct sockaddr *)&address, length) != 0
			|| getrandom(&n->session, sizeof n->session, 0) != sizeof n->session) {
		snprintf(error, size, "%s (%s): %s", n->name, n->address_text, strerror(errno));
		return 3;
	}
	rb_stamping_enable(n->fd);
	return 0;
}

static const char usage[] =
	"usage: runbench-exchange --node NAME=HOST:PORT [--node ...] --output DIRECTORY|- [options]\n"
	"  --clock SPEC      the reference's clock, default realtime (see runbench-reflector --help)\n"
	"  --bursts N        bursts a window, default 16        --exchanges N   exchanges a burst, default 64\n"
	"  --window MS       length of the window, default 4000 --timeout MS    wait for one reply, default 40\n"
	"  --parallel N      nodes probed at once, default 1    --spin US       look without sleeping, default 1000\n"
	"  --reference NAME  this host's name in the files      --realtime      SCHED_FIFO if permitted\n";

static int number(const char *option, const char *text, int least, int most, int *value)
{
	char *end;
	long v = strtol(text, &end, 10);
	if (*text == '\0' || *end != '\0' || v < least || v > most) {
		fprintf(stderr, "runbench-exchange: --%s %s: expected a whole number from %d to %d\n", option, text, least, most);
		return -1;
	}
	*value = (int)v;
	return 0;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "node", required_argument, NULL, 'n' }, { "output", required_argument, NULL, 'o' },
		{ "clock", required_argument, NULL, 'c' }, { "reference", required_argument, NULL, 'R' },
		{ "bursts", required_argument, NULL, 'b' }, { "exchanges", required_argument, NULL, 'e' },
		{ "window", required_argument, NULL, 'w' }, { "timeout", required_argument, NULL, 't' },
		{ "parallel", required_argument, NULL, 'p' }, { "spin", required_argument, NULL, 's' },
		{ "realtime", no_argument, NULL, 'r' }, { "help", no_argument, NULL, 'h' }, { 0 },
	};
	int bursts = 16, exchanges = 64, window = 4000, timeout = 40, parallel = 1, spin = 1000, option, which, bad = 0;
	const char *clock = "realtime", *output = NULL, *reference = "reference";
	char error[512] = "", **texts = calloc((size_t)argc, sizeof *texts);
	bool realtime = false;
	int count = 0;
	while ((option = getopt_long(argc, argv, "", options, &which)) != -1)
		switch (option) {
		case 'n': texts[count++] = optarg; break;
		case 'o': output = optarg; break;
		case 'c': clock = optarg; break;
		case 'R': reference = optarg; break;
		case 'b': bad |= number("bursts", optarg, 1, 65535, &bursts); break;
		case 'e': bad |= number("exchanges", optarg, 1, 65535, &exchanges); break;
		case 'w': bad |= number("window", optarg, 0, 3600000, &window); break;
		case 't': bad |= number("timeout", optarg, 1, 60000, &timeout); break;
		case 'p': bad |= number("parallel", optarg, 1, 1000, &parallel); break;
		case 's': bad |= number("spin", optarg, 0, 1000000, &spin); break;
		case 'r': realtime = true; break;
		case 'h': fputs(usage, stdout); return 0;
		default: bad = -1;
		}
	if (bad || count == 0 || !output || optind < argc) {
		fputs(usage, stderr);
		return 2;
	}
	struct exchange x = {
		.plan = { bursts, exchanges, parallel, window * 1000000LL, timeout * 1000000LL },
		.patience.spin_ns = spin * 1000LL,
		.nodes = calloc((size_t)count, sizeof *x.nodes), .count = count,
	};
	x.clock = rb_clock_open(clock, error, sizeof error);
	if (!x.clock) {
		fprintf(stderr, "runbench-exchange: --clock: %s\n", error);
		return 3;
	}
	for (int i = 0; i < count; i++) {
		int status = open_node(&x, &x.nodes[i], texts[i], error, sizeof error);
		if (status != 0) {
			fprintf(stderr, "runbench-exchange: --node %s\n", error);
			return status;
		}
	}
	if (realtime)
		realtime = rb_become_realtime();
	usleep(RB_STAMPS_WARM_UP_US);
	run(&x);
	int status = write_all(&x, output, reference), silent = 0;
	for (int i = 0; i < count; i++) {
		struct node *n = &x.nodes[i];
		if (n->received == 0) {
			fprintf(stderr, "runbench-exchange: %s (%s): no answer%s\n", n->name, n->address_text,
				n->refused ? ": refused, no reflector listens there" : "");
			silent++;
		}
	}
	return status ? status : silent == count ? 3 : 0;
}
