/* Control groups as perf events know them; see cgroup.h. */
#include "cgroup.h"
#include "../base/say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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
#define MAKE_REMEDY "let systemd give you a part of the tree: systemd-run --user --scope -p Delegate=yes runbench ...; or count " \
	"each task: --scope task"

/* One of the words of a list with commas. */
static bool holds_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = list; (p = strstr(p, word)); p += length)
		if ((p == list || p[-1] == ',') && (!p[length] || p[length] == ',' || p[length] == '\n'))
			return true;
	return false;
}

/* Blanks and the like stand in octal in mountinfo. */
static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		unsigned code;

		if (*s == '\\' && sscanf(s + 1, "%3o", &code) == 1) {
			*to++ = (char)code;
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
}

bool cgroup_mount_of(const char *line, struct cgroup_mount *m)
{
	const char *dash = strstr(line, " - ");
	char type[32], options[512] = "";

	_Static_assert(PATH_MAX >= 4096, "widths below");
	if (!dash || sscanf(dash, " - %31s %*s %511s", type, options) < 1
	    || sscanf(line, "%*d %*d %*s %4095s %4095s", m->root, m->at) != 2)
		return false;
	unescape(m->root);
	unescape(m->at);
	m->v2 = !strcmp(type, "cgroup2");
	return m->v2 || (!strcmp(type, "cgroup") && holds_word(options, "perf_event"));
}

static bool find_mount(struct cgroup_mount *found)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	struct cgroup_mount m;
	char *line = NULL;
	size_t capacity = 0;
	bool any = false;

	/* Where the controller has a hierarchy of its own, the common one does not have it. */
	while (f && getline(&line, &capacity, f) > 0)
		if (cgroup_mount_of(line, &m) && (!any || (found->v2 && !m.v2))) {
			*found = m;
			any = true;
		}
	free(line);
	if (f)
		fclose(f);
	return any;
}

bool cgroup_own_path(const char *text, const struct cgroup_mount *m, char path[PATH_MAX])
{
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		const char *controllers = strchr(line, ':'), *name = controllers ? strchr(controllers + 1, ':') : NULL;
		size_t root = strcmp(m->root, "/") ? strlen(m->root) : 0;
		char list[256];

		if (!name)
			continue;
		snprintf(list, sizeof list, "%.*s", (int)(name - controllers - 1), controllers + 1);
		if (m->v2 ? *list != 0 : !holds_word(list, "perf_event"))
			continue;
		/* What is mounted may be a part of the tree (a container's), which the name leads through. */
		name++;
		if (strncmp(name, m->root, root) || strchr("/\n", name[root]) == NULL)
			return false;
		name += root;
		snprintf(path, PATH_MAX, "%.*s", (int)strcspn(name, "\n"), name);
		if (!strcmp(path, "/"))
			*path = 0;
		return strncmp(path, "/..", 3) != 0; /* beyond the root of this namespace */
	}
	return false;
}

static int no_hierarchy(void)
{
	return say_error(ERROR_MACHINE, "type: sudo mount -t cgroup2 none /sys/fs/cgroup; in a container, on the host",
			 "no hierarchy of control groups that counters go by is mounted here");
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

/* -1 with errno; EXDEV: a directory of something else, or of another hierarchy. */
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

int cgroup_open(struct cgroup *g, const char *path)
{
	struct cgroup_mount m;
	char below[2 * PATH_MAX];
	int direct;

	*g = (struct cgroup){ .fd = -1 };
	if (!find_mount(&m))
		return no_hierarchy();
	g->fd = open_group(path, &m);
	direct = errno;
	if (g->fd < 0) {
		snprintf(below, sizeof below, "%s/%s", m.at, path + (*path == '/'));
		g->fd = open_group(below, &m);
	}
	if (g->fd >= 0) {
		set_name(g, &m);
		return 0;
	}
	if (direct == EXDEV)
		return say_error(ERROR_USAGE, "look for the name with: cat /proc/PID/cgroup",
				 "%s is no control group that counters go by: here these stand below %s (%s)", path, m.at,
				 m.v2 ? "cgroup version 2" : "cgroup version 1, controller perf_event");
	if (direct == EACCES || errno == EACCES)
		return say_error(ERROR_MACHINE, "run as its owner, or as root", "the control group %s cannot be opened: %s", path, strerror(EACCES));
	return say_error(ERROR_USAGE, "look for the name with: cat /proc/PID/cgroup - in a container all names are those of its own "
			 "namespace: groups beside it are seen from the host only",
			 "there is no control group %s, neither as a directory nor below %s", path, m.at);
}

/* Each run holds a lock on the group that it made; where nobody does, it was killed. A group that is in use stays. */
static void remove_left_behind(const char *parent)
{
	DIR *d = opendir(parent);
	struct dirent *entry;

	while (d && (entry = readdir(d))) {
		int fd;

		if (strncmp(entry->d_name, OURS, strlen(OURS)))
			continue;
		fd = openat(dirfd(d), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB))
			unlinkat(dirfd(d), entry->d_name, AT_REMOVEDIR);
		if (fd >= 0)
			close(fd);
	}
	if (d)
		closedir(d);
}

