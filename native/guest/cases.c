/* The required behaviour of the helper with real counters. The machine is an Arm Cortex-A57 emulated by QEMU: 6
 * counters for any event and one for cycles. Every instruction takes 2 ns and 2 cycles, so the expected counts are
 * exact. */
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

int group_options(char *options, size_t size, const char *mode, unsigned period_us, unsigned events)
{
	int n = snprintf(options, size, "%s --period %u000 --event " CYCLES USER "unit=cycles,name=cycles:u", mode,
		period_us);

	for (unsigned i = 1; i < events; i++)
		n += snprintf(options + n, size - (size_t)n, " --event " INSTRUCTIONS USER "unit=instructions,name=i%u", i);
	return n;
}

void run_cases(bool inherited_reads, const char *only)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = { { "loop", case_known_loop }, { "unknown", case_unknown_events },
		{ "twelve", more_events_than_counters }, { "turns", case_polling_out_of_phase },
		{ "eight", case_group_of_eight }, { "exact", case_exact_runs },
		{ "periods", case_periods }, { "refused", case_costly_period },
		{ "tasks", case_inherited_tasks }, { "attach", case_attached }, { "phases", case_recording_for_readers } };

	inherits = inherited_reads;
	if (only && !strcmp(only, "forks"))
		case_forks();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (!only || !strcmp(only, cases[i].name))
			cases[i].run();
}
