/* Stopping and continuing programs with all their processes; see hold.h. */
#include "hold.h"
#include "../base/clock_ns.h"
#include "../base/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SETTLE_NS (100 * NS_PER_MS)
#define CHECK_INTERVAL_US     300

int hold_make(struct hold *h, unsigned number, char why[CGROUP_REASON_BYTES])
{
	*h = (struct hold){ .freeze_fd = -1 };
	if (cgroup_make_empty(&h->group, number, why))
		return -1;
	h->freeze_fd = openat(h->group.fd, "cgroup.freeze", O_WRONLY | O_CLOEXEC);
	if (h->freeze_fd >= 0)
		return 0;
	snprintf(why, CGROUP_REASON_BYTES, "%.400s cannot be frozen: %s", h->group.name, strerror(errno));
	cgroup_close(&h->group);
	return -1;
}

bool hold_take(struct hold *h, pid_t guardian, pid_t first)
{
	h->guardian = guardian;
	h->first = first;
	if (h->freeze_fd < 0 || cgroup_take(&h->group, first))
		return true;
	close(h->freeze_fd);
	h->freeze_fd = -1;
	cgroup_close(&h->group);
	return false;
}

static bool file_contains(int directory, const char *name, const char *word)
{
	char text[256];
	int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	return strstr(text, word) != NULL;
}

/* Lists the descendants of the guardians of programs held by signals. back[found.of] is the index of the program. */
static size_t members(struct hold *const *all, unsigned count, struct descendant **found, unsigned *back)
{
	pid_t *guardians = calloc(count + 1, sizeof *guardians);
	unsigned n = 0;
	size_t size;

	if (!guardians)
		abort();
	for (unsigned i = 0; i < count; i++)
		if (all[i]->freeze_fd < 0) {
			back[n] = i;
			guardians[n++] = all[i]->guardian;
		}
	size = n ? descendants_of(guardians, n, found) : 0;
	if (!n)
		*found = NULL;
	free(guardians);
	return size;
}

static bool is_runnable(char state)
{
	return !strchr("TtZXx", state);
}

/* Returns whether a process is in an uninterruptible sleep, for example as the parent of a stopped child of vfork. */
static bool is_uninterruptible(char state)
{
	return state == 'D';
}

/* Sends SIGSTOP to runnable processes, also repeatedly, which is harmless. Returns true if none is runnable. */
static bool stop_runnable(struct hold *const *all, unsigned count)
{
	unsigned *back = calloc(count + 1, sizeof *back);
	struct descendant *found;
	size_t size;
	bool still = true;

	if (!back)
		abort();
	size = members(all, count, &found, back);
	for (size_t i = 0; i < size; i++)
		if (is_runnable(found[i].state)) {
			kill(found[i].pid, SIGSTOP);
			still &= is_uninterruptible(found[i].state);
		}
	free(found);
	free(back);
	return still;
}

void hold_stop(struct hold *const *all, unsigned count)
{
	/* First the program's process group, which one system call stops as a whole. */
	for (unsigned i = 0; i < count; i++) {
		if (all[i]->freeze_fd < 0)
			kill(-all[i]->first, SIGSTOP);
		else
			(void)!write(all[i]->freeze_fd, "1", 1);
		all[i]->stopped = true;
	}
	stop_runnable(all, count);
}

void hold_settle(struct hold *const *all, unsigned count)
{
	uint64_t end = clock_ns() + MAX_SETTLE_NS;

	for (;;) {
		bool still = stop_runnable(all, count);

		for (unsigned i = 0; i < count; i++)
			still &= all[i]->freeze_fd < 0 || file_contains(all[i]->group.fd, "cgroup.events", "frozen 1")
				|| file_contains(all[i]->group.fd, "cgroup.events", "populated 0");
		if (still || clock_ns() >= end)
			return;
		usleep(CHECK_INTERVAL_US);
	}
}

static void place(pid_t tid, const cpu_set_t *cpus)
{
	sched_setaffinity(tid, sizeof *cpus, cpus);
}

static void place_process(pid_t pid, const cpu_set_t *cpus)
{
	struct dirent *entry;
	char path[64];
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (entry = readdir(d)))
		if (atoi(entry->d_name) > 0)
			place((pid_t)atoi(entry->d_name), cpus);
	if (d)
		closedir(d);
}

static FILE *open_list(const struct hold *h, const char *name)
{
	int fd = openat(h->group.fd, name, O_RDONLY | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "re");

	if (fd >= 0 && !f)
		close(fd);
	return f;
}

static void place_group(const struct hold *h, const cpu_set_t *cpus)
{
	FILE *f = open_list(h, "cgroup.threads");
	int tid;

	while (f && fscanf(f, "%d", &tid) == 1)
		place(tid, cpus);
	if (f)
		fclose(f);
}

static bool must_move(const struct hold *h, const cpu_set_t *cpus)
{
	return cpus && (!h->placed || !CPU_EQUAL(&h->cpus, cpus));
}

void hold_continue(struct hold *const *all, unsigned count, const cpu_set_t *const *cpus)
{
	unsigned *back = calloc(count + 1, sizeof *back);
	struct descendant *found;
	size_t size;
	bool needed = false;

	if (!back)
		abort();
	for (unsigned i = 0; i < count; i++)
		needed |= all[i]->freeze_fd < 0 && (all[i]->stopped || must_move(all[i], cpus[i]));
	size = needed ? members(all, count, &found, back) : 0;
	for (unsigned i = 0; i < count; i++)
		if (all[i]->freeze_fd >= 0 && must_move(all[i], cpus[i]))
			place_group(all[i], cpus[i]);
	for (size_t i = 0; i < size; i++) {
		unsigned which = back[found[i].of];

		if (must_move(all[which], cpus[which]))
			place_process(found[i].pid, cpus[which]);
	}
	for (size_t i = 0; i < size; i++)
		if (all[back[found[i].of]]->stopped)
			kill(found[i].pid, SIGCONT);
	for (unsigned i = 0; i < count; i++) {
		struct hold *h = all[i];

		if (h->freeze_fd >= 0 && h->stopped)
			(void)!write(h->freeze_fd, "0", 1);
		else if (h->stopped)
			kill(-h->first, SIGCONT);
		h->stopped = false;
		if (!cpus[i])
			continue;
		h->cpus = *cpus[i];
		h->placed = true;
	}
	if (needed)
		free(found);
	free(back);
}

static unsigned signal_each(const struct hold *h, int signal)
{
	struct hold *const one[1] = { (struct hold *)h };
	struct descendant *found;
	unsigned back[2];
	size_t size;
	FILE *f;
	int pid;

	if (h->freeze_fd < 0) {
		size = members(one, 1, &found, back);
		for (size_t i = 0; signal && i < size; i++)
			kill(found[i].pid, signal);
		free(found);
		return (unsigned)size;
	}
	size = 0;
	f = open_list(h, "cgroup.procs");
	while (f && fscanf(f, "%d", &pid) == 1) {
		size++;
		if (signal)
			kill(pid, signal);
	}
	if (f)
		fclose(f);
	return (unsigned)size;
}

void hold_signal(const struct hold *h, int signal)
{
	signal_each(h, signal);
}

unsigned hold_processes(const struct hold *h)
{
	return signal_each(h, 0);
}

void hold_close(struct hold *h)
{
	if (h->freeze_fd >= 0)
		close(h->freeze_fd);
	h->freeze_fd = -1;
	cgroup_close(&h->group);
}
