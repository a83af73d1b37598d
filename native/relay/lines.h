/* The text that a program writes, as events: a line each. */
#ifndef RUNBENCH_RELAY_LINES_H
#define RUNBENCH_RELAY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <runbench/eventlog.h>

struct lines {
	int      type;        /* of its events */
	bool     continued;   /* what comes next belongs to the line of the event before */
	uint64_t since_ns;    /* when the first of the bytes that wait for the end of their line came */
	size_t   used;
	char     waiting[RB_LOG_COMMENT_BYTES - 8];
};

/*
 * Events of what bytes complete. A line that is longer than a comment may be becomes several events, the second and later of
 * which begin with "... "; a byte that is no text becomes \xNN, so that any output can be told from any other.
 */
void lines_take(struct lines *l, const char *bytes, size_t size, uint64_t now_ns);

/* Also what has no end of line yet; last: none of it will come. */
void lines_flush(struct lines *l, bool last);

#endif
