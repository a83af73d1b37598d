/* The helper, run as by its parent, for the tests. */
#ifndef RUNBENCH_TEST_HELPER_RUN_H
#define RUNBENCH_TEST_HELPER_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct helper {
	pid_t pid;
	pid_t guardian, benchmark; /* set by helper_wait_for_exec */
	int   control_fd, output_fd;
	char  output[65536];
	size_t size;
};

/* A program with its arguments that starts the helper; NULL: none. */
extern const char *const *helper_inside;

/* Starts the helper. options: without the program's name; adds the events page-faults, context-switches and cpu-migrations. */
void helper_start(struct helper *h, const char *output, const char *period, const char *const *options,
		  const char *const *command);

/* Reads until a text is printed, or the end. Returns a pointer after the text, or NULL. */
const char *helper_wait_for(struct helper *h, const char *text);

/* Reads progress messages until more samples than this were taken. Returns false if the helper ended before. */
bool helper_wait_for_samples(struct helper *h, long long more_than);

/* Waits for the end. Returns the exit code, or the negative signal number. */
int helper_end(struct helper *h);

/* Returns whether this user may count in kernel mode. */
bool helper_kernel_mode_allowed(void);

/* Returns the number that the helper printed last under a name; -1 if there is none. */
long long helper_number(const struct helper *h, const char *name);

#endif
