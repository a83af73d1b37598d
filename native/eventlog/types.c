/* A hash table that only grows: a type's number is its place, and a place once taken stays as it is. */
#include "types.h"
#include "format.h"

#include <runbench/eventlog.h>

#include <string.h>

/* Of a name that is longer a byte more than a record can have is kept: its records then say that it was cut. */
#define NAME_BYTES (RB_LOG_COMMENT_BYTES + 1)
#define PLACE      ((sizeof(struct log_type) + NAME_BYTES + 1 + 7) & ~(size_t)7)

/* Not malloc: the caller may be in a signal handler that interrupted it. Untouched pages cost no memory. */
static char names[RB_LOG_TYPES * PLACE] __attribute__((aligned(8)));
static size_t names_used;

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
	return t->kind == kind && !strncmp(t->name, name, NAME_BYTES);
}

static struct log_type *keep(const char *name, uint8_t kind, uint32_t colour)
{
	size_t length = strnlen(name, NAME_BYTES), bytes = (sizeof(struct log_type) + length + 1 + 7) & ~(size_t)7;
	size_t at = __atomic_fetch_add(&names_used, bytes, __ATOMIC_RELAXED);
	struct log_type *t = (struct log_type *)(names + at);

	if (at + bytes > sizeof names) {
		__atomic_fetch_sub(&names_used, bytes, __ATOMIC_RELAXED);
		return NULL;
	}
	t->kind = kind;
	t->colour = colour;
	memcpy(t->name, name, length);
	t->name[length] = 0;
	return t;
}

/* Where another thread, or a signal handler, declared the same name meanwhile. */
static void give_back(const struct log_type *t)
{
	size_t at, end;

	if (!t)
		return;
	at = (size_t)((const char *)t - names);
	end = at + ((sizeof *t + strlen(t->name) + 1 + 7) & ~(size_t)7);
	/* Only the latest can be: what is lost otherwise is as much as a name for each thread that was too late. */
	__atomic_compare_exchange_n(&names_used, &end, at, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

int types_declare(const char *name, uint8_t kind, uint32_t colour)
{
	unsigned first = hash(name, kind) % RB_LOG_TYPES;
	struct log_type *fresh = NULL;

	for (unsigned i = 0; i < RB_LOG_TYPES; i++) {
		int number = (int)((first + i) % RB_LOG_TYPES) + 1;
		struct log_type *there = __atomic_load_n(&places[number], __ATOMIC_ACQUIRE);

		if (!there && !fresh && !(fresh = keep(name, kind, colour)))
			return 0;
		if (!there && __atomic_compare_exchange_n(&places[number], &there, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return number;
		if (same(there, name, kind)) {
			give_back(fresh);
			return number;
		}
	}
	give_back(fresh);
	return 0;
}

const struct log_type *types_get(int number)
{
	return number > 0 && number <= RB_LOG_TYPES ? __atomic_load_n(&places[number], __ATOMIC_ACQUIRE) : NULL;
}
