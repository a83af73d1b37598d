/* See model_settings.h. */
#include "model_settings.h"
#include "cache.h"
#include "tlb.h"

#include <stdio.h>
#include <string.h>

#define MAX_CACHE_WAYS 64
#define MAX_ENTRIES    (1u << 20)

static bool power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

int cache_shape_parse(struct shape *s, const char *text)
{
	unsigned long long bytes, ways, line;
	char rest;

	if (sscanf(text, "%llu,%llu,%llu%c", &bytes, &ways, &line, &rest) != 3 || !ways || ways > MAX_CACHE_WAYS
	    || line < 8 || line > 4096 || !power_of_two(line) || bytes > 1u << 30 || bytes % (ways * line)
	    || !power_of_two(bytes / (ways * line)))
		return -1;
	*s = (struct shape){ (uint32_t)(bytes / ways / line), (uint32_t)ways, (uint32_t)__builtin_ctzll(line) };
	return 0;
}

int tlb_shape(struct shape *s, unsigned entries, unsigned ways)
{
	unsigned sets = 1;

	if (!entries || !ways || ways > entries || entries > MAX_ENTRIES || entries % ways)
		return -1;
	while (entries / ways >= 2 * sets && entries % (2 * sets) == 0)
		sets *= 2;
	if (entries / sets > CACHE_MAX_WAYS)
		return -1;
	*s = (struct shape){ sets, entries / sets, TLB_PAGE_SHIFT };
	return 0;
}

static int parse_tlbs(struct model_shapes *m, const char *text)
{
	struct shape *const part[] = { &m->dtlb, &m->itlb, &m->second_tlb, &m->second_itlb };
	unsigned parts = 0;

	m->second_itlb = (struct shape){ 0 };
	for (;; text++) {
		unsigned entries, ways;
		int used = 0;

		if (parts == 4 || sscanf(text, "%u,%u%n", &entries, &ways, &used) != 2
				|| tlb_shape(part[parts++], entries, ways))
			return -1;
		text += used;
		if (!*text)
			return parts >= 3 ? 0 : -1;
		if (*text != ':')
			return -1;
	}
}

int model_parse(struct model_shapes *m, const char **source, const char *text)
{
	if (!strncmp(text, "l1i=", 4))
		return cache_shape_parse(&m->l1i, text + 4);
	if (!strncmp(text, "l2=", 3))
		return cache_shape_parse(&m->l2, text + 3);
	if (!strcmp(text, "tlb")) {
		*source = tlb_shapes_of_machine(m);
		return 0;
	}
	if (!strncmp(text, "tlb=", 4)) {
		*source = "as specified";
		return parse_tlbs(m, text + 4);
	}
	if (strcmp(text, "branch"))
		return -1;
	m->branches = 1;
	return 0;
}
