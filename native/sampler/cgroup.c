/* Control groups of perf events; see cgroup.h. */
#include "cgroup.h"
#include "../base/say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MAGIC_V1 0x27e0eb
#define MAGIC_V2 0x63677270
#define OURS     "runbench."
const char cgroup_make_remedy[] = "request a delegated part of the tree from systemd: systemd-run --user --scope -p Delegate=yes runbench ...; or count "
	"each task: --scope task";

static int no_hierarchy(void)
{
	return say_error(ERROR_MACHINE, "type: sudo mount -t cgroup2 none /sys/fs/cgroup; in a container, on the host",
			 "no hierarchy of control groups with perf events is mounted here");
}

static bool read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	return n >= 0;
}

/* Opens the directory of a group. Returns -1 with errno; EXDEV: no control group, or one of another hierarchy. */
static int open_group(const char *directory, const struct cgroup_mount *m)
{
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat here, there;
	struct statfs fs;

	if (fd < 0)
		return -1;
	if (!fstatfs(fd, &fs) && (fs.f_type == MAGIC_V1 || fs.f_type == MAGIC_V2) && !fstat(fd, &here)
	    && !stat(m->at, &there) && here.st_dev == there.st_dev)
		return fd;
	close(fd);
	errno = EXDEV;
	return -1;
}

static void set_name(struct cgroup *g, const struct cgroup_mount *m)
{
	char link[64], path[PATH_MAX];
	size_t at = strlen(m->at);
	ssize_t n;

	snprintf(link, sizeof link, "/proc/self/fd/%d", g->fd);
	n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	snprintf(g->name, sizeof g->name, "%s", strncmp(path, m->at, at) ? path : path[at] ? path + at : "/");
}

/* Reads cgroup.events; changed: it was modified since the last read. Returns false if the group has ended. */
static bool read_events(struct cgroup *g, bool changed)
{
	char text[256];
	ssize_t n = pread(g->events_fd, text, sizeof text - 1, 0);
	bool frozen;

	if (n <= 0)
		return false;
	text[n] = 0;
	frozen = strstr(text, "frozen 1");
	if (strstr(text, "populated 1") || (changed && frozen == g->frozen)) /* changed, and not by freezing: a process came and left */
		g->seen_populated = true;
	g->frozen = frozen;
	return !g->seen_populated || strstr(text, "populated 1");
}

int cgroup_open(struct cgroup *g, const char *path)
{
	struct cgroup_mount m;
	char below[2 * PATH_MAX];
	int direct;

	*g = (struct cgroup){ .fd = -1, .events_fd = -1 };
	if (!cgroup_find_mount(&m))
		return no_hierarchy();
	g->fd = open_group(path, &m);
	direct = errno;
	if (g->fd < 0) {
		snprintf(below, sizeof below, "%s/%s", m.at, path + (*path == '/'));
		g->fd = open_group(below, &m);
	}
	if (g->fd >= 0) {
		set_name(g, &m);
		g->events_fd = openat(g->fd, "cgroup.events", O_RDONLY | O_CLOEXEC);
		if (g->events_fd >= 0)
			read_events(g, false); /* a process may leave before the next read */
		return 0;
	}
	if (direct == EXDEV)
		return say_error(ERROR_USAGE, "find the name: cat /proc/PID/cgroup",
				 "%s is no control group with perf events: their hierarchy is mounted at %s (%s)", path, m.at,
				 m.v2 ? "cgroup version 2" : "cgroup version 1, controller perf_event");
	if (direct == EACCES || errno == EACCES)
		return say_error(ERROR_MACHINE, "run as its owner, or as root", "the control group %s cannot be opened: %s", path, strerror(EACCES));
	return say_error(ERROR_USAGE, "find the name: cat /proc/PID/cgroup - in a container all names are those of its own "
			 "namespace: other groups are visible only on the host",
			 "there is no control group %s, neither as a directory nor below %s", path, m.at);
}

/* Thaws a group whose owner was killed. */
static void thaw(int group)
{
	int fd = openat(group, "cgroup.freeze", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)!write(fd, "0", 1);
	close(fd);
}

/* Removes unlocked groups: each run locks its group, so that an unlocked one belongs to a killed run. Thaws those in use. */
static void remove_leftovers(const char *parent)
{
	DIR *d = opendir(parent);
	struct dirent *entry;

	while (d && (entry = readdir(d))) {
		int fd;

		if (strncmp(entry->d_name, OURS, strlen(OURS)))
			continue;
		fd = openat(dirfd(d), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB) && unlinkat(dirfd(d), entry->d_name, AT_REMOVEDIR))
			thaw(fd);
		if (fd >= 0)
			close(fd);
	}
	if (d)
		closedir(d);
}

