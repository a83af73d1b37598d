/*
 * otf2-import ARCHIVE.otf2 DIRECTORY: turns an OTF2 trace (Score-P, EZTrace...) into rank files. The MPI ranks are the members
 * of the archive's MPI world in order; other locations (threads, metrics) are left out.
 *
 * A send is written when it is started and a receive when it completed, as the interposer does; the call around an event
 * (Enter/Leave of a region named MPI_...) gives t0 and t1, the event's own time where there is none.
 */
#include <errno.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "trace_file.h"
#include "../base/crc32c.h"

#define NONE UINT32_MAX
#define NO_COMM SIZE_MAX

struct string { uint32_t id; char *text; };
struct group { uint32_t id; uint8_t type; uint32_t count; uint64_t *members; };
struct comm { uint32_t id, group; struct group *members; };
struct region { uint32_t id, name; uint8_t mpi, op; }; /* mpi: of MPI_...; op: which, if records name it */

struct request { uint64_t id; uint32_t post; };

/* One MPI rank while its events are read. Records of a call wait until the call is left, because t1 is not known before. */
struct rank {
	uint64_t location;
	struct trace_file file;
	uint64_t compute, mpi, last_exit, first, last;
	uint64_t call_t0;
	uint32_t call_region;
	int      in_call;
	uint32_t posts, number;
	uint32_t *serials;         /* per communicator */
	struct rb_mpi_record waiting[4096];
	int      waiting_count;
	struct request *requests;
	size_t   request_count, request_room;
	int      begun, failed;
	int      collective_open;  /* begun in this call, and not ended */
	struct { uint64_t calls, ns; } unended[256]; /* by operation: non-blocking ones, of which EZTrace records no end */
};

static struct string *strings;
static struct group *groups;
static struct comm *comms;
static struct region *regions; /* by id once definitions are resolved: ids may be far apart */
static size_t string_count, group_count, comm_count, region_count;
static uint64_t *cpus; /* locations that are CPU threads, in order of definition */
static size_t cpu_count;
static uint64_t resolution = 1000000000u, offset_ticks;
static struct rank *ranks;
static size_t rank_count;
static struct group *locations_group, *world_group;
static uint64_t undefined_comm_events; /* left out */
static uint32_t undefined_comm;        /* of the first of them */

static void *grow(void *array, size_t count, size_t size)
{
	void *grown = realloc(array, (count + 1) * size);

	if (!grown) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return grown;
}

static const char *text_of(uint32_t id)
{
	for (size_t i = 0; i < string_count; i++)
		if (strings[i].id == id)
			return strings[i].text;
	return "";
}

static uint64_t nanoseconds(uint64_t ticks)
{
	return (uint64_t)((unsigned __int128)(ticks - offset_ticks) * 1000000000u / resolution);
}

