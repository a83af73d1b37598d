/* Counts are exact, or reported as not counted. */
#include "cases.h"
#include "console.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PAPI validates PAPI_TOT_INS with a loop of known length and allows 1 %; user mode only. */
void case_known_loop(void)
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
	check(run_count(&r, RB_SAMPLE) >= 18, "its 20 ms have %zu samples", run_count(&r, RB_SAMPLE));
	send_file("loop.rec", r.bytes, r.size);
	run_free(&r);
}

/* Events that the processor lacks, but its driver opens: their 0 is meaningless. */
void case_unknown_events(void)
{
	static const char *const names[] = { "r04", "r13", "r530143" };
	struct run r;
	char options[512];
	bool reported = true, others;

	snprintf(options, sizeof options, "%s --period 1000000 --event " INSTRUCTIONS USER "name=instructions:u"
		 " --event type=4,config=0x04,name=r04 --event type=4,config=0x13,name=r13"
		 " --event type=4,config=0x530143,name=r530143", kernel_mode());
	run_helper(&r, "/tmp/unknown.rec", options, "/bin/work loop 10000000");
	others = fabs(relative((double)final(&r, 0, 0), LOOP)) <= 0.01;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		bool good = run_unseen(&r, names[i]);

		reported = reported && good;
		figure("raw event %s, which this processor does not have: %s", names[i],
		       good ? "0, in a trial too" : "counted, without a warning");
	}
	check(reported && others, "raw events 0x04, 0x13 and 0x530143 open and read 0: the recording reports that no trial incremented them");
	run_free(&r);
}

/* A group is counted together or not at all: with 8 events the last one has no counter, and no count starts. */
void case_group_of_eight(void)
{
	struct run r;
	char options[2048];
	bool refused, named;
	int n = group_options(options, sizeof options, kernel_mode(), 1000, 8);

	run_helper(&r, "/tmp/eight.rec", options, "/bin/work loop 10000000");
	refused = r.status == 2 && !r.bytes && strstr(r.output, "no counter left for i7 in addition to the 7 events before it");
	named = strstr(r.output, "--groups") && strstr(r.output, "--exact");
	check(refused && named, "8 hardware events in a group: refused (status %d), with a remedy", r.status);
	run_free(&r);
	snprintf(options + n, sizeof options - (size_t)n, " --plan");
	run_helper(&r, "/tmp/plan.rec", options, "/bin/work loop 10000000");
	check(r.status == 0 && strstr(r.output, "\"runs\":[[0,1,2,3,4,5,6],[7]]"), "8 hardware events need two runs: %.*s",
	      (int)strcspn(r.output, "\n"), r.output);
	run_free(&r);
}

#define MAX_RUNS 8

/* Returns the number of runs in a plan, "runs":[[0,1],[2]], and the events of each run as bits. */
static unsigned parse_runs(const char *plan, unsigned events[MAX_RUNS])
{
	const char *p = strstr(plan, "\"runs\":[");
	unsigned runs = 0;
	char *end;

	for (p = p ? strchr(p, '[') + 1 : ""; *p == '[' && runs < MAX_RUNS; p += *p == ',') {
		for (events[runs] = 0; *p == '[' || *p == ','; p = end)
			events[runs] |= 1u << strtoul(p + 1, &end, 10);
		runs++;
		p += *p == ']';
	}
	return runs;
}

/* The runs of --exact: events that do not fit together are counted in separate runs, without multiplexing, and each
 * total is exact. */
void case_exact_runs(void)
{
	struct run r;
	char options[2048];
	unsigned mask[MAX_RUNS], runs, seen = 0;
	double worst = 0, cycles = 0;
	bool whole = true;
	int n = group_options(options, sizeof options, kernel_mode(), 1000, 12);

	snprintf(options + n, sizeof options - (size_t)n, " --plan");
	run_helper(&r, "/tmp/plan.rec", options, "/bin/work loop 10000000");
	runs = parse_runs(r.output, mask);
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
	check(runs == 2 && seen == 0xfff && whole, "12 events, one run per group: %u runs, all 12 counted all the time",
		runs);
	check(worst * LOOP < ARGUMENTS && fabs(relative(cycles, 2 * LOOP)) <= 0.01,
		"their totals, put together: worst %.5f %% off, "
	      "%.0f cycles", 100 * worst, cycles);
}

/* A recording for the Java reader's tests: two groups, an event without a counter, alternating computation and page
 * faults. */
void case_recording_for_readers(void)
{
	struct run r;
	char options[1024];

	snprintf(options, sizeof options,
		"%s --period 1000000 --event " INSTRUCTIONS "unit=instructions,group=0,name=instructions"
		 " --event " CYCLES "unit=cycles,group=0,name=cycles"
		 " --event type=1,config=2,unit=faults,source=software,group=1,name=page-faults"
		 " --event type=4,config=0x13,group=1,name=mem_access", kernel_mode());
	run_helper(&r, "/tmp/phases.rec", options, "/bin/work phases 6 2000000");
	check(final(&r, 1, 0) >= 6 * 64 && final(&r, 0, 0) > 12000000,
		"phases: %llu page faults (384 and a few), %llu instructions",
	      (unsigned long long)final(&r, 1, 0), (unsigned long long)final(&r, 0, 0));
	send_file("phases.rec", r.bytes, r.size);
	run_free(&r);
}