bool cgroup_take(const struct cgroup *g, pid_t pid)
{
	int fd = openat(g->fd, "cgroup.procs", O_WRONLY | O_CLOEXEC), error;
	bool done = fd >= 0 && dprintf(fd, "%d\n", (int)pid) > 0;

	error = errno;
	if (fd >= 0)
		close(fd);
	errno = error;
	return done;
}

/* Creates and locks a group. Another run may remove it between the two steps, as a leftover: then tries again. */
static bool create_locked(struct cgroup *g, const char *path, const struct cgroup_mount *m)
{
	for (int attempt = 0; attempt < 3; attempt++) {
		if (mkdir(path, 0755) && errno != EEXIST)
			return false;
		g->fd = open_group(path, m);
		if (g->fd >= 0 && !flock(g->fd, LOCK_EX | LOCK_NB) && !access(path, F_OK))
			return g->ours = true;
		if (g->fd >= 0)
			close(g->fd);
		g->fd = -1;
	}
	return false;
}

static int set_failure(struct cgroup *g, const char *path, char why[CGROUP_REASON_BYTES])
{
	snprintf(why, CGROUP_REASON_BYTES, "the run cannot have a control group of its own, %.400s: %s", path, strerror(errno));
	cgroup_close(g);
	return -1;
}

/* Finds the directory of this process's group. Returns -1 with the reason on failure. */
static int own_directory(struct cgroup_mount *m, char path[2 * PATH_MAX], char why[CGROUP_REASON_BYTES])
{
	char text[4096], own[PATH_MAX];

	if (!cgroup_find_mount(m)) {
		snprintf(why, CGROUP_REASON_BYTES, "%s", "no hierarchy of control groups with perf events is mounted here");
		return -1;
	}
	if (!read_text("/proc/self/cgroup", text, sizeof text) || !cgroup_own_path(text, m, own)) {
		snprintf(why, CGROUP_REASON_BYTES, "the control group of this process is not visible below %.400s", m->at);
		return -1;
	}
	snprintf(path, 2 * PATH_MAX, "%s%s", m->at, own);
	return 0;
}

void cgroup_remove_leftovers(void)
{
	char path[2 * PATH_MAX], why[CGROUP_REASON_BYTES];
	struct cgroup_mount m;

	if (!own_directory(&m, path, why))
		remove_leftovers(path);
}

/* Creates a group whose name has this end; pid: the process to move into it, 0: none. */
static int make(struct cgroup *g, const char *end, pid_t pid, char why[CGROUP_REASON_BYTES])
{
	char parent[2 * PATH_MAX], path[2 * PATH_MAX + 64];
	struct cgroup_mount m;

	*g = (struct cgroup){ .fd = -1, .events_fd = -1 };
	if (own_directory(&m, parent, why))
		return -1;
	remove_leftovers(parent);
	snprintf(path, sizeof path, "%s/" OURS "%d%s", parent, (int)getpid(), end);
	if (!create_locked(g, path, &m) || (pid && !cgroup_take(g, pid)))
		return set_failure(g, path, why);
	set_name(g, &m);
	return 0;
}

int cgroup_make(struct cgroup *g, pid_t pid, char why[CGROUP_REASON_BYTES])
{
	return make(g, "", pid, why);
}

int cgroup_make_empty(struct cgroup *g, unsigned number, char why[CGROUP_REASON_BYTES])
{
	char end[16];

	snprintf(end, sizeof end, ".%u", number);
	return make(g, end, 0, why);
}

bool cgroup_ended(struct cgroup *g)
{
	struct pollfd events = { .fd = g->events_fd, .events = POLLPRI };

	if (g->events_fd < 0)
		return faccessat(g->fd, "cgroup.procs", F_OK, 0) != 0;
	return !read_events(g, poll(&events, 1, 0) == 1 && events.revents & POLLPRI);
}

void cgroup_close(struct cgroup *g)
{
	char link[64], path[PATH_MAX];
	ssize_t n = -1;

	if (g->events_fd >= 0)
		close(g->events_fd);
	g->events_fd = -1;
	if (g->fd < 0)
		return;
	snprintf(link, sizeof link, "/proc/self/fd/%d", g->fd);
	if (g->ours && (n = readlink(link, path, sizeof path - 1)) > 0) {
		path[n] = 0;
		/* The kernel removes the last task with a delay. */
		for (int i = 0; i < 50 && rmdir(path) && errno == EBUSY; i++)
			usleep(2000);
	}
	close(g->fd);
	g->fd = -1;
}
