/* One perf ring buffer, whose records are read in place and consumed one by one. */
#ifndef RUNBENCH_RING_H
#define RUNBENCH_RING_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <stddef.h>

struct ring {
	struct perf_event_mmap_page *page; /* NULL: not mapped */
	uint8_t *data;
	uint64_t bytes;       /* size of data, a power of two */
	uint64_t head, tail;  /* positions of the kernel and of the reader; head as of the last ring_look */
	uint8_t *copy;        /* of a record that wraps around the end */
};

/* Maps the ring of fd with 1 + pages pages. Returns 0, or -1 with errno. */
int  ring_map(struct ring *r, int fd, size_t pages);
void ring_unmap(struct ring *r);

/* Reads the kernel's position; later records stay invisible until the next call. */
void ring_look(struct ring *r);

/* Returns the next record, or NULL; valid until it is consumed. */
const struct perf_event_header *ring_peek(struct ring *r);
void ring_consume(struct ring *r, const struct perf_event_header *record);

/* Returns the consumed space to the kernel. */
void ring_release(struct ring *r);

#endif
