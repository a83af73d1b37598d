/*
 * What the helper must do with real counters. The machine is an Arm Cortex-A57 as QEMU makes it: 6 counters for any
 * event and one for cycles; an instruction takes 2 ns and 2 cycles, always. So the truth is known to the digit.
 */
#include "console.h"
#include "measure.h"

#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STEADY   "/bin/work loop 100000000"
#define STEADY_NS 200000000
#define LOOP     10000000.0   /* instructions of "work loop 10000000" */
#define ARGUMENTS   1000.0    /* more than a program without a C library needs to read its arguments */

#define INSTRUCTIONS "type=4,config=0x08,"
#define CYCLES       "type=4,config=0x11,"
#define USER         "user=1,kernel=0,"
#define ATTACHED     "/tmp/attached.rec"

static bool inherits; /* this kernel gives per-task values in samples of inherited counters */

/* What samples in the kernel needs a switch on older kernels. */
static const char *kernel_mode(void)
{
	return inherits ? "--mode kernel" : "--mode kernel --no-inherit";
}

static double relative(double value, double truth)
{
	return (value - truth) / truth;
}

static uint64_t final(const struct run *r, unsigned group, unsigned value)
{
	const struct rb_record *total = run_total(r, group);

	return total ? total->value[value] : 0;
}

/* PAPI validates PAPI_TOT_INS with a loop of known length and allows 1 %; user mode only. */
static void known_loop(void)
{
	struct run r;
	char options[512];
	double instructions, cycles;

	snprintf(options, sizeof options, "%s --period 1000000 --event " INSTRUCTIONS USER "name=instructions:u --event "
		 CYCLES USER "name=r11:u", kernel_mode());
	run_helper(&r, "/tmp/loop.rec", options, "/bin/work loop 10000000");
	instructions = (double)final(&r, 0, 0);
	cycles = (double)final(&r, 0, 1);
	check(fabs(relative(instructions, LOOP)) <= 0.01 && instructions - LOOP < ARGUMENTS,
	      "loop of 10000000 instructions: %.0f counted, error %+.5f %% (limit 1 %%)", instructions,
	      100 * relative(instructions, LOOP));
	check(fabs(relative(cycles, 2 * instructions)) <= 0.01,
	      "raw event 0x11: %.0f cycles, %.4f an instruction (2 within 1 %%)", cycles, cycles / instructions);
	check(run_count(&r, RB_SAMPLE) >= 18, "its 20 ms are seen in %zu samples", run_count(&r, RB_SAMPLE));
	send_file("loop.rec", r.bytes, r.size);
	run_free(&r);
}

/* Events that the processor does not have, and that its driver opens all the same: their 0 rests on nothing. */
static void unknown_events(void)
{
	static const char *const names[] = { "r04", "r13", "r530143" };
	struct run r;
	char options[512];
	bool said = true, others;

	snprintf(options, sizeof options, "%s --period 1000000 --event " INSTRUCTIONS USER "name=instructions:u"
		 " --event type=4,config=0x04,name=r04 --event type=4,config=0x13,name=r13"
		 " --event type=4,config=0x530143,name=r530143", kernel_mode());
	run_helper(&r, "/tmp/unknown.rec", options, "/bin/work loop 10000000");
	others = fabs(relative((double)final(&r, 0, 0), LOOP)) <= 0.01;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		bool good = run_unseen(&r, names[i]);

		said = said && good;
		figure("raw event %s, which this processor does not have: %s", names[i],
		       good ? "0, not seen in a trial either" : "counted (nothing says otherwise)");
	}
	check(said && others, "raw events 0x04, 0x13 and 0x530143 open and read 0: the recording says that no trial raised them");
	run_free(&r);
}

/* The latest after a whole millisecond that a sample was taken, us. */
static double run_latest(const struct run *r)
{
	const struct rb_record *record = NULL;
	uint64_t latest = 0;

	while ((record = run_next(r, record)))
		if (record->kind == RB_SAMPLE && record->wall_ns % 1000000 > latest)
			latest = record->wall_ns % 1000000;
	return (double)latest / 1e3;
}

