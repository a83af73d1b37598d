/* See rehearse.h. */
#include "rehearse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const rb_fault_names[RB_FAULTS] = { "none", "loss", "duplicate", "stale", "reorder", "corrupt" };

int rb_rehearsal_parse(struct rb_rehearsal *r, const char *text, char *error, size_t size)
{
	*r = (struct rb_rehearsal){ .random = 0x9e3779b97f4a7c15u };
	char *copy = strdup(text), *save = NULL;
	int status = 0;
	for (char *item = strtok_r(copy, ",", &save); item && status == 0; item = strtok_r(NULL, ",", &save)) {
		char *value = strchr(item, '='), *end = NULL;
		double share = 0;
		int fault = RB_FAULTS;
		if (value) {
			*value++ = '\0';
			share = strtod(value, &end);
			for (fault = RB_LOSS; fault < RB_FAULTS && strcmp(item, rb_fault_names[fault]) != 0; fault++)
				;
		}
		bool number = value && *value && *end == '\0';
		if (number && strcmp(item, "seed") == 0)
			r->random += (uint64_t)share * 0xbf58476d1ce4e5b9u;
		else if (number && fault < RB_FAULTS && share >= 0 && share <= 1)
			r->share[fault] = share;
		else {
			snprintf(error, size, "'%s': expected loss, duplicate, stale, reorder or corrupt =0..1, or seed=N", item);
			status = -1;
		}
	}
	free(copy);
	return status;
}

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014. */
static double uniform(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

enum rb_fault rb_rehearsal_draw(struct rb_rehearsal *r)
{
	double at = uniform(&r->random);
	for (int fault = RB_LOSS; fault < RB_FAULTS; fault++) {
		if (at < r->share[fault]) {
			r->done[fault]++;
			return (enum rb_fault)fault;
		}
		at -= r->share[fault];
	}
	return RB_NO_FAULT;
}
