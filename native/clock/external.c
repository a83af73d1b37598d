/* See external.h. */
#include "external.h"

#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/spawn.h"
#include "characterise.h"
#include "source.h"
#include "stamping.h"
#include "xchg_writer.h"

#define RB_MAX_QUERIES 8

/* A time service command, without standard input, and its verbatim output: the estimator parses the text later. */
struct query {
	const char *service, *command;
	int64_t realtime_ns, took_ns; /* the middle of the run, and its duration */
	int status;                   /* exit status; -1: timeout, or it could not be started */
	char text[4096];              /* standard output and standard error, in order */
};

/* Timeout of one command; a service that needs longer is treated as absent. */
#define QUERY_TIMEOUT_NS 3000000000LL

static struct query queries[RB_MAX_QUERIES];
static int query_count;

int rb_external_add_query(char *text)
{
	char *equals = strchr(text, '=');
	if (!equals || equals == text || query_count == RB_MAX_QUERIES || strcspn(text, "\"\\") < (size_t)(equals - text))
		return -1;
	*equals = '\0';
	queries[query_count++] = (struct query){ .service = text, .command = equals + 1 };
	return 0;
}

static pid_t start_shell(const char *command, int output)
{
	char *words[] = { "/bin/sh", "-c", (char *)command, NULL };
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	pid_t pid = spawn(&(struct spawn){ .argv = words, .stdio = { nothing, output, output }, .own_group = true });
	close(nothing);
	return pid;
}

static void read_output(int fd, int64_t until, struct query *q)
{
	size_t size = 0;
	for (;;) {
		int64_t left = until - rb_monotonic();
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		if (left <= 0 || poll(&ready, 1, (int)(left / 1000000) + 1) <= 0)
			return;
		char discarded[256];
		bool room = size < sizeof q->text - 1;
		ssize_t n = read(fd, room ? q->text + size : discarded, room ? sizeof q->text - 1 - size : sizeof discarded);
		if (n <= 0)
			return;
		size += room ? (size_t)n : 0;
	}
}

static void run_query(struct query *q)
{
	int ends[2], status;
	q->status = -1;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return;
	int64_t before = rb_realtime(), begin = rb_monotonic(), until = begin + QUERY_TIMEOUT_NS;
	pid_t pid = start_shell(q->command, ends[1]);
	close(ends[1]);
	if (pid > 0) {
		read_output(ends[0], until, q);
		q->took_ns = rb_monotonic() - begin;
		q->realtime_ns = before + q->took_ns / 2;
		bool in_time = spawn_wait_until(pid, (uint64_t)until, &status);
		q->status = in_time && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	}
	close(ends[0]);
}

void rb_external_run_queries(void)
{
	for (int i = 0; i < query_count; i++)
		run_query(&queries[i]);
}

static void write_queries(FILE *f)
{
	for (int i = 0; i < query_count; i++) {
		const struct query *q = &queries[i];
		fprintf(f, "%s{\"service\":\"%s\",\"command\":", i ? "," : ",\"told\":[", q->service);
		rb_xchg_write_text(f, q->command);
		fprintf(f, ",\"realtime_ns\":%lld,\"took_ns\":%lld,\"status\":%d,\"text\":", (long long)q->realtime_ns,
			(long long)q->took_ns, q->status);
		rb_xchg_write_text(f, q->text);
		fprintf(f, "}%s", i == query_count - 1 ? "]" : "");
	}
}

void rb_external_write(const struct clock_pair *begin, const struct clock_pair *end, FILE *f)
{
	const struct clock_pair *both[] = { begin, end };
	int64_t utc[6];
	if (rb_utc_status(utc) != 0)
		return;
	fprintf(f, ",\"external\":{\"synchronised\":%s,\"estimated_error_ns\":%lld,\"maximum_error_ns\":%lld,"
		"\"to_be_slewed_ns\":%lld,\"rate_correction_ppm\":%.6f,\"beside_realtime\":[", utc[0] ? "true" : "false",
		(long long)utc[1], (long long)utc[2], (long long)utc[3], (double)utc[4] * 1e-6);
	for (int i = 0; i < 2; i++)
		fprintf(f, "%s{\"clock_ns\":%lld,\"realtime_ns\":%lld,\"bracket_ns\":%lld}", i ? "," : "",
			(long long)both[i]->clock_ns, (long long)both[i]->realtime_ns, (long long)both[i]->bracket_ns);
	fprintf(f, "]");
	write_queries(f);
	fprintf(f, "}");
}