/* One event in each of 12 groups: 11 that compete for 6 counters, and cycles. A steady load, so scaling must be right. */
static void twelve_events(const char *mode, unsigned period_us, const char *command, double truth, const char *file)
{
	struct run r;
	char options[2048];
	int n = snprintf(options, sizeof options, "%s --period %u000 --event " CYCLES USER "group=0,unit=cycles,name=cycles:u",
			 mode, period_us);
	double worst = 0, least = 1, most = 0;

	for (int i = 1; i < 12; i++)
		n += snprintf(options + n, sizeof options - (size_t)n, " --event " INSTRUCTIONS USER
			      "group=%d,unit=instructions,name=instructions%d:u", i, i);
	run_helper(&r, "/tmp/twelve.rec", options, command);
	if (strstr(mode, "poll")) {
		double late = run_latest(&r);

		check(late > 0 && late <= 300, "polled, %u us: all samples are taken up to %.0f us after whole milliseconds, where "
		      "turns change (100 us and what reading takes)", period_us, late);
	}
	for (unsigned g = 1; g < 12; g++) {
		const struct rb_record *total = run_total(&r, g);
		double error = fabs(relative(run_scaled(&r, g, 0), truth)), one;

		if (error > 0.01)
			figure("group %u: %llu counted in %llu of %llu ns", g, total ? (unsigned long long)total->value[0] : 0,
			       total ? (unsigned long long)total->running_ns : 0,
			       total ? (unsigned long long)total->enabled_ns : 0);
		worst = error > worst ? error : worst;
		one = total && total->enabled_ns ? (double)total->running_ns / (double)total->enabled_ns : 0;
		least = one < least ? one : least;
		most = one > most ? one : most;
	}
	check(least > 0.3 && most < 0.9 && worst <= 0.01, "12 events on 7 counters, %s, %u us, %s: measured %.0f to %.0f %% "
	      "of the time, worst scaled total %.3f %% off (limit 1 %%)", mode, period_us, command, 100 * least, 100 * most,
	      100 * worst);
	if (file)
		send_file(file, r.bytes, r.size);
	run_free(&r);
}

/* `--event` for cycles and instructions, all in one group. */
static int one_group(char *options, size_t size, const char *mode, unsigned period_us, unsigned events)
{
	int n = snprintf(options, size, "%s --period %u000 --event " CYCLES USER "unit=cycles,name=cycles:u", mode, period_us);

	for (unsigned i = 1; i < events; i++)
		n += snprintf(options + n, size - (size_t)n, " --event " INSTRUCTIONS USER "unit=instructions,name=i%u", i);
	return n;
}

/* 12 events in groups that fit: 7 and 5 take turns. */
static void split_group(const char *mode, unsigned period_us, const char *command, double truth)
{
	struct run r;
	char options[2048];
	int n = one_group(options, sizeof options, mode, period_us, 12), wrong = 0;
	double worst = 0;

	snprintf(options + n, sizeof options - (size_t)n, " --split");
	run_helper(&r, "/tmp/split.rec", options, command);
	for (unsigned i = 1; i < 12; i++) {
		double error = fabs(relative(run_scaled(&r, i >= 7, i < 7 ? i : i - 7), truth));

		wrong += error > 0.01;
		worst = error > worst ? error : worst;
	}
	check(r.status == 0 && !run_total(&r, 2) && !wrong, "12 events in a group, split, %s, %u us: 2 groups in turns, worst "
	      "scaled total %.3f %% off (limit 1 %%)", mode, period_us, 100 * worst);
	run_free(&r);
}

/* How long a group keeps its counters: 4 ms unless someone sets another time. */
static void set_turn(unsigned ms)
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

