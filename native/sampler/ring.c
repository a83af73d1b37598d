/* One perf ring buffer, as described in <linux/perf_event.h> and perf_event_open(2). */
#include "ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int ring_map(struct ring *r, int fd, size_t pages)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, page * (1 + pages), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	*r = (struct ring){ 0 };
	if (memory == MAP_FAILED)
		return -1;
	r->page = memory;
	r->data = (uint8_t *)memory + page;
	r->bytes = page * pages;
	return 0;
}

void ring_unmap(struct ring *r)
{
	if (r->page)
		munmap(r->page, (size_t)(r->data - (uint8_t *)r->page) + r->bytes);
	free(r->copy);
	*r = (struct ring){ 0 };
}

void ring_look(struct ring *r)
{
	r->head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
}

const struct perf_event_header *ring_peek(struct ring *r)
{
	uint64_t offset = r->tail & (r->bytes - 1);
	const struct perf_event_header *record = (const void *)(r->data + offset);

	/* Records are multiples of 8 bytes, so a header never wraps. */
	if (r->head - r->tail < sizeof *record || !record->size || r->head - r->tail < record->size)
		return NULL;
	if (offset + record->size <= r->bytes)
		return record;
	if (!r->copy && !(r->copy = malloc(UINT16_MAX + 1)))
		abort();
	memcpy(r->copy, r->data + offset, r->bytes - offset);
	memcpy(r->copy + (r->bytes - offset), r->data, record->size - (r->bytes - offset));
	return (const void *)r->copy;
}

void ring_consume(struct ring *r, const struct perf_event_header *record)
{
	r->tail += record->size;
}

void ring_release(struct ring *r)
{
	__atomic_store_n(&r->page->data_tail, r->tail, __ATOMIC_RELEASE);
}
