/* Tasks that run already, and CPUs; see attach.h. */
#include "attach.h"
#include "machine.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

unsigned attach_threads(pid_t pid, pid_t **tids)
{
	char path[64];
	unsigned count = 0, capacity = 0;
	struct dirent *entry;
	DIR *d;

	*tids = NULL;
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (entry = readdir(d))) {
		pid_t tid = (pid_t)atoi(entry->d_name);

		if (tid <= 0)
			continue;
		if (count == capacity) {
			*tids = realloc(*tids, (capacity = capacity * 2 + 64) * sizeof **tids);
			if (!*tids)
				abort();
		}
		(*tids)[count++] = tid;
	}
	if (d)
		closedir(d);
	if (count)
		qsort(*tids, count, sizeof **tids, ascending);
	return count;
}

/* The value of a line of /proc/TID/status, without blanks before it; false if there is none. */
static bool status_line(pid_t tid, const char *key, char *value, size_t size)
{
	char path[64], line[256];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)tid);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof line, f))
		if (!strncmp(line, key, strlen(key))) {
			char *p = line + strlen(key);

			p += strspn(p, " \t");
			p[strcspn(p, "\n")] = 0;
			snprintf(value, size, "%s", p);
			found = true;
		}
	if (f)
		fclose(f);
	return found;
}

pid_t attach_process_of(pid_t tid)
{
	char value[32];

	return status_line(tid, "Tgid:", value, sizeof value) ? (pid_t)atoi(value) : 0;
}

void attach_name(pid_t tid, char name[32])
{
	if (!status_line(tid, "Name:", name, 32))
		name[0] = 0;
}

bool attach_runs(pid_t tid)
{
	char state[32];

	return status_line(tid, "State:", state, sizeof state) && state[0] != 'Z' && state[0] != 'X';
}

unsigned attach_cpus(const char *list, int **cpus, char error[160])
{
	int *online;
	unsigned all = machine_cpus(&online), count = 0;
	char *end;

	*cpus = online;
	if (!strcmp(list, "all"))
		return all;
	*cpus = malloc(all * sizeof **cpus);
	if (!*cpus)
		abort();
	for (const char *p = list; *p; p = end) {
		long from = strtol(p, &end, 10), to = from;
		bool some = end != p;

		if (some && *end == '-') {
			p = end + 1;
			to = strtol(p, &end, 10);
			some = end != p && to >= from;
		}
		if (!some || (*end && *end != ',')) {
			snprintf(error, 160, "'%s' is no list of CPUs", list);
			goto wrong;
		}
		for (long n = from; n <= to; n++) {
			bool known = false, twice = false;

			for (unsigned i = 0; i < all; i++)
				known |= online[i] == n;
			for (unsigned i = 0; i < count; i++)
				twice |= (*cpus)[i] == n;
			if (!known) {
				snprintf(error, 160, "CPU %ld is not online", n);
				goto wrong;
			}
			if (!twice)
				(*cpus)[count++] = (int)n;
		}
		end += *end == ',';
	}
	free(online);
	if (!count)
		snprintf(error, 160, "the list of CPUs is empty");
	return count;
wrong:
	free(online);
	return 0;
}
