#include "cpu_use.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/clock_ns.h"

static uint64_t steal_ns(void)
{
	FILE *f = fopen("/proc/stat", "re");
	unsigned long long ticks = 0;
	long per_second = sysconf(_SC_CLK_TCK);

	if (f && fscanf(f, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
		ticks = 0;
	if (f)
		fclose(f);
	return per_second > 0 ? ticks * (1000000000ull / (uint64_t)per_second) : 0;
}

void cpu_use_read(struct cpu_use *use)
{
	struct rusage usage;
	FILE *f = fopen("/proc/self/schedstat", "re");

	use->read = f && fscanf(f, "%" SCNu64 " %" SCNu64, &use->run_ns, &use->wait_ns) == 2
		    && getrusage(RUSAGE_SELF, &usage) == 0;
	if (f)
		fclose(f);
	if (!use->read)
		return;
	use->involuntary = (uint64_t)usage.ru_nivcsw;
	use->steal_ns = steal_ns();
	use->at_ns = clock_ns();
}

void cpu_use_add(struct text *json, const char *name, const struct cpu_use *from, const struct cpu_use *to)
{
	if (!from->read || !to->read)
		return;
	text_add(json, ",\"%s\":{\"wall_ns\":%" PRIu64 ",\"run_ns\":%" PRIu64 ",\"wait_ns\":%" PRIu64 ",\"involuntary\":%" PRIu64
		 ",\"steal_ns\":%" PRIu64 ",\"processors\":%ld}",
		 name, to->at_ns - from->at_ns, to->run_ns - from->run_ns, to->wait_ns - from->wait_ns,
		 to->involuntary - from->involuntary, to->steal_ns - from->steal_ns, sysconf(_SC_NPROCESSORS_ONLN));
}
