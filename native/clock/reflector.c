/* runbench-reflector: answers clock probes; one process per node. It reports its port at the start and its counts at
 * the end (base/say.h). */
#include <errno.h>
#include <getopt.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../base/say.h"
#include "serve.h"

static volatile sig_atomic_t stopping;
static int stop_fd = -1;

/* The descriptor ends a poll that begins after the signal. */
static void on_signal(int signal)
{
	uint64_t one = 1;
	int error = errno;

	(void)signal;
	stopping = 1;
	if (write(stop_fd, &one, sizeof one) < 0)
		errno = error;
}

static void add_counts(struct text *fields, const char *name, const char *const *names, const uint64_t *counts,
	int first, int end)
{
	text_add(fields, ",\"%s\":{", name);
	for (int i = first; i < end; i++)
		text_add(fields, "%s\"%s\":%llu", i > first ? "," : "", names[i], (unsigned long long)counts[i]);
	text_add(fields, "}");
}

static void say_end(const struct reflector *r)
{
	struct text fields = { 0 };
	text_add(&fields, "\"answered\":%llu,\"bytes_in\":%llu,\"bytes_out\":%llu,\"failed_sends\":%llu,\"beats_heard\":%llu",
		(unsigned long long)r->answered, (unsigned long long)r->bytes_in, (unsigned long long)r->bytes_out,
		(unsigned long long)r->failed_sends, (unsigned long long)r->beats_received);
	add_counts(&fields, "ignored", rb_verdict_names, r->ignored, RB_GOOD + 1, RB_VERDICTS);
	if (r->rehearsing)
		add_counts(&fields, "rehearsed", rb_fault_names, r->rehearsal.done, RB_LOSS, RB_FAULTS);
	say("end", text_string(&fields));
	text_free(&fields);
}

static int fail(const char *what, const char *why, int code)
{
	fprintf(stderr, "runbench-reflector: %s: %s\n", what, why);
	return code;
}

static const char usage[] =
	"usage: runbench-reflector [--listen HOST:PORT] [--clock SPEC] [--spin US] [--realtime] [--until-eof]\n"
	"                          [--rehearse FAULTS] [--key FILE]\n"
	"  --listen    address to listen on, default :7911 (all interfaces)\n"
	"  --clock     realtime (default), monotonic, raw, tsc, ... or virtual(BASE,offset=NS,ppm=P,epoch=NS,table=FILE)\n"
	"  --spin      microseconds to poll without sleeping after a probe, default 1000\n"
	"  --realtime  run under SCHED_FIFO if permitted\n"
	"  --until-eof end when standard input ends, that is with the ssh or srun that started it\n"
	"  --rehearse  injected faults: loss=0.1,duplicate=0.05,stale=0.02,reorder=0.02,corrupt=0.01,seed=7\n"
	"  --key       answer only packets authenticated with the key in this file; the reference needs the same key\n";

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
		{ "rehearse", required_argument, NULL, 'f' }, { "until-eof", no_argument, NULL, 'u' },
		{ "key", required_argument, NULL, 'k' }, { "help", no_argument, NULL, 'h' }, { 0 },
	};
	static struct reflector r = { .spin_policy.spin_ns = 1000000 };
	static struct rb_key key;
	const char *listen = ":7911", *clock = "realtime";
	char error[512] = "", described[512];
	bool realtime = false;
	char *end;
	long spin;
	int option;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (option) {
		case 'l': listen = optarg; break;
		case 'c': clock = optarg; break;
		case 's':
			spin = strtol(optarg, &end, 10);
			if (end == optarg || *end || spin < 0 || spin > 1000000)
				return fail("--spin", "expected a whole number of microseconds from 0 to 1000000", 2);
			r.spin_policy.spin_ns = spin * 1000;
			break;
		case 'k':
			if (rb_key_read(&key, optarg, error, sizeof error) != 0)
				return fail("--key", error, 2);
			r.key = &key;
			break;
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

	stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	struct sigaction action = { .sa_handler = on_signal };
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	usleep(RB_STAMPS_WARM_UP_US);

	struct sockaddr_storage bound;
	socklen_t length = sizeof bound;
	char host[64] = "", port[16] = "";
	getsockname(r.fd, (struct sockaddr *)&bound, &length);
	getnameinfo((struct sockaddr *)&bound, length, host, sizeof host, port, sizeof port,
		NI_NUMERICHOST | NI_NUMERICSERV);
	rb_clock_describe(r.clock, described, sizeof described);
	struct text fields = { 0 };
	text_add(&fields, "\"host\":\"%s\",\"port\":%s,\"clock\":%s,\"slack_ns\":%lld,\"kernel_stamps\":%s,\"realtime\":%s,\"key\":%s",
		host, port, described, (long long)rb_clock_slack(r.clock), stamps ? "true" : "false",
		realtime ? "true" : "false",
		r.key ? "true" : "false");
	say("ready", text_string(&fields));
	text_free(&fields);
	rb_serve(&r, &stopping, stop_fd);
	say_end(&r);
	rb_clock_close(r.clock);
	return 0;
}
