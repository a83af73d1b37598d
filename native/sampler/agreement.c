/* The number of counters that count correctly; see agreement.h. */
#include "agreement.h"
#include "../base/perf_attr.h"
#include "../base/say.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MAX_COUNTERS = 16, TRIES = 3, ROUNDS = 3 };
#define TURNS      (1ull << 18)
#define TOLERANCE  0.01 /* relative; the members of a group are enabled one after the other */
#define MIN_SHARE  0.75 /* of the count of one counter alone; simulated clocks vary between runs of the loop */

struct group_reading {
	uint64_t members, enabled_ns, running_ns, value[MAX_COUNTERS];
};

static void loop(void)
{
	static volatile uint64_t sink;

	for (uint64_t i = 0; i < TURNS; i++)
		sink += i;
}

static int open_one(int leader)
{
	struct perf_event_attr attr = {
		.size = sizeof attr, .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = leader < 0, .exclude_kernel = 1, .exclude_hv = 1 };

	return perf_open(&attr, 0, -1, leader);
}

/* Counts on n counters. Returns 0, or -1 if they do not fit; r->running_ns is 0 if they were never scheduled. */
static int count_once(unsigned n, struct group_reading *r)
{
	int fd[MAX_COUNTERS], status = 0;
	unsigned open = 0;

	memset(r, 0, sizeof *r);
	for (; open < n; open++)
		if ((fd[open] = open_one(open ? fd[0] : -1)) < 0)
			break;
	if (open < n) {
		status = -1;
	} else {
		ioctl(fd[0], PERF_EVENT_IOC_ENABLE, 0);
		loop();
		ioctl(fd[0], PERF_EVENT_IOC_DISABLE, 0);
		if (read(fd[0], r, sizeof *r) < (ssize_t)((3 + n) * sizeof(uint64_t)))
			memset(r, 0, sizeof *r);
	}
	while (open)
		close(fd[--open]);
	return status;
}

static bool agree(const struct group_reading *r, unsigned n, uint64_t alone)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (unsigned i = 0; i < n; i++) {
		least = r->value[i] < least ? r->value[i] : least;
		most = r->value[i] > most ? r->value[i] : most;
	}
	return (double)(most - least) <= TOLERANCE * (double)most && (double)least >= MIN_SHARE * (double)alone;
}

enum verdict { NO_ROOM, NOT_COUNTED, AGREED, DISAGREED };

/* Tries n counters several times; the majority decides. */
static enum verdict try_together(unsigned n, uint64_t alone)
{
	struct group_reading r;
	unsigned counted = 0, agreed = 0;

	for (int i = 0; i < TRIES; i++) {
		if (count_once(n, &r))
			return NO_ROOM;
		/* A try in which other programs used the counters does not decide: the kernel reports the running time. */
		if (!r.running_ns || r.running_ns < r.enabled_ns)
			continue;
		counted++;
		agreed += agree(&r, n, alone);
	}
	if (!counted)
		return NOT_COUNTED;
	return 2 * agreed > counted ? AGREED : DISAGREED;
}

/* Returns the smallest count of the loop on one counter alone, 0 if there is no counter. */
static uint64_t count_alone(void)
{
	struct group_reading r;
	uint64_t least = 0;

	for (int i = 0; i < TRIES; i++)
		if (!count_once(1, &r) && r.running_ns && (!least || r.value[0] < least))
			least = r.value[0];
	return least;
}

/* Repeats a disagreement: a faulty counter disagrees every time, a disturbed one only once. */
static enum verdict try_until_they_agree(unsigned n, uint64_t *alone)
{
	enum verdict verdict = try_together(n, *alone);

	for (int i = 1; i < ROUNDS && verdict == DISAGREED; i++) {
		uint64_t now = count_alone();

		*alone = now && now < *alone ? now : *alone;
		verdict = try_together(n, *alone);
	}
	return verdict;
}

struct agreement agreement_find(void)
{
	struct agreement a = { 0, 0 };
	uint64_t alone;
	bool disagreed = false;

	loop(); /* warms up caches and branch predictors */
	alone = count_alone();
	if (!alone)
		return a;
	a.offered = a.agree = 1;
	for (unsigned n = 2; n <= MAX_COUNTERS; n++) {
		/* After the first disagreement only the number of offered counters matters. */
		enum verdict verdict = disagreed ? try_together(n, alone) : try_until_they_agree(n, &alone);

		if (verdict == NO_ROOM || verdict == NOT_COUNTED)
			return a;
		a.offered = n;
		disagreed |= verdict == DISAGREED;
		a.agree = disagreed ? a.agree : n;
	}
	return a;
}

unsigned agreement_limit(struct agreement a)
{
	return a.agree < a.offered ? a.agree : 0;
}

unsigned agreement_counters_of(const struct event_option *e)
{
	bool core = e->on->perf.type == PERF_TYPE_HARDWARE || e->on->perf.type == PERF_TYPE_HW_CACHE || e->on->perf.type == PERF_TYPE_RAW;

	return core ? e->counters : 0;
}

bool agreement_is_needed(const struct options *o)
{
	for (int i = 0; i < o->event_count; i++)
		if (agreement_counters_of(&o->events[i]))
			return true;
	return false;
}

void agreement_add(struct text *t, struct agreement a)
{
	text_add(t, "\"offered\":%u,\"agree\":%u", a.offered, a.agree);
}

void agreement_describe(struct text *t, struct agreement a)
{
	if (agreement_limit(a))
		text_add(t, "only %u of the %u hardware counters that this machine offers count when all are in use: "
			 "at most %u hardware events are counted simultaneously", a.agree, a.offered, a.agree);
}

void agreement_warn(struct text *t, struct agreement before, struct agreement after)
{
	if (before.agree != after.agree)
		text_add(t, "the hardware counters changed during the run: before it %u of %u agreed with one another, after it "
			 "%u of %u; the hardware counts of this run may be wrong; another program may use the counters: repeat the run",
			 before.agree, before.offered, after.agree, after.offered);
}

int agreement_report(void)
{
	struct text t = { 0 };

	agreement_add(&t, agreement_find());
	say("counters", t.data);
	text_free(&t);
	return 0;
}
