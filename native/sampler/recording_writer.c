/*
 * Writes a recording. Records gather in a buffer; a seal closes them and one write hands them to the kernel, so
 * that a kill of this process loses at most what was not sealed yet.
 *
 * Disk space is allocated ahead of the data (fallocate, size kept): a full disk is then noticed while there is
 * still room for everything in the buffer, the closing records and the trailer.
 */
#include "recording_writer.h"
#include "../base/clock_ns.h"
#include "../base/crc32c.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES  (128u << 10)
#define RESERVE_BYTES (512u << 10) /* a full buffer, closing records of many tasks, trailer */
#define AHEAD_BYTES   (4u << 20)

void recording_begin_metadata(struct text *t)
{
	int64_t offset = (int64_t)(clock_of(CLOCK_REALTIME) - clock_ns());
	time_t seconds = time(NULL);
	char utc[32];

	strftime(utc, sizeof utc, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
	text_add(t, "{\"format\":\"runbench recording\",\"version\":%d,\"clock\":\"CLOCK_MONOTONIC\"", RB_VERSION);
	text_add(t, ",\"realtime_offset_ns\":%lld,\"started_utc\":\"%s\"", (long long)offset, utc);
}

int writer_create(struct writer *w, const char *path)
{
	*w = (struct writer){ .path = path };
	w->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return w->fd < 0 ? -1 : 0;
}

static int allocate(struct writer *w, uint64_t to)
{
	int status;

	do {
		status = fallocate(w->fd, FALLOC_FL_KEEP_SIZE, (off_t)w->reserved_to, (off_t)(to - w->reserved_to));
	} while (status < 0 && errno == EINTR);
	if (!status)
		w->reserved_to = to;
	return status;
}

static void reserve(struct writer *w, size_t size)
{
	uint64_t need = w->position + size + RESERVE_BYTES;

	if (w->no_reserve || w->closing || need <= w->reserved_to)
		return;
	if (!allocate(w, need + AHEAD_BYTES) || (errno == ENOSPC && !allocate(w, need)))
		return;
	if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)
		w->no_reserve = true;
	else if (!w->error)
		w->error = errno;
}

static void put(struct writer *w, const void *data, size_t size)
{
	const char *p = data;
	size_t done = 0;

	if (w->broken)
		return;
	reserve(w, size);
	while (done < size) {
		ssize_t n = pwrite(w->fd, p + done, size - done, (off_t)(w->position + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			if (!w->error)
				w->error = n ? errno : EIO;
			w->broken = true;
			if (ftruncate(w->fd, (off_t)w->position) < 0)
				return; /* half a block stays behind; readers stop at the last seal */
			return;
		}
		done += (size_t)n;
	}
	w->position += size;
}

void writer_header(struct writer *w, const char *json, size_t json_bytes, unsigned value_count)
{
	struct rb_file_header header = { .version = RB_VERSION, .value_count = value_count };
	size_t size = (sizeof header + json_bytes + 63) / 64 * 64;
	char *bytes = malloc(size);

	w->record_bytes = sizeof(struct rb_record) + 8 * value_count;
	w->buffer = malloc(BUFFER_BYTES);
	if (!bytes || !w->buffer)
		abort();
	memcpy(header.magic, RB_MAGIC, sizeof header.magic);
	header.header_bytes = (uint32_t)size;
	header.record_bytes = (uint32_t)w->record_bytes;
	header.json_bytes = (uint32_t)json_bytes;
	header.json_crc32c = crc32c(0, json, json_bytes);
	header.header_crc32c = crc32c(0, &header, offsetof(struct rb_file_header, header_crc32c));
	memset(bytes, ' ', size);
	memcpy(bytes, &header, sizeof header);
	memcpy(bytes + sizeof header, json, json_bytes);
	put(w, bytes, size);
	free(bytes);
}

void *writer_add(struct writer *w)
{
	struct rb_record *record;

	if (w->used + 2 * w->record_bytes > BUFFER_BYTES) {
		record = (struct rb_record *)(w->buffer + w->used - w->record_bytes);
		writer_seal(w, record->wall_ns);
	}
	record = (struct rb_record *)(w->buffer + w->used);
	memset(record, 0, w->record_bytes);
	w->used += w->record_bytes;
	w->records++;
	return record;
}

void writer_seal(struct writer *w, uint64_t wall_ns)
{
	struct rb_seal *seal = (struct rb_seal *)(w->buffer + w->used);

	if (!w->used)
		return;
	memset(seal, 0, w->record_bytes);
	seal->kind = RB_SEAL;
	/* A full buffer is sealed with the time of a record, which lies behind the clock. */
	if (wall_ns > w->sealed_ns)
		w->sealed_ns = wall_ns;
	seal->wall_ns = w->sealed_ns;
	seal->records = w->used / w->record_bytes;
	seal->sequence = w->seals;
	seal->crc32c = crc32c(0, w->buffer, w->used);
	seal->self_crc32c = crc32c(0, seal, w->record_bytes);
	put(w, w->buffer, w->used + w->record_bytes);
	if (!w->broken)
		w->seals++;
	w->used = 0;
}

int writer_finish(struct writer *w, uint64_t wall_ns, const char *json, size_t json_bytes)
{
	char *bytes = calloc(1, w->record_bytes + json_bytes);
	struct rb_record *end = (struct rb_record *)bytes;
	int status;

	if (!bytes)
		abort();
	w->closing = true;
	writer_seal(w, wall_ns);
	/* The seal did not fit, but dropping it made room: what came before it still gets its end. */
	w->broken = false;
	end->kind = RB_END;
	end->wall_ns = wall_ns;
	end->aux = json_bytes;
	end->enabled_ns = crc32c(0, json, json_bytes);
	memcpy(bytes + w->record_bytes, json, json_bytes);
	put(w, bytes, w->record_bytes + json_bytes);
	free(bytes);
	status = w->broken ? -1 : 0;
	/* Gives back what was allocated ahead. */
	if (!status && ftruncate(w->fd, (off_t)w->position) < 0)
		status = -1;
	if (close(w->fd) < 0 && !w->error)
		w->error = errno;
	w->fd = -1;
	writer_free(w);
	return status;
}

void writer_free(struct writer *w)
{
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	free(w->buffer);
	w->buffer = NULL;
}
