/* The places in the program that call MPI functions: numbers, calls and time of one thread's sites. */
#ifndef RUNBENCH_SITES_H
#define RUNBENCH_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/text.h"

#define SITE_GONE UINT64_MAX          /* key of a site whose library was unloaded */
#define SITE_NO_MODULE UINT32_MAX     /* the code is in no loaded file: it was generated while the program ran */

struct rb_site {
	uint64_t key; /* return address and MPI function */
	uint64_t calls, ns;
	uint64_t unloads; /* number of unloaded libraries when the module was last looked up */
	uint32_t module;  /* number of the loaded file, from 1; SITE_NO_MODULE */
	bool     stays;   /* the file was loaded at the start and is never unloaded */
};

struct rb_sites {
	struct rb_site *site; /* by number; 0 is not used */
	uint16_t *slot;       /* hash table of numbers; 0: free */
	uint32_t slots, count;
};

#define SITE_OP_SHIFT 56 /* user addresses have at most 56 bits */

static inline uint64_t site_key(uint64_t address, uint8_t op)
{
	return address ^ (uint64_t)op << SITE_OP_SHIFT;
}

/* Returns the slot of a site, or a free one. */
static inline uint32_t site_slot(const struct rb_sites *s, uint64_t key)
{
	uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & (s->slots - 1);

	while (s->slot[at] && s->site[s->slot[at]].key != key)
		at = (at + 1) & (s->slots - 1);
	return at;
}

/* Returns the number of a site; 0: not known. */
static inline uint16_t sites_find(const struct rb_sites *s, uint64_t address, uint8_t op)
{
	return s->slots ? s->slot[site_slot(s, site_key(address, op))] : 0;
}

static inline void sites_count(struct rb_sites *s, uint16_t number, uint64_t ns)
{
	if (number) {
		s->site[number].calls++;
		s->site[number].ns += ns;
	}
}

/* Returns whether the file of a known site is still loaded at its place. After another file took its place, the site is
 * forgotten, and the call is at a new one. */
bool sites_is_current(struct rb_sites *s, uint16_t number, uint64_t address);

/* Adds a site that is not known. Returns its number; 0: no memory, or no number is left. */
uint16_t sites_add(struct rb_sites *s, uint64_t address, uint8_t op);

/* Adds ,"sites":[{"site":1,"calls":2,"ns":3},...]. */
void sites_describe(struct text *json, const struct rb_sites *s);

/* Adds ,"modules":[{"path":"...","bias":1,"from":2,"to":3},...]: the files with code that are or were loaded, by number. */
void sites_describe_modules(struct text *json);

#endif
