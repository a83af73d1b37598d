/* See node_state.h. A few small reads per request, so that it costs the measured programs nothing that they notice. */
#include "node_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_BYTES (64u << 10)

/* Returns false if the file cannot be read. A longer file is truncated. */
static bool read_file(const char *proc, const char *name, char *bytes)
{
	char path[256];
	size_t size = 0;
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "%s/%s", proc, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	while (size < MAX_BYTES - 1 && (n = read(fd, bytes + size, MAX_BYTES - 1 - size)) > 0)
		size += (size_t)n;
	close(fd);
	bytes[size] = 0;
	return size > 0;
}

static int64_t memory_bytes(const char *meminfo, const char *name)
{
	const char *line = strstr(meminfo, name);

	return line ? strtoll(line + strlen(name), NULL, 10) * 1024 : -1;
}

/* Columns of a line of net/dev: receive bytes packets errs drop fifo frame compressed multicast, transmit bytes packets
 * errs drop ... */
static int64_t network_lost(char *net)
{
	int64_t lost = 0;

	for (char *line = net, *end; line; line = end) {
		long long in_errors, in_drops, out_errors, out_drops;
		char *colon;

		end = strchr(line, '\n');
		if (end)
			*end++ = 0;
		colon = strchr(line, ':');
		line += strspn(line, " ");
		if (!colon || !strncmp(line, "lo:", 3))
			continue;
		if (sscanf(colon + 1, "%*d %*d %lld %lld %*d %*d %*d %*d %*d %*d %lld %lld", &in_errors, &in_drops, &out_errors,
				&out_drops) == 4)
			lost += in_errors + in_drops + out_errors + out_drops;
	}
	return lost;
}

struct node_state node_state_read(const char *proc)
{
	static char bytes[MAX_BYTES];
	struct node_state m = { .load = -1, .memory_total_bytes = -1, .memory_available_bytes = -1, .network_lost = -1 };

	m.cpus = (int)sysconf(_SC_NPROCESSORS_ONLN);
	if (read_file(proc, "loadavg", bytes))
		m.load = strtod(bytes, NULL);
	if (read_file(proc, "meminfo", bytes)) {
		m.memory_total_bytes = memory_bytes(bytes, "MemTotal:");
		m.memory_available_bytes = memory_bytes(bytes, "MemAvailable:");
	}
	if (read_file(proc, "net/dev", bytes))
		m.network_lost = network_lost(bytes);
	return m;
}

void node_state_add_json(struct text *t, const struct node_state *m)
{
	text_add(t, "{\"load\":%.2f,\"cpus\":%d,\"memory_total_bytes\":%lld,\"memory_available_bytes\":%lld,\"network_lost\":%lld}",
		 m->load, m->cpus, (long long)m->memory_total_bytes, (long long)m->memory_available_bytes,
		 (long long)m->network_lost);
}