/*
 * Two groups of 6: each fills the counters, so they alternate. Polled every 100 us, loading counters takes 40 % of the
 * program's time, in bursts: what it does in a turn is not the same in each, and Linux 6.1's scaled totals of the two
 * groups come out 1.1 % too large and too small, their sum exact.
 */
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
	check(r.status == 0 && right == 12 && fabs(relative(sum, truth)) <= 0.01, "12 events in 2 groups, %s, %u us: worst scaled total %.3f %% off (limit %.0f %%), their "
	      "mean %+.3f %%", mode, period_us, 100 * worst, 100 * OVERLOADED, 100 * relative(sum, truth));
	run_free(&r);
}

/* Starts at this part of a second: polling is to keep its distance from the turns whenever it begins. */
static void wait_for(unsigned us)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec = us * 1000L;
	t.tv_sec++;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* Polling in step with the turns must not keep any group from its counters. */
static void polls_and_turns(void)
{
	static const struct { unsigned turn_ms, poll_us, begin_us; } steps[] = {
		{ 4, 1000, 0 }, { 4, 1000, 500 }, { 4, 4000, 0 }, { 1, 1000, 0 }, { 10, 1000, 0 } };

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		set_turn(steps[i].turn_ms);
		wait_for(steps[i].begin_us);
		figure("turns of %u ms:", steps[i].turn_ms);
		twelve_events("--mode poll", steps[i].poll_us, steps[i].turn_ms > 4 ? "/bin/work loop 100000000" : "/bin/work loop 50000000",
			      steps[i].turn_ms > 4 ? 1e8 : 5e7, NULL);
	}
	set_turn(4);
	two_groups("--mode poll --force", 100, "/bin/work loop 50000000", 5e7);
}

static void more_events_than_counters(void)
{
	twelve_events(kernel_mode(), 1000, "/bin/work loop 500000000", 5e8, NULL);
	twelve_events(kernel_mode(), 10000, "/bin/work loop 200000000", 2e8, "multiplexed.rec");
	if (inherits)
		twelve_events(kernel_mode(), 1000, "/bin/work threads 4 100000000", 4e8, NULL);
	split_group(kernel_mode(), 1000, "/bin/work loop 500000000", 5e8);
}

/* A group is counted together or not at all: of 8 events the last finds no counter, and nothing is started. */
static void group_of_eight(void)
{
	struct run r;
	char options[2048];
	bool refused, named;
	int n = one_group(options, sizeof options, kernel_mode(), 1000, 8);

	run_helper(&r, "/tmp/eight.rec", options, "/bin/work loop 10000000");
	refused = r.status == 2 && !r.bytes && strstr(r.said, "no counter left for i7 beside the 7 events before it");
	named = strstr(r.said, "--groups") && strstr(r.said, "--exact");
	check(refused && named, "8 hardware events in a group: refused (status %d), with what to type", r.status);
	run_free(&r);
	snprintf(options + n, sizeof options - (size_t)n, " --plan");
	run_helper(&r, "/tmp/plan.rec", options, "/bin/work loop 10000000");
	check(r.status == 0 && strstr(r.said, "\"runs\":[[0,1,2,3,4,5,6],[7]]"), "8 hardware events need two runs: %.*s",
	      (int)strcspn(r.said, "\n"), r.said);
	run_free(&r);
}

#define MOST_RUNS 8

/* The runs of a plan, "runs":[[0,1],[2]]: the events of each as bits; returns how many there are. */
static unsigned runs_of(const char *plan, unsigned events[MOST_RUNS])
{
	const char *p = strstr(plan, "\"runs\":[");
	unsigned runs = 0;
	char *end;

	for (p = p ? strchr(p, '[') + 1 : ""; *p == '[' && runs < MOST_RUNS; p += *p == ',') {
		for (events[runs] = 0; *p == '[' || *p == ','; p = end)
			events[runs] |= 1u << strtoul(p + 1, &end, 10);
		runs++;
		p += *p == ']';
	}
	return runs;
}

