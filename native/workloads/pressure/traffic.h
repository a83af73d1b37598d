/*
 * Traffic between caches and memory: the lines of an array, one after the other, each read, written or by turns both. What must come
 * out is known by arithmetic, so that it is checked that all of it was done. In an array larger than the caches each access misses
 * (BBMA, a benchmark of the bus); in one of 16 KiB none does (nBBMA). Antonopoulos, Nikolopoulos, Papatheodorou: Scheduling
 * algorithms with bus bandwidth considerations for SMPs, ICPP 2003.
 */
#ifndef RUNBENCH_PRESSURE_TRAFFIC_H
#define RUNBENCH_PRESSURE_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_BYTES = 64, SMALL_BYTES = 16 << 10 };
#define LARGE_BYTES ((size_t)256 << 20)

enum traffic { READS, WRITES, MIX };

/* Bytes that go by for each line: one that is written in part is fetched first and written back later; of a mix each second one is. */
unsigned traffic_line_bytes(enum traffic kind);

/* "read", "write", "mix"; false where it is none of these. */
bool traffic_of(const char *word, enum traffic *kind);

struct line {
	uint64_t words[LINE_BYTES / sizeof(uint64_t)];
};

/* Where somebody works. */
struct mover {
	struct line *memory;
	size_t       lines, at;
	enum traffic kind;
	uint64_t     pass; /* the one under way, from 0 */
	uint64_t     sum;  /* of what was read */
};

/* Memory of so many whole lines, at least 16, in large pages where there are any, each line with its number in it. 0, or -1 with errno. */
int  mover_make(struct mover *m, size_t bytes, enum traffic kind);
void mover_free(struct mover *m);

/* The next so many lines: as many turns of eight as fit, at least one. Returns how many it were. */
size_t mover_move(struct mover *m, size_t lines);

/* Whether all that was moved until now was read and written as it must be; reads all of the memory where it was written. */
bool mover_check(const struct mover *m);

/* Over all that was read, and how much was done. */
uint64_t mover_checksum(const struct mover *m);

#endif