int cgroup_make(struct cgroup *g)
{
	char text[4096], own[PATH_MAX], parent[2 * PATH_MAX], path[2 * PATH_MAX + 64];
	struct cgroup_mount m;

	*g = (struct cgroup){ .fd = -1 };
	if (!find_mount(&m))
		return no_hierarchy();
	if (!read_text("/proc/self/cgroup", text, sizeof text) || !cgroup_own_path(text, &m, own))
		return say_error(ERROR_MACHINE, "count each task: --scope task", "the control group of this process is not seen below %s", m.at);
	snprintf(parent, sizeof parent, "%s%s", m.at, own);
	remove_left_behind(parent);
	/* Another run could take it for left behind before it is locked: then there is none to be locked, and once more. */
	for (int attempt = 0; attempt < 3; attempt++) {
		snprintf(path, sizeof path, "%s/" OURS "%d", parent, (int)getpid());
		if (mkdir(path, 0755) && errno != EEXIST)
			return say_error(ERROR_MACHINE, MAKE_REMEDY, "cannot make a control group for the run, %s: %s", path, strerror(errno));
		g->fd = open_group(path, &m);
		if (g->fd >= 0 && !flock(g->fd, LOCK_EX | LOCK_NB) && !access(path, F_OK)) {
			g->ours = true;
			set_name(g, &m);
			return 0;
		}
		if (g->fd >= 0)
			close(g->fd);
	}
	return say_error(ERROR_MACHINE, MAKE_REMEDY, "cannot hold the control group made for the run, %s: %s", path, strerror(errno));
}

int cgroup_take(const struct cgroup *g, pid_t pid)
{
	int fd = openat(g->fd, "cgroup.procs", O_WRONLY | O_CLOEXEC), error;
	bool done = fd >= 0 && dprintf(fd, "%d\n", (int)pid) > 0;

	error = errno;
	if (fd >= 0)
		close(fd);
	return done ? 0 : say_error(ERROR_MACHINE, MAKE_REMEDY, "cannot put the program into its control group %s: %s", g->name,
				    strerror(error));
}

bool cgroup_ended(struct cgroup *g)
{
	int fd = openat(g->fd, "cgroup.events", O_RDONLY | O_CLOEXEC);
	bool v1 = fd < 0 && errno == ENOENT && faccessat(g->fd, "tasks", F_OK, 0) == 0;
	char text[256];
	ssize_t n;

	if (v1) /* knows nothing of the groups below */
		return false;
	n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	if (n <= 0) /* the root of all has none, and does not end */
		return faccessat(g->fd, "cgroup.procs", F_OK, 0) != 0;
	text[n] = 0;
	if (strstr(text, "populated 1"))
		g->seen_populated = true;
	return g->seen_populated && strstr(text, "populated 0");
}

void cgroup_close(struct cgroup *g)
{
	char link[64], path[PATH_MAX];
	ssize_t n = -1;

	if (g->fd < 0)
		return;
	snprintf(link, sizeof link, "/proc/self/fd/%d", g->fd);
	if (g->ours && (n = readlink(link, path, sizeof path - 1)) > 0) {
		path[n] = 0;
		/* The kernel needs a moment to let the last of its tasks go. */
		for (int i = 0; i < 50 && rmdir(path) && errno == EBUSY; i++)
			usleep(2000);
	}
	close(g->fd);
	g->fd = -1;
}
