#include "sites.h"

#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runbench/mpitrace.h"

#define FIRST_SLOTS 256u

static int grow(struct rb_sites *s)
{
	uint32_t slots = s->slots ? 2 * s->slots : FIRST_SLOTS;
	struct rb_site *site = realloc(s->site, slots / 2 * sizeof *site);
	uint16_t *slot;

	if (!site)
		return -1;
	s->site = site;
	slot = calloc(slots, sizeof *slot);
	if (!slot)
		return -1;
	free(s->slot);
	s->slot = slot;
	s->slots = slots;
	for (uint32_t i = 1; i <= s->count; i++)
		s->slot[site_slot(s, site[i].key)] = (uint16_t)i;
	return 0;
}

uint16_t sites_add(struct rb_sites *s, uint64_t address, uint8_t op)
{
	uint64_t key = site_key(address, op);

	if (s->count == RB_MPI_MAX_SITES || ((s->count + 2) * 2 > s->slots && grow(s) != 0))
		return 0;
	s->site[++s->count] = (struct rb_site){ .key = key };
	s->slot[site_slot(s, key)] = (uint16_t)s->count;
	return (uint16_t)s->count;
}

void sites_describe(struct text *json, const struct rb_sites *s)
{
	text_add(json, ",\"sites\":[");
	for (uint32_t i = 1; i <= s->count; i++)
		text_add(json, "%s{\"site\":%" PRIu32 ",\"calls\":%" PRIu64 ",\"ns\":%" PRIu64 "}", i > 1 ? "," : "", i,
			 s->site[i].calls, s->site[i].ns);
	text_add(json, "]");
}

struct description {
	struct text *json;
	int count;
};

static int add_module(struct dl_phdr_info *module, size_t size, void *state)
{
	struct description *to = state;
	uint64_t from = UINT64_MAX, end = 0;
	char path[PATH_MAX];

	(void)size;
	for (int i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &module->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
			from = p->p_vaddr < from ? p->p_vaddr : from;
			end = p->p_vaddr + p->p_memsz > end ? p->p_vaddr + p->p_memsz : end;
		}
	}
	if (!end)
		return 0;
	snprintf(path, sizeof path, "%s", module->dlpi_name ? module->dlpi_name : "");
	if (!*path && to->count == 0) { /* the program itself, the first module, has no name */
		ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

		path[n > 0 ? n : 0] = 0;
	}
	text_add(to->json, "%s{\"path\":", to->count++ ? "," : "");
	text_add_json(to->json, path);
	text_add(to->json, ",\"bias\":%" PRIu64 ",\"from\":%" PRIu64 ",\"to\":%" PRIu64 "}", (uint64_t)module->dlpi_addr,
		 (uint64_t)module->dlpi_addr + from, (uint64_t)module->dlpi_addr + end);
	return 0;
}

void sites_describe_modules(struct text *json)
{
	struct description to = { .json = json };

	text_add(json, ",\"modules\":[");
	dl_iterate_phdr(add_module, &to);
	text_add(json, "]");
}