/* As --exact does: what does not fit together is counted in a run of its own, nothing takes turns, each total is exact. */
static void one_run_per_group(void)
{
	struct run r;
	char options[2048];
	unsigned mask[MOST_RUNS], runs, seen = 0;
	double worst = 0, cycles = 0;
	bool whole = true;
	int n = one_group(options, sizeof options, kernel_mode(), 1000, 12);

	snprintf(options + n, sizeof options - (size_t)n, " --plan");
	run_helper(&r, "/tmp/plan.rec", options, "/bin/work loop 10000000");
	runs = runs_of(r.said, mask);
	run_free(&r);
	for (unsigned run = 0; run < runs; run++) {
		unsigned place = 0;

		n = snprintf(options, sizeof options, "%s --period 1000000", kernel_mode());
		for (unsigned i = 0; i < 12; i++)
			if (mask[run] >> i & 1)
				n += snprintf(options + n, sizeof options - (size_t)n, " --event %s" USER "name=e%u",
					      i ? INSTRUCTIONS : CYCLES, i);
		run_helper(&r, "/tmp/exact.rec", options, "/bin/work loop 10000000");
		for (unsigned i = 0; i < 12; i++) {
			const struct rb_record *total = run_total(&r, 0);

			if (!(mask[run] >> i & 1))
				continue;
			whole &= total && total->running_ns == total->enabled_ns && total->running_ns;
			if (i)
				worst = fmax(worst, fabs(relative((double)final(&r, 0, place), LOOP)));
			else
				cycles = (double)final(&r, 0, place);
			seen |= 1u << i;
			place++;
		}
		run_free(&r);
	}
	check(runs == 2 && seen == 0xfff && whole, "12 events, one run per group: %u runs, all 12 counted all the time", runs);
	check(worst * LOOP < ARGUMENTS && fabs(relative(cycles, 2 * LOOP)) <= 0.01, "their totals, put together: worst %.5f %% off, "
	      "%.0f cycles", 100 * worst, cycles);
}

/*
 * A period in which the program was switched out is about 1 us longer: its clock runs a little before its timer does.
 * The p99 of a steady program on a quiet machine has nothing of that.
 *
 * The period in the program's running time is exact to what one interrupt takes, at any length. Polling lets it run
 * for a varying while, and with one CPU takes its time away; at 20 us there would be nothing left for the program.
 */
static void periods(bool in_kernel, int microseconds, const struct run *plain)
{
	uint64_t nominal = (uint64_t)microseconds * 1000, *period, p50, p99;
	struct run r;
	char options[512];
	size_t count, samples;
	double everywhere, in_program;

	snprintf(options, sizeof options, "%s --force --period %llu --event " INSTRUCTIONS "name=instructions",
		 in_kernel ? kernel_mode() : "--mode poll", (unsigned long long)nominal);
	/* What else runs in the guest while the host is loaded switches the program out: a calmer try tells more. */
	for (int tries = 3; ; tries--) {
		run_with_machine(&r, "/tmp/period.rec", options, STEADY);
		count = run_periods(&r, 0, &period);
		if (!in_kernel || tries == 1 || !count || llabs((long long)(period[count * 99 / 100] - nominal)) <= 1000)
			break;
		free(period);
		run_free(&r);
	}
	samples = run_count(&r, RB_SAMPLE);
	if (!count) {
		check(false, "%d us: no samples; exit %d: %s", microseconds, r.status, r.said);
		free(period);
		run_free(&r);
		return;
	}
	p50 = period[count / 2];
	p99 = period[count * 99 / 100];
	everywhere = ((double)r.machine_instructions - (double)plain->machine_instructions) / (double)samples;
	in_program = ((double)final(&r, 0, 0) - (double)final(plain, 0, 0)) / (double)samples;
	if (in_kernel) {
		check(llabs((long long)(p99 - nominal)) <= 1000 && count >= STEADY_NS / nominal * 99 / 100,
		      "kernel-driven, %d us: %zu periods of running time, p50 %.3f us, p99 %.3f us (within 1 us)",
		      microseconds, count, (double)p50 / 1e3, (double)p99 / 1e3);
		check(in_program > 0 && everywhere <= 3500, "kernel-driven, %d us: %.0f instructions a sample in the program, %.0f "
		      "with the helper's (limit 3500)", microseconds, in_program, everywhere);
	} else {
		figure("polled, %d us: p50 %.3f us, p99 %.3f us of running time; %.0f instructions a sample, all of them "
		       "together", microseconds, (double)p50 / 1e3, (double)p99 / 1e3, everywhere);
	}
	free(period);
	run_free(&r);
}

