/* The exit status of a process that is not a child; see ended.h. */
#include "ended.h"
#include "../base/clock_ns.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#define EXIT_CODE_FIELD 52 /* position in /proc/PID/stat, counted from 1 */
#define STATE_FIELD     3

/* Time for a busy parent to collect the status: until then the kernel does not provide it to others. */
#define MAX_COLLECT_NS (2 * NS_PER_S)
#define LOOK_MS         2

/* From <linux/pidfd.h> of Linux 6.15, which C libraries ship years later. */
struct pid_info {
	uint64_t mask, cgroup;
	uint32_t pid, tgid, ppid, ids[8];
	int32_t  exit_code;
};
#define PID_INFO_EXIT (UINT64_C(1) << 3)
#define PID_GET_INFO  _IOWR(0xFF, 11, struct pid_info)

/* Reads the status from the pidfd. Returns 1: read; 0: not yet available, or the kernel knows the call but not the exit
 * code; -1: the kernel does not know the call. */
static int read_pidfd_status(int fd, int *status)
{
	struct pid_info info = { .mask = PID_INFO_EXIT };

	if (ioctl(fd, PID_GET_INFO, &info))
		return -1;
	*status = info.exit_code;
	return (info.mask & PID_INFO_EXIT) != 0;
}

/* Reads the status of a zombie. Returns true while the process has ended and its parent has not collected it. */
static bool read_zombie_status(pid_t pid, int *status)
{
	char path[64], text[4096], *at, *field, *rest;
	bool zombie = false;
	int number = STATE_FIELD;
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = 0;
	/* A program's name may contain blanks and parentheses. */
	at = strrchr(text, ')');
	if (!at)
		return false;
	for (field = strtok_r(at + 1, " \n", &rest); field; field = strtok_r(NULL, " \n", &rest), number++) {
		if (number == STATE_FIELD)
			zombie = *field == 'Z';
		if (number == EXIT_CODE_FIELD)
			*status = atoi(field);
	}
	return zombie && number > EXIT_CODE_FIELD;
}

int ended_status(int fd, pid_t pid)
{
	uint64_t until = clock_ns() + MAX_COLLECT_NS;
	int status = -1, result;

	if (fd < 0)
		return read_zombie_status(pid, &status) ? status : -1;
	for (;;) {
		if (read_zombie_status(pid, &status))
			return status;
		result = read_pidfd_status(fd, &status);
		if (result > 0)
			return status;
		if (result < 0 || clock_ns() > until)
			return -1;
		poll(NULL, 0, LOOK_MS);
	}
}
