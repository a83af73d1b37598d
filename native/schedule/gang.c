/* One program of a workload; see gang.h. */
#include "gang.h"
#include "../base/clock_ns.h"
#include "../base/descendants.h"
#include "../base/say.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define GRACE_NS (2 * NS_PER_S)

enum { NUMBER, DIRECTORY, STDIN, STDOUT, STDERR, VARIABLES, FIXED };

/* Writes an event about a program; format: further JSON members. */
static void say_program(const struct gang *g, const char *event, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void say_program(const struct gang *g, const char *event, const char *format, ...)
{
	struct text t = { 0 };
	va_list rest;

	text_add(&t, "\"program\":%u", g->number);
	va_start(rest, format);
	text_add_v(&t, format, rest);
	va_end(rest);
	say(event, t.data);
	text_free(&t);
}

static void say_failed(const struct gang *g, const char *remedy, const char *what, const char *on, int error)
{
	struct text message = { 0 }, t = { 0 };

	text_add(&message, "%s%s%s: %s", what, *on ? " " : "", on, strerror(error));
	text_add(&t, "\"program\":%u", g->number);
	text_add_member(&t, "message", message.data);
	text_add_member(&t, "remedy", remedy);
	say("failed", t.data);
	text_free(&t);
	text_free(&message);
}

/* Returns the environment of this process with additional variables; the caller frees the array. */
static char **environment_with(char *const *more, size_t count)
{
	size_t have = 0, n = 0;
	char **all;

	while (environ[have])
		have++;
	all = calloc(have + count + 1, sizeof *all);
	if (!all)
		abort();
	for (size_t i = 0; i < have; i++) {
		bool replaced = false;

		for (size_t j = 0; j < count && !replaced; j++)
			replaced = !strncmp(environ[i], more[j], strcspn(more[j], "=") + 1);
		if (!replaced)
			all[n++] = environ[i];
	}
	memcpy(all + n, more, count * sizeof *all);
	return all;
}

static void describe_start(struct gang *g, const char *why)
{
	struct text t = { 0 };

	text_add(&t, ",\"pid\":%d,\"guardian\":%d,\"held_by\":\"%s\"", (int)g->tree.first, (int)g->tree.guardian,
		 g->hold.freeze_fd >= 0 ? "freezer" : "signals");
	if (g->hold.freeze_fd >= 0)
		text_add_member(&t, "group", g->hold.group.name);
	if (*why)
		text_add_member(&t, "why_signals", why);
	counts_list(&t, &g->counts);
	say_program(g, "started", "%s", t.data);
	text_free(&t);
}

struct gang *gang_start(const struct gang_settings *s, char **words, size_t count)
{
	size_t variables = count > FIXED ? (size_t)atoi(words[VARIABLES]) : 0;
	struct gang *g = calloc(1, sizeof *g);
	char why[CGROUP_REASON_BYTES] = "", **before = environ;
	struct program p;
	int failed;

	if (!g)
		abort();
	g->hold = (struct hold){ .freeze_fd = -1, .group = { .fd = -1, .events_fd = -1 } };
	g->number = count ? (unsigned)atoi(words[NUMBER]) : 0;
	if (count <= FIXED + variables) {
		say_error(ERROR_USAGE, "see native/schedule/README.md", "a program without a command");
		free(g);
		return NULL;
	}
	if (s->freezer)
		hold_make(&g->hold, g->number, why);
	else
		snprintf(why, sizeof why, "requested");
	p = (struct program){ .command = words + FIXED + variables, .directory = *words[DIRECTORY] ? words[DIRECTORY] : NULL,
		.stdio = { words[STDIN], words[STDOUT], words[STDERR] }, .outlives = s->outlive, .thaw_fd = g->hold.freeze_fd };
	environ = environment_with(words + FIXED, variables);
	failed = tree_start(&g->tree, &p, s->mask);
	free(environ);
	environ = before;
	if (failed) {
		say_failed(g, "check the limits: ulimit -u, ulimit -n", "a process cannot be started", "", errno);
		hold_close(&g->hold);
		free(g);
		return NULL;
	}
	if (!hold_take(&g->hold, g->tree.guardian, g->tree.first))
		snprintf(why, sizeof why, "the program cannot be put into a control group: %s", strerror(errno));
	counts_open(&g->counts, s->events, g->tree.first, g->number);
	g->alive = true;
	describe_start(g, why);
	return g;
}

void gang_on_exec(struct gang *g)
{
	static const char *const streams[] = { "standard input cannot be opened", "standard output cannot be opened",
		"standard error cannot be opened" };
	struct exec_failure f;

	if (read(g->tree.exec_fd, &f, sizeof f) == sizeof f) {
		if (f.what < EXEC_DIRECTORY)
			say_failed(g, "check the path and its permissions", streams[f.what], "", f.error);
		else if (f.what == EXEC_DIRECTORY)
			say_failed(g, "check the directory", "cannot change to its directory", "", f.error);
		else
			say_failed(g, f.error == ENOENT ? "check the name; a program outside $PATH needs its path"
				   : "check that the file is a program for this machine and may be executed", "cannot be started", "", f.error);
	} else if (g->released) {
		g->executed = true;
		say_program(g, "exec", ",\"wall_ns\":%llu", (unsigned long long)clock_ns());
	}
	close(g->tree.exec_fd);
	g->tree.exec_fd = -1;
}

/* Ends, or continues, the processes of a program whose guardian and first process were killed; they were reparented to this process. */
static void end_orphans(const struct gang *g, const struct gang_settings *s)
{
	pid_t self = getpid();
	struct descendant *found;
	size_t count;
	char name[64];

	if (g->hold.freeze_fd >= 0) {
		hold_signal(&g->hold, s->outlive ? SIGCONT : SIGKILL);
		return;
	}
	/* Processes of other programs have their guardian as parent; guardians are recognised by name. */
	count = descendants_of(&self, 1, &found);
	for (size_t i = 0; i < count; i++) {
		char stat[256];
		const char *after;

		process_read(found[i].pid, "comm", name, sizeof name);
		process_read(found[i].pid, "stat", stat, sizeof stat);
		after = strrchr(stat, ')');
		if (after && after[1] && atoi(after + 4) == self && strncmp(name, "runbench-guard", 14))
			kill(found[i].pid, s->outlive ? SIGCONT : SIGKILL);
	}
	free(found);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

static unsigned long long microseconds(const struct timeval *t)
{
	return (unsigned long long)t->tv_sec * 1000000 + (unsigned long long)t->tv_usec;
}

static void say_ended(struct gang *g, const struct tree_report *r, bool lost)
{
	struct text t = { 0 };

	counts_describe(&t, &g->counts, g->tree.guardian);
	if (lost)
		text_add(&t, ",\"lost\":true");
	else if (WIFSIGNALED(r->status))
		text_add(&t, ",\"signal\":%d", WTERMSIG(r->status));
	else
		text_add(&t, ",\"exit_status\":%d", WEXITSTATUS(r->status));
	text_add(&t, ",\"executed\":%s,\"asked\":%s", g->executed ? "true" : "false", g->end_requested ? "true" : "false");
	if (!lost)
		text_add(&t, ",\"user_us\":%llu,\"system_us\":%llu,\"voluntary\":%ld,\"involuntary\":%ld,\"max_rss_kib\":%ld", microseconds(&r->usage.ru_utime),
			 microseconds(&r->usage.ru_stime), r->usage.ru_nvcsw, r->usage.ru_nivcsw, r->usage.ru_maxrss);
	say_program(g, "ended", ",\"wall_ns\":%llu%s", (unsigned long long)(lost ? clock_ns() : r->wall_ns), t.data);
	text_free(&t);
}

bool gang_on_report(struct gang *g, const struct gang_settings *s)
{
	struct tree_report r;
	ssize_t n = read(g->tree.report_fd, &r, sizeof r);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return false;
	if (n == sizeof r && r.kind == TREE_FIRST_ENDED) {
		g->first_ended = true;
		g->status = r.status;
		/* A killed process does not reap its children. */
		if (WIFSIGNALED(r.status) && !g->kill_at_ns && g->executed) {
			tree_signal(&g->tree, SIGTERM);
			g->kill_at_ns = clock_ns() + GRACE_NS;
		}
		return false;
	}
	if (g->tree.exec_fd >= 0)
		gang_on_exec(g);
	if (n != sizeof r) {
		close(g->tree.report_fd);
		while (waitpid(g->tree.guardian, NULL, 0) < 0 && errno == EINTR)
			;
		end_orphans(g, s);
		say_ended(g, &r, true);
	} else {
		r.status = g->first_ended ? g->status : r.status;
		say_ended(g, &r, false);
		close(g->tree.report_fd);
		while (waitpid(g->tree.guardian, NULL, 0) < 0 && errno == EINTR)
			;
	}
	g->alive = g->runs = false;
	close(g->tree.command_fd);
	if (g->tree.gate_fd >= 0)
		close(g->tree.gate_fd);
	counts_close(&g->counts);
	hold_close(&g->hold);
	return true;
}

void gang_describe(struct text *t, struct gang *g)
{
	text_add(t, "{\"program\":%u,\"processes\":%u", g->number, g->executed ? hold_processes(&g->hold) : 0);
	counts_describe(t, &g->counts, g->tree.guardian);
	text_add(t, "}");
}

void gang_end(struct gang *g, int signal)
{
	uint64_t now = clock_ns();

	if (!g->alive)
		return;
	g->end_requested = true;
	if (!g->kill_at_ns || signal == SIGKILL)
		g->kill_at_ns = signal == SIGKILL || !g->released ? now : now + GRACE_NS;
	if (signal != SIGKILL && g->released)
		tree_signal(&g->tree, signal);
	gang_on_time(g, now);
}

void gang_on_time(struct gang *g, uint64_t now)
{
	if (!g->alive || !g->kill_at_ns || now < g->kill_at_ns || g->kill_at_ns == UINT64_MAX)
		return;
	tree_signal(&g->tree, SIGKILL);
	g->kill_at_ns = UINT64_MAX;
}

void gang_free(struct gang *g)
{
	free(g);
}
