/* Runs the helper as its parent would, for the tests. */
#ifndef RUNBENCH_TEST_HELPER_RUN_H
#define RUNBENCH_TEST_HELPER_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct helper {
	pid_t pid;
	pid_t guardian, benchmark; /* found out by helper_wait_for_exec */
	int   control_fd, output_fd;
	char  output[65536];
	size_t size;
};

/* A program that starts the helper, with its own arguments; NULL: none. */
extern const char *const *helper_inside;

/* options: without the program's name; page-faults, context-switches and cpu-migrations are added as events. */
void helper_start(struct helper *h, const char *output, const char *period, const char *const *options,
		  const char *const *command);

/* Reads until this text was printed, or the end; returns a pointer behind it, or NULL. */
const char *helper_wait_for(struct helper *h, const char *text);

/* Reads the progress until more samples than this were taken; false when the helper ended before. */
bool helper_wait_for_samples(struct helper *h, long long more_than);

/* Waits for the end; returns the exit code or -signal. */
int helper_end(struct helper *h);

/* True where this user may count what happens in kernel mode. */
bool helper_kernel_mode_allowed(void);

/* A number that the helper printed last under this name; -1 if there is none. */
long long helper_number(const struct helper *h, const char *name);

#endif