static void all_periods(void)
{
	struct run plain;
	char options[256];

	snprintf(options, sizeof options, "%s --period 10000000000 --event " INSTRUCTIONS "name=instructions",
		 kernel_mode());
	run_with_machine(&plain, "/tmp/plain.rec", options, STEADY);
	periods(true, 100, &plain);
	periods(true, 50, &plain);
	periods(true, 20, &plain);
	run_free(&plain);
	run_with_machine(&plain, "/tmp/plain.rec", "--mode poll --period 10000000000 --event " INSTRUCTIONS
			 "name=instructions", STEADY);
	periods(false, 100, &plain);
	periods(false, 50, &plain);
	run_free(&plain);
}

/*
 * A poll takes longer than 20 us here. That was measured before the run, so such a period is refused; who insists
 * must not have a machine on which the helper, which goes before all others, leaves the program no time at all.
 */
static void period_that_costs_too_much(void)
{
	static const char options[] = "--mode poll --period 20000 --event " INSTRUCTIONS "name=instructions";
	struct run r;
	char forced[sizeof options + 16];
	const struct rb_record *total;
	const struct rb_record *record = NULL;
	uint64_t began = 0;

	run_helper(&r, "/tmp/refused.rec", options, STEADY);
	check(r.status == 2 && run_said(&r, "error", "slow motion") && !r.bytes,
	      "polled, 20 us: refused before the program starts, for what a sample costs here");
	run_free(&r);
	snprintf(forced, sizeof forced, "--force %s", options);
	run_helper(&r, "/tmp/forced.rec", forced, STEADY);
	total = run_total(&r, 0);
	while (!began && (record = run_next(&r, record)))
		began = record->wall_ns;
	if (total)
		check(r.status == 0 && total->run_ns > (total->wall_ns - began) / 8,
		      "polled, 20 us, forced: the program runs %.0f %% of the time (at least 12 %%), a sample each %.1f us of it",
		      100 * (double)total->run_ns / (double)(total->wall_ns - began),
		      (double)total->run_ns / 1e3 / (double)run_count(&r, RB_SAMPLE));
	else
		check(false, "polled, 20 us, forced: exit %d: %s", r.status, r.said);
	run_free(&r);
}

/* The samples of all series and what closed them add up to the total, exactly. */
static bool adds_up(const struct run *r, unsigned group)
{
	const struct rb_record *record = NULL;
	uint64_t sum = 0;

	while ((record = run_next(r, record)))
		if (record->kind == RB_CLOSE && record->group == group)
			sum += record->value[0];
	return sum && sum == final(r, group, 0);
}

static void tasks(const char *kind, unsigned count)
{
	struct run r;
	char options[256], command[128];
	double truth = (double)count * 1000000, counted;

	snprintf(options, sizeof options, "--mode kernel --period 100000 --event " INSTRUCTIONS USER "name=instructions:u");
	snprintf(command, sizeof command, "/bin/work %s %u 1000000", kind, count);
	run_helper(&r, "/tmp/tasks.rec", options, command);
	counted = (double)final(&r, 0, 0);
	check(fabs(relative(counted, truth)) <= 0.01, "%u %s of 1000000 instructions: %.0f counted, error %+.4f %%",
	      count, kind, counted, 100 * relative(counted, truth));
	if (inherits)
		check(run_count(&r, RB_TASK) == count + 1 && run_count(&r, RB_EXIT) == count + 1 && adds_up(&r, 0),
		      "%u %s: %zu tasks began, %zu ended, and their counts add up to the total", count, kind,
		      run_count(&r, RB_TASK), run_count(&r, RB_EXIT));
	else
		check(run_said(&r, "started", "\"mode\":\"poll\"") && run_said(&r, "started", "6.12"),
		      "%u %s: this kernel cannot sample inherited counters; they were polled, and the helper says so",
		      count, kind);
	run_free(&r);
}

