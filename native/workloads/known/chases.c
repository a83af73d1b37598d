/* Kernels of dependent loads: pointer chases in every level of the memory hierarchy, and through many pages. See known.h. */
#include "known.h"

#include <unistd.h>

#define ACCESSES   (1u << 16)
#define PER_TURN   16
#define PAGE       4096u
#define WALK_PAGES (1u << 14)
#define MAX_BYTES ((size_t)1 << 30)
#define WRITTEN    "defined by the loop"

/*
 * Links all elements in the order of a linear congruential generator of full period (Hull and Dobell, 1962). Each element is
 * reached once per cycle, and no prefetcher can predict the next one.
 */
static void *ring(size_t elements, size_t apart, size_t sets_apart)
{
	char *memory = known_pages(elements * apart);

	for (size_t i = 0; i < elements; i++) {
		size_t next = (i * 1664525u + 1013904223u) % elements;

		*(void **)(memory + i * apart + i * sets_apart % apart) = memory + next * apart + next * sets_apart % apart;
	}
	return memory;
}

void *known_ring(size_t bytes, size_t line)
{
	return ring(bytes / line, line, 0);
}

void *known_follow(void *p, uint64_t loads)
{
	uint64_t n = loads / PER_TURN;

#if defined(__x86_64__)
	__asm__ volatile(LOOP(".rept 16\n\tmov (%[p]), %[p]\n\t.endr") : [n] "+r"(n), [p] "+r"(p) : : "cc", "memory");
#else
	__asm__ volatile(LOOP(".rept 16\n\tldr %[p], [%[p]]\n\t.endr") : [n] "+r"(n), [p] "+r"(p) : : "cc", "memory");
#endif
	return p;
}

static size_t power_below(size_t n)
{
	size_t power = 1;

	while (power * 2 <= n)
		power *= 2;
	return power;
}

static size_t beyond(const struct caches *c)
{
	size_t last = c->l3 ? c->l3 : c->l2;

	return power_below(4 * last) < 4 * last ? 2 * power_below(4 * last) : 4 * last;
}

static void *chase_of(const struct caches *c, size_t bytes, size_t *used_bytes)
{
	*used_bytes = bytes;
	return known_ring(bytes, c->line);
}

static void *in_l1(const struct caches *c, size_t *bytes) { return chase_of(c, power_below(c->l1d / 2), bytes); }
static void *in_l2(const struct caches *c, size_t *bytes) { return chase_of(c, power_below(c->l2 / 2), bytes); }
static void *in_l3(const struct caches *c, size_t *bytes) { return chase_of(c, power_below(c->l3 / 4), bytes); }
static void *in_memory(const struct caches *c, size_t *bytes) { return chase_of(c, beyond(c), bytes); }

static void *through_pages(const struct caches *c, size_t *bytes)
{
	*bytes = (size_t)WALK_PAGES * PAGE;
	return ring(WALK_PAGES, PAGE, c->line);
}

static const char *needs_l2(const struct caches *c)
{
	return power_below(c->l2 / 2) >= 4 * c->l1d ? NULL : "the level 2 cache is too small compared with level 1 for a chase that fits only into level 2";
}

static const char *needs_l3(const struct caches *c)
{
	return !c->l3 ? "this machine has no level 3 cache" : power_below(c->l3 / 4) >= 4 * c->l2 ? NULL
		: "the level 3 cache is too small compared with level 2 for a chase that fits only into level 3";
}

static const char *needs_memory(const struct caches *c)
{
	long free_pages = sysconf(_SC_AVPHYS_PAGES);
	size_t bytes = beyond(c);

	return bytes > MAX_BYTES ? "a chase far beyond the last-level cache would need more than 1 GiB"
		: free_pages > 0 && (size_t)free_pages * (size_t)sysconf(_SC_PAGESIZE) < 2 * bytes
		? "there is too little free memory for a chase far beyond the last-level cache" : NULL;
}

static void chase(void *p, uint64_t rounds)
{
	known_follow(p, rounds * ACCESSES);
}

#define CHASE \
	EXACTLY("instructions", 1 + 2.0 / PER_TURN, WRITTEN), EXACTLY("branches", 1.0 / PER_TURN, WRITTEN), \
	EXACTLY("loads", 1, WRITTEN), EXACTLY("stores", 0, WRITTEN)
#define FITS    "the data fits into the cache"
#define ALL(quantity, least) { quantity, least, 1, 1.05, "each line is loaded again after all others; the replacement policy may keep some" }

const struct kernel chase_kernels[] = {
	{ "chase_l1", "loads", "dependent loads, from the level 1 data cache", ACCESSES, NULL, in_l1, chase,
	  { CHASE, NONE_OF("l1d_misses", 0.01, FITS), NONE_OF("l2_misses", 0.01, FITS), NONE_OF("llc_references", 0.01, FITS),
	    NONE_OF("llc_misses", 0.01, FITS), NONE_OF("dtlb_misses", 0.01, FITS) } },
	{ "chase_l2", "loads", "dependent loads, from the level 2 cache", ACCESSES, needs_l2, in_l2, chase,
	  { CHASE, ALL("l1d_misses", 0.9), NONE_OF("l2_misses", 0.1, FITS), NONE_OF("llc_references", 0.1, FITS), NONE_OF("llc_misses", 0.05, FITS) } },
	{ "chase_l3", "loads", "dependent loads, from the level 3 cache", ACCESSES, needs_l3, in_l3, chase,
	  { CHASE, ALL("l1d_misses", 0.9), ALL("l2_misses", 0.8), ALL("llc_references", 0.8), NONE_OF("llc_misses", 0.2, FITS) } },
	{ "chase_memory", "loads", "dependent loads, from memory", ACCESSES, needs_memory, in_memory, chase,
	  { CHASE, ALL("l1d_misses", 0.9), ALL("l2_misses", 0.9), ALL("llc_references", 0.9), ALL("llc_misses", 0.7) } },
	{ "page_walks", "loads", "dependent loads, each from another of 16,384 pages", ACCESSES, NULL, through_pages, chase,
	  { CHASE, { "dtlb_misses", 0.9, 1, 1.1, "many more pages than TLB entries" },
	    { "l1_dtlb_misses", 0.9, 1, 1.1, "many more pages than TLB entries" }, NONE_OF("dtlb_store_misses", 0.01, "the loop has no stores") } },
	{ 0 },
};
