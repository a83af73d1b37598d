/* Properties of this machine, from /sys, /proc and uname. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

unsigned machine_cpus(int **cpus)
{
	FILE *f = fopen("/sys/devices/system/cpu/online", "re");
	unsigned count = 0, capacity = 0;
	int first, last;
	char separator;

	*cpus = NULL;
	while (f && fscanf(f, "%d", &first) == 1) {
		last = first;
		if (fscanf(f, "%c", &separator) == 1 && separator == '-' && fscanf(f, "%d%c", &last, &separator) < 1)
			break;
		for (int cpu = first; cpu <= last; cpu++) {
			if (count == capacity && !(*cpus = realloc(*cpus, (capacity += 64) * sizeof **cpus)))
				abort();
			(*cpus)[count++] = cpu;
		}
	}
	if (f)
		fclose(f);
	if (count)
		return count;
	count = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	*cpus = malloc(count * sizeof **cpus);
	if (!*cpus)
		abort();
	for (unsigned i = 0; i < count; i++)
		(*cpus)[i] = (int)i;
	return count;
}

int machine_paranoid(void)
{
	FILE *f = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int level = 2;

	if (f && fscanf(f, "%d", &level) != 1)
		level = 2;
	if (f)
		fclose(f);
	return level;
}

bool machine_filtered(void)
{
	FILE *f = fopen("/proc/self/status", "re");
	char line[256];
	int mode = 0;

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "Seccomp: %d", &mode) == 1)
			break;
	if (f)
		fclose(f);
	return mode == 2;
}

static void add_kernel(struct text *t)
{
	struct utsname u;

	if (!uname(&u))
		text_add(t, "%s %s %s", u.sysname, u.release, u.machine);
}

static void add_processor(struct text *t)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[256], implementer[16] = "", part[16] = "";
	struct utsname u;

	while (f && fgets(line, sizeof line, f)) {
		char *value = strchr(line, ':');

		if (!value)
			continue;
		value += 1 + (value[1] == ' ');
		value[strcspn(value, "\n")] = 0;
		if (!strncmp(line, "model name", 10)) {
			text_add(t, "%s", value);
			fclose(f);
			return;
		}
		if (!strncmp(line, "CPU implementer", 15))
			snprintf(implementer, sizeof implementer, "%.15s", value);
		if (!strncmp(line, "CPU part", 8))
			snprintf(part, sizeof part, "%.15s", value);
	}
	if (f)
		fclose(f);
	/* Arm has only numbers, from MIDR_EL1. */
	if (*part)
		text_add(t, "implementer %s part %s", implementer, part);
	else if (!uname(&u))
		text_add(t, "%s", u.machine);
}

void machine_describe(struct text *t)
{
	struct text words = { 0 };
	struct utsname u;
	int *cpus;

	text_add(t, ",\"cpus\":%u", machine_cpus(&cpus));
	free(cpus);
	if (!uname(&u))
		text_add_member(t, "host", u.nodename);
	add_kernel(&words);
	text_add_member(t, "kernel", words.data);
	words.size = 0;
	add_processor(&words);
	text_add_member(t, "machine", words.data);
	text_free(&words);
}