/* For the reader: two groups, an event without a counter, computing and page faults in turn. */
static void recording_for_readers(void)
{
	struct run r;
	char options[1024];

	snprintf(options, sizeof options, "%s --period 1000000 --event " INSTRUCTIONS "unit=instructions,group=0,name=instructions"
		 " --event " CYCLES "unit=cycles,group=0,name=cycles"
		 " --event type=1,config=2,unit=faults,source=software,group=1,name=page-faults"
		 " --event type=4,config=0x13,group=1,name=mem_access", kernel_mode());
	run_helper(&r, "/tmp/phases.rec", options, "/bin/work phases 6 2000000");
	check(final(&r, 1, 0) >= 6 * 64 && final(&r, 0, 0) > 12000000, "phases: %llu page faults (384 and a few), %llu instructions",
	      (unsigned long long)final(&r, 1, 0), (unsigned long long)final(&r, 0, 0));
	send_file("phases.rec", r.bytes, r.size);
	run_free(&r);
}

/* A program in which tasks come and go: for 100 ms, once it is being observed, each that comes touches 100 pages. */
static pid_t start_storm(int *output)
{
	int in[2], out[2];
	pid_t storm;

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		abort();
	storm = fork();
	if (!storm) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execl("/bin/storm", "storm", "2", (char *)NULL);
		_exit(127);
	}
	if (!fork()) {
		/* On one CPU, with tasks starting all the time, it can take seconds until each is known to be counted once. */
		while (access(ATTACHED, F_OK))
			usleep(10000);
		usleep(50000);
		if (write(in[1], "g", 1) != 1)
			_exit(1);
		usleep(100000);
		_exit(write(in[1], "s", 1) != 1);
	}
	close(in[0]);
	close(in[1]);
	close(out[1]);
	*output = out[0];
	return storm;
}

/* Attached to in the middle, each task counts once: with real counters, on one CPU; polled on the older kernel. */
static void attached(void)
{
	char options[256], said[32] = "";
	double counted, touched;
	struct run r;
	int output;
	pid_t storm = start_storm(&output);

	usleep(50000);
	snprintf(options, sizeof options, "--mode kernel --period 1000000 --pid %d --event type=1,config=2,name=page-faults"
		 " --event " INSTRUCTIONS USER "name=instructions:u", (int)storm);
	run_helper(&r, ATTACHED, options, "");
	if (read(output, said, sizeof said - 1) < 0)
		said[0] = 0;
	close(output);
	waitpid(storm, NULL, 0);
	touched = atof(said);
	counted = (double)final(&r, 0, 0);
	check(r.status == 0 && touched > 0 && final(&r, 0, 1) > 0
	      && ((counted >= touched && counted < touched + 100) || strstr(r.said, "may be missing")), "attached: %.0f page faults counted, %.0f pages touched, 100 a task, by tasks that come and go (%zu seen)",
	      counted, touched, run_count(&r, RB_TASK));
	if (r.status)
		figure("%s", r.said);
	run_free(&r);
}

static void inherited_tasks(void)
{
	tasks("children", 20);
	tasks("threads", 20);
}

void run_cases(bool inherited_reads, const char *only)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = { { "loop", known_loop }, { "unknown", unknown_events }, { "twelve", more_events_than_counters }, { "turns", polls_and_turns },
		{ "eight", group_of_eight }, { "exact", one_run_per_group },
		{ "periods", all_periods }, { "refused", period_that_costs_too_much },
		{ "tasks", inherited_tasks }, { "attach", attached }, { "phases", recording_for_readers } };

	inherits = inherited_reads;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (!only || !strcmp(only, cases[i].name))
			cases[i].run();
}
