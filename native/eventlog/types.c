/* A hash table that only grows: a type's number is its slot, and a used slot never changes. */
#include "types.h"
#include "format.h"

#include <runbench/eventlog.h>

#include <string.h>

/* Maximum bytes of a kept name. It exceeds the limit of a record by one, so that the record is marked as truncated. */
#define NAME_BYTES (RB_LOG_COMMENT_BYTES + 1)
#define MAX_SLOT_BYTES      ((sizeof(struct log_type) + NAME_BYTES + 1 + 7) & ~(size_t)7)

/* Static memory instead of malloc, which the caller's signal handler may have interrupted. Untouched pages cost no
 * memory. */
static char names[RB_LOG_TYPES * MAX_SLOT_BYTES] __attribute__((aligned(8)));
static size_t names_used;

static struct log_type *slots[RB_LOG_TYPES + 1]; /* 0 is not a number */

static unsigned hash(const char *name, uint8_t kind)
{
	uint32_t h = 2166136261u ^ kind;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return h;
}

static int is_same_type(const struct log_type *t, const char *name, uint8_t kind)
{
	return t->kind == kind && !strncmp(t->name, name, NAME_BYTES);
}

static struct log_type *allocate_type(const char *name, uint8_t kind, uint32_t colour)
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

/* Returns the memory of a type that another thread, or a signal handler, declared in the meantime. */
static void free_latest_type(const struct log_type *t)
{
	size_t at, end;

	if (!t)
		return;
	at = (size_t)((const char *)t - names);
	end = at + ((sizeof *t + strlen(t->name) + 1 + 7) & ~(size_t)7);
	/* Only the latest allocation can be returned. The loss is at most one name per thread that declared too late. */
	__atomic_compare_exchange_n(&names_used, &end, at, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

int types_declare(const char *name, uint8_t kind, uint32_t colour)
{
	unsigned first = hash(name, kind) % RB_LOG_TYPES;
	struct log_type *fresh = NULL;

	for (unsigned i = 0; i < RB_LOG_TYPES; i++) {
		int number = (int)((first + i) % RB_LOG_TYPES) + 1;
		struct log_type *there = __atomic_load_n(&slots[number], __ATOMIC_ACQUIRE);

		if (!there && !fresh && !(fresh = allocate_type(name, kind, colour)))
			return 0;
		if (!there && __atomic_compare_exchange_n(&slots[number], &there, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return number;
		if (is_same_type(there, name, kind)) {
			free_latest_type(fresh);
			return number;
		}
	}
	free_latest_type(fresh);
	return 0;
}

const struct log_type *types_get(int number)
{
	return number > 0 && number <= RB_LOG_TYPES ? __atomic_load_n(&slots[number], __ATOMIC_ACQUIRE) : NULL;
}
