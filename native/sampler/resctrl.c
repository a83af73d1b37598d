/* Monitoring of a program by resctrl; see resctrl.h. */
#include "resctrl.h"
#include "../base/clock_ns.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define OURS "runbench."

/* Reads this process's allocation group, in which monitoring groups are created; empty on older kernels. */
static void own_allocation(char path[512])
{
	FILE *f = fopen("/proc/self/cpu_resctrl_groups", "re");
	char line[512];

	*path = 0;
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "res:/%511s", path) == 1)
			break;
	if (f)
		fclose(f);
}

static void remove_leftovers(const char *groups)
{
	DIR *d = opendir(groups);
	struct dirent *entry;

	while (d && (entry = readdir(d))) {
		char path[PATH_MAX];
		int fd;

		if (strncmp(entry->d_name, OURS, strlen(OURS)) || (size_t)snprintf(path, sizeof path, "%s/%s", groups, entry->d_name) >= sizeof path)
			continue;
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB))
			rmdir(path);
		if (fd >= 0)
			close(fd);
	}
	if (d)
		closedir(d);
}

static bool put_in(const struct resctrl_group *g, pid_t pid)
{
	int fd = openat(g->fd, "tasks", O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && dprintf(fd, "%d\n", (int)pid) > 0;
	int error = errno;

	if (fd >= 0)
		close(fd);
	errno = error;
	return done;
}

static int refused(char why[RESCTRL_REASON_BYTES], const char *root, const char *path)
{
	char info[PATH_MAX];
	int error = errno;

	snprintf(info, sizeof info, "%s/info/L3_MON", root);
	if (!access(info, F_OK))
		snprintf(why, RESCTRL_REASON_BYTES, "cannot create a monitoring group in %.100s: %s%s", path, strerror(error), error == ENOSPC
			 ? ": the processor's monitoring numbers (num_rmids) are all in use" : error == EACCES || error == EPERM ? "; run as root" : "");
	else if (snprintf(info, sizeof info, "%s/info", root), access(info, F_OK))
		snprintf(why, RESCTRL_REASON_BYTES, "resctrl is not mounted at %.60s; type: sudo mount -t resctrl resctrl /sys/fs/resctrl", root);
	else
		snprintf(why, RESCTRL_REASON_BYTES, "not available: this processor monitors no last-level cache (%.60s/info has no L3_MON)", root);
	return -1;
}

int resctrl_make(struct resctrl_group *g, const char *root, pid_t pid, unsigned number, char why[RESCTRL_REASON_BYTES])
{
	char own[512], groups[PATH_MAX];

	own_allocation(own);
	*g = (struct resctrl_group){ .fd = -1 };
	snprintf(groups, sizeof groups, "%.2000s/%s%smon_groups", root, own, *own ? "/" : "");
	remove_leftovers(groups);
	if ((size_t)snprintf(g->path, sizeof g->path, "%.3000s/" OURS "%d.%u", groups, (int)getpid(), number) >= sizeof g->path)
		return refused(why, root, groups);
	if (mkdir(g->path, 0755) && errno != EEXIST)
		return refused(why, root, groups);
	g->fd = open(g->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (g->fd >= 0 && !flock(g->fd, LOCK_EX | LOCK_NB) && put_in(g, pid))
		return 0;
	refused(why, root, g->path);
	resctrl_close(g);
	return -1;
}

enum reply { REPLY_NUMBER, REPLY_UNAVAILABLE, REPLY_ERROR };

/* Reads the value of a domain. "Unavailable" is temporary; "Error" and "Unassigned" are permanent. */
static enum reply read_value(const struct resctrl_event *e, const char *domain, uint64_t *value, char words[32])
{
	char path[128], text[64] = "", *end;
	int fd;
	ssize_t n;

	snprintf(path, sizeof path, "mon_data/%s/%s", domain, e->file);
	fd = openat(e->group->fd, path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	snprintf(words, 32, "%.*s", (int)strcspn(text, "\n") > 31 ? 31 : (int)strcspn(text, "\n"), n > 0 ? text : "nothing");
	if (n <= 0)
		return REPLY_ERROR;
	*value = strtoull(text, &end, 10);
	if (end != text && (*end == '\n' || !*end))
		return REPLY_NUMBER;
	return !strncmp(text, "Unavailable", 11) ? REPLY_UNAVAILABLE : REPLY_ERROR;
}

static void update_domain(struct resctrl_event *e, struct resctrl_domain *d)
{
	char words[32];
	uint64_t now;

	switch (read_value(e, d->name, &now, words)) {
	case REPLY_NUMBER:
		/* A restarted count: the monitoring ID was reused, or 64 bits overflowed. */
		if (!e->gauge && d->seen && now < d->last) {
			d->passed += d->last;
			e->restarts++;
		}
		d->last = now;
		d->seen = true;
		break;
	case REPLY_UNAVAILABLE:
		e->silent += d->seen;
		break;
	default:
		snprintf(e->why, sizeof e->why, "the kernel says \"%s\" of it in %s", words, d->name);
	}
}

static uint64_t sum(const struct resctrl_event *e)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < e->domains; i++)
		all += e->domain[i].passed + e->domain[i].last;
	return all;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct resctrl_domain *)a)->name, ((const struct resctrl_domain *)b)->name);
}

int resctrl_open(struct resctrl_event *e, const struct resctrl_group *g, const char *file, char why[RESCTRL_REASON_BYTES])
{
	int data = openat(g->fd, "mon_data", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = data < 0 ? NULL : fdopendir(data);
	struct dirent *entry;

	*e = (struct resctrl_event){ .group = g, .file = file, .gauge = !strcmp(file, "llc_occupancy") };
	while (d && (entry = readdir(d)) && e->domains < RESCTRL_DOMAINS) {
		char path[128];

		if (strncmp(entry->d_name, "mon_L3_", 7) || strlen(entry->d_name) >= sizeof e->domain->name)
			continue;
		snprintf(path, sizeof path, "mon_data/%s/%s", entry->d_name, file);
		if (!faccessat(g->fd, path, F_OK, 0))
			snprintf(e->domain[e->domains++].name, sizeof e->domain->name, "%.31s", entry->d_name);
	}
	if (d)
		closedir(d);
	if (!e->domains) {
		snprintf(why, RESCTRL_REASON_BYTES, "not available: this processor's caches do not monitor %s (info/L3_MON/mon_features lists what they do)", file);
		return -1;
	}
	qsort(e->domain, e->domains, sizeof *e->domain, by_name);
	for (unsigned i = 0; i < e->domains; i++)
		update_domain(e, &e->domain[i]);
	e->before = sum(e);
	e->summed_ns = clock_ns();
	return 0;
}

uint64_t resctrl_read(struct resctrl_event *e, uint64_t now_ns)
{
	uint64_t was = sum(e), now;

	e->silent = 0;
	for (unsigned i = 0; i < e->domains; i++)
		update_domain(e, &e->domain[i]);
	now = sum(e);
	if (!e->gauge)
		return now - e->before;
	/* Between two readings a linear change is assumed. */
	e->summed += (uint64_t)(((double)was + (double)now) / 2 * (double)(now_ns - e->summed_ns) / NS_PER_MS);
	e->summed_ns = now_ns;
	return e->summed;
}

void resctrl_close(struct resctrl_group *g)
{
	if (g->fd < 0)
		return;
	rmdir(g->path); /* its tasks move to the parent group */
	close(g->fd);
	g->fd = -1;
}
