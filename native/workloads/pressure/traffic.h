/*
 * Traffic between caches and memory: the lines of an array are read, written, or both alternately. The result is known by
 * arithmetic and verified. In an array larger than the caches each access misses (BBMA, a benchmark of the bus); in one of 16 KiB
 * none does (nBBMA). Antonopoulos, Nikolopoulos, Papatheodorou: Scheduling algorithms with bus bandwidth considerations for SMPs,
 * ICPP 2003.
 */
#ifndef RUNBENCH_PRESSURE_TRAFFIC_H
#define RUNBENCH_PRESSURE_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_BYTES = 64, SMALL_BYTES = 16 << 10 };
#define LARGE_BYTES ((size_t)256 << 20)

enum traffic { READS, WRITES, MIX };

/* Returns the bytes of traffic per line: a partly written line is fetched and later written back; in a mix every second line is. */
unsigned traffic_line_bytes(enum traffic kind);

/* Parses "read", "write" or "mix"; returns false for other words. */
bool traffic_of(const char *word, enum traffic *kind);

struct line {
	uint64_t words[LINE_BYTES / sizeof(uint64_t)];
};

/* An array and the position in it. */
struct mover {
	struct line *memory;
	size_t       lines, at;
	enum traffic kind;
	uint64_t     pass; /* number of the current pass, from 0 */
	uint64_t     sum;  /* of the words read */
};

/* Allocates an array of whole lines, at least 16, in huge pages if available; each line contains its number. Returns 0, or -1 with errno. */
int  mover_make(struct mover *m, size_t bytes, enum traffic kind);
void mover_free(struct mover *m);

/* Moves the next lines, rounded down to a multiple of 8, at least 8. Returns their number. */
size_t mover_move(struct mover *m, size_t lines);

/* Verifies all reads and writes so far; reads the whole array. */
bool mover_check(const struct mover *m);

/* Returns a checksum over the words read and the amount of work. */
uint64_t mover_checksum(const struct mover *m);

#endif
