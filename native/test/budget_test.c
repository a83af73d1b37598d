/* Tests of the demand of descriptors and locked memory on machines of any size, and of a run beyond the limits. */
#include "../base/check.h"
#include "../sampler/budget.h"
#include "helper_run.h"
#include "recording_check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define OUT "build/test/budget.rec"
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }
#define KIB 1024ull
#define PAGE 4096u

/* The limits of an unprivileged user of Debian: 1,024 descriptors, hard limit 1,048,576; 516 KiB per CPU and 8 MiB. */
static struct allowance of_a_user(unsigned cpus)
{
	return (struct allowance){ .descriptors = 1048576, .max_descriptors = 1048576, .page_bytes = PAGE,
		.locked_bytes = 516 * KIB * cpus + 8192 * KIB };
}

static struct demand inherited(unsigned cpus, unsigned events)
{
	return (struct demand){ .targets = 1, .cpus = cpus, .groups = 1, .events = events, .finals = true, .others = 40 };
}

static void check_machine_sizes(void)
{
	static const struct { unsigned cpus, events; uint64_t descriptors; size_t samples, finals; uint64_t locked_kib; } known[] = {
		{ 2, 4, 50, 256 << 10, 16 << 10, 2 * (260 + 4 * 20) },
		{ 8, 4, 80, 256 << 10, 16 << 10, 8 * (260 + 4 * 20) },
		{ 64, 4, 360, 256 << 10, 16 << 10, 64 * (260 + 4 * 20) },
		{ 128, 4, 680, 256 << 10, 16 << 10, 128 * (260 + 4 * 20) },
		{ 128, 16, 2216, 256 << 10, 16 << 10, 128 * (260 + 16 * 20) },
		{ 128, 24, 3240, 64 << 10, 16 << 10, 128 * (68 + 24 * 20) },
		{ 128, 40, 5288, 64 << 10, 8 << 10, 128 * (68 + 40 * 12) },
		{ 512, 4, 2600, 256 << 10, 16 << 10, 512 * (260 + 4 * 20) },
		{ 512, 16, 8744, 128 << 10, 16 << 10, 512 * (132 + 16 * 20) } };

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		struct demand d = inherited(known[i].cpus, known[i].events);
		struct allowance a = of_a_user(known[i].cpus);
		struct budget b = budget_plan(&d, &a);

		CHECK(b.descriptors_fit && b.rings_fit && b.descriptors == known[i].descriptors, "%u CPUs, %u events: %llu descriptors",
		      known[i].cpus, known[i].events, (unsigned long long)b.descriptors);
		CHECK(b.rings.samples == known[i].samples && b.rings.finals == known[i].finals && b.locked_bytes == known[i].locked_kib * KIB,
		      "%u CPUs, %u events: rings of %zu and %zu, %llu KiB", known[i].cpus, known[i].events, b.rings.samples, b.rings.finals,
		      (unsigned long long)(b.locked_bytes / KIB));
	}
}

/* Unlimited locked memory gives the largest rings, none gives the smallest rings and a failed plan. */
static void check_limits(void)
{
	struct demand d = inherited(128, 4);
	struct allowance any = { .descriptors = 679, .max_descriptors = 1048576, .page_bytes = PAGE, .locked_bytes = UINT64_MAX };
	struct allowance nothing = { .descriptors = 680, .max_descriptors = 1048576, .page_bytes = PAGE, .locked_bytes = 100 * KIB };
	struct allowance large_pages = { .descriptors = 1024, .max_descriptors = 1048576, .page_bytes = 65536, .locked_bytes = 129 * 580 * KIB };
	struct budget b = budget_plan(&d, &any);

	CHECK(b.rings.samples == 512 * KIB && b.rings_fit && !b.descriptors_fit, "one descriptor too few");
	b = budget_plan(&d, &nothing);
	CHECK(b.descriptors_fit && !b.rings_fit && b.rings.samples == 16 * KIB && b.rings.finals == PAGE, "the smallest: %zu", b.rings.finals);
	d.stack_bytes = 8192;
	b = budget_plan(&d, &any);
	CHECK(b.rings.samples == 2048 * KIB, "room for 128 samples with 8 KiB of stack: %zu", b.rings.samples);
	b = budget_plan(&d, &nothing);
	CHECK(!b.rings_fit && b.rings.samples == 64 * KIB, "room for a few of them: %zu", b.rings.samples);
	d.stack_bytes = 0;
	b = budget_plan(&d, &large_pages);
	CHECK(!b.rings_fit && b.locked_bytes == 128 * 5 * 128 * KIB, "pages of 64 KiB: %llu KiB", (unsigned long long)(b.locked_bytes / KIB));
}

