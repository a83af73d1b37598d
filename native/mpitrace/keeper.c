/*
 * Who started the run and looks after it, and is waited for in it: PLAN.keeper is a link to its program in /proc, which is gone when it has ended,
 * however it did. A look opens nothing: what a rank holds would be copied with it. A restored copy finds no such link, and waits for
 * another one.
 */
#include "signature.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "metadata.h"
#include "state.h"

#define LOOK_NS        2000000
#define LONGEST_WAIT_S 60 /* for who compares, where its end cannot be seen */

static bool met;

static void name(char *path, size_t bytes, const char *word)
{
	snprintf(path, bytes, "%s.%s", metadata_environment("RB_SIGNATURE"), word);
}

void signature_meet_keeper(void)
{
	char path[4096];

	name(path, sizeof path, "keeper");
	met = access(path, F_OK) == 0;
}

bool signature_keeper_ended(void)
{
	struct stat link;
	char path[4096];

	name(path, sizeof path, "keeper");
	return met && access(path, F_OK) != 0 && lstat(path, &link) == 0;
}

void signature_wait_for_keeper(const char *path)
{
	uint64_t until = rb_now() + LONGEST_WAIT_S * 1000000000ull;

	while (*path && access(path, F_OK) != 0 && rb_now() < until) {
		if (signature_keeper_ended()) {
			fprintf(stderr, "runbench: who started this run has ended; the run ends here\n");
			PMPI_Abort(MPI_COMM_WORLD, 1);
			_exit(1);
		}
		nanosleep(&(struct timespec){ .tv_nsec = LOOK_NS }, NULL);
	}
}

void signature_tell_of_thread(void)
{
	char path[4096];
	FILE *f;

	name(path, sizeof path, "threads");
	f = fopen(path, "we");
	if (!f)
		return;
	fprintf(f, "%d\n", rb_process.rank);
	fclose(f);
}
