/*
 * Tests of the layout of struct perf_event_attr in C and Java: each line of perf-attr.tsv contains a case and its first 112
 * bytes (PERF_ATTR_SIZE_VER5). A Java test uses the same file. With an argument this program prints the lines.
 */
#include "../base/check.h"
#include "../base/perf_attr.h"

#include <stdlib.h>
#include <string.h>

#define FILE_NAME "../sampler/src/test/resources/runbench/sampler/nativeapi/perf-attr.tsv"
#define BYTES 112

static const struct perf_encoding raw = { PERF_TYPE_RAW, 0x1122334455667788, 0x99aabbccddeeff00, 0x0102030405060708 };
static const struct perf_modes all = { true, true, true, true, true, true };

static struct perf_event_attr of(const struct perf_encoding *e, const struct perf_modes *m)
{
	struct perf_event_attr attr = perf_attr(0, 0);

	perf_attr_encode(&attr, e);
	perf_attr_exclude(&attr, m);
	return attr;
}

static struct perf_event_attr without(bool user, bool kernel, bool hypervisor, bool idle, bool guest, bool host)
{
	return of(&raw, &(struct perf_modes){ !user, !kernel, !hypervisor, !idle, !guest, !host });
}

static struct perf_event_attr precise(unsigned level)
{
	struct perf_event_attr attr = of(&raw, &all);

	attr.precise_ip = level & 3;
	return attr;
}

/* The attributes opened to probe features of a kernel. */
static struct perf_event_attr probe(bool sampled, bool kernel)
{
	struct perf_event_attr attr = of(&(struct perf_encoding){ .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK },
					 &(struct perf_modes){ true, kernel, false, true, true, true });

	attr.disabled = 1;
	attr.inherit = sampled;
	if (sampled) {
		attr.sample_period = 1000000;
		attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ | PERF_SAMPLE_CPU;
		attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID
			| PERF_FORMAT_GROUP;
	}
	return attr;
}

static void hex(const struct perf_event_attr *attr, char *out)
{
	const unsigned char *bytes = (const unsigned char *)attr;

	for (int i = 0; i < BYTES; i++)
		sprintf(out + 2 * i, "%02x", bytes[i]);
}

int main(int argc, char **argv)
{
	const struct { const char *name; struct perf_event_attr attr; } cases[] = {
		{ "raw", of(&raw, &all) },
		{ "breakpoint", of(&(struct perf_encoding){ PERF_TYPE_BREAKPOINT, 3, 0x00007fffdeadbee8, 8 }, &all) },
		{ "not user", without(true, false, false, false, false, false) },
		{ "not kernel", without(false, true, false, false, false, false) },
		{ "not hypervisor", without(false, false, true, false, false, false) },
		{ "not idle", without(false, false, false, true, false, false) },
		{ "not guest", without(false, false, false, false, true, false) },
		{ "not host", without(false, false, false, false, false, true) },
		{ "precise 1", precise(1) }, { "precise 2", precise(2) },
		{ "probe counting", probe(false, true) }, { "probe sampling", probe(true, true) },
		{ "probe sampling user mode", probe(true, false) } };
	char line[512], wanted[512], bytes[2 * BYTES + 1];
	FILE *f = argc > 1 ? NULL : fopen(FILE_NAME, "r");

	(void)argv;
	if (argc == 1 && !f) {
		CHECK(false, "%s cannot be opened", FILE_NAME);
		return summary("perf_attr");
	}
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct perf_event_attr attr = cases[i].attr;

		attr.size = BYTES;
		hex(&attr, bytes);
		snprintf(wanted, sizeof wanted, "%s\t%s\n", cases[i].name, bytes);
		if (!f) {
			fputs(wanted, stdout);
			continue;
		}
		CHECK(fgets(line, sizeof line, f) && !strcmp(line, wanted), "%s", wanted);
	}
	if (!f)
		return 0;
	CHECK(!fgets(line, sizeof line, f), "more lines than cases");
	fclose(f);
	return summary("perf_attr");
}
