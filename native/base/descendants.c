/* Descendants of processes; see descendants.h. */
#include "descendants.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void process_read(pid_t pid, const char *name, char *text, size_t size)
{
	char path[48];
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, size - 1);
		close(fd);
	}
	text[n > 0 ? n : 0] = 0;
}

struct link {
	pid_t    pid, parent; /* parent 0: the process has ended */
	char     state;
	bool     marked;      /* it descends from an ancestor */
	unsigned of;          /* index of that ancestor */
};

static struct link link_of(pid_t pid)
{
	struct link l = { .pid = pid };
	char line[512], *p;

	process_read(pid, "stat", line, sizeof line);
	p = strrchr(line, ')'); /* the name before it may contain any character */
	if (p && p[1] && p[2]) {
		l.state = p[2];
		l.parent = (pid_t)atoi(p + 4);
	}
	return l;
}

static size_t list_processes(struct link **list)
{
	DIR *proc = opendir("/proc");
	size_t count = 0, capacity = 0;
	struct dirent *entry;

	*list = NULL;
	if (!proc)
		return 0;
	while ((entry = readdir(proc))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid <= 0)
			continue;
		if (count == capacity) {
			struct link *more = realloc(*list, (capacity = capacity * 2 + 256) * sizeof *more);

			if (!more)
				break;
			*list = more;
		}
		(*list)[count++] = link_of(pid);
	}
	closedir(proc);
	return count;
}

static void kill_checked(const struct link *l)
{
	int fd = (int)syscall(SYS_pidfd_open, l->pid, 0);

	/* The pidfd pins the process: with the same parent as before, it is the listed one and no reused PID. */
	if (fd >= 0) {
		if (link_of(l->pid).parent == l->parent)
			syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
		close(fd);
	} else if (errno == ENOSYS) {
		kill(l->pid, SIGKILL);
	}
}

static bool descends(struct link *l, const struct link *list, size_t count, const pid_t *ancestor, unsigned ancestors)
{
	for (unsigned a = 0; a < ancestors; a++)
		if (l->parent == ancestor[a]) {
			l->of = a;
			return true;
		}
	for (size_t i = 0; i < count; i++)
		if (list[i].marked && list[i].pid == l->parent) {
			l->of = list[i].of;
			return true;
		}
	return false;
}

/* Marks the descendants of the ancestors; returns their number. */
static size_t mark(struct link *list, size_t count, const pid_t *ancestor, unsigned ancestors)
{
	size_t marked = 0, before;

	do {
		before = marked;
		for (size_t i = 0; i < count; i++)
			if (!list[i].marked && list[i].parent && descends(&list[i], list, count, ancestor, ancestors)) {
				list[i].marked = true;
				marked++;
			}
	} while (marked != before);
	return marked;
}

size_t descendants_of(const pid_t *ancestor, unsigned count, struct descendant **found)
{
	struct link *list;
	size_t all = list_processes(&list), ours = mark(list, all, ancestor, count), n = 0;

	*found = calloc(ours + 1, sizeof **found);
	if (!*found)
		abort();
	for (size_t i = 0; i < all; i++)
		if (list[i].marked)
			(*found)[n++] = (struct descendant){ .pid = list[i].pid, .of = list[i].of, .state = list[i].state };
	free(list);
	return n;
}

int descendants_kill(void)
{
	struct link *list;
	size_t count = list_processes(&list);
	pid_t self = getpid();
	int killed = (int)mark(list, count, &self, 1);

	/* In the order of PIDs, which usually puts parents first: a killed parent starts no more children. */
	for (size_t i = 0; i < count; i++)
		if (list[i].marked)
			kill_checked(&list[i]);
	free(list);
	return killed;
}
