/*
 * The container written as a stream: a buffer collects records, and one write passes them to the kernel with their seal. If
 * this process is killed, only unsealed records are lost.
 */
#include "container.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crc32c.h"

#define BUFFER_BYTES  (128u << 10)
#define RESERVE_BYTES (512u << 10) /* for a full buffer, the closing records of many tasks and the trailer */
#define MIN_RESERVE_BYTES (64u << 10) /* below this, samples are left out so that closing records and trailer fit */
#define AHEAD_BYTES   (4u << 20)

int container_stream_create(struct container_stream *s, const struct container_format *format, const char *path)
{
	*s = (struct container_stream){ .format = format, .reserve_bytes = RESERVE_BYTES };
	s->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return s->fd < 0 ? -1 : 0;
}

static int allocate(struct container_stream *s, uint64_t to)
{
	int status;

	do {
		status = fallocate(s->fd, FALLOC_FL_KEEP_SIZE, (off_t)s->reserved_to, (off_t)(to - s->reserved_to));
	} while (status < 0 && errno == EINTR);
	if (!status)
		s->reserved_to = to;
	return status;
}

/* Allocates space for size bytes and the reserve; a smaller reserve if the disk is nearly full. */
static void reserve(struct container_stream *s, size_t size)
{
	uint64_t end = s->position + size;
	uint32_t least = s->position ? MIN_RESERVE_BYTES : 1; /* the header is written if any space is left */
	int error;

	if (s->no_reserve || s->closing || s->error || end + s->reserve_bytes <= s->reserved_to)
		return;
	if (!allocate(s, end + s->reserve_bytes + AHEAD_BYTES))
		return;
	error = errno;
	while (s->reserve_bytes >= least) {
		if (end + s->reserve_bytes <= s->reserved_to || !allocate(s, end + s->reserve_bytes))
			return;
		error = errno;
		s->reserve_bytes /= 2;
	}
	if (error == EOPNOTSUPP || error == ENOSYS || error == EINVAL)
		s->no_reserve = true;
	else if (s->position)
		s->error = error;
}

static void put(struct container_stream *s, const void *data, size_t size)
{
	const char *p = data;
	size_t done = 0;

	if (s->broken)
		return;
	reserve(s, size);
	while (done < size) {
		ssize_t n = pwrite(s->fd, p + done, size - done, (off_t)(s->position + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			if (!s->error)
				s->error = n ? errno : EIO;
			s->broken = true;
			if (ftruncate(s->fd, (off_t)s->position) < 0)
				return; /* an incomplete block remains; readers stop at the last seal */
			return;
		}
		done += (size_t)n;
	}
	s->position += size;
}

void container_stream_header(struct container_stream *s, const void *own, uint32_t record_bytes, const char *json,
			     size_t json_bytes)
{
	size_t size = container_header_size(json_bytes);
	char *bytes = malloc(size);

	s->record_bytes = record_bytes;
	s->buffer = malloc(BUFFER_BYTES + record_bytes);
	if (!bytes || !s->buffer)
		abort();
	container_header_fill(s->format, own, record_bytes, json, json_bytes, bytes);
	put(s, bytes, size);
	free(bytes);
}

static uint64_t *time_of(const struct container_stream *s, void *record)
{
	return (uint64_t *)((uint8_t *)record + s->format->time_ns);
}

void *container_stream_add(struct container_stream *s)
{
	void *record;

	if (s->used + 2 * s->record_bytes > BUFFER_BYTES)
		container_stream_seal(s, *time_of(s, s->buffer + s->used - s->record_bytes));
	record = s->buffer + s->used;
	memset(record, 0, s->record_bytes);
	s->used += s->record_bytes;
	s->records++;
	return record;
}

void *container_stream_scratch(struct container_stream *s)
{
	return memset(s->buffer + BUFFER_BYTES, 0, s->record_bytes);
}

static void count_unwritten(struct container_stream *s)
{
	for (size_t at = 0; at < s->used; at += s->record_bytes)
		s->unwritten += s->format->sample_kind && s->buffer[at] == s->format->sample_kind;
}

void container_stream_seal(struct container_stream *s, uint64_t time_ns)
{
	void *seal = s->buffer + s->used;

	if (!s->used)
		return;
	memset(seal, 0, s->record_bytes);
	/* A full buffer is sealed with the time of a record, which is earlier than the clock. */
	if (time_ns > s->sealed_ns)
		s->sealed_ns = time_ns;
	*time_of(s, seal) = s->sealed_ns;
	container_seal(s->format, seal, s->record_bytes, (struct container_span){
		.records = s->used / s->record_bytes, .sequence = s->seals, .crc32c = crc32c(0, s->buffer, s->used) });
	put(s, s->buffer, s->used + s->record_bytes);
	if (s->broken)
		count_unwritten(s);
	else
		s->seals++;
	s->used = 0;
}

int container_stream_end(struct container_stream *s, uint64_t time_ns, const char *json, size_t json_bytes)
{
	char *end = calloc(1, s->record_bytes + json_bytes);
	int status;

	if (!end)
		abort();
	s->closing = true;
	container_stream_seal(s, time_ns);
	/* If the seal did not fit, its records are dropped, and the file before them still gets an end record. */
	s->broken = false;
	*time_of(s, end) = time_ns;
	container_end(s->format, end, json, json_bytes);
	memcpy(end + s->record_bytes, json, json_bytes);
	put(s, end, s->record_bytes + json_bytes);
	free(end);
	status = s->broken ? -1 : 0;
	/* Releases the space allocated ahead. */
	if (!status && ftruncate(s->fd, (off_t)s->position) < 0)
		status = -1;
	if (close(s->fd) < 0 && !s->error)
		s->error = errno;
	s->fd = -1;
	container_stream_free(s);
	return status;
}

void container_stream_free(struct container_stream *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
	free(s->buffer);
	s->buffer = NULL;
}
