/*
 * planned PLAN - kernels in the order of a plan, with a mark of the event library at the begin and the end of each phase.
 *
 * PLAN is a file with one phase per line: NAME KERNEL LENGTH FAULTS LAST CALLS
 *   KERNEL  adds | branches | copy | chase | sleep
 *   LENGTH  CPU time in us, of a sleep wall time, or a number of rounds as in 4000r, for emulation, where time means nothing
 *   FAULTS  page faults per second at the begin, LAST at the end; CALLS system calls per second. With a length in rounds
 *           both are per million rounds. A negative rate has events at random times (Poisson), a positive one at equal distances.
 */
#include "workload.h"

#include <math.h>
#include <runbench/eventlog.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PAGES     512u
#define PAGE      4096u
#define CHAIN     (1u << 20)
#define COPIED    (64u << 10)
#define MAX_TYPES 64

struct phase {
	char name[32], kernel[16];
	double length, faults, last, calls;
	int rounds;
};

/* The times of one kind of event. */
struct pace {
	double next, rate;
};

static uint64_t state = 88172645463325252u, random_state = 7;
static uint32_t chain[CHAIN], place;
static char copied[2][COPIED];
static char *pages;
static unsigned touched;

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void shuffle_chain(void)
{
	for (uint32_t i = 0; i < CHAIN; i++)
		chain[i] = i;
	for (uint32_t i = CHAIN - 1; i > 0; i--) { /* one cycle: Sattolo */
		uint32_t j = (uint32_t)random_below(&random_state, i), kept = chain[i];

		chain[i] = chain[j];
		chain[j] = kept;
	}
}

/* Each kernel takes about a microsecond. */
static void run_round(char kernel)
{
	switch (kernel) {
	case 'a':
		for (int i = 0; i < 1000; i++)
			state += (uint64_t)i ^ state >> 3;
		break;
	case 'b':
		for (int i = 0; i < 100; i++)
			state = next_random(&state) & 1 ? state * 3 + 1 : state ^ (uint64_t)i << 7;
		break;
	case 'h':
		for (int i = 0; i < 20; i++)
			place = chain[place];
		break;
	default:
		memcpy(copied[state & 1], copied[~state & 1], COPIED / 4);
		state++;
	}
}

static void fault(void)
{
	if (touched == PAGES) {
		require(!madvise(pages, (size_t)PAGES * PAGE, MADV_DONTNEED), "pages can be dropped");
		touched = 0;
	}
	((volatile char *)pages)[(size_t)touched++ * PAGE] = 1;
}

static double gap(double rate)
{
	return rate > 0 ? 1 / rate : log((double)(next_random(&random_state) >> 11) * 0x1p-53 + 0x1p-54) / rate;
}

/* Returns whether an event is due. */
static int is_due(struct pace *pace, double at, double rate)
{
	if (rate == 0)
		return 0;
	if (pace->rate == 0)
		pace->next = at + gap(rate);
	pace->rate = rate;
	if (at < pace->next)
		return 0;
	pace->next += gap(rate);
	return 1;
}

static void run_phase(const struct phase *phase)
{
	struct pace faults = { 0, 0 }, calls = { 0, 0 };
	char kernel = phase->kernel[phase->kernel[0] == 'c' ? 1 : 0]; /* a, b, h of chase, o of copy, s of sleep */
	double begun = cpu_seconds();
	uint64_t round = 0;

	for (;;) {
		double at = phase->rounds ? (double)round * 1e-6 : cpu_seconds() - begun;
		double done = at / phase->length;

		if (done >= 1)
			return;
		if (kernel == 's') {
			struct timespec left = { (time_t)phase->length, (long)(fmod(phase->length, 1) * 1e9) };

			nanosleep(&left, NULL);
			return;
		}
		while (is_due(&faults, at, phase->faults + (phase->last - phase->faults) * done))
			fault();
		while (is_due(&calls, at, phase->calls))
			syscall(SYS_getppid);
		run_round(kernel);
		round++;
	}
}

static int type_of(const char *name)
{
	static char names[MAX_TYPES][32];
	static int types[MAX_TYPES], count;

	for (int i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return types[i];
	require(count < MAX_TYPES, "a plan has at most 64 names");
	snprintf(names[count], sizeof names[count], "%s", name);
	return types[count++] = rb_log_declare(name, RB_LOG_REGION, RB_LOG_NO_COLOUR);
}

/* Returns whether all lines were phases. */
static bool run_plan(FILE *plan)
{
	struct phase phase;
	char line[200], length[32];

	while (fgets(line, sizeof line, plan)) {
		int type;

		if (sscanf(line, "%31s %15s %31s %lf %lf %lf", phase.name, phase.kernel, length, &phase.faults, &phase.last, &phase.calls) != 6) {
			fprintf(stderr, "planned: not a phase: %s", line);
			return false;
		}
		phase.length = strtod(length, NULL) * 1e-6;
		phase.rounds = strchr(length, 'r') != NULL;
		require(phase.length > 0, "a phase has a length");
		type = type_of(phase.name);
		rb_log_begin(type, NULL);
		run_phase(&phase);
		rb_log_end(type, NULL);
	}
	return true;
}

int main(int argc, char **argv)
{
	FILE *plan;
	bool  complete;

	shuffle_chain();
	pages = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	require(pages != MAP_FAILED, "there is memory for pages");
	madvise(pages, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE);
	plan = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (!plan) {
		fprintf(stderr, "usage: planned PLAN, a file with lines NAME KERNEL LENGTH FAULTS LAST CALLS\n");
		return 2;
	}
	complete = run_plan(plan);
	fclose(plan);
	if (!complete)
		return 2;
	return state == 0 && place == CHAIN;
}
