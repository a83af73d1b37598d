/* The helper, run as by its parent; see helper_run.h. */
#include "helper_run.h"
#include "../base/perf_attr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define HELPER "build/bin/runbench-sampler"

const char *const *helper_inside;

static const char *const events[] = {
	"--event", "type=1,config=2,unit=faults,source=software,name=page-faults",
	"--event", "type=1,config=3,unit=switches,source=software,name=context-switches",
	"--event", "type=1,config=4,unit=migrations,source=software,name=cpu-migrations" };

void helper_start(struct helper *h, const char *output, const char *period, const char *const *options,
		  const char *const *command)
{
	const char *argv[64] = { NULL };
	int in[2], out[2], n = 0;

	memset(h, 0, sizeof *h);
	for (const char *const *p = helper_inside; p && *p; p++)
		argv[n++] = *p;
	for (size_t i = 0; i < 5; i++)
		argv[n++] = (const char *const []){ HELPER, "--output", output, "--period", period }[i];
	for (; *options; options++)
		argv[n++] = *options;
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		argv[n++] = events[i];
	argv[n++] = "--";
	for (; *command; command++)
		argv[n++] = *command;
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(99);
	h->pid = fork();
	if (!h->pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execv(*argv, (char **)argv);
		_exit(99);
	}
	close(in[0]);
	close(out[1]);
	h->control_fd = in[1];
	h->output_fd = out[0];
}

static int read_more(struct helper *h)
{
	ssize_t n;

	if (h->size >= sizeof h->output - 1)
		h->size = 0;
	do {
		n = read(h->output_fd, h->output + h->size, sizeof h->output - 1 - h->size);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return 0;
	h->size += (size_t)n;
	h->output[h->size] = 0;
	return 1;
}

const char *helper_wait_for(struct helper *h, const char *text)
{
	for (;;) {
		const char *found = strstr(h->output, text);

		if (found)
			return found + strlen(text);
		if (!read_more(h))
			return NULL;
	}
}

bool helper_wait_for_samples(struct helper *h, long long more_than)
{
	static const char progress[] = "\"progress\",\"samples\":";

	do {
		for (const char *p = h->output; (p = strstr(p, progress));) {
			p += strlen(progress);
			if (strchr(p, ',') && atoll(p) > more_than)
				return true;
		}
	} while (read_more(h));
	return false;
}

int helper_end(struct helper *h)
{
	int status;

	while (read_more(h))
		;
	close(h->output_fd);
	if (h->control_fd >= 0)
		close(h->control_fd);
	while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

long long helper_number(const struct helper *h, const char *name)
{
	const char *last = strstr(h->output, "\"finished\"");
	char key[64];

	snprintf(key, sizeof key, "\"%s\":", name);
	last = last ? strstr(last, key) : NULL;
	return last ? atoll(last + strlen(key)) : -1;
}

bool helper_kernel_mode_allowed(void)
{
	struct perf_event_attr faults = perf_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	int fd = perf_open(&faults, 0, -1, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}
