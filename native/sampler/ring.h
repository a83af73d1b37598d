/* One perf ring buffer: records are looked at in place and consumed one by one. */
#ifndef RUNBENCH_RING_H
#define RUNBENCH_RING_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <stddef.h>

struct ring {
	struct perf_event_mmap_page *page; /* NULL: not mapped */
	uint8_t *data;
	uint64_t bytes;       /* of data, a power of two */
	uint64_t head, tail;  /* as of the last look */
	uint8_t *copy;        /* of a record that wraps around the end */
};

/* Maps the ring of fd with 1 + pages pages; -1 with errno. */
int  ring_map(struct ring *r, int fd, size_t pages);
void ring_unmap(struct ring *r);

/* Looks how far the kernel has written. */
void ring_look(struct ring *r);

/* The next record, or NULL; valid until it is consumed. */
const struct perf_event_header *ring_peek(struct ring *r);
void ring_consume(struct ring *r, const struct perf_event_header *record);

/* Gives the consumed space back to the kernel. */
void ring_release(struct ring *r);

#endif
