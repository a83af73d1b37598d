#include "otf2_ranks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

void rank_flush(struct rank *r, uint64_t exit)
{
	for (int i = 0; i < r->waiting_count; i++) {
		r->waiting[i].t1_ns = exit > r->waiting[i].t0_ns ? exit : r->waiting[i].t0_ns;
		if (!container_map_append(&r->file, &r->waiting[i]))
			r->failed = errno ? errno : ENOSPC;
	}
	r->waiting_count = 0;
}

void rank_record(struct rank *r, uint64_t now, uint8_t kind, uint8_t op, uint16_t flags, int32_t peer, int32_t tag,
	size_t comm,
		 uint64_t bytes, uint32_t post)
{
	struct rb_mpi_record x = { .kind = kind, .op = op, .flags = flags, .peer = peer, .tag = tag,
		.comm = r->archive->comms[comm].id + 1,
				   .bytes = bytes, .t0_ns = r->in_call ? r->call_t0 : now, .t1_ns = now, .compute_ns = r->compute,
				   .mpi_ns = r->mpi, .post = post };

	if ((kind == RB_MPI_SEND || kind == RB_MPI_RECV) && peer < 0)
		return; /* MPI_PROC_NULL */
	r->events += kind == RB_MPI_SEND || kind == RB_MPI_COLL;
	x.number = r->events;
	if (r->in_call && r->waiting_count < (int)(sizeof r->waiting / sizeof *r->waiting)) {
		r->waiting[r->waiting_count++] = x;
	} else {
		rank_flush(r, now);
		if (!container_map_append(&r->file, &x))
			r->failed = errno ? errno : ENOSPC;
	}
	if (now > r->last)
		r->last = now;
}

void rank_seen(struct rank *r, uint64_t now)
{
	if (!r->begun) {
		struct rb_mpi_record init = { .kind = RB_MPI_INIT, .op = RB_OP_MPI_Init, .peer = -1, .t0_ns = now,
			.t1_ns = now };
		r->begun = 1;
		r->first = r->last_exit = now;
		container_map_append(&r->file, &init);
	}
	if (now > r->last)
		r->last = now;
}

struct rank *ranks_open(struct archive *a, const char *directory, const char *archive_path)
{
	struct rank *ranks = grow(NULL, a->rank_count, sizeof *ranks);

	memset(ranks, 0, a->rank_count * sizeof *ranks);
	for (size_t i = 0; i < a->rank_count; i++) {
		struct text json = { 0 };
		char path[4096];
		int error;
		ranks[i].archive = a;
		ranks[i].number = (uint32_t)i;
		snprintf(path, sizeof path, "%s/rank-%05zu.mpit", directory, i);
		text_add(&json, "{\"format\":\"runbench message trace\",\"source\":\"OTF2\",\"rank\":%zu,\"ranks\":%zu,"
			 "\"clock\":\"OTF2 trace clock\",\"host\":\"\",\"program\":[", i, a->rank_count);
		text_add_json(&json, archive_path);
		text_add(&json, "]}");
		error = trace_file_create(&ranks[i].file, path, (uint32_t)i, (uint32_t)a->rank_count, text_string(&json));
		text_free(&json);
		if (error) {
			fprintf(stderr, "%s: %s\n", path, strerror(error));
			return NULL;
		}
		ranks[i].serials = grow(NULL, a->comm_count, sizeof(uint32_t));
		memset(ranks[i].serials, 0, a->comm_count * sizeof(uint32_t));
		for (size_t c = 0; c < a->comm_count; c++) {
			struct otf2_group *g = group_of(a, c);
			int self = g && g->type == OTF2_GROUP_TYPE_COMM_SELF;
			struct rb_mpi_comm x = { .kind = RB_MPI_COMM, .size = self || !g ? 1 : (int32_t)g->count,
				.comm = a->comms[c].id + 1,
						 .group = hash_group(g, self ? 0 : (uint32_t)i) };
			if (x.size > 0)
				container_map_append(&ranks[i].file, &x);
		}
	}
	return ranks;
}

static void describe(struct text *trailer, const struct rank *r)
{
	const char *comma = "";

	text_add(trailer, "{\"imported\":true,\"undefined_communicator_events\":%llu,\"not_ordered\":{",
		 (unsigned long long)r->archive->undefined_comm_events);
	for (size_t n = 0; n < operation_count; n++) {
		if (r->unended[operation_names[n].op].calls) {
			text_add(trailer, "%s\"%s\":{\"calls\":%llu,\"ns\":%llu}", comma, operation_names[n].name,
				 (unsigned long long)r->unended[operation_names[n].op].calls,
				 (unsigned long long)r->unended[operation_names[n].op].ns);
			comma = ",";
		}
	}
	text_add(trailer, "}}");
}

int ranks_finish(struct rank *ranks, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct rank *r = &ranks[i];
		struct rb_mpi_record end = { .kind = RB_MPI_FINALIZE, .op = RB_OP_MPI_Finalize, .peer = -1, .t0_ns = r->last,
					     .t1_ns = r->last, .compute_ns = r->compute, .mpi_ns = r->mpi, .number = r->events };
		struct text trailer = { 0 };
		int error;
		describe(&trailer, r);
		rank_flush(r, r->last);
		container_map_append(&r->file, &end);
		error = r->failed ? r->failed : trace_file_end(&r->file, r->last, text_string(&trailer));
		text_free(&trailer);
		if (error) {
			fprintf(stderr, "rank %zu: %s\n", i, strerror(error));
			return 0;
		}
	}
	return 1;
}
