/* Readiness of a program of a plan; see ready.h. */
#include "ready.h"
#include "../base/clock_ns.h"
#include "environment.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LISTEN 0x0a /* TCP_LISTEN of the kernel's net/tcp_states.h */

static int port(void)
{
	const char *text = environment_get("RB_CLUSTER_PORT");

	return text ? atoi(text) : 0;
}

bool ready_is_awaited(void)
{
	return port() > 0;
}

unsigned long ready_listener(const char *table, int wanted)
{
	FILE *f = fopen(table, "re");
	char line[512];
	unsigned long inode = 0, found = 0;
	unsigned local, state;

	/* sl local_address rem_address st queues timer retransmissions uid timeout inode */
	while (f && !found && fgets(line, sizeof line, f))
		if (sscanf(line, " %*d: %*[0-9A-Fa-f]:%x %*s %x %*s %*s %*s %*d %*d %lu", &local, &state, &inode) == 3
				&& local == (unsigned)wanted && state == LISTEN)
			found = inode;
	if (f)
		fclose(f);
	return found;
}

static unsigned long listener(pid_t program)
{
	static const char *const tables[] = { "tcp", "tcp6" };
	unsigned long found = 0;
	char path[64];

	for (size_t i = 0; !found && i < sizeof tables / sizeof *tables; i++) {
		snprintf(path, sizeof path, "/proc/%d/net/%s", program, tables[i]);
		found = ready_listener(path, port());
	}
	return found;
}

/* Returns whether a process has a descriptor of a socket. */
static bool holds(const char *pid, const char *socket)
{
	char path[PATH_MAX], target[64];
	DIR *fds;
	bool found = false;

	snprintf(path, sizeof path, "/proc/%s/fd", pid);
	fds = opendir(path);
	if (!fds)
		return false;
	for (struct dirent *e; !found && (e = readdir(fds));) {
		ssize_t n;

		snprintf(path, sizeof path, "/proc/%s/fd/%s", pid, e->d_name);
		n = readlink(path, target, sizeof target - 1);
		target[n > 0 ? n : 0] = 0;
		found = !strcmp(target, socket);
	}
	closedir(fds);
	return found;
}

/* Writes the name and pid of the process that holds a socket; empty: not visible to this user. */
static void find_owner(unsigned long inode, char *owner, size_t size)
{
	char socket[64], path[PATH_MAX], name[64] = "";
	DIR *processes = opendir("/proc");

	owner[0] = 0;
	snprintf(socket, sizeof socket, "socket:[%lu]", inode);
	if (!processes)
		return;
	for (struct dirent *e; !*owner && (e = readdir(processes));) {
		FILE *f;

		if (e->d_name[0] < '1' || e->d_name[0] > '9' || !holds(e->d_name, socket))
			continue;
		snprintf(path, sizeof path, "/proc/%s/comm", e->d_name);
		f = fopen(path, "re");
		if (f && fgets(name, sizeof name, f))
			name[strcspn(name, "\n")] = 0;
		if (f)
			fclose(f);
		snprintf(owner, size, "%s (pid %ld)", *name ? name : "a process", atol(e->d_name));
	}
	closedir(processes);
}

void ready_add_obstacle(struct text *t, pid_t program)
{
	unsigned long inode = ready_is_awaited() ? listener(program) : 0;
	char owner[128];

	if (!inode)
		return;
	find_owner(inode, owner, sizeof owner);
	text_add_member(t, "port_owner", owner);
}

bool ready_check(const struct place *p, pid_t program)
{
	struct text t = { .survives = true };
	bool written;

	if (!listener(program))
		return false;
	text_add(&t, "{\"v\":1,\"monotonic_ns\":%llu}\n", (unsigned long long)clock_ns());
	written = !place_write(p->folder, "ready.json", &t);
	text_free(&t);
	return written;
}
