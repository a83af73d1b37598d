/* The container written through a shared mapping: appended records survive kill -9. */
#include "container.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "crc32c.h"

#define MIN_WINDOW_BYTES (256u << 10)
#define MAX_WINDOW_BYTES  (4u << 20)
#define PAGE_BYTES        4096u

static int write_fully(int fd, const void *data, size_t bytes, off_t offset)
{
	const char *p = data;

	while (bytes) {
		ssize_t n = pwrite(fd, p, bytes, offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : EIO;
		p += n;
		offset += n;
		bytes -= (size_t)n;
	}
	return 0;
}

/* Returns the bytes from the page of the file's end that a record and the end of the file need. */
static uint64_t least_bytes(const struct container_map *m)
{
	return m->end % PAGE_BYTES + CONTAINER_MAP_RECORD + m->format->reserve_bytes;
}

/* Allocates the smallest first window, so that a reader never sees the header of a file that has no room for a record. */
static int allocate_first(const struct container_map *m)
{
	uint64_t bytes = MIN_WINDOW_BYTES;
	int error;

	while (bytes / 2 >= least_bytes(m))
		bytes /= 2;
	do {
		error = posix_fallocate(m->fd, 0, (off_t)(m->end - m->end % PAGE_BYTES + bytes));
	} while (error == EINTR);
	return error;
}

int container_map_create(struct container_map *m, const struct container_format *format, const char *path, const void *own,
			 const char *json, size_t json_bytes)
{
	size_t size = container_header_size(json_bytes);
	/* Not malloc: the caller may be a signal handler that interrupted malloc. */
	char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	*m = (struct container_map){ .format = format, .fd = -1, .dead = true, .error = ENOMEM, .end = size };
	if (bytes == MAP_FAILED)
		return ENOMEM;
	container_header_fill(format, own, CONTAINER_MAP_RECORD, json, json_bytes, bytes);
	m->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	m->error = m->fd < 0 ? errno : allocate_first(m);
	if (!m->error)
		m->error = write_fully(m->fd, bytes, size, 0);
	munmap(bytes, size);
	if (m->error && m->fd >= 0) {
		close(m->fd);
		unlink(path); /* half a header is no container */
		m->fd = -1;
	}
	m->dead = m->error != 0;
	return m->error;
}

/* Maps the next part of the file, allocated first: a full disk is then an error code and no SIGBUS in the recorded program. */
static int move_window(struct container_map *m)
{
	uint64_t bytes = m->window_bytes ? m->window_bytes * 2 : MIN_WINDOW_BYTES;
	uint64_t start = m->end - m->end % PAGE_BYTES;
	int error;

	if (bytes > MAX_WINDOW_BYTES)
		bytes = MAX_WINDOW_BYTES;
	/* On a nearly full disk, halves the window until it fits. */
	while ((error = posix_fallocate(m->fd, (off_t)start, (off_t)bytes)) && (error == EINTR || bytes / 2 >= least_bytes(m)))
		if (error != EINTR)
			bytes /= 2;
	if (error)
		return error;
	if (m->window)
		munmap(m->window, m->window_bytes);
	m->window = NULL;
	m->window = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, (off_t)start);
	if (m->window == MAP_FAILED) {
		m->window = NULL;
		return errno;
	}
	m->window_start = start;
	m->window_bytes = bytes;
	return 0;
}

static __attribute__((noinline)) bool make_room(struct container_map *m)
{
	int error = m->dead ? m->error : move_window(m); /* of the first record or seal that did not fit */

	if (error) {
		errno = m->error = error;
		m->dead = true;
	}
	return !m->dead;
}

int container_map_begin(struct container_map *m)
{
	return m->window || make_room(m) ? 0 : m->error;
}

/* Returns whether a record fits; last: into the space kept for the end of the file, too. */
static inline __attribute__((always_inline)) bool has_room(const struct container_map *m, bool last)
{
	uint64_t kept = last ? 0 : m->format->reserve_bytes;

	return m->window && (last || !m->dead) && m->end + CONTAINER_MAP_RECORD + kept <= m->window_start + m->window_bytes;
}

/* Stores a record. Inlined: for most events this is the whole overhead in the recorded program. */
static inline __attribute__((always_inline)) bool put(struct container_map *m, const void *record, bool last)
{
	char *slot;

	if (!has_room(m, last) && !make_room(m))
		return false;
	slot = m->window + (m->end - m->window_start);
	memcpy(slot + 1, (const char *)record + 1, CONTAINER_MAP_RECORD - 1);
	__atomic_store_n(slot, *(const char *)record, __ATOMIC_RELEASE);
	m->end += CONTAINER_MAP_RECORD;
	return true;
}

static void seal_open_records(struct container_map *m, bool last)
{
	uint64_t seal[CONTAINER_MAP_RECORD / 8] = { 0 };

	if (!m->unsealed)
		return;
	container_seal(m->format, seal, sizeof seal, (struct container_span){
		.records = m->unsealed, .sequence = m->sequence, .crc32c = m->crc });
	if (put(m, seal, last)) {
		m->sequence++;
		m->unsealed = 0;
		m->crc = 0;
	}
}

static inline __attribute__((always_inline)) bool append(struct container_map *m, const void *record, bool last)
{
	if (!put(m, record, last))
		return false;
	m->records++;
	m->crc = crc32c(m->crc, record, CONTAINER_MAP_RECORD);
	/* Not "==": a seal that did not fit is written later. */
	if (++m->unsealed >= m->format->seal_records)
		seal_open_records(m, last);
	return true;
}

void container_map_announce(struct container_map *m)
{
	if (has_room(m, false) || make_room(m))
		__atomic_store_n(m->window + (m->end - m->window_start) + 1, (char)CONTAINER_MAP_ANNOUNCED, __ATOMIC_RELEASE);
}

bool container_map_append(struct container_map *m, const void *record)
{
	return append(m, record, false);
}

bool container_map_append_last(struct container_map *m, const void *record)
{
	return append(m, record, true);
}

static void close_at(struct container_map *m, uint64_t bytes)
{
	if (m->window)
		munmap(m->window, m->window_bytes);
	m->window = NULL;
	/* Releases the space allocated ahead. If that fails, zeros remain, which readers treat as the end. */
	if (ftruncate(m->fd, (off_t)bytes))
		m->dead = true;
	close(m->fd);
	m->fd = -1;
	m->dead = true;
}

int container_map_end(struct container_map *m, void *end, const char *json, size_t json_bytes)
{
	int error;

	container_end(m->format, end, json, json_bytes);
	seal_open_records(m, true);
	if (!put(m, end, true)) {
		error = m->error;
		close_at(m, m->end);
		return error;
	}
	error = write_fully(m->fd, json, json_bytes, (off_t)m->end);
	close_at(m, m->end + json_bytes);
	return error;
}

void container_map_abandon(struct container_map *m)
{
	if (m->fd < 0)
		return;
	seal_open_records(m, true);
	close_at(m, m->end);
}

void container_map_forget(struct container_map *m)
{
	if (m->window)
		munmap(m->window, m->window_bytes);
	m->window = NULL;
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
	m->dead = true;
}
