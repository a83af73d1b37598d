/* The keeper: the process that started the run and compares its headers. PLAN.keeper is a link to its program in /proc,
 * which becomes invalid when the process ends for any reason. The check opens no file, because a checkpoint would copy
 * an open descriptor. A restored copy does not find the link and waits for a new one. */
#include "signature.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "metadata.h"
#include "state.h"

#define LOOK_NS        2000000
#define MAX_WAIT_S 60 /* maximum wait for the comparison if the keeper's end is not visible */

static bool has_keeper;

static void form_path(char *path, size_t bytes, const char *word)
{
	snprintf(path, bytes, "%s.%s", metadata_environment("RB_SIGNATURE"), word);
}

void signature_detect_keeper(void)
{
	char path[4096];

	form_path(path, sizeof path, "keeper");
	has_keeper = access(path, F_OK) == 0;
}

bool signature_keeper_ended(void)
{
	struct stat link;
	char path[4096];

	form_path(path, sizeof path, "keeper");
	return has_keeper && access(path, F_OK) != 0 && lstat(path, &link) == 0;
}

void signature_wait_for_keeper(const char *path)
{
	uint64_t until = rb_now() + MAX_WAIT_S * 1000000000ull;

	while (*path && access(path, F_OK) != 0 && rb_now() < until) {
		if (signature_keeper_ended()) {
			fprintf(stderr, "runbench: the process that started this run has ended: the run ends\n");
			PMPI_Abort(MPI_COMM_WORLD, 1);
			_exit(1);
		}
		nanosleep(&(struct timespec){ .tv_nsec = LOOK_NS }, NULL);
	}
}

void signature_report_thread(void)
{
	char path[4096];
	FILE *f;

	form_path(path, sizeof path, "threads");
	f = fopen(path, "we");
	if (!f)
		return;
	fprintf(f, "%d\n", rb_process.rank);
	fclose(f);
}
