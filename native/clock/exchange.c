/* runbench-exchange: the reference's side. Runs one synchronisation window with one or many reflectors and writes one
 * .xchg file a node, with how many packets and bytes the window would send at most and how many it did. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"
#include "engine.h"
#include "external.h"
#include "source.h"

/* UDP, IPv4 and Ethernet headers. */
#define FRAME_OVERHEAD 42

static const char *const reason_names[REASONS - RB_VERDICTS] = { "other_session", "not_awaited" };

static void write_node_clock(const struct node *n, FILE *f)
{
	if (n->source_code == 0)
		return;
	bool is_virtual = n->source_code & RB_CODE_VIRTUAL;
	fprintf(f, ",\"node_clock\":{\"source\":\"%s%s%s\"", is_virtual ? "virtual(" : "",
		rb_source_of_code(n->source_code & ~RB_CODE_VIRTUAL), is_virtual ? ")" : "");
	if (n->source_hertz > 0)
		fprintf(f, ",\"hertz\":%.3f,\"hertz_error\":%.3f", n->source_hertz, n->source_hertz_error);
	fprintf(f, "}");
}

/* Each bound rests on one stamp of either side: both may be off. */
static int64_t slack_of(const struct exchange *x, const struct node *n)
{
	return rb_clock_slack(x->clock)
		+ (n->source_code ? rb_source_slack(rb_source_of_code(n->source_code & ~RB_CODE_VIRTUAL)) : 0);
}

/* One row a beat that reached the node. */
static void write_beats(const struct exchange *x, const struct node *n, FILE *f)
{
	if (x->plan.beats == 0)
		return;
	fprintf(f, ",\"beats\":{\"declared\":%d,\"sent\":%u,\"columns\":[\"sent_t_ns\",\"sent_k_ns\",\"arrived_ns\","
		"\"arrived_by_kernel\",\"group\"],\"rows\":[", x->plan.beats, x->beat_sends);
	const char *comma = "";
	for (uint32_t i = 0; i < x->beat_sends; i++)
		if (n->heard[i].there) {
			fprintf(f, "%s[%lld,%lld,%lld,%d,%u]", comma, (long long)x->beats[i].t, (long long)x->beats[i].k,
				(long long)n->heard[i].at, n->heard[i].by_kernel, i / RB_BEATS_A_GROUP);
			comma = ",";
		}
	fprintf(f, "]}");
}

