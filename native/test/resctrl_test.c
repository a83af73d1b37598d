/* Tests of monitoring groups in a simulated tree: values, unavailable values, and the group of a killed run. */
#include "../base/check.h"
#include "../sampler/resctrl.h"
#include "helper_run.h"
#include "recording_check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "build/test/resctrl"
#define OUT "build/test/resctrl.rec"
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }
#define EVENT(file) "--event", "type=1,config=9,resctrl=" file ",group=9,unit=B,source=resctrl,name=resctrl/" file "/"

static void set(const char *domain, const char *file, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, ROOT "/mon_groups/g/mon_data/%s/%s", domain, file);
	f = fopen(path, "we");
	CHECK(f && fputs(text, f) >= 0, "cannot write %s: %s", path, strerror(errno));
	if (f)
		CHECK(!fclose(f), "cannot write %s: %s", path, strerror(errno));
}

static void make_tree(void)
{
	CHECK(!system("rm -rf " ROOT " && mkdir -p " ROOT "/info/L3_MON " ROOT "/mon_groups/g/mon_data/mon_L3_00 " ROOT "/mon_groups/g/mon_data/mon_L3_01"
		      " && touch " ROOT "/mon_groups/g/tasks"), "no tree");
}

static void check_events(void)
{
	struct resctrl_group g = { .fd = -1 };
	struct resctrl_event e;
	char why[RESCTRL_REASON_BYTES] = "";

	set("mon_L3_00", "mbm_total_bytes", "1000\n");
	set("mon_L3_01", "mbm_total_bytes", "Unavailable\n");
	g.fd = open(ROOT "/mon_groups/g", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	CHECK(!resctrl_open(&e, &g, "mbm_total_bytes", why) && e.domains == 2 && !strcmp(e.domain[0].name, "mon_L3_00"), "%s", why);
	CHECK(resctrl_read(&e, 0) == 0, "nothing has happened yet");
	set("mon_L3_00", "mbm_total_bytes", "5000\n");
	set("mon_L3_01", "mbm_total_bytes", "700\n");
	CHECK(resctrl_read(&e, 0) == 4700 && !*e.why, "both caches: %llu", (unsigned long long)resctrl_read(&e, 0));
	set("mon_L3_01", "mbm_total_bytes", "Unavailable\n");
	set("mon_L3_00", "mbm_total_bytes", "100\n");
	CHECK(resctrl_read(&e, 0) == 4800 && e.restarts == 1, "begun anew: %llu", (unsigned long long)resctrl_read(&e, 0));
	set("mon_L3_00", "mbm_total_bytes", "18446744073709551000\n");
	set("mon_L3_01", "mbm_total_bytes", "Error\n");
	resctrl_read(&e, 0);
	CHECK(strstr(e.why, "\"Error\" of it in mon_L3_01"), "%s", e.why);
	CHECK(resctrl_open(&e, &g, "mbm_local_bytes", why) && strstr(why, "mon_features"), "%s", why);
	set("mon_L3_00", "mbm_local_bytes", "Unassigned\n");
	CHECK(!resctrl_open(&e, &g, "mbm_local_bytes", why) && strstr(e.why, "Unassigned"), "%s", e.why);
	set("mon_L3_00", "llc_occupancy", "1000\n");
	set("mon_L3_01", "llc_occupancy", "3000\n");
	CHECK(!resctrl_open(&e, &g, "llc_occupancy", why), "%s", why);
	e.summed_ns = 0;
	CHECK(resctrl_read(&e, 10000000) == 40000, "4,000 B for 10 ms");
	set("mon_L3_01", "llc_occupancy", "0\n");
	CHECK(resctrl_read(&e, 20000000) == 40000 + 25000, "it fell to 1,000 B evenly");
	close(g.fd);
}

static long long value_of(const struct helper *h, const char *name)
{
	const char *at = strstr(h->output, "\"totals\"");

	at = at ? strstr(at, name) : NULL;
	at = at ? strstr(at, "\"value\":") : NULL;
	return at && at[8] != 'n' ? atoll(at + 8) : -1;
}

static int count_leftovers(void)
{
	return system("ls -d " ROOT "/mon_groups/runbench.* > /dev/null 2>&1") == 0;
}

/* The program itself writes the values of its caches into the tree. */
static void check_run(void)
{
	struct recording_facts f;
	struct helper h;

	helper_inside = ARGS("/usr/bin/env", "LD_PRELOAD=build/test/simulated_resctrl.so");
	helper_start(&h, OUT, "1000000", ARGS("--resctrl", ROOT, EVENT("llc_occupancy"), EVENT("mbm_total_bytes")),
		     ARGS("sh", "-c", "cd " ROOT "/mon_groups/runbench.*; grep -q $$ tasks || exit 9; echo 104096 > mon_data/mon_L3_00/mbm_total_bytes; "
			  "echo 50000 > mon_data/mon_L3_01/mbm_total_bytes; sleep 0.2"));
	CHECK(helper_end(&h) == 0 && helper_number(&h, "exit_status") == 0, "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0 && f.decreases == 0, "%lu sums differ", f.sum_mismatches);
	CHECK(value_of(&h, "resctrl/mbm_total_bytes/") == 150000, "%s", h.output);
	CHECK(value_of(&h, "resctrl/llc_occupancy/") >= 2000000 * 200ll, "%s", h.output);
	CHECK(!count_leftovers(), "the group is still there");
	helper_start(&h, OUT, "1000000", ARGS("--resctrl", ROOT, EVENT("mbm_local_bytes")), ARGS("sleep", "60"));
	CHECK(helper_wait_for(&h, "\"exec\"") != NULL && count_leftovers(), "%s", h.output);
	kill(h.pid, SIGKILL);
	CHECK(helper_end(&h) == -SIGKILL && count_leftovers(), "a killed run leaves its group");
	helper_start(&h, OUT, "1000000", ARGS("--resctrl", ROOT, EVENT("mbm_local_bytes")), ARGS("true"));
	CHECK(helper_end(&h) == 0 && value_of(&h, "resctrl/mbm_local_bytes/") == 0, "%s", h.output);
	CHECK(!count_leftovers(), "the killed run's group is still there");
	helper_inside = NULL;
}

static void check_missing_resctrl(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--resctrl", "build/test/nothing", EVENT("llc_occupancy")), ARGS("true"));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "type: sudo mount -t resctrl resctrl /sys/fs/resctrl"), "%s", h.output);
}

int main(void)
{
	make_tree();
	check_events();
	check_run();
	check_missing_resctrl();
	return summary("resctrl");
}
