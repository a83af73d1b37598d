/* Children and threads, and programs that are already running. */
#include "cases.h"
#include "console.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ATTACHED     "/tmp/attached.rec"

/* Returns whether the samples of all series and their final records add up to the total exactly. */
static bool is_sum_exact(const struct run *r, unsigned group)
{
	const struct rb_record *record = NULL;
	uint64_t sum = 0;

	while ((record = run_next(r, record)))
		if (record->kind == RB_CLOSE && record->group == group)
			sum += record->value[0];
	return sum && sum == final(r, group, 0);
}

static void tasks(const char *kind, unsigned count)
{
	struct run r;
	char options[256], command[128];
	double truth = (double)count * 1000000, counted;

	snprintf(options, sizeof options, "--mode kernel --period 100000 --event " INSTRUCTIONS USER "name=instructions:u");
	snprintf(command, sizeof command, "/bin/work %s %u 1000000", kind, count);
	run_helper(&r, "/tmp/tasks.rec", options, command);
	counted = (double)final(&r, 0, 0);
	check(fabs(relative(counted, truth)) <= 0.01, "%u %s of 1000000 instructions: %.0f counted, error %+.4f %%",
	      count, kind, counted, 100 * relative(counted, truth));
	if (inherits)
		check(run_count(&r, RB_TASK) == count + 1 && run_count(&r, RB_EXIT) == count + 1 && is_sum_exact(&r, 0),
		      "%u %s: %zu tasks began, %zu ended, and their counts add up to the total", count, kind,
		      run_count(&r, RB_TASK), run_count(&r, RB_EXIT));
	else
		check(run_reports(&r, "started", "\"mode\":\"poll\"") && run_reports(&r, "started", "6.12"),
		      "%u %s: this kernel cannot sample inherited counters; they were polled, and the helper reports that",
		      count, kind);
	run_free(&r);
}

/* Starts a program that creates and ends tasks: for 100 ms, once it is observed, each new task touches 100 pages. */
static pid_t start_storm(int *output)
{
	int in[2], out[2];
	pid_t storm;

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		abort();
	storm = fork();
	if (!storm) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execl("/bin/storm", "storm", "1", (char *)NULL);
		_exit(127);
	}
	if (!fork()) {
		/* On one CPU with constantly starting tasks, it can take seconds until each task is counted once. */
		while (access(ATTACHED, F_OK))
			usleep(10000);
		usleep(50000);
		if (write(in[1], "g", 1) != 1)
			_exit(1);
		usleep(100000);
		_exit(write(in[1], "s", 1) != 1);
	}
	close(in[0]);
	close(in[1]);
	close(out[1]);
	*output = out[0];
	return storm;
}

/* Attached in the middle of a run, each task counts once: with real counters, on one CPU; polled on the older
 * kernel. */
void case_attached(void)
{
	char options[256], printed[32] = "";
	double counted, touched;
	struct run r;
	int output;
	pid_t storm = start_storm(&output);

	usleep(50000);
	snprintf(options, sizeof options, "--mode kernel --period 1000000 --pid %d --event type=1,config=2,name=page-faults"
		 " --event " INSTRUCTIONS USER "name=instructions:u", (int)storm);
	run_helper(&r, ATTACHED, options, "");
	if (read(output, printed, sizeof printed - 1) < 0)
		printed[0] = 0;
	close(output);
	waitpid(storm, NULL, 0);
	touched = atof(printed);
	counted = (double)final(&r, 0, 0);
	check(r.status == 0 && touched > 0 && final(&r, 0, 1) > 0
	      && ((counted >= touched && counted < touched + 100) || strstr(r.output, "may be missing")),
	      "attached: %.0f page faults counted, %.0f pages touched, 100 a task, by tasks that come and go (%zu seen)",
	      counted, touched, run_count(&r, RB_TASK));
	if (r.status)
		figure("%s", r.output);
	run_free(&r);
}

void case_inherited_tasks(void)
{
	tasks("children", 20);
	tasks("threads", 20);
}