/* An attached thread has a set of counters on each CPU, in poll mode one for all CPUs; counters of groups or CPUs have no final values. */
static void check_modes(void)
{
	struct event_option events[4] = { { .on = { { .cpus = NULL } }, .encodings = 1 }, { .on = { { .cpus = NULL } }, .encodings = 1 },
		{ .on = { { .cpus = NULL } }, .group = 1, .encodings = 1 }, { .on = { { .cpus = "0" } }, .socket = true, .encodings = 1 } };
	const char *groups[] = { "/a", "/b" };
	struct options o = { .events = events, .event_count = 4, .inherit = true, .period_ns = 1000000, .attach_pid = 1, .rings = options_largest_rings };
	struct allowance a = of_a_user(128);
	struct demand d = budget_demand(&o, false, 100, 128);
	struct budget b = budget_plan(&d, &a);

	CHECK(b.descriptors - d.others == 100 * 128 * (2 + 3) + 100 * 130, "attached: %llu", (unsigned long long)b.descriptors);
	CHECK(!b.rings_fit, "100 threads, rings for 38,400 final values: %llu KiB", (unsigned long long)(b.locked_bytes / KIB));
	d = budget_demand(&o, true, 100, 128);
	b = budget_plan(&d, &a);
	CHECK(b.descriptors - d.others == 100 * (5 + 3 + 128 + 130), "polled: %llu", (unsigned long long)b.descriptors);
	o = (struct options){ .events = events, .event_count = 4, .inherit = true, .period_ns = 1000000, .cgroup = groups, .cgroup_count = 2,
		.rings = options_largest_rings };
	d = budget_demand(&o, false, 1, 128);
	b = budget_plan(&d, &a);
	CHECK(b.descriptors - d.others == 2 * 128 * (2 + 4) && b.ring_count == 128 && b.rings_fit, "groups: %llu descriptors, %llu rings",
	      (unsigned long long)b.descriptors, (unsigned long long)b.ring_count);
}

/* The soft limit is raised for the helper only; beyond the hard limit the run is refused before the program starts, with numbers. */
static void check_run(void)
{
	char limit[16] = "";
	struct recording_facts facts;
	struct helper h;
	FILE *f;

	if (access("/usr/bin/prlimit", X_OK)) {
		SKIP("limits of a run: there is no prlimit here");
		return;
	}
	helper_inside = ARGS("/usr/bin/prlimit", "--nofile=34:4096", "--");
	helper_start(&h, OUT, "1000000", ARGS("--stdout", OUT ".out"), ARGS("sh", "-c", "ulimit -Sn"));
	CHECK(helper_end(&h) == 0 && !recording_check(OUT, &facts) && facts.complete, "%s", h.output);
	f = fopen(OUT ".out", "re");
	CHECK(f && fgets(limit, sizeof limit, f) && !strcmp(limit, "34\n"), "the program's limit is %s", limit);
	if (f)
		fclose(f);
	unlink(OUT ".out");
	helper_inside = ARGS("/usr/bin/prlimit", "--nofile=34:34", "--");
	helper_start(&h, OUT, "1000000", ARGS("--stdout", OUT ".out"), ARGS("sh", "-c", "echo started"));
	CHECK(helper_end(&h) == 3 && strstr(h.output, "open files") && strstr(h.output, "may have 34"), "%s", h.output);
	CHECK(strstr(h.output, geteuid() ? "--nofile=" : "ulimit -n "), "%s", h.output);
	f = fopen(OUT ".out", "re");
	CHECK(!f || !fgets(limit, sizeof limit, f), "the program was started");
	if (f)
		fclose(f);
	helper_inside = NULL;
}

int main(void)
{
	check_machine_sizes();
	check_limits();
	check_modes();
	check_run();
	return summary("budget");
}
