#include "counters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/perf_attr.h"

static int open_event(uint32_t type, uint64_t config, int group, int user_only)
{
	struct perf_event_attr attr = perf_attr(type, config);

	attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr.exclude_kernel = user_only;
	attr.exclude_hv = user_only;
	return perf_open(&attr, 0, -1, group);
}

int counters_open(struct rb_counters *c, const char *events, char *error, size_t error_bytes)
{
	const char *p = events;

	c->values = 0;
	c->user_only = 0;
	while (*p) {
		const char *name = p;
		const char *equals = strchr(p, '=');
		char *end;
		unsigned long type;
		unsigned long long config;
		int fd;

		if (!equals || c->values == RB_MPI_COUNTS) {
			snprintf(error, error_bytes, "cannot read the event list \"%s\" (at most %d of name=type:config)",
				 events, RB_MPI_COUNTS);
			goto fail;
		}
		type = strtoul(equals + 1, &end, 0);
		if (*end != ':') {
			snprintf(error, error_bytes, "event \"%s\": no type:config", name);
			goto fail;
		}
		config = strtoull(end + 1, &end, 0);
		fd = open_event((uint32_t)type, config, c->values ? c->fd[0] : -1, c->user_only);
		if (fd < 0 && (errno == EACCES || errno == EPERM) && !c->values) {
			c->user_only = 1;
			fd = open_event((uint32_t)type, config, -1, 1);
		}
		if (fd < 0) {
			snprintf(error, error_bytes, "event %.*s: %s", (int)(equals - name), name, strerror(errno));
			goto fail;
		}
		c->fd[c->values++] = fd;
		p = *end == ',' ? end + 1 : end;
		if (*end && *end != ',') {
			snprintf(error, error_bytes, "event list: unexpected \"%s\"", end);
			goto fail;
		}
	}
	counters_exit(c);
	return 0;
fail:
	counters_close(c);
	return -1;
}

static int read_group(struct rb_counters *c, uint64_t *values)
{
	size_t bytes = sizeof(uint64_t) * (3 + (size_t)c->values);

	return read(c->fd[0], values, bytes) == (ssize_t)bytes;
}

void counters_enter(struct rb_counters *c)
{
	uint64_t v[3 + RB_MPI_COUNTS];

	if (!c->values || !read_group(c, v))
		return;
	c->enabled_outside += v[1] - c->enabled_at_exit;
	c->running_outside += v[2] - c->running_at_exit;
	for (int i = 0; i < c->values; i++)
		c->outside[i] += v[3 + i] - c->at_exit[i];
}

void counters_exit(struct rb_counters *c)
{
	uint64_t v[3 + RB_MPI_COUNTS];

	if (!c->values || !read_group(c, v))
		return;
	c->enabled_at_exit = v[1];
	c->running_at_exit = v[2];
	for (int i = 0; i < c->values; i++)
		c->at_exit[i] = v[3 + i];
}

void counters_record(const struct rb_counters *c, struct rb_mpi_counts *record)
{
	memset(record, 0, sizeof *record);
	record->kind = RB_MPI_COUNTERS;
	record->values = (uint8_t)c->values;
	record->running_ns = c->running_outside;
	memcpy(record->value, c->outside, sizeof record->value);
}

void counters_close(struct rb_counters *c)
{
	for (int i = 0; i < c->values; i++)
		close(c->fd[i]);
	c->values = 0;
}
