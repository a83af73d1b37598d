#include "sites.h"

#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
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

/* The files with code that are or were loaded; only appended, so that numbers stay. */
struct module {
	char     *path;
	uint64_t bias, from, to;
};

static struct {
	pthread_mutex_t lock;
	struct module   *module;
	uint32_t        count, at_start;
} modules = { .lock = PTHREAD_MUTEX_INITIALIZER };

struct lookup {
	uint64_t address; /* 0: all modules */
	uint32_t number;
};

/* Returns the number of a module, which may be new; 0: no memory. */
static uint32_t number_of(const char *path, uint64_t bias, uint64_t from, uint64_t to)
{
	struct module *grown;
	char *copy;

	for (uint32_t i = 0; i < modules.count; i++)
		if (modules.module[i].bias == bias && modules.module[i].from == from && modules.module[i].to == to
		    && !strcmp(modules.module[i].path, path))
			return i + 1;
	grown = realloc(modules.module, (modules.count + 1) * sizeof *grown);
	if (!grown)
		return 0;
	modules.module = grown;
	copy = strdup(path);
	if (!copy)
		return 0;
	grown[modules.count++] = (struct module){ .path = copy, .bias = bias, .from = from, .to = to };
	return modules.count;
}

static int add_module(struct dl_phdr_info *loaded, size_t size, void *state)
{
	struct lookup *lookup = state;
	uint64_t from = UINT64_MAX, end = 0;
	char path[PATH_MAX];

	(void)size;
	for (int i = 0; i < loaded->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &loaded->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
			from = p->p_vaddr < from ? p->p_vaddr : from;
			end = p->p_vaddr + p->p_memsz > end ? p->p_vaddr + p->p_memsz : end;
		}
	}
	if (!end)
		return 0;
	from += loaded->dlpi_addr;
	end += loaded->dlpi_addr;
	if (lookup->address && (lookup->address < from || lookup->address >= end))
		return 0;
	snprintf(path, sizeof path, "%s", loaded->dlpi_name ? loaded->dlpi_name : "");
	if (!*path) { /* the program itself has no name */
		ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

		path[n > 0 ? n : 0] = 0;
	}
	lookup->number = number_of(path, loaded->dlpi_addr, from, end);
	return lookup->address != 0;
}

/* Adds the module with this address, or all modules for address 0. Returns the number of the last one. */
static uint32_t look_up(uint64_t address)
{
	struct lookup lookup = { .address = address };

	pthread_mutex_lock(&modules.lock);
	dl_iterate_phdr(add_module, &lookup);
	pthread_mutex_unlock(&modules.lock);
	return lookup.number;
}

/* The files that the program is linked with are loaded before its first instruction, and are never unloaded. */
__attribute__((constructor)) static void modules_at_start(void)
{
	look_up(0);
	modules.at_start = modules.count;
}

static int read_unloads(struct dl_phdr_info *first, size_t size, void *state)
{
	if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof first->dlpi_subs)
		*(uint64_t *)state = first->dlpi_subs;
	return 1;
}

static uint64_t unloads_so_far(void)
{
	uint64_t unloads = 0;

	dl_iterate_phdr(read_unloads, &unloads);
	return unloads;
}

static void place(struct rb_site *site, uint64_t address)
{
	/* Before the lookup: an unload in between makes the next call look again. */
	site->unloads = unloads_so_far();
	site->module = look_up(address - 1); /* the call ends before its return address */
	site->stays = site->module && site->module <= modules.at_start;
	if (!site->module)
		site->module = SITE_NO_MODULE;
}

bool sites_is_current(struct rb_sites *s, uint16_t number, uint64_t address)
{
	struct rb_site *site = &s->site[number];
	uint32_t module = site->module;

	if (site->stays || site->unloads == unloads_so_far())
		return true;
	place(site, address);
	if (site->module == module)
		return true;
	site->module = module;
	site->key = SITE_GONE;
	return false;
}

uint16_t sites_add(struct rb_sites *s, uint64_t address, uint8_t op)
{
	uint64_t key = site_key(address, op);

	if (s->count == RB_MPI_MAX_SITES || ((s->count + 2) * 2 > s->slots && grow(s) != 0))
		return 0;
	s->site[++s->count] = (struct rb_site){ .key = key };
	place(&s->site[s->count], address);
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

void sites_describe_modules(struct text *json)
{
	look_up(0);
	text_add(json, ",\"modules\":[");
	pthread_mutex_lock(&modules.lock);
	for (uint32_t i = 0; i < modules.count; i++) {
		const struct module *m = &modules.module[i];

		text_add(json, "%s{\"path\":", i ? "," : "");
		text_add_json(json, m->path);
		text_add(json, ",\"bias\":%" PRIu64 ",\"from\":%" PRIu64 ",\"to\":%" PRIu64 "}", m->bias, m->from, m->to);
	}
	pthread_mutex_unlock(&modules.lock);
	text_add(json, "]");
}
