/* The pause of a signature, for checkpoints of the ranks after a consistent cut. A rank pauses where it would next
 * communicate or wait, not directly at its cut, and lets MPI progress during the pause: a sender before another rank's
 * cut may need that progress. A paused rank holds only the program's own resources, so that a restored copy of all
 * ranks waits here in the same way. */
#include "signature.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "metadata.h"
#include "state.h"

#define LOOK_NS 1000000
#define LOOKS_PER_S (1000000000ull / LOOK_NS)
#define LOOKS_PER_KEEPER_CHECK 100 /* checks for the plan per check for the keeper */
#define MAX_WAIT_S 1800            /* maximum wait for the checkpoint if the keeper's end is not visible */

/* Forms PLAN.WORD-PAUSE, or with a rank PLAN.WORD-PAUSE-RANK. */
static void form_path(char *path, size_t bytes, const char *word, uint32_t pause, int rank)
{
	int n = snprintf(path, bytes, "%s.%s-%" PRIu32, metadata_environment("RB_SIGNATURE"), word, pause);

	if (rank >= 0 && n > 0 && (size_t)n < bytes)
		snprintf(path + n, bytes - (size_t)n, "-%d", rank);
}

static void make_file(const char *path)
{
	FILE *f = fopen(path, "we");

	if (!f || fclose(f))
		fprintf(stderr, "runbench: rank %d: %s cannot be written: %s\n", rb_process.rank, path, strerror(errno));
}

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	if (f && getdelim(&text, &room, 0, f) < 0) {
		free(text);
		text = NULL;
	}
	if (f)
		fclose(f);
	return text;
}

static void progress_mpi(void)
{
	int any;

	PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
	nanosleep(&(struct timespec){ .tv_nsec = LOOK_NS }, NULL);
}

static void abort_run(const char *what, const char *why)
{
	fprintf(stderr, "runbench: rank %d cannot continue after its pause: %s: %s\n", rb_process.rank, what, why);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

void signature_pause(struct rb_thread *t)
{
	char path[4096], what[4096];
	uint64_t looks = 0;
	char *plan;
	int failure;

	form_path(path, sizeof path, "paused", t->at_pause, rb_process.rank);
	make_file(path);
	form_path(path, sizeof path, "resume", t->at_pause, -1);
	/* The number of checks limits the wait: a restored rank's clock may have jumped. */
	for (; access(path, R_OK) != 0; looks++) {
		if (looks > MAX_WAIT_S * LOOKS_PER_S)
			abort_run(path, strerror(ETIMEDOUT));
		if (looks % LOOKS_PER_KEEPER_CHECK == 0 && signature_keeper_ended())
			abort_run(path, "the process that should write it has ended");
		progress_mpi();
	}
	plan = read_text(path);
	snprintf(what, sizeof what, "%s", path);
	failure = plan ? signature_resume(t, plan, what, sizeof what) : errno;
	free(plan);
	if (failure)
		abort_run(what, strerror(failure));
}
