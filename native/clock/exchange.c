/* runbench-exchange: the reference's side of a synchronisation window. It exchanges packets with one or more reflectors
 * and writes one .xchg file per node. The files state the maximum and the actual number of packets and bytes. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/say.h"
#include "engine.h"
#include "external.h"
#include "xchg_writer.h"

static int write_all(const struct exchange *x, const char *directory, const char *reference)
{
	char clock[512], path[4096];
	rb_clock_describe(x->clock, clock, sizeof clock);
	for (int i = 0; i < x->count; i++) {
		bool to_stdout = strcmp(directory, "-") == 0;
		snprintf(path, sizeof path, "%s/%s.xchg", directory, x->nodes[i].name);
		FILE *f = to_stdout ? stdout : fopen(path, "w");
		if (f)
			rb_xchg_write(x, &x->nodes[i], reference, clock, f);
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
	"  --bursts N        bursts per window, default 16      --exchanges N   exchanges per burst, default 64\n"
	"  --window MS       length of the window, default 4000 --timeout MS    wait for one reply, default 40\n"
	"  --parallel N      nodes probed together, default 8   --spin US       poll without sleeping, default 1000\n"
	"  --reference NAME  this host's name in the files      --realtime      SCHED_FIFO if permitted\n"
	"  --events          report silent nodes as JSON lines on standard output\n"
	"  --progress        like --events, and also report the progress\n"
	"  --ask SERVICE=COMMAND     after the window, record the output of this shell command about UTC; up to 8\n"
	"  --broadcast ADDRESS:PORT  broadcast beats, to measure the drift           --beats N  number of beats, default 64\n"
	"  --key FILE        authenticate packets with the key in this file; reflectors need the same key\n";

static volatile sig_atomic_t stopping;

static void on_signal(int signal)
{
	(void)signal;
	stopping = 1;
}

static void say_progress(int done, int bursts)
{
	struct text fields = { 0 };
	text_add(&fields, "\"done\":%d,\"planned\":%d", done, bursts);
	say_if_read("progress", text_string(&fields));
	text_free(&fields);
}

/* Reports a node that answered nothing: reason for programs, detail for people. */
static void report_silent(const struct node *n, bool events)
{
	const char *reason = n->refused ? "refused" : n->failure[0] ? "unreachable" : "no_reply";
	struct text members = { 0 };
	if (!events) {
		fprintf(stderr, "runbench-exchange: %s (%s): no answer%s%s\n", n->name, n->address_text,
			n->refused ? ": refused, no reflector listens there" : n->failure[0] ? ": " : "", n->failure);
		return;
	}
	text_add(&members, "\"reason\":\"%s\"", reason);
	text_add_member(&members, "node", n->name);
	text_add_member(&members, "address", n->address_text);
	text_add_member(&members, "detail", n->failure);
	say("silent", text_string(&members));
	text_free(&members);
}

static int number(const char *option, const char *text, int min, int max, int *value)
{
	char *end;
	long v = strtol(text, &end, 10);
	if (*text == '\0' || *end != '\0' || v < min || v > max) {
		fprintf(stderr, "runbench-exchange: --%s %s: expected a whole number from %d to %d\n", option, text, min,
			max);
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
		{ "ask", required_argument, NULL, 'a' }, { "broadcast", required_argument, NULL, 'B' },
		{ "beats", required_argument, NULL, 'N' },
		{ "key", required_argument, NULL, 'k' }, { "realtime", no_argument, NULL, 'r' },
		{ "events", no_argument, NULL, 'E' },
		{ "progress", no_argument, NULL, 'P' },
		{ "help", no_argument, NULL, 'h' }, { 0 },
	};
	int bursts = 16, exchanges = 64, window = 4000, timeout = 40, parallel = 8, spin = 1000, beats = 64, option, which,
		bad = 0;
	const char *clock = "realtime", *output = NULL, *reference = "reference", *broadcast = NULL, *key_file = NULL;
	static struct rb_key key;
	char error[512] = "", **texts = calloc((size_t)argc, sizeof *texts);
	bool realtime = false, events = false, progress = false;
	int count = 0;
	if (!texts)
		abort();
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
		case 'a': bad |= rb_external_add_query(optarg); break;
		case 'B': broadcast = optarg; break;
		case 'N': bad |= number("beats", optarg, RB_MIN_BEATS, RB_MAX_BEATS, &beats); break;
		case 'k': key_file = optarg; break;
		case 'r': realtime = true; break;
		case 'E': events = true; break;
		case 'P': events = progress = true; break;
		case 'h': fputs(usage, stdout); return 0;
		default: bad = -1;
		}
	if (bad || count == 0 || !output || optind < argc) {
		fputs(usage, stderr);
		return 2;
	}
	if ((int64_t)bursts * exchanges > RB_MAX_EXCHANGES) {
		fprintf(stderr, "runbench-exchange: --bursts %d --exchanges %d: %lld exchanges per node; the maximum is %d per window\n", bursts,
			exchanges, (long long)bursts * exchanges, RB_MAX_EXCHANGES);
		return 2;
	}
	if (key_file && rb_key_read(&key, key_file, error, sizeof error) != 0) {
		fprintf(stderr, "runbench-exchange: --key %s\n", error);
		return 2;
	}
	struct exchange x = {
		.key = key_file ? &key : NULL,
		.plan = { bursts, exchanges, parallel, broadcast ? beats : 0, window * 1000000LL, timeout * 1000000LL },
		.spin_policy.spin_ns = spin * 1000LL,
		.nodes = calloc((size_t)count, sizeof *x.nodes), .count = count,
		.stopping = &stopping, .after_burst = progress ? say_progress : NULL,
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
	/* Without SA_RESTART a signal ends a wait within the window immediately. */
	struct sigaction action = { .sa_handler = on_signal };
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	usleep(RB_STAMPS_WARM_UP_US);
	rb_engine_run(&x);
	if (!stopping)
		rb_external_run_queries();
	int status = write_all(&x, output, reference), silent = 0;
	for (int i = 0; i < count; i++) {
		struct node *n = &x.nodes[i];
		if (n->received == 0) {
			report_silent(n, events);
			silent++;
		}
	}
	return status ? status : stopping ? 130 : silent == count ? 3 : 0;
}
