/* A hash table that only grows: a type's number is its place, and a place once taken stays as it is. */
#include "types.h"
#include "format.h"

#include <stdlib.h>
#include <string.h>

static struct log_type *places[RB_LOG_TYPES + 1]; /* 0 is no number */

static unsigned hash(const char *name, uint8_t kind)
{
	uint32_t h = 2166136261u ^ kind;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return h;
}

static int same(const struct log_type *t, const char *name, uint8_t kind)
{
	return t->kind == kind && !strcmp(t->name, name);
}

int types_declare(const char *name, uint8_t kind, uint32_t colour)
{
	unsigned first = hash(name, kind) % RB_LOG_TYPES;
	struct log_type *fresh = NULL;

	for (unsigned i = 0; i < RB_LOG_TYPES; i++) {
		int number = (int)((first + i) % RB_LOG_TYPES) + 1;
		struct log_type *there = __atomic_load_n(&places[number], __ATOMIC_ACQUIRE);

		if (!there && !fresh) {
			size_t bytes = strlen(name) + 1;

			fresh = malloc(sizeof *fresh + bytes);
			if (!fresh)
				return 0;
			*fresh = (struct log_type){ .kind = kind, .colour = colour };
			memcpy(fresh->name, name, bytes);
		}
		if (!there && __atomic_compare_exchange_n(&places[number], &there, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return number;
		if (same(there, name, kind)) {
			free(fresh);
			return number;
		}
	}
	free(fresh);
	return 0;
}

const struct log_type *types_get(int number)
{
	return number > 0 && number <= RB_LOG_TYPES ? __atomic_load_n(&places[number], __ATOMIC_ACQUIRE) : NULL;
}
