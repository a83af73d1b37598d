/* Tests of the counts of programs: multiplexed events, and files of monitoring groups. */
#include "../counts.h"
#include "../../base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOT "build/test/monitored"

static struct count opened(unsigned encodings)
{
	struct count k = { .error = 0 };

	for (unsigned i = 0; i < MAX_ENCODINGS; i++)
		k.fd[i] = i < encodings ? 0 : -1;
	return k;
}

static void check_scaling(void)
{
	struct count k = opened(1);
	uint64_t value = 0;

	CHECK(count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 0, 0, 0 } }, &value) && value == 0, "not run yet");
	CHECK(count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 100, 10, 5 } }, &value) && value == 200, "half of the time: %llu", (unsigned long long)value);
	CHECK(count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 150, 20, 15 } }, &value) && value == 250, "all of it: %llu", (unsigned long long)value);
	CHECK(!count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 150, 30, 15 } }, &value), "never scheduled: not 0");
	CHECK(count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 160, 40, 25 } }, &value) && value == 270, "scaled: %llu", (unsigned long long)value);
	CHECK(count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 160, 40, 25 } }, &value) && value == 270, "unchanged");
	k = opened(0);
	CHECK(!count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 0, 0, 0 } }, &value), "nothing is open");
}

/* A program that runs half of its time on each core type. */
static void check_core_types(void)
{
	struct count k = opened(2);
	uint64_t value = 0;

	CHECK(count_update(&k, (const uint64_t[MAX_ENCODINGS][3]){ { 300, 10, 5 }, { 100, 10, 5 } }, &value) && value == 400, "%llu", (unsigned long long)value);
}

static void set(unsigned number, const char *domain, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, ROOT "/mon_groups/runbench.%d.%u/mon_data/%s/mbm_total_bytes", (int)getpid(), number, domain);
	f = fopen(path, "we");
	CHECK(f && fputs(text, f) >= 0, "cannot write %s", path);
	if (f)
		fclose(f);
}

static bool describes(struct counts *c, const char *values)
{
	struct text t = { 0 };
	bool found;

	counts_describe(&t, c, getpid());
	found = strstr(t.data, values) != NULL;
	if (!found)
		fprintf(stderr, "%s\n", t.data);
	text_free(&t);
	return found;
}

static bool lists(const struct counts *c, const char *words)
{
	struct text t = { 0 };
	bool found;

	counts_list(&t, c);
	found = strstr(t.data, words) != NULL;
	if (!found)
		fprintf(stderr, "%s\n", t.data);
	text_free(&t);
	return found;
}

static void check_monitoring(void)
{
	struct event_option event[] = { { .name = "resctrl/mbm_total_bytes/", .encodings = 1, .resctrl = "mbm_total_bytes" } };
	struct options o = { .events = event, .event_count = 1, .resctrl = ROOT }, nowhere = o;
	struct counts one, other;

	CHECK(!system("rm -rf " ROOT " && mkdir -p " ROOT "/info/L3_MON " ROOT "/mon_groups"), "no tree");
	counts_open(&one, &o, getpid(), 0);
	counts_open(&other, &o, getpid(), 1);
	CHECK(lists(&one, "\"counted\":true") && describes(&one, "\"values\":[0]"), "no traffic yet");
	set(0, "mon_L3_00", "104096\n");
	set(1, "mon_L3_00", "5096\n");
	CHECK(describes(&one, "\"values\":[100000]") && describes(&other, "\"values\":[1000]"), "each program has its own group");
	set(0, "mon_L3_01", "700\n");
	CHECK(describes(&one, "\"values\":[100700]"), "both caches");
	set(0, "mon_L3_01", "Unavailable\n");
	CHECK(describes(&one, "\"values\":[null]"), "a temporarily unavailable cache is not 0");
	set(0, "mon_L3_01", "900\n");
	CHECK(describes(&one, "\"values\":[100900]"), "available again");
	CHECK(!system("rm -rf " ROOT "/mon_groups/*/mon_data"), "cannot unmount");
	CHECK(describes(&one, "\"values\":[null]") && describes(&one, "\"values\":[null]"), "unmounted");
	counts_close(&one);
	counts_close(&other);
	CHECK(system("ls -d " ROOT "/mon_groups/runbench.* > /dev/null 2>&1"), "groups remain");
	nowhere.resctrl = "build/test/nothing";
	counts_open(&one, &nowhere, getpid(), 0);
	CHECK(lists(&one, "\"counted\":false") && lists(&one, "type: sudo mount -t resctrl resctrl /sys/fs/resctrl") && describes(&one, "\"values\":[null]"), "resctrl is not mounted");
	counts_close(&one);
}

int main(void)
{
	check_scaling();
	check_core_types();
	check_monitoring();
	return summary("counts_test");
}