static OTF2_CallbackCode on_clock(void *user, uint64_t ticks_per_second, uint64_t offset, uint64_t length, uint64_t real)
{
	(void)user, (void)length, (void)real;
	resolution = ticks_per_second;
	offset_ticks = offset;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_string(void *user, OTF2_StringRef id, const char *text)
{
	(void)user;
	strings = grow(strings, string_count, sizeof *strings);
	strings[string_count++] = (struct string){ id, strdup(text) };
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_region(void *user, OTF2_RegionRef id, OTF2_StringRef name, OTF2_StringRef canonical,
				   OTF2_StringRef description, OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
				   OTF2_StringRef source, uint32_t begin, uint32_t end)
{
	(void)user, (void)canonical, (void)description, (void)role, (void)paradigm, (void)flags, (void)source, (void)begin, (void)end;
	regions = grow(regions, region_count, sizeof *regions);
	regions[region_count++] = (struct region){ id, name, 0, 0 };
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_location(void *user, OTF2_LocationRef id, OTF2_StringRef name, OTF2_LocationType type, uint64_t events,
				     OTF2_LocationGroupRef group)
{
	(void)user, (void)name, (void)events, (void)group;
	if (type == OTF2_LOCATION_TYPE_CPU_THREAD) {
		cpus = grow(cpus, cpu_count, sizeof *cpus);
		cpus[cpu_count++] = id;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_group(void *user, OTF2_GroupRef id, OTF2_StringRef name, OTF2_GroupType type, OTF2_Paradigm paradigm,
				  OTF2_GroupFlag flags, uint32_t count, const uint64_t *members)
{
	(void)user, (void)name, (void)flags;
	if (paradigm != OTF2_PARADIGM_MPI)
		return OTF2_CALLBACK_SUCCESS;
	groups = grow(groups, group_count, sizeof *groups);
	struct group *g = &groups[group_count++];
	*g = (struct group){ id, type, count, grow(NULL, count, sizeof(uint64_t)) };
	memcpy(g->members, members, sizeof(uint64_t) * count);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_comm(void *user, OTF2_CommRef id, OTF2_StringRef name, OTF2_GroupRef group, OTF2_CommRef parent,
				 OTF2_CommFlag flags)
{
	(void)user, (void)name, (void)parent, (void)flags;
	comms = grow(comms, comm_count, sizeof *comms);
	comms[comm_count++] = (struct comm){ id, group, NULL };
	return OTF2_CALLBACK_SUCCESS;
}

static int by_id(const void *a, const void *b)
{
	const struct comm *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* Index of the communicator that an event names, or NO_COMM where the archive does not define it. */
static size_t comm_index(uint32_t id)
{
	struct comm key = { .id = id }, *found = bsearch(&key, comms, comm_count, sizeof key, by_id);

	if (!found && !undefined_comm_events++)
		undefined_comm = id;
	return found ? (size_t)(found - comms) : NO_COMM;
}

static struct group *group_of(size_t comm)
{
	return comms[comm].members;
}

static struct group *find_group(uint32_t id)
{
	struct group *found = NULL;

	/* EZTrace gives the group of locations the number of the world's group: ranks are what is meant. */
	for (size_t i = 0; i < group_count; i++)
		if (groups[i].id == id && (!found || groups[i].type == OTF2_GROUP_TYPE_COMM_GROUP))
			found = &groups[i];
	return found;
}

/* Communicator groups hold ranks of the MPI world; a self group holds none; rank in a group -> world rank, -1 for others. */
static int32_t world_rank(size_t comm, uint32_t rank, uint32_t self)
{
	struct group *g = group_of(comm);

	if (g && g->type == OTF2_GROUP_TYPE_COMM_SELF)
		return (int32_t)self;
	return g && rank < g->count ? (int32_t)g->members[rank] : !g && rank < rank_count ? (int32_t)rank : -1;
}

static uint64_t hash_group(struct group *g, uint32_t self)
{
	uint64_t h = 0xcbf29ce484222325u;

	if (!g || g->type == OTF2_GROUP_TYPE_COMM_SELF)
		return (h ^ self) * 0x100000001b3u;
	for (uint32_t i = 0; i < g->count; i++)
		h = (h ^ (uint32_t)g->members[i]) * 0x100000001b3u;
	return h;
}

static const struct { const char *name; uint8_t op; } names[] = {
#define NAMED(number, name) { #name, number },
	RB_MPI_OPS(NAMED)
#undef NAMED
};

static int region_by_id(const void *a, const void *b)
{
	const struct region *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* NULL where the archive does not define it. */
static const struct region *region_of(uint32_t id)
{
	struct region key = { .id = id };

	return bsearch(&key, regions, region_count, sizeof key, region_by_id);
}

static int is_mpi(uint32_t id)
{
	const struct region *region = region_of(id);

	return region && region->mpi;
}

/* Once all definitions are known, so that no event has to search. */
static void resolve_definitions(void)
{
	qsort(comms, comm_count, sizeof *comms, by_id);
	for (size_t i = 0; i < comm_count; i++)
		comms[i].members = find_group(comms[i].group);
	qsort(regions, region_count, sizeof *regions, region_by_id);
	for (size_t i = 0; i < region_count; i++) {
		const char *name = text_of(regions[i].name);
		regions[i].mpi = !strncasecmp(name, "MPI_", 4);
		for (size_t n = 0; regions[i].mpi && n < sizeof names / sizeof *names; n++)
			if (!strcasecmp(names[n].name, name))
				regions[i].op = names[n].op;
	}
}

static uint8_t op_of_collective(OTF2_CollectiveOp op)
{
	switch (op) {
	case OTF2_COLLECTIVE_OP_BARRIER: return RB_OP_MPI_Barrier;
	case OTF2_COLLECTIVE_OP_BCAST: return RB_OP_MPI_Bcast;
	case OTF2_COLLECTIVE_OP_GATHER: return RB_OP_MPI_Gather;
	case OTF2_COLLECTIVE_OP_GATHERV: return RB_OP_MPI_Gatherv;
	case OTF2_COLLECTIVE_OP_SCATTER: return RB_OP_MPI_Scatter;
	case OTF2_COLLECTIVE_OP_SCATTERV: return RB_OP_MPI_Scatterv;
	case OTF2_COLLECTIVE_OP_ALLGATHER: return RB_OP_MPI_Allgather;
	case OTF2_COLLECTIVE_OP_ALLGATHERV: return RB_OP_MPI_Allgatherv;
	case OTF2_COLLECTIVE_OP_ALLTOALL: return RB_OP_MPI_Alltoall;
	case OTF2_COLLECTIVE_OP_ALLTOALLV: return RB_OP_MPI_Alltoallv;
	case OTF2_COLLECTIVE_OP_ALLTOALLW: return RB_OP_MPI_Alltoallw;
	case OTF2_COLLECTIVE_OP_ALLREDUCE: return RB_OP_MPI_Allreduce;
	case OTF2_COLLECTIVE_OP_REDUCE: return RB_OP_MPI_Reduce;
	case OTF2_COLLECTIVE_OP_REDUCE_SCATTER: return RB_OP_MPI_Reduce_scatter;
	case OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK: return RB_OP_MPI_Reduce_scatter_block;
	case OTF2_COLLECTIVE_OP_SCAN: return RB_OP_MPI_Scan;
	case OTF2_COLLECTIVE_OP_EXSCAN: return RB_OP_MPI_Exscan;
	default: return RB_OP_NONE;
	}
}

static void flush(struct rank *r, uint64_t exit)
{
	for (int i = 0; i < r->waiting_count; i++) {
		r->waiting[i].t1_ns = exit > r->waiting[i].t0_ns ? exit : r->waiting[i].t0_ns;
		if (!trace_file_append(&r->file, &r->waiting[i]))
			r->failed = errno ? errno : ENOSPC;
	}
	r->waiting_count = 0;
}

static void record(struct rank *r, uint64_t now, uint8_t kind, uint8_t op, uint16_t flags, int32_t peer, int32_t tag, size_t comm,
		   uint64_t bytes, uint32_t post)
{
	struct rb_mpi_record x = { .kind = kind, .op = op, .flags = flags, .peer = peer, .tag = tag, .comm = comms[comm].id + 1,
				   .bytes = bytes, .t0_ns = r->in_call ? r->call_t0 : now, .t1_ns = now, .compute_ns = r->compute,
				   .mpi_ns = r->mpi, .post = post };

	if ((kind == RB_MPI_SEND || kind == RB_MPI_RECV) && peer < 0)
		return; /* MPI_PROC_NULL */
	r->number += kind == RB_MPI_SEND || kind == RB_MPI_COLL;
	x.number = r->number;
	if (r->in_call && r->waiting_count < (int)(sizeof r->waiting / sizeof *r->waiting)) {
		r->waiting[r->waiting_count++] = x;
	} else {
		flush(r, now);
		if (!trace_file_append(&r->file, &x))
			r->failed = errno ? errno : ENOSPC;
	}
	if (now > r->last)
		r->last = now;
}

static void seen(struct rank *r, uint64_t now)
{
	if (!r->begun) {
		struct rb_mpi_record init = { .kind = RB_MPI_INIT, .op = RB_OP_MPI_Init, .peer = -1, .t0_ns = now, .t1_ns = now };
		r->begun = 1;
		r->first = r->last_exit = now;
		trace_file_append(&r->file, &init);
	}
	if (now > r->last)
		r->last = now;
}

#define EVENT_HEAD                                                                                                  \
	struct rank *r = user;                                                                                      \
	uint64_t now = nanoseconds(time);                                                                           \
	(void)position, (void)location, (void)attributes;                                                           \
	seen(r, now)
#define EVENT_ARGS OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user, OTF2_AttributeList *attributes

static OTF2_CallbackCode on_enter(EVENT_ARGS, OTF2_RegionRef region)
{
	EVENT_HEAD;
	if (is_mpi(region) && !r->in_call) {
		r->in_call = 1;
		r->call_region = region;
		r->call_t0 = now;
		r->compute += now > r->last_exit ? now - r->last_exit : 0;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_leave(EVENT_ARGS, OTF2_RegionRef region)
{
	EVENT_HEAD;
	if (r->in_call && region == r->call_region) {
		if (r->collective_open) {
			r->unended[region_of(region)->op].calls++;
			r->unended[region_of(region)->op].ns += now - r->call_t0;
			r->collective_open = 0;
		}
		flush(r, now);
		r->in_call = 0;
		r->mpi += now - r->call_t0;
		r->last_exit = now;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static uint8_t call_or(struct rank *r, uint8_t otherwise)
{
	uint8_t op = r->in_call ? region_of(r->call_region)->op : 0;

	return op ? op : otherwise;
}

static OTF2_CallbackCode on_send(EVENT_ARGS, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t bytes)
{
	EVENT_HEAD;
	size_t c = comm_index(comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	record(r, now, RB_MPI_SEND, call_or(r, RB_OP_MPI_Send), 0, world_rank(c, receiver, (uint32_t)(r - ranks)), (int32_t)tag, c,
	       bytes, 0);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_isend(EVENT_ARGS, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t bytes, uint64_t request)
{
	EVENT_HEAD;
	size_t c = comm_index(comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	(void)request;
	record(r, now, RB_MPI_SEND, call_or(r, RB_OP_MPI_Isend), RB_MPI_F_NONBLOCKING,
	       world_rank(c, receiver, (uint32_t)(r - ranks)), (int32_t)tag, c, bytes, 0);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_irecv_request(EVENT_ARGS, uint64_t request)
{
	EVENT_HEAD;
	if (r->request_count == r->request_room) {
		r->request_room = r->request_room ? r->request_room * 2 : 64;
		r->requests = grow(r->requests, r->request_room, sizeof *r->requests);
	}
	r->requests[r->request_count++] = (struct request){ request, r->posts++ };
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_recv(EVENT_ARGS, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t bytes)
{
	EVENT_HEAD;
	size_t c = comm_index(comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	record(r, now, RB_MPI_RECV, call_or(r, RB_OP_MPI_Recv), 0, world_rank(c, sender, (uint32_t)(r - ranks)), (int32_t)tag, c,
	       bytes, r->posts++);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_irecv(EVENT_ARGS, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t bytes, uint64_t request)
{
	EVENT_HEAD;
	size_t c = comm_index(comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	uint32_t post = NONE;
	for (size_t i = 0; i < r->request_count; i++) {
		if (r->requests[i].id == request) {
			post = r->requests[i].post;
			r->requests[i] = r->requests[--r->request_count];
			break;
		}
	}
	if (post == NONE)
		post = r->posts++;
	record(r, now, RB_MPI_RECV, RB_OP_MPI_Irecv, RB_MPI_F_NONBLOCKING, world_rank(c, sender, (uint32_t)(r - ranks)),
	       (int32_t)tag, c, bytes, post);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_collective_begin(EVENT_ARGS)
{
	EVENT_HEAD;
	r->collective_open = r->in_call;
	return OTF2_CALLBACK_SUCCESS;
}

static int makes_communicators(uint8_t op)
{
	return op >= RB_OP_MPI_Comm_dup && op <= RB_OP_MPI_Comm_idup;
}

static OTF2_CallbackCode on_collective_end(EVENT_ARGS, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root, uint64_t sent,
					   uint64_t received)
{
	EVENT_HEAD;
	r->collective_open = 0;
	size_t c = comm_index(comm);
	if (c == NO_COMM)
		return OTF2_CALLBACK_SUCCESS;
	struct group *g = group_of(c);
	/* Writers call the making of a communicator a barrier, for want of a name. */
	uint8_t known = makes_communicators(call_or(r, 0)) ? call_or(r, 0) : op_of_collective(op);
	sent = sent == OTF2_UNDEFINED_UINT64 ? 0 : sent;
	received = received == OTF2_UNDEFINED_UINT64 ? 0 : received;
	int32_t at = root == OTF2_UNDEFINED_UINT32 || (int32_t)root < 0 || (g && root >= g->count) ? -1
		     : world_rank(c, root, (uint32_t)(r - ranks));
	/* Rootless operations carry whatever their writer had in that place. */
	if (known != RB_OP_MPI_Bcast && known != RB_OP_MPI_Reduce && known != RB_OP_MPI_Gather && known != RB_OP_MPI_Gatherv
	    && known != RB_OP_MPI_Scatter && known != RB_OP_MPI_Scatterv)
		at = -1;
	record(r, now, RB_MPI_COLL, known ? known : call_or(r, RB_OP_NONE), 0, at, 0, c, sent ? sent : received,
	       r->serials[c]++);
	return OTF2_CALLBACK_SUCCESS;
}

static int find_ranks(void)
{
	for (size_t i = 0; i < group_count; i++) {
		if (groups[i].type == OTF2_GROUP_TYPE_COMM_LOCATIONS)
			locations_group = &groups[i];
		if (groups[i].type == OTF2_GROUP_TYPE_COMM_GROUP && (!world_group || groups[i].count > world_group->count))
			world_group = &groups[i];
	}
	if (locations_group && locations_group->count) {
		rank_count = locations_group->count;
	} else if (world_group && world_group->count <= cpu_count) {
		rank_count = world_group->count;
	} else {
		fprintf(stderr, "it defines no group of MPI locations: is it a trace of an MPI program?\n");
		return 0;
	}
	ranks = grow(NULL, rank_count, sizeof *ranks);
	memset(ranks, 0, rank_count * sizeof *ranks);
	for (size_t i = 0; i < rank_count; i++)
		ranks[i].location = locations_group && locations_group->count ? locations_group->members[i] : cpus[i];
	return 1;
}

static int open_files(const char *directory, const char *archive)
{
	for (size_t i = 0; i < rank_count; i++) {
		struct json json = { 0 };
		char path[4096];
		int error;
		snprintf(path, sizeof path, "%s/rank-%05zu.mpit", directory, i);
		json_put(&json, "{\"format\":\"runbench message trace\",\"source\":\"OTF2\",\"rank\":%zu,\"ranks\":%zu,"
			 "\"clock\":\"OTF2 trace clock\",\"host\":\"\",\"program\":[", i, rank_count);
		json_string(&json, archive, strlen(archive));
		json_put(&json, "]}");
		error = trace_file_create(&ranks[i].file, path, (uint32_t)i, (uint32_t)rank_count, json_text(&json));
		json_free(&json);
		if (error) {
			fprintf(stderr, "%s: %s\n", path, strerror(error));
			return 0;
		}
		ranks[i].serials = grow(NULL, comm_count, sizeof(uint32_t));
		memset(ranks[i].serials, 0, comm_count * sizeof(uint32_t));
		for (size_t c = 0; c < comm_count; c++) {
			struct group *g = group_of(c);
			int self = g && g->type == OTF2_GROUP_TYPE_COMM_SELF;
			struct rb_mpi_comm x = { .kind = RB_MPI_COMM, .size = self || !g ? 1 : (int32_t)g->count, .comm = comms[c].id + 1,
						 .group = hash_group(g, self ? 0 : (uint32_t)i) };
			if (x.size > 0)
				trace_file_append(&ranks[i].file, &x);
		}
	}
	return 1;
}

static void describe(struct json *trailer, const struct rank *r)
{
	const char *comma = "";

	json_put(trailer, "{\"imported\":true,\"undefined_communicator_events\":%llu,\"not_ordered\":{",
		 (unsigned long long)undefined_comm_events);
	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		if (r->unended[names[n].op].calls) {
			json_put(trailer, "%s\"%s\":{\"calls\":%llu,\"ns\":%llu}", comma, names[n].name,
				 (unsigned long long)r->unended[names[n].op].calls,
				 (unsigned long long)r->unended[names[n].op].ns);
			comma = ",";
		}
	}
	json_put(trailer, "}}");
}

static int finish(void)
{
	for (size_t i = 0; i < rank_count; i++) {
		struct rank *r = &ranks[i];
		struct rb_mpi_record end = { .kind = RB_MPI_FINALIZE, .op = RB_OP_MPI_Finalize, .peer = -1, .t0_ns = r->last,
					     .t1_ns = r->last, .compute_ns = r->compute, .mpi_ns = r->mpi, .number = r->number };
		struct json trailer = { 0 };
		int error;
		describe(&trailer, r);
		flush(r, r->last);
		trace_file_append(&r->file, &end);
		error = r->failed ? r->failed : trace_file_end(&r->file, r->last, json_text(&trailer));
		json_free(&trailer);
		if (error) {
			fprintf(stderr, "rank %zu: %s\n", i, strerror(error));
			return 0;
		}
	}
	return 1;
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: otf2-import ARCHIVE.otf2 DIRECTORY\n");
		return 2;
	}
	OTF2_Reader *reader = OTF2_Reader_Open(argv[1]);
	if (!reader) {
		fprintf(stderr, "libotf2 cannot open it\n");
		return 1;
	}
	OTF2_Reader_SetSerialCollectiveCallbacks(reader);

	OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader(reader);
	OTF2_GlobalDefReaderCallbacks *d = OTF2_GlobalDefReaderCallbacks_New();
	OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(d, on_clock);
	OTF2_GlobalDefReaderCallbacks_SetStringCallback(d, on_string);
	OTF2_GlobalDefReaderCallbacks_SetRegionCallback(d, on_region);
	OTF2_GlobalDefReaderCallbacks_SetLocationCallback(d, on_location);
	OTF2_GlobalDefReaderCallbacks_SetGroupCallback(d, on_group);
	OTF2_GlobalDefReaderCallbacks_SetCommCallback(d, on_comm);
	OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, d, NULL);
	uint64_t count = 0;
	OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count);
	if (!comm_count) {
		fprintf(stderr, "it defines no MPI communicator: is it a trace of an MPI program?\n");
		return 1;
	}
	resolve_definitions();
	if (!find_ranks() || !open_files(argv[2], argv[1]))
		return 1;

	for (size_t i = 0; i < rank_count; i++)
		OTF2_Reader_SelectLocation(reader, ranks[i].location);
	int local = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
	OTF2_Reader_OpenEvtFiles(reader);
	for (size_t i = 0; i < rank_count; i++) {
		if (local) {
			OTF2_DefReader *own = OTF2_Reader_GetDefReader(reader, ranks[i].location);
			if (own) {
				OTF2_Reader_ReadAllLocalDefinitions(reader, own, &count);
				OTF2_Reader_CloseDefReader(reader, own);
			}
		}
	}
	OTF2_EvtReaderCallbacks *e = OTF2_EvtReaderCallbacks_New();
	OTF2_EvtReaderCallbacks_SetEnterCallback(e, (OTF2_EvtReaderCallback_Enter)on_enter);
	OTF2_EvtReaderCallbacks_SetLeaveCallback(e, (OTF2_EvtReaderCallback_Leave)on_leave);
	OTF2_EvtReaderCallbacks_SetMpiSendCallback(e, (OTF2_EvtReaderCallback_MpiSend)on_send);
	OTF2_EvtReaderCallbacks_SetMpiIsendCallback(e, (OTF2_EvtReaderCallback_MpiIsend)on_isend);
	OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(e, (OTF2_EvtReaderCallback_MpiIrecvRequest)on_irecv_request);
	OTF2_EvtReaderCallbacks_SetMpiRecvCallback(e, (OTF2_EvtReaderCallback_MpiRecv)on_recv);
	OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(e, (OTF2_EvtReaderCallback_MpiIrecv)on_irecv);
	OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(e, (OTF2_EvtReaderCallback_MpiCollectiveBegin)on_collective_begin);
	OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(e, (OTF2_EvtReaderCallback_MpiCollectiveEnd)on_collective_end);
	for (size_t i = 0; i < rank_count; i++) {
		OTF2_EvtReader *events = OTF2_Reader_GetEvtReader(reader, ranks[i].location);
		if (!events) {
			fprintf(stderr, "it has no events of location %llu (rank %zu)\n", (unsigned long long)ranks[i].location, i);
			return 1;
		}
		OTF2_Reader_RegisterEvtCallbacks(reader, events, e, &ranks[i]);
		if (OTF2_Reader_ReadAllLocalEvents(reader, events, &count) != OTF2_SUCCESS) {
			fprintf(stderr, "the events of rank %zu are damaged\n", i);
			return 1;
		}
		OTF2_Reader_CloseEvtReader(reader, events);
	}
	OTF2_Reader_Close(reader);
	if (undefined_comm_events)
		fprintf(stderr, "note: %llu events are left out: their communicators are not defined in the archive (the first: %u)\n",
			(unsigned long long)undefined_comm_events, undefined_comm);
	return finish() ? 0 : 1;
}
