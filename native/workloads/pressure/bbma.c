/*
 * bbma [--size BYTES] [--traffic read|write|mix] [--passes N | --seconds S] [--rate BYTES_PER_S | --rate PERCENT%] - creates
 * memory traffic at full speed or at a given rate, and verifies it.
 *
 * BYTES may end in K, M or G (of 1024), BYTES_PER_S in kB, MB or GB (of 1000). --size 16K gives nBBMA: the same loop within the
 * nearest cache. A rate in percent refers to the rate of the first 200 ms. Standard output reports the work and is equal in all
 * runs with the same number of passes; standard error reports the speed. See traffic.h.
 */
#include "pace.h"
#include "../workload.h"
#include "../../base/clock_ns.h"

#include <getopt.h>
#include <signal.h>

#define TRIAL_NS     (200 * NS_PER_MS)
#define MAX_BYTES   ((double)(1ull << 40))
#define MIN_BYTES  1024.0
#define CLOCK_LINES  8192

struct task {
	double bytes, rate, percent, seconds;
	unsigned long passes;
	enum traffic kind;
};

static const char *program;
static volatile sig_atomic_t ended;

static void end(int signal)
{
	(void)signal;
	ended = 1;
}

static void refuse(const char *option, const char *word, const char *wanted)
{
	fprintf(stderr, "%s: %s %s: write %s\n", program, option, word, wanted);
	exit(2);
}

/* Parses a number above 0 with a unit and the text rest; returns 0 if it is none. */
static double number(const char *word, double base, const char *units, const char *rest)
{
	char *end;
	double value = strtod(word, &end), factor = 1;

	if (end == word || !(value > 0))
		return 0;
	for (const char *u = units; *end && *u; u++) {
		factor *= base;
		if (*end == *u) {
			value *= factor;
			end++;
			break;
		}
	}
	return *end && strcmp(end, rest) ? 0 : value;
}

static void read_options(int argc, char **argv, struct task *t)
{
	static const struct option options[] = {
		{ "size", required_argument, NULL, 's' }, { "traffic", required_argument, NULL, 't' }, { "passes", required_argument, NULL, 'p' },
		{ "seconds", required_argument, NULL, 'S' }, { "rate", required_argument, NULL, 'r' }, { 0 },
	};
	size_t length;
	double passes;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (c) {
		case 's':
			t->bytes = number(optarg, 1024, "KMG", "iB");
			if (t->bytes < MIN_BYTES || t->bytes > MAX_BYTES)
				refuse("--size", optarg, "1K to 1024G, as 256M");
			break;
		case 't':
			if (!traffic_of(optarg, &t->kind))
				refuse("--traffic", optarg, "read, write or mix");
			break;
		case 'p':
			passes = number(optarg, 1, "", "");
			if (passes < 1 || passes > 1e15 || passes != (double)(unsigned long)passes)
				refuse("--passes", optarg, "a whole number from 1 to 1e15");
			t->passes = (unsigned long)passes;
			break;
		case 'S':
			t->seconds = number(optarg, 1, "", "");
			if (!(t->seconds > 0 && t->seconds <= 1e6))
				refuse("--seconds", optarg, "a number above 0 and up to 1000000");
			break;
		case 'r':
			length = strlen(optarg);
			if (length && optarg[length - 1] == '%')
				t->percent = number(optarg, 1, "", "%");
			else
				t->rate = number(optarg, 1000, "kMG", "B/s");
			if (t->rate == 0 && optarg[length ? length - 1 : 0] != '%')
				t->rate = number(optarg, 1000, "kMG", "B");
			if (!(t->rate > 0 || (t->percent > 0 && t->percent <= 100)))
				refuse("--rate", optarg, "bytes of traffic per second (2GB), or a share of one processor's maximum (50%)");
			break;
		default:
			exit(2);
		}
	if (optind < argc)
		refuse("the word", argv[optind], "options only: --size, --traffic, --passes or --seconds, --rate");
	if (t->passes && t->seconds > 0)
		refuse("--passes and", "--seconds", "one of them");
}

/* Measures the full speed in bytes of traffic per second. */
static double full_rate(struct mover *m)
{
	uint64_t from = clock_ns(), now = from;
	size_t lines = 0;

	while (now - from < TRIAL_NS && !ended) {
		lines += mover_move(m, CLOCK_LINES);
		now = clock_ns();
	}
	return (double)(lines * traffic_line_bytes(m->kind)) / ((double)(now - from) / 1e9);
}

static void report(const struct mover *m, const struct task *t, double seconds, size_t moved)
{
	require(mover_check(m), "the reads and writes of each line match the passes");
	printf("%zu lines of %d bytes, %s, %llu passes", m->lines, LINE_BYTES, t->kind == READS ? "read" : t->kind == WRITES ? "written" : "read and written alternately",
	       (unsigned long long)m->pass);
	if (m->at)
		printf(" and %zu lines", m->at);
	printf("\nchecksum %016llx\n", (unsigned long long)mover_checksum(m));
	fprintf(stderr, "%.3f GB/s of traffic for %.3f s\n", (double)(moved * traffic_line_bytes(t->kind)) / seconds / 1e9, seconds);
}

int main(int argc, char **argv)
{
	struct task t = { .bytes = LARGE_BYTES, .kind = READS };
	struct sigaction at_end = { .sa_handler = end };
	struct mover m;
	struct pace p;
	uint64_t from, until;
	size_t moved = 0, all;

	program = argv[0];
	read_options(argc, argv, &t);
	if (!t.passes && t.seconds <= 0)
		t.passes = 1;
	sigaction(SIGINT, &at_end, NULL);
	sigaction(SIGTERM, &at_end, NULL);
	if (mover_make(&m, (size_t)t.bytes, t.kind)) {
		fprintf(stderr, "%s: no memory for %.0f bytes: %s\n", program, t.bytes, strerror(errno));
		return 3;
	}
	if (t.percent > 0) {
		t.rate = full_rate(&m) * t.percent / 100;
		require(mover_check(&m), "the trial read and wrote each line");
		mover_free(&m);
		if (mover_make(&m, (size_t)t.bytes, t.kind))
			return 3;
	}
	pace_begin(&p, t.rate, t.kind);
	from = clock_ns();
	until = t.seconds > 0 ? from + (uint64_t)(t.seconds * 1e9) : UINT64_MAX;
	all = t.passes > SIZE_MAX / m.lines ? SIZE_MAX : t.passes * m.lines;
	while (!ended && (t.passes ? moved < all : clock_ns() < until)) {
		if (t.passes && p.slice > all - moved)
			p.slice = all - moved;
		moved += pace_slice(&p, &m);
		while (!pace_due(&p, clock_ns()) && !ended)
			pace_rest();
	}
	report(&m, &t, (double)(clock_ns() - from) / 1e9, moved);
	mover_free(&m);
	return ended ? 130 : 0;
}
