/* The places in the program that call MPI functions: numbers, calls and time of one thread's sites. */
#ifndef RUNBENCH_SITES_H
#define RUNBENCH_SITES_H

#include <stddef.h>
#include <stdint.h>

#include "../base/text.h"

struct rb_site {
	uint64_t key; /* return address and MPI function; 0: free */
	uint64_t calls, ns;
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

/* Adds a site that is not known. Returns its number; 0: no memory, or no number is left. */
uint16_t sites_add(struct rb_sites *s, uint64_t address, uint8_t op);

/* Adds ,"sites":[{"site":1,"calls":2,"ns":3},...]. */
void sites_describe(struct text *json, const struct rb_sites *s);

/* Adds ,"modules":[{"path":"...","bias":1,"from":2,"to":3},...]: the loaded files with code. */
void sites_describe_modules(struct text *json);

#endif
