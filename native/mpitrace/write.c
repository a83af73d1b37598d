/* The consumer that writes a thread's events to its trace file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metadata.h"
#include "trace_file.h"

struct written {
	struct container_map file;
	bool reported_full;
};

/* Returns the text, or an empty object if memory ran out. */
static const char *json_of(const struct text *t)
{
	return t->size && !t->failed ? t->data : "{}";
}

/* Claims a file name. If the launcher did not connect the processes, each one is rank 0 of its own world. Each gets its
 * own file: truncating the file of a running process would lose its trace and end it by SIGBUS. */
static int claim(const struct rb_thread *t, char *path, size_t path_bytes)
{
	char of_process[32] = "", of_thread[32] = "";
	int failure = EEXIST;

	if (t->number)
		snprintf(of_thread, sizeof of_thread, "-thread-%03d", t->number);
	for (int process = 2; failure == EEXIST; process++) {
		snprintf(path, path_bytes, "%s/rank-%05d%s%s.mpit", metadata_environment("RB_MPITRACE_DIR"), rb_process.rank,
			of_process, of_thread);
		failure = trace_file_claim(path);
		snprintf(of_process, sizeof of_process, "-process-%03d", process);
	}
	return failure;
}

static int begin(struct rb_thread *t, void **state, char *path, size_t path_bytes)
{
	struct text json = { .survives = true };
	struct written *w;
	int failure;

	*state = w = calloc(1, sizeof *w);
	if (!w)
		return ENOMEM;
	failure = claim(t, path, path_bytes);
	if (failure) {
		free(w);
		return failure;
	}
	metadata_header(&json, "runbench message trace", t);
	failure = trace_file_create(&w->file, path, (uint32_t)rb_process.rank, (uint32_t)rb_process.ranks, json_of(&json));
	text_free(&json);
	if (failure)
		free(w);
	return failure;
}

static __attribute__((noinline)) void report_full(struct written *w)
{
	if (w->reported_full)
		return;
	w->reported_full = true;
	fprintf(stderr, "runbench: rank %d: the trace ends here, after %llu records: %s. The program continues; "
		"the trace so far can be analysed.\n", rb_process.rank, (unsigned long long)w->file.records,
		strerror(w->file.error));
}

static void event(void *state, const void *event, const struct rb_mpi_counts *counts)
{
	struct written *w = state;

	if (counts && !container_map_append(&w->file, counts))
		report_full(w);
	else if (!container_map_append(&w->file, event))
		report_full(w);
}

static void end(const struct rb_thread *t, void *state, bool complete)
{
	struct written *w = state;
	struct text json = { .survives = true };

	if (complete) {
		metadata_trailer(&json, t, w->file.records);
		trace_file_end(&w->file, rb_now(), json_of(&json));
		text_free(&json);
	} else {
		container_map_abandon(&w->file);
	}
	free(w);
}

const struct rb_consumer rb_trace_writer = { .begin = begin, .event = event, .end = end };
