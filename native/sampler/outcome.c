/* The outcome of a run and its JSON; see outcome.h. */
#include "outcome.h"
#include "../base/clock_ns.h"
#include "../base/descendants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long long nanoseconds(struct timeval t)
{
	return (unsigned long long)t.tv_sec * NS_PER_S + (unsigned long long)t.tv_usec * 1000;
}

/* Returns what was used since the start of counting. The clock ticks of the usage before may exceed the exact sum. */
static unsigned long long since(unsigned long long all, unsigned long long before)
{
	return all > before ? all - before : 0;
}

static const char *json_bool(bool is)
{
	return is ? "true" : "false";
}

void outcome_add(struct text *t, const struct outcome *o)
{
	const struct rusage *u = &o->tree.usage;
	int status = o->tree.status;

	if (o->received) /* a signal of the terminal reaches the parent of the helper too, possibly later */
		text_add(t, "\"received_signal\":%d,", o->received);
	if (o->knows_run_delay)
		text_add(t, "\"run_delay_ns\":%llu,", (unsigned long long)(o->run_delay_ns - o->run_delay_before_ns));
	if (o->attached) {
		text_add(t, "\"exit_status\":null,\"signal\":0,\"timed_out\":false,\"interrupted\":false,\"attached\":true"
			 ",\"left\":\"%s\",\"wall_ns\":%llu", o->left, (unsigned long long)(o->end_ns - o->exec_ns));
		return;
	}
	text_add(t, "\"exit_status\":%d,\"signal\":%d,\"timed_out\":%s,\"interrupted\":%s",
		 WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
		 WIFSIGNALED(status) ? WTERMSIG(status) : 0, json_bool(o->timed_out), json_bool(o->interrupted));
	text_add(t, ",\"wall_ns\":%llu,\"first_wall_ns\":%llu,\"user_ns\":%llu,\"system_ns\":%llu,\"max_rss_kib\":%ld",
		 (unsigned long long)(o->end_ns - o->exec_ns),
		 (unsigned long long)((o->first.wall_ns ? o->first.wall_ns : o->end_ns) - o->exec_ns),
		 since(nanoseconds(u->ru_utime), o->before.user_ns), since(nanoseconds(u->ru_stime), o->before.system_ns), u->ru_maxrss);
	text_add(t, ",\"minor_faults\":%ld,\"major_faults\":%ld,\"voluntary_switches\":%ld,\"involuntary_switches\":%ld",
		 u->ru_minflt, u->ru_majflt, u->ru_nvcsw, u->ru_nivcsw);
	text_add(t, ",\"faults_before\":%llu", (unsigned long long)o->before.faults);
	if (o->stops)
		text_add(t, ",\"stops\":%u,\"stopped_ns\":%llu", o->stops, (unsigned long long)o->stopped_ns);
}

/* Tolerances: the kernel's two accounts differ by ticks, and only one of them includes the time before exec. */
#define DIFFERENCE_DIVISOR 20
#define MIN_DIFFERENCE_NS (50 * NS_PER_MS)

void outcome_warn(struct text *t, const struct outcome *o, uint64_t counted_ns)
{
	uint64_t used_ns = since(nanoseconds(o->tree.usage.ru_utime) + nanoseconds(o->tree.usage.ru_stime),
				 o->before.user_ns + o->before.system_ns);

	if (o->attached || used_ns <= counted_ns + counted_ns / DIFFERENCE_DIVISOR + MIN_DIFFERENCE_NS)
		return;
	text_add(t, "%sits tasks took %.3f s of CPU time, of which %.3f s passed in the control group that was counted: "
		 "some of them moved to another group; count each task: --scope task", t->size ? "; " : "", (double)used_ns / NS_PER_S, (double)counted_ns / NS_PER_S);
}

bool outcome_run_delay(pid_t pid, uint64_t *ns)
{
	char path[64];
	unsigned long long delay;
	bool known;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	known = fscanf(f, "%*u %llu", &delay) == 1;
	fclose(f);
	if (known)
		*ns = delay;
	return known;
}

void outcome_add_usage(struct usage *sum, pid_t pid, bool own)
{
	uint64_t tick_ns = NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK);
	unsigned long long minor, minor_reaped, major, major_reaped, user, system, user_reaped, system_reaped;
	char text[1024];
	const char *behind_name;

	process_read(pid, "stat", text, sizeof text);
	behind_name = strrchr(text, ')');
	if (!behind_name || sscanf(behind_name + 1, " %*c %*d %*d %*d %*d %*d %*u %llu %llu %llu %llu %llu %llu %llu %llu", &minor, &minor_reaped,
				   &major, &major_reaped, &user, &system, &user_reaped, &system_reaped) != 8)
		return;
	sum->faults += minor_reaped + major_reaped + (own ? minor + major : 0);
	sum->user_ns += (user_reaped + (own ? user : 0)) * tick_ns;
	sum->system_ns += (system_reaped + (own ? system : 0)) * tick_ns;
}

struct usage outcome_usage(pid_t guardian)
{
	struct descendant *all;
	struct usage sum = { 0 };
	size_t count = descendants_of(&guardian, 1, &all);

	outcome_add_usage(&sum, guardian, false);
	for (size_t i = 0; i < count; i++)
		outcome_add_usage(&sum, all[i].pid, true);
	free(all);
	return sum;
}
