/* More events than counters: groups are multiplexed, and the scaled totals are correct. */
#include "cases.h"
#include "console.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Returns the largest delay of a sample after a whole millisecond, us. */
static double max_sample_delay_us(const struct run *r)
{
	const struct rb_record *record = NULL;
	uint64_t latest = 0;

	while ((record = run_next(r, record)))
		if (record->kind == RB_SAMPLE && record->wall_ns % 1000000 > latest)
			latest = record->wall_ns % 1000000;
	return (double)latest / 1e3;
}

/* Twelve groups of one event: 11 compete for 6 counters, and cycles. The load is steady, so the scaled totals must be
 * correct. Four threads have four contexts with a quarter of the turns each, which doubles the error. */
static void twelve_events(const char *mode, unsigned period_us, const char *command, double truth, const char *file)
{
	double limit = strstr(command, "threads") ? 0.02 : 0.01;
	struct run r;
	char options[2048];
	int n = snprintf(options, sizeof options,
		"%s --period %u000 --event " CYCLES USER "group=0,unit=cycles,name=cycles:u",
			 mode, period_us);
	double worst = 0, least = 1, most = 0;

	for (int i = 1; i < 12; i++)
		n += snprintf(options + n, sizeof options - (size_t)n, " --event " INSTRUCTIONS USER
			      "group=%d,unit=instructions,name=instructions%d:u", i, i);
	run_helper(&r, "/tmp/twelve.rec", options, command);
	if (r.status)
		figure("status %d: %.*s", r.status, (int)strcspn(r.output, "\n"), r.output);
	if (strstr(mode, "poll")) {
		double late = max_sample_delay_us(&r);

		check(late > 0 && late <= 300, "polled, %u us: all samples are taken up to %.0f us after whole milliseconds, where "
		      "time slices change (100 us and the time of reading)", period_us, late);
	}
	for (unsigned g = 1; g < 12; g++) {
		const struct rb_record *total = run_total(&r, g);
		double error = fabs(relative(run_scaled(&r, g, 0), truth)), one;

		if (error > limit)
			figure("group %u: %llu counted in %llu of %llu ns", g, total ? (unsigned long long)total->value[0] : 0,
			       total ? (unsigned long long)total->running_ns : 0,
			       total ? (unsigned long long)total->enabled_ns : 0);
		worst = error > worst ? error : worst;
		one = total && total->enabled_ns ? (double)total->running_ns / (double)total->enabled_ns : 0;
		least = one < least ? one : least;
		most = one > most ? one : most;
	}
	check(!r.status && least > 0.3 && most < 0.9 && worst <= limit,
		"12 events on 7 counters, %s, %u us, %s: measured %.0f to %.0f %% "
	      "of the time, worst scaled total %.3f %% off (limit %.0f %%)", mode, period_us, command, 100 * least, 100 * most,
	      100 * worst, 100 * limit);
	if (file)
		send_file(file, r.bytes, r.size);
	run_free(&r);
}

/* 12 events in groups that fit: 7 and 5 alternate. */
static void split_group(const char *mode, unsigned period_us, const char *command, double truth)
{
	struct run r;
	char options[2048];
	int n = group_options(options, sizeof options, mode, period_us, 12), wrong = 0;
	double worst = 0;

	snprintf(options + n, sizeof options - (size_t)n, " --split");
	run_helper(&r, "/tmp/split.rec", options, command);
	for (unsigned i = 1; i < 12; i++) {
		double error = fabs(relative(run_scaled(&r, i >= 7, i < 7 ? i : i - 7), truth));

		wrong += error > 0.01;
		worst = error > worst ? error : worst;
	}
	check(r.status == 0 && !run_total(&r, 2) && !wrong,
		"12 events in a group, split, %s, %u us: 2 multiplexed groups, worst "
	      "scaled total %.3f %% off (limit 1 %%)", mode, period_us, 100 * worst);
	run_free(&r);
}

/* Sets the time slice of a group; the default is 4 ms. */
static void set_time_slice(unsigned ms)
{
	glob_t found;
	bool set = false;

	if (!glob("/sys/bus/event_source/devices/armv8*/perf_event_mux_interval_ms", 0, NULL, &found)) {
		FILE *f = fopen(found.gl_pathv[0], "w");

		set = f && fprintf(f, "%u", ms) > 0;
		set = f && !fclose(f) && set;
		globfree(&found);
	}
	if (!set)
		check(false, "turns of %u ms: no PMU lets them be set", ms);
}

/* Two groups of 6 that alternate, because each fills the counters. Polled every 100 us, loading counters takes 40 % of
 * the program's time, in bursts. The program's work therefore differs between time slices. On Linux 6.1 the scaled
 * totals of the two groups are 1.1 % too large and too small; their sum is exact. */
#define OVERLOADED 0.02

static void two_groups(const char *mode, unsigned period_us, const char *command, double truth)
{
	struct run r;
	char options[2048];
	int n = snprintf(options, sizeof options, "%s --period %u000", mode, period_us), right = 0;
	double worst = 0, sum;

	for (unsigned i = 0; i < 12; i++)
		n += snprintf(options + n, sizeof options - (size_t)n, " --event " INSTRUCTIONS USER
			      "group=%u,unit=instructions,name=i%u", i / 6, i);
	run_helper(&r, "/tmp/alternate.rec", options, command);
	for (unsigned i = 0; i < 12; i++) {
		double error = fabs(relative(run_scaled(&r, i / 6, i % 6), truth));

		right += error <= OVERLOADED;
		worst = error > worst ? error : worst;
	}
	sum = (run_scaled(&r, 0, 0) + run_scaled(&r, 1, 0)) / 2;
	check(r.status == 0 && right == 12 && fabs(relative(sum, truth)) <= 0.01,
		"12 events in 2 groups, %s, %u us: worst scaled total %.3f %% off (limit %.0f %%), their "
	      "mean %+.3f %%", mode, period_us, 100 * worst, 100 * OVERLOADED, 100 * relative(sum, truth));
	run_free(&r);
}

/* Waits for this fraction of a second: polling must stay out of phase with the time slices whenever it begins. */
static void wait_for_fraction(unsigned us)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec = us * 1000L;
	t.tv_sec++;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* Polling in phase with the time slices must not keep any group from its counters. */
void case_polling_out_of_phase(void)
{
	static const struct { unsigned turn_ms, poll_us, begin_us; } steps[] = {
		{ 4, 1000, 0 }, { 4, 1000, 500 }, { 4, 4000, 0 }, { 1, 1000, 0 }, { 10, 1000, 0 } };

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		set_time_slice(steps[i].turn_ms);
		wait_for_fraction(steps[i].begin_us);
		figure("turns of %u ms:", steps[i].turn_ms);
		twelve_events("--mode poll", steps[i].poll_us,
			steps[i].turn_ms > 4 ? "/bin/work loop 100000000" : "/bin/work loop 50000000",
			      steps[i].turn_ms > 4 ? 1e8 : 5e7, NULL);
	}
	set_time_slice(4);
	two_groups("--mode poll --force", 100, "/bin/work loop 50000000", 5e7);
}

void more_events_than_counters(void)
{
	twelve_events(kernel_mode(), 1000, "/bin/work loop 100000000", 1e8, NULL);
	twelve_events(kernel_mode(), 10000, "/bin/work loop 200000000", 2e8, "multiplexed.rec");
	if (inherits)
		twelve_events(kernel_mode(), 1000, "/bin/work threads 4 50000000", 2e8, NULL);
	split_group(kernel_mode(), 1000, "/bin/work loop 50000000", 5e7);
}