static void write_node(const struct exchange *x, const struct node *n, const char *reference, const char *clock, FILE *f)
{
	int rows = 0;
	uint64_t declared = rb_engine_packets(&x->plan), size = x->key ? RB_SEALED_SIZE : RB_PACKET_SIZE;
	fprintf(f, "# runbench exchanges 1\n# {\"node\":");
	rb_write_json_text(f, n->name);
	fprintf(f, ",\"address\":");
	rb_write_json_text(f, n->address_text);
	fprintf(f, ",\"reference\":");
	rb_write_json_text(f, reference);
	fprintf(f, ",\"clock\":%s,\"slack_ns\":%lld,\"session\":%u,\"bursts\":%d,\"exchanges_per_burst\":%d,\"window_ns\":%lld,"
		"\"declared_packets\":%llu,\"declared_bytes\":%llu,\"sent\":%llu,\"received\":%llu,\"answered_open\":%s,"
		"\"dropped_stamps\":%llu,\"key\":%s,\"ignored\":{", clock, (long long)slack_of(x, n), n->session,
		x->plan.bursts, x->plan.exchanges, (long long)x->plan.window_ns, (unsigned long long)declared,
		(unsigned long long)declared * (size + FRAME_OVERHEAD), (unsigned long long)n->sent,
		(unsigned long long)n->received, n->opened ? "true" : "false",
		(unsigned long long)n->dropped_stamps, x->key ? "true" : "false");
	for (int v = RB_GOOD + 1; v < REASONS; v++)
		fprintf(f, "%s\"%s\":%llu", v > RB_GOOD + 1 ? "," : "",
			v < RB_VERDICTS ? rb_verdict_names[v] : reason_names[v - RB_VERDICTS], (unsigned long long)n->ignored[v]);
	fprintf(f, "}");
	if (n->trouble[0]) {
		fprintf(f, ",\"trouble\":");
		rb_write_json_text(f, n->trouble);
	}
	if (*x->stopping)
		fprintf(f, ",\"interrupted\":true");
	write_node_clock(n, f);
	rb_external_write(&x->begin, &x->end, f);
	write_beats(x, n, f);
	fprintf(f, "}\nburst,seq,t1_ns,t2_ns,t3_ns,t4_ns,k1_ns,k2_ns,k3_ns,k4_ns\n");
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

static const char usage[] =
	"usage: runbench-exchange --node NAME=HOST:PORT [--node ...] --output DIRECTORY|- [options]\n"
	"  --clock SPEC      the reference's clock, default realtime (see runbench-reflector --help)\n"
	"  --bursts N        bursts a window, default 16        --exchanges N   exchanges a burst, default 64\n"
	"  --window MS       length of the window, default 4000 --timeout MS    wait for one reply, default 40\n"
	"  --parallel N      nodes probed at once, default 8    --spin US       look without sleeping, default 1000\n"
	"  --reference NAME  this host's name in the files      --realtime      SCHED_FIFO if permitted\n"
	"  --progress        say on standard error which burst is done\n"
	"  --ask SERVICE=COMMAND     after the window, keep what this command of the shell prints of UTC; up to 8\n"
	"  --broadcast ADDRESS:PORT  send beats for the drift to all nodes at once   --beats N  how many, default 64\n"
	"  --key FILE        seal packets with the key in this file and believe only sealed ones; reflectors need it too\n";

static volatile sig_atomic_t stopping;

static void on_signal(int signal)
{
	(void)signal;
	stopping = 1;
}

static void print_progress(int done, int bursts)
{
	fprintf(stderr, "progress %d %d\n", done, bursts);
}

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
		{ "ask", required_argument, NULL, 'a' }, { "broadcast", required_argument, NULL, 'B' }, { "beats", required_argument, NULL, 'N' },
		{ "key", required_argument, NULL, 'k' }, { "realtime", no_argument, NULL, 'r' }, { "progress", no_argument, NULL, 'P' },
		{ "help", no_argument, NULL, 'h' }, { 0 },
	};
	int bursts = 16, exchanges = 64, window = 4000, timeout = 40, parallel = 8, spin = 1000, beats = 64, option, which, bad = 0;
	const char *clock = "realtime", *output = NULL, *reference = "reference", *broadcast = NULL, *key_file = NULL;
	static struct rb_key key;
	char error[512] = "", **texts = calloc((size_t)argc, sizeof *texts);
	bool realtime = false, progress = false;
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
		case 'a': bad |= rb_external_ask(optarg); break;
		case 'B': broadcast = optarg; break;
		case 'N': bad |= number("beats", optarg, RB_FEWEST_BEATS, RB_MOST_BEATS, &beats); break;
		case 'k': key_file = optarg; break;
		case 'r': realtime = true; break;
		case 'P': progress = true; break;
		case 'h': fputs(usage, stdout); return 0;
		default: bad = -1;
		}
	if (bad || count == 0 || !output || optind < argc) {
		fputs(usage, stderr);
		return 2;
	}
	if ((int64_t)bursts * exchanges > RB_MOST_EXCHANGES) {
		fprintf(stderr, "runbench-exchange: --bursts %d --exchanges %d: %lld exchanges a node; at most %d in one window\n", bursts,
			exchanges, (long long)bursts * exchanges, RB_MOST_EXCHANGES);
		return 2;
	}
	if (key_file && rb_key_read(&key, key_file, error, sizeof error) != 0) {
		fprintf(stderr, "runbench-exchange: --key %s\n", error);
		return 2;
	}
	struct exchange x = {
		.key = key_file ? &key : NULL,
		.plan = { bursts, exchanges, parallel, broadcast ? beats : 0, window * 1000000LL, timeout * 1000000LL },
		.patience.spin_ns = spin * 1000LL,
		.nodes = calloc((size_t)count, sizeof *x.nodes), .count = count,
		.stopping = &stopping, .after_burst = progress ? print_progress : NULL,
	};
	x.clock = rb_clock_open(clock, error, sizeof error);
	if (!x.clock) {
		fprintf(stderr, "runbench-exchange: --clock: %s\n", error);
		return 3;
	}
	int impossible = broadcast ? rb_engine_broadcast(&x, broadcast, error, sizeof error) : 0;
	if (impossible) {
		fprintf(stderr, "runbench-exchange: --broadcast %s\n", error);
		return impossible;
	}
	for (int i = 0; i < count; i++) {
		int status = rb_engine_add(&x, &x.nodes[i], texts[i], error, sizeof error);
		if (status != 0) {
			fprintf(stderr, "runbench-exchange: --node %s\n", error);
			return status;
		}
	}
	if (realtime)
		realtime = rb_become_realtime();
	/* Not restarted: a wait within the window is to end at once. */
	struct sigaction action = { .sa_handler = on_signal };
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	usleep(RB_STAMPS_WARM_UP_US);
	rb_engine_run(&x);
	if (!stopping)
		rb_external_run();
	int status = write_all(&x, output, reference), silent = 0;
	for (int i = 0; i < count; i++) {
		struct node *n = &x.nodes[i];
		if (n->received == 0) {
			fprintf(stderr, "runbench-exchange: %s (%s): no answer%s%s\n", n->name, n->address_text,
				n->refused ? ": refused, no reflector listens there" : n->trouble[0] ? ": " : "", n->trouble);
			silent++;
		}
	}
	return status ? status : stopping ? 130 : silent == count ? 3 : 0;
}
