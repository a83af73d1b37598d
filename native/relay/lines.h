/* Converts the output of a program to events, one per line. */
#ifndef RUNBENCH_RELAY_LINES_H
#define RUNBENCH_RELAY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <runbench/eventlog.h>

struct lines {
	int      type;      /* type of its events */
	bool     continued; /* the next text continues the line of the last event */
	uint64_t since_ns;  /* arrival of the oldest byte of the unfinished line */
	size_t   used;
	char     waiting[RB_LOG_COMMENT_BYTES - 8];
};

/* Logs the lines that the bytes complete. A line longer than a comment becomes several events, of which the second and
 * later ones begin with "... ". A byte that is not text becomes \xNN, so that different output never looks the same. */
void lines_take(struct lines *l, const char *bytes, size_t size, uint64_t now_ns);

/* Logs the unfinished line too; last: the end of the output. */
void lines_flush(struct lines *l, bool last);

#endif
