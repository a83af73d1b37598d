/* How a process ended; see ended.h. */
#include "ended.h"
#include "../base/clock_ns.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#define EXIT_CODE_FIELD 52 /* of /proc/PID/stat, counted from 1 */
#define STATE_FIELD     3

/* Parents take a child's status at once, but may be busy: until then the kernel does not hand it to others. */
#define TAKEN_WITHIN_NS (2 * NS_PER_S)
#define LOOK_MS         2

/* <linux/pidfd.h> of Linux 6.15, which C libraries come to have years later. */
struct pid_info {
	uint64_t mask, cgroup;
	uint32_t pid, tgid, ppid, ids[8];
	int32_t  exit_code;
};
#define PID_INFO_EXIT (UINT64_C(1) << 3)
#define PID_GET_INFO  _IOWR(0xFF, 11, struct pid_info)

/* 1: told; 0: not yet, or never by a kernel that knows the call but not the exit code; -1: not by this kernel. */
static int kept_status(int fd, int *status)
{
	struct pid_info info = { .mask = PID_INFO_EXIT };

	if (ioctl(fd, PID_GET_INFO, &info))
		return -1;
	*status = info.exit_code;
	return (info.mask & PID_INFO_EXIT) != 0;
}

/* True while it has ended and its parent has not taken the status. */
static bool zombie_status(pid_t pid, int *status)
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
	/* A program's name may hold blanks and parentheses. */
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
	uint64_t until = clock_ns() + TAKEN_WITHIN_NS;
	int status = -1, told;

	if (fd < 0)
		return zombie_status(pid, &status) ? status : -1;
	for (;;) {
		if (zombie_status(pid, &status))
			return status;
		told = kept_status(fd, &status);
		if (told > 0)
			return status;
		if (told < 0 || clock_ns() > until)
			return -1;
		poll(NULL, 0, LOOK_MS);
	}
}
