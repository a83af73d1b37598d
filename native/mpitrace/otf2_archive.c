#include "otf2_archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct operation_name operation_names[] = {
#define NAMED(number, name) { #name, number },
	RB_MPI_OPS(NAMED)
#undef NAMED
};
const size_t operation_count = sizeof operation_names / sizeof *operation_names;

void *grow(void *array, size_t count, size_t size)
{
	void *grown = realloc(array, (count + 1) * size);

	if (!grown) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return grown;
}

static const char *text_of(const struct archive *a, uint32_t id)
{
	for (size_t i = 0; i < a->string_count; i++)
		if (a->strings[i].id == id)
			return a->strings[i].text;
	return "";
}

uint64_t nanoseconds(const struct archive *a, uint64_t ticks)
{
	return (uint64_t)((unsigned __int128)(ticks - a->offset_ticks) * 1000000000u / a->resolution);
}

static OTF2_CallbackCode on_clock(void *user, uint64_t ticks_per_second, uint64_t offset, uint64_t length,
	uint64_t real)
{
	struct archive *a = user;

	(void)length, (void)real;
	a->resolution = ticks_per_second;
	a->offset_ticks = offset;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_string(void *user, OTF2_StringRef id, const char *text)
{
	struct archive *a = user;

	a->strings = grow(a->strings, a->string_count, sizeof *a->strings);
	a->strings[a->string_count++] = (struct string){ id, strdup(text) };
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_region(void *user, OTF2_RegionRef id, OTF2_StringRef name, OTF2_StringRef canonical,
				   OTF2_StringRef description, OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
				   OTF2_StringRef source, uint32_t begin, uint32_t end)
{
	struct archive *a = user;

	(void)canonical, (void)description, (void)role, (void)paradigm, (void)flags, (void)source, (void)begin, (void)end;
	a->regions = grow(a->regions, a->region_count, sizeof *a->regions);
	a->regions[a->region_count++] = (struct region){ id, name, 0, 0 };
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_location(void *user, OTF2_LocationRef id, OTF2_StringRef name, OTF2_LocationType type,
	uint64_t events,
				     OTF2_LocationGroupRef group)
{
	struct archive *a = user;

	(void)name, (void)events, (void)group;
	if (type == OTF2_LOCATION_TYPE_CPU_THREAD) {
		a->cpus = grow(a->cpus, a->cpu_count, sizeof *a->cpus);
		a->cpus[a->cpu_count++] = id;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_group(void *user, OTF2_GroupRef id, OTF2_StringRef name, OTF2_GroupType type,
	OTF2_Paradigm paradigm,
				  OTF2_GroupFlag flags, uint32_t count, const uint64_t *members)
{
	struct archive *a = user;

	(void)name, (void)flags;
	if (paradigm != OTF2_PARADIGM_MPI)
		return OTF2_CALLBACK_SUCCESS;
	a->groups = grow(a->groups, a->group_count, sizeof *a->groups);
	struct otf2_group *g = &a->groups[a->group_count++];
	*g = (struct otf2_group){ id, type, count, grow(NULL, count, sizeof(uint64_t)) };
	memcpy(g->members, members, sizeof(uint64_t) * count);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_comm(void *user, OTF2_CommRef id, OTF2_StringRef name, OTF2_GroupRef group,
	OTF2_CommRef parent,
				 OTF2_CommFlag flags)
{
	struct archive *a = user;

	(void)name, (void)parent, (void)flags;
	a->comms = grow(a->comms, a->comm_count, sizeof *a->comms);
	a->comms[a->comm_count++] = (struct comm){ id, group, NULL };
	return OTF2_CALLBACK_SUCCESS;
}

static int by_id(const void *a, const void *b)
{
	const struct comm *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

size_t comm_index(struct archive *a, uint32_t id)
{
	struct comm key = { .id = id }, *found = bsearch(&key, a->comms, a->comm_count, sizeof key, by_id);

	if (!found && !a->undefined_comm_events++)
		a->undefined_comm = id;
	return found ? (size_t)(found - a->comms) : NO_COMM;
}

struct otf2_group *group_of(const struct archive *a, size_t comm)
{
	return a->comms[comm].members;
}

static struct otf2_group *find_group(const struct archive *a, uint32_t id)
{
	struct otf2_group *found = NULL;

	/* EZTrace gives the locations' group the number of the world's group: ranks are meant. */
	for (size_t i = 0; i < a->group_count; i++)
		if (a->groups[i].id == id && (!found || a->groups[i].type == OTF2_GROUP_TYPE_COMM_GROUP))
			found = &a->groups[i];
	return found;
}

int32_t world_rank(const struct archive *a, size_t comm, uint32_t rank, uint32_t self)
{
	struct otf2_group *g = group_of(a, comm);

	if (g && g->type == OTF2_GROUP_TYPE_COMM_SELF)
		return (int32_t)self;
	return g && rank < g->count ? (int32_t)g->members[rank] : !g && rank < a->rank_count ? (int32_t)rank : -1;
}

uint64_t hash_group(const struct otf2_group *g, uint32_t self)
{
	uint64_t h = 0xcbf29ce484222325u;

	if (!g || g->type == OTF2_GROUP_TYPE_COMM_SELF)
		return (h ^ self) * 0x100000001b3u;
	for (uint32_t i = 0; i < g->count; i++)
		h = (h ^ (uint32_t)g->members[i]) * 0x100000001b3u;
	return h;
}

static int region_by_id(const void *a, const void *b)
{
	const struct region *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

const struct region *region_of(const struct archive *a, uint32_t id)
{
	struct region key = { .id = id };

	return bsearch(&key, a->regions, a->region_count, sizeof key, region_by_id);
}

/* Resolves references once all definitions are known, so that events need no search. */
static void resolve(struct archive *a)
{
	qsort(a->comms, a->comm_count, sizeof *a->comms, by_id);
	for (size_t i = 0; i < a->comm_count; i++)
		a->comms[i].members = find_group(a, a->comms[i].group);
	qsort(a->regions, a->region_count, sizeof *a->regions, region_by_id);
	for (size_t i = 0; i < a->region_count; i++) {
		const char *name = text_of(a, a->regions[i].name);
		a->regions[i].mpi = !strncasecmp(name, "MPI_", 4);
		for (size_t n = 0; a->regions[i].mpi && n < operation_count; n++)
			if (!strcasecmp(operation_names[n].name, name))
				a->regions[i].op = operation_names[n].op;
	}
}

void archive_read_definitions(struct archive *a, OTF2_Reader *reader)
{
	OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader(reader);
	OTF2_GlobalDefReaderCallbacks *d = OTF2_GlobalDefReaderCallbacks_New();
	OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(d, on_clock);
	OTF2_GlobalDefReaderCallbacks_SetStringCallback(d, on_string);
	OTF2_GlobalDefReaderCallbacks_SetRegionCallback(d, on_region);
	OTF2_GlobalDefReaderCallbacks_SetLocationCallback(d, on_location);
	OTF2_GlobalDefReaderCallbacks_SetGroupCallback(d, on_group);
	OTF2_GlobalDefReaderCallbacks_SetCommCallback(d, on_comm);
	OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, d, a);
	a->resolution = 1000000000u;
	uint64_t count = 0;
	OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count);
	OTF2_GlobalDefReaderCallbacks_Delete(d);
	resolve(a);
}

int archive_find_ranks(struct archive *a)
{
	struct otf2_group *locations_group = NULL, *world_group = NULL;

	for (size_t i = 0; i < a->group_count; i++) {
		if (a->groups[i].type == OTF2_GROUP_TYPE_COMM_LOCATIONS)
			locations_group = &a->groups[i];
		if (a->groups[i].type == OTF2_GROUP_TYPE_COMM_GROUP
				&& (!world_group || a->groups[i].count > world_group->count))
			world_group = &a->groups[i];
	}
	if (locations_group && locations_group->count) {
		a->rank_count = locations_group->count;
	} else if (world_group && world_group->count <= a->cpu_count) {
		a->rank_count = world_group->count;
	} else {
		fprintf(stderr, "the archive defines no group of MPI locations: is it a trace of an MPI program?\n");
		return 0;
	}
	a->locations = grow(NULL, a->rank_count, sizeof *a->locations);
	for (size_t i = 0; i < a->rank_count; i++)
		a->locations[i] = locations_group && locations_group->count ? locations_group->members[i] : a->cpus[i];
	return 1;
}
