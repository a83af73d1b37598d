/* Tests of stopping, continuing and placing programs. */
#include "../hold.h"
#include "../words.h"
#include "../../base/check.h"
#include "../../base/descendants.h"
#include "../../base/process_tree.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void check_words(void)
{
	char line[] = "program\ta\\tb\\\\\\n\t\tlast";
	size_t count;
	char **w = split_words(line, &count);

	CHECK(count == 4, "%zu", count);
	CHECK(!strcmp(w[0], "program") && !strcmp(w[1], "a\tb\\\n") && !*w[2] && !strcmp(w[3], "last") && !w[4]);
	free(w);
}

/* A program that forks permanently; one of its processes has its own session. */
static char *const restless[] = { "sh", "-c", "setsid sh -c 'while :; do /bin/true; done' & while :; do (exec /bin/true); done", NULL };

static bool start(struct tree *t, struct hold *h, bool freezer, char why[CGROUP_REASON_BYTES])
{
	struct program p = { .command = restless, .stdio = { "/dev/null", "/dev/null", "/dev/null" }, .thaw_fd = -1 };
	sigset_t none;

	sigemptyset(&none);
	*h = (struct hold){ .freeze_fd = -1, .group = { .fd = -1, .events_fd = -1 } };
	if (freezer && hold_make(h, 0, why))
		return false;
	CHECK(!tree_start(t, &p, &none));
	CHECK(hold_take(h, t->guardian, t->first));
	tree_release(t);
	for (int i = 0; i < 200 && hold_processes(h) < 3; i++)
		usleep(10000);
	return true;
}

static void end(struct tree *t, struct hold *h)
{
	tree_signal(t, SIGKILL);
	waitpid(t->guardian, NULL, 0);
	hold_close(h);
}

/* Returns the number of runnable processes of a program. */
static unsigned running(const struct tree *t)
{
	struct descendant *found;
	size_t count = descendants_of(&t->guardian, 1, &found);
	unsigned n = 0;

	for (size_t i = 0; i < count; i++)
		n += !strchr("TtZXD", found[i].state); /* D: the parent of a stopped child of vfork */
	free(found);
	return n;
}

static uint64_t cpu_time(const struct tree *t)
{
	struct descendant *found;
	size_t count = descendants_of(&t->guardian, 1, &found);
	unsigned long long sum = 0;

	for (size_t i = 0; i < count; i++) {
		unsigned long user, system;
		char line[512], *p;

		process_read(found[i].pid, "stat", line, sizeof line);
		p = strrchr(line, ')');
		if (p && sscanf(p + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) == 2)
			sum += user + system + (unsigned)found[i].pid; /* a new process changes the sum, too */
	}
	free(found);
	return sum;
}

static void check_stop(bool freezer)
{
	char why[CGROUP_REASON_BYTES] = "";
	const cpu_set_t *as_they_are = NULL;
	struct tree t;
	struct hold h, *one = &h;

	if (!start(&t, &h, freezer, why)) {
		SKIP("no freezer: %s", why);
		return;
	}
	for (int i = 0; i < 5; i++) {
		uint64_t then;
		bool on = false;

		hold_stop(&one, 1);
		hold_settle(&one, 1);
		usleep(10000); /* a process in an uninterruptible wait stops when the wait ends */
		then = cpu_time(&t);
		CHECK(freezer || !running(&t), "%u run", running(&t));
		usleep(40000);
		CHECK(cpu_time(&t) == then, "%s: a process continued to run", freezer ? "freezer" : "signals");
		hold_continue(&one, 1, &as_they_are);
		for (int wait = 0; wait < 200 && !on; wait++) {
			usleep(10000);
			on = cpu_time(&t) != then;
		}
		CHECK(on, "%s: no process continued", freezer ? "freezer" : "signals");
	}
	end(&t, &h);
}

static void check_placement(void)
{
	char why[CGROUP_REASON_BYTES];
	cpu_set_t first, now, own;
	const cpu_set_t *there = &first;
	struct tree t;
	struct hold h, *one = &h;
	int cpu = 0;

	sched_getaffinity(0, sizeof own, &own);
	while (!CPU_ISSET(cpu, &own))
		cpu++;
	CPU_ZERO(&first);
	CPU_SET(cpu, &first);
	start(&t, &h, false, why);
	hold_stop(&one, 1);
	hold_settle(&one, 1);
	hold_continue(&one, 1, &there);
	CHECK(!sched_getaffinity(t.first, sizeof now, &now) && CPU_EQUAL(&now, &first));
	end(&t, &h);
}

int main(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	check_words();
	check_stop(false);
	check_stop(true);
	check_placement();
	return summary("gangs_test");
}
