/* The processes that descend from this one; see descendants.h. */
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

/* Parent of a process, 0 if there is no such process (any more). */
static pid_t parent_of(pid_t pid)
{
	char line[512], *p;

	process_read(pid, "stat", line, sizeof line);
	p = strrchr(line, ')'); /* the name before it may hold anything */
	return p && p[1] && p[2] ? (pid_t)atoi(p + 4) : 0;
}

struct link {
	pid_t pid, parent;
	bool  ours;
};

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
		(*list)[count++] = (struct link){ .pid = pid, .parent = parent_of(pid) };
	}
	closedir(proc);
	return count;
}

static void kill_checked(const struct link *l)
{
	int fd = (int)syscall(SYS_pidfd_open, l->pid, 0);

	/* The handle holds the process: if the parent is still the same now, it is the one that was listed. */
	if (fd >= 0) {
		if (parent_of(l->pid) == l->parent)
			syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
		close(fd);
	} else if (errno == ENOSYS) {
		kill(l->pid, SIGKILL);
	}
}

int descendants_kill(void)
{
	struct link *list;
	size_t count = list_processes(&list);
	pid_t self = getpid();
	bool found;
	int killed = 0;

	do {
		found = false;
		for (size_t i = 0; i < count; i++) {
			bool ours = list[i].parent == self;

			if (list[i].ours || !list[i].parent)
				continue;
			for (size_t j = 0; !ours && j < count; j++)
				ours = list[j].ours && list[j].pid == list[i].parent;
			if (ours) {
				list[i].ours = found = true;
				kill_checked(&list[i]);
				killed++;
			}
		}
	} while (found);
	free(list);
	return killed;
}
