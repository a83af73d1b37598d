/* The remaining processes of a killed run; see rescue.h. */
#include "rescue.h"
#include "../base/say.h"
#include "../sampler/cgroup.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENVIRONMENT_BYTES (1u << 20)
#define MAX_ROUNDS 50
#define ROUND_US    20000

static bool has_mark(pid_t pid, const char *mark, char *bytes)
{
	char path[48];
	size_t length = strlen(mark);
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, bytes, ENVIRONMENT_BYTES);
	if (fd >= 0)
		close(fd);
	for (char *p = bytes; n > 0 && p < bytes + n; p += strnlen(p, (size_t)(bytes + n - p)) + 1)
		if ((size_t)(bytes + n - p) >= length && !memcmp(p, mark, length) && (p + length == bytes + n || !p[length]))
			return true;
	return false;
}

static unsigned continue_marked(const char *mark, bool outlive, char *bytes)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	unsigned count = 0;

	while (proc && (entry = readdir(proc))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid <= 0 || pid == getpid() || !has_mark(pid, mark, bytes))
			continue;
		count++;
		kill(pid, SIGCONT);
		if (!outlive)
			kill(pid, SIGKILL);
	}
	if (proc)
		closedir(proc);
	return count;
}

int rescue_run(const char *id, bool outlive)
{
	char mark[128], *bytes = malloc(ENVIRONMENT_BYTES);
	unsigned found = 0;
	struct text t = { 0 };

	if (!bytes)
		abort();
	snprintf(mark, sizeof mark, RESCUE_MARK "=%s", id);
	for (int i = 0; i < MAX_ROUNDS; i++) {
		unsigned now;

		cgroup_remove_leftovers();
		now = continue_marked(mark, outlive, bytes);
		found = now > found ? now : found;
		if (!now || outlive)
			break;
		usleep(ROUND_US);
	}
	cgroup_remove_leftovers();
	free(bytes);
	text_add(&t, "\"processes\":%u", found);
	say("rescued", t.data);
	text_free(&t);
	return 0;
}
