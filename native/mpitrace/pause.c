/*
 * A pause of a signature, for who checkpoints the ranks behind a consistent cut. A rank does not pause right at its cut, but where it would
 * next communicate or wait, and lets MPI go on meanwhile: a sender from before another's cut may need that to come to its own. It holds
 * nothing but what the program holds, so that a copy of all ranks, restored, waits here as they do.
 */
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
#define LOOKS_AFTER 100      /* so many looks for a plan to one for who makes it */
#define LONGEST_WAIT_S 1800 /* for who checkpoints, where its end cannot be seen */

/* PLAN.WORD-PAUSE or, with the rank, PLAN.WORD-PAUSE-RANK. */
static void name(char *path, size_t bytes, const char *word, uint32_t pause, int rank)
{
	int n = snprintf(path, bytes, "%s.%s-%" PRIu32, metadata_environment("RB_SIGNATURE"), word, pause);

	if (rank >= 0 && n > 0 && (size_t)n < bytes)
		snprintf(path + n, bytes - (size_t)n, "-%d", rank);
}

static void tell(const char *path)
{
	FILE *f = fopen(path, "we");

	if (!f || fclose(f))
		fprintf(stderr, "runbench: rank %d: %s cannot be written: %s\n", rb_process.rank, path, strerror(errno));
}

static char *contents(const char *path)
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

static void let_mpi_go_on(void)
{
	int any;

	PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
	nanosleep(&(struct timespec){ .tv_nsec = LOOK_NS }, NULL);
}

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "runbench: rank %d cannot go on behind its pause: %s: %s\n", rb_process.rank, what, why);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

void signature_pause(struct rb_thread *t)
{
	char path[4096], what[4096];
	uint64_t looks = 0;
	char *plan;
	int failure;

	name(path, sizeof path, "paused", t->at_pause, rb_process.rank);
	tell(path);
	name(path, sizeof path, "resume", t->at_pause, -1);
	/* Looks are counted: a restored rank's clock may have jumped. */
	for (; access(path, R_OK) != 0; looks++) {
		if (looks > LONGEST_WAIT_S * LOOKS_PER_S)
			give_up(path, strerror(ETIMEDOUT));
		if (looks % LOOKS_AFTER == 0 && signature_keeper_ended())
			give_up(path, "who was to write it has ended");
		let_mpi_go_on();
	}
	plan = contents(path);
	snprintf(what, sizeof what, "%s", path);
	failure = plan ? signature_resume(t, plan, what, sizeof what) : errno;
	free(plan);
	if (failure)
		give_up(what, strerror(failure));
}
