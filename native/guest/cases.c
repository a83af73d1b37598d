/*
 * What the helper must do with real counters. The machine is an Arm Cortex-A57 as QEMU makes it: 6 counters for any
 * event and one for cycles; an instruction takes 2 ns and 2 cycles, always. So the truth is known to the digit.
 */
#include "cases.h"
#include "console.h"

#include <stdio.h>
#include <string.h>

bool inherits;

const char *kernel_mode(void)
{
	return inherits ? "--mode kernel" : "--mode kernel --no-inherit";
}

double relative(double value, double truth)
{
	return (value - truth) / truth;
}

uint64_t final(const struct run *r, unsigned group, unsigned value)
{
	const struct rb_record *total = run_total(r, group);

	return total ? total->value[value] : 0;
}

int one_group(char *options, size_t size, const char *mode, unsigned period_us, unsigned events)
{
	int n = snprintf(options, size, "%s --period %u000 --event " CYCLES USER "unit=cycles,name=cycles:u", mode, period_us);

	for (unsigned i = 1; i < events; i++)
		n += snprintf(options + n, size - (size_t)n, " --event " INSTRUCTIONS USER "unit=instructions,name=i%u", i);
	return n;
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
	if (only && !strcmp(only, "forks"))
		forks_under_counters();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (!only || !strcmp(only, cases[i].name))
			cases[i].run();
}
