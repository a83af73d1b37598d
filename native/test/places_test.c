/* Tests of the CPUs on which a control group is counted, and of the warning about other CPUs. */
#include "../base/check.h"
#include "../sampler/places.h"
#include "helper_run.h"
#include "recording_check.h"

#include <string.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define OUT "build/test/places.rec"
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

static void check_cpu_lists(void)
{
	bool set[16] = { false };

	CHECK(places_parse("0-3,7,9-200\n", set, 16) == 4 + 1 + 7 && set[0] && set[3] && !set[4] && set[7] && !set[8] && set[15], "a list");
	CHECK(!places_parse("", set, 16) && !places_parse("all", set, 16), "none");
}

/* Counts on the program's allowed CPUs; work on other CPUs or in another group is not counted and causes a warning. */
static void check_allowed_cpus(void)
{
	static const struct { const char *command[8]; bool all; const char *doubt; } kind[] = {
		{ { LOAD, "brood", "20", "20", "100000", NULL }, true, NULL },
		{ { "taskset", "-c", "1", LOAD, "brood", "20", "20", "100000" }, false, "on CPUs that its affinity did not allow when counting began (1)" } };

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2 || access("/usr/bin/taskset", X_OK)) {
		SKIP("one CPU only, or no taskset");
		return;
	}
	helper_inside = ARGS("/usr/bin/taskset", "-c", "0");
	for (unsigned i = 0; i < 2; i++) {
		const char *command[9] = { NULL };
		struct recording_facts f;
		struct helper h;
		long long missed;

		memcpy(command, kind[i].command, sizeof kind[i].command);
		helper_start(&h, OUT, "1000000", ARGS("--scope", "cgroup"), command);
		if (helper_end(&h) == 3 && strstr(h.output, "control group")) {
			SKIP("no control group can be made here");
			break;
		}
		CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "%s", h.output);
		missed = helper_number(&h, "uncounted_ns");
		CHECK(f.tasks == 1 && (missed == 0) == kind[i].all, "%lu series, %lld ns elsewhere", f.tasks, missed);
		CHECK((f.total[0] >= 20 * 20) == kind[i].all, "%llu faults", (unsigned long long)f.total[0]);
		CHECK(kind[i].all ? !strstr(h.output, "\"doubt\"") : strstr(h.output, kind[i].doubt) != NULL, "%s", h.output);
	}
	helper_inside = NULL;
}

int main(void)
{
	check_cpu_lists();
	check_allowed_cpus();
	return summary("places");
}
