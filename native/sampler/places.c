/* The CPUs on which a control group is counted; see places.h. */
#include "places.h"
#include "machine.h"
#include "../base/clock_ns.h"
#include "../base/perf_attr.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_CPUS = 8192, CPUSET_LIST = 4096 };

static void *zeroed(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size);

	if (!p)
		abort();
	return p;
}

unsigned places_parse(const char *list, bool *set, unsigned bits)
{
	unsigned found = 0;

	for (const char *p = list; *p >= '0' && *p <= '9'; p += *p == ',') {
		char *end;
		unsigned long first = strtoul(p, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (unsigned long cpu = first; cpu <= last && cpu < bits; cpu++) {
			found += !set[cpu];
			set[cpu] = true;
		}
		p = end;
	}
	return found;
}

/* Divides the online CPUs into those in the set and the others; all are counted if the set contains none. */
static void divide_cpus(struct places *p, const bool *set, const char *by)
{
	int *all;
	unsigned n = machine_cpus(&all);

	*p = (struct places){ .cpu = zeroed(n, sizeof(int)), .other = zeroed(n, sizeof(int)), .by = by };
	for (unsigned i = 0; i < n; i++) {
		if (all[i] < MAX_CPUS && set[all[i]])
			p->cpu[p->count++] = all[i];
		else
			p->other[p->others++] = all[i];
	}
	if (!p->count || !p->others) {
		memcpy(p->cpu, all, n * sizeof *all);
		p->count = n;
		p->others = 0;
		p->by = "all";
	}
	free(all);
}

void places_of_process(struct places *p, pid_t pid)
{
	bool *set = zeroed(MAX_CPUS, sizeof *set);
	cpu_set_t *mask = CPU_ALLOC(MAX_CPUS);
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);

	bool known = mask && !sched_getaffinity(pid, size, mask);

	for (size_t cpu = 0; cpu < MAX_CPUS; cpu++)
		set[cpu] = !known || CPU_ISSET_S(cpu, size, mask);
	CPU_FREE(mask);
	divide_cpus(p, set, "affinity");
	free(set);
}

static bool read_list(int directory, char list[CPUSET_LIST])
{
	int fd = openat(directory, "cpuset.cpus.effective", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, list, CPUSET_LIST - 1);

	if (fd >= 0)
		close(fd);
	list[n > 0 ? n : 0] = 0;
	return n > 0;
}

/* Adds the cpuset of a group; without the controller, that of its nearest ancestor with it. */
static bool add_cpuset(int group, bool *set)
{
	int directory = fcntl(group, F_DUPFD_CLOEXEC, 0);
	char list[CPUSET_LIST] = "";
	struct stat here, above;

	while (directory >= 0 && !read_list(directory, list)) {
		int up = openat(directory, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		bool same = up >= 0 && !fstat(directory, &here) && !fstat(up, &above) && here.st_dev == above.st_dev && here.st_ino != above.st_ino;

		close(directory);
		if (up >= 0 && !same)
			close(up);
		directory = same ? up : -1;
	}
	if (directory >= 0)
		close(directory);
	return places_parse(list, set, MAX_CPUS);
}

void places_of_groups(struct places *p, const int *group, unsigned groups)
{
	bool *set = zeroed(MAX_CPUS, sizeof *set), known = groups;

	for (unsigned i = 0; i < groups; i++) {
		bool *of = zeroed(MAX_CPUS, sizeof *of);

		known &= add_cpuset(group[i], of);
		for (unsigned cpu = 0; cpu < MAX_CPUS; cpu++)
			set[cpu] |= of[cpu];
		free(of);
	}
	if (!known)
		memset(set, 1, MAX_CPUS);
	divide_cpus(p, set, "cpuset");
	free(set);
}

static void count_on_all(struct places *p)
{
	while (p->watches)
		close(p->watch[--p->watches]);
	for (unsigned i = 0; i < p->others; i++)
		p->cpu[p->count++] = p->other[i];
	p->others = 0;
	p->by = "all";
}

/* Opens dummy events: they count nothing, but their running time is the time of the group on that CPU. */
void places_watch(struct places *p, const int *group, unsigned groups)
{
	struct perf_event_attr attr = perf_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);

	attr.disabled = 1;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	p->watch = zeroed((size_t)groups * p->others, sizeof *p->watch);
	p->elsewhere_ns = zeroed(p->others, sizeof *p->elsewhere_ns);
	for (unsigned i = 0; i < groups * p->others; i++) {
		int fd = perf_open_cgroup(&attr, group[i / p->others], p->other[i % p->others], -1);

		if (fd < 0) {
			count_on_all(p);
			return;
		}
		p->watch[p->watches++] = fd;
	}
}

void places_begin(const struct places *p)
{
	for (unsigned i = 0; i < p->watches; i++)
		ioctl(p->watch[i], PERF_EVENT_IOC_ENABLE, 0);
}

void places_end(struct places *p)
{
	uint64_t now[3];

	for (unsigned i = 0; i < p->watches; i++) {
		if (read(p->watch[i], now, sizeof now) != sizeof now)
			continue;
		p->elsewhere_ns[i % p->others] += now[2];
		p->uncounted_ns += now[2];
	}
}

void places_warn(struct text *t, const struct places *p, uint64_t run_ns)
{
	const char *comma = "";

	if (!p->uncounted_ns)
		return;
	text_add(t, "%sthe program ran for %.3f s uncounted, in addition to %.3f s counted, on CPUs that its %s did not allow when counting began (",
		 t->size ? "; " : "", (double)p->uncounted_ns / NS_PER_S, (double)run_ns / NS_PER_S, p->by);
	for (unsigned i = 0; i < p->others; i++)
		if (p->elsewhere_ns[i]) {
			text_add(t, "%s%d", comma, p->other[i]);
			comma = ",";
		}
	text_add(t, "): nothing was counted there; %s", !strcmp(p->by, "affinity") ? "start it on all of its CPUs, or count each task: --scope task"
		 : "count it again, with its present cpuset");
}

void places_free(struct places *p)
{
	while (p->watches)
		close(p->watch[--p->watches]);
	free(p->cpu);
	free(p->other);
	free(p->watch);
	free(p->elsewhere_ns);
	*p = (struct places){ 0 };
}
