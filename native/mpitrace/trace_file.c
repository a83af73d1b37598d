/* The writer of native/include/runbench/mpitrace.h. */
#include "trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/crc32c.h"

#define FIRST_WINDOW (256u << 10)
#define LAST_WINDOW  (4u << 20)

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

int trace_file_create(struct trace_file *file, const char *path, uint32_t rank, uint32_t ranks, const char *json)
{
	size_t json_bytes = strlen(json);
	size_t header_bytes = (sizeof(struct rb_mpi_header) + json_bytes + 63) / 64 * 64;
	struct rb_mpi_header header = {
		.version = RB_MPI_VERSION, .header_bytes = (uint32_t)header_bytes,
		.record_bytes = sizeof(struct rb_mpi_record), .rank = rank, .ranks = ranks,
		.json_bytes = (uint32_t)json_bytes, .json_crc32c = crc32c(0, json, json_bytes),
	};
	char *bytes = malloc(header_bytes);
	int error;

	memset(file, 0, sizeof *file);
	file->fd = -1;
	if (!bytes)
		return ENOMEM;
	memcpy(header.magic, RB_MPI_MAGIC, 8);
	header.header_crc32c = crc32c(0, &header, offsetof(struct rb_mpi_header, header_crc32c));
	memset(bytes, ' ', header_bytes);
	memcpy(bytes, &header, sizeof header);
	memcpy(bytes + sizeof header, json, json_bytes);
	file->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	error = file->fd < 0 ? errno : write_fully(file->fd, bytes, header_bytes, 0);
	free(bytes);
	if (error && file->fd >= 0) {
		close(file->fd);
		unlink(path); /* half a header is no trace */
		file->fd = -1;
	}
	file->error = error;
	file->dead = error != 0;
	file->end = header_bytes;
	return error;
}

/* Allocates before it maps: a full disk is then an error code instead of a SIGBUS in the program that is traced. */
static int move_window(struct trace_file *file)
{
	uint64_t bytes = file->window_bytes ? file->window_bytes * 2 : FIRST_WINDOW;
	uint64_t start = file->end & ~(uint64_t)4095;
	int error;

	if (file->window)
		munmap(file->window, file->window_bytes);
	file->window = NULL;
	if (bytes > LAST_WINDOW)
		bytes = LAST_WINDOW;
	do
		error = posix_fallocate(file->fd, (off_t)start, (off_t)bytes);
	while (error == EINTR);
	if (error)
		return error;
	file->window = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, (off_t)start);
	if (file->window == MAP_FAILED) {
		file->window = NULL;
		return errno;
	}
	file->window_start = start;
	file->window_bytes = bytes;
	return 0;
}

static int put(struct trace_file *file, const void *record)
{
	char *slot;
	int error;

	if (file->dead) {
		errno = file->error; /* of the record, or the seal, that had no room */
		return 0;
	}
	if (!file->window || file->end + 64 > file->window_start + file->window_bytes) {
		error = move_window(file);
		if (error) {
			errno = file->error = error;
			file->dead = 1;
			return 0;
		}
	}
	slot = file->window + (file->end - file->window_start);
	memcpy(slot + 1, (const char *)record + 1, 63);
	__atomic_store_n(slot, *(const char *)record, __ATOMIC_RELEASE);
	file->end += 64;
	return 1;
}

void trace_file_seal(struct trace_file *file)
{
	struct rb_mpi_seal seal = { .kind = RB_MPI_SEAL, .records = file->unsealed, .crc32c = file->crc,
				    .sequence = file->sequence };

	if (!file->unsealed)
		return;
	seal.self_crc32c = crc32c(0, &seal, sizeof seal);
	if (put(file, &seal)) {
		file->sequence++;
		file->unsealed = 0;
		file->crc = 0;
	}
}

int trace_file_append(struct trace_file *file, const void *record)
{
	if (!put(file, record))
		return 0;
	file->records++;
	file->crc = crc32c(file->crc, record, 64);
	if (++file->unsealed == RB_MPI_SEAL_RECORDS)
		trace_file_seal(file);
	return 1;
}

static void close_at(struct trace_file *file, uint64_t bytes)
{
	if (file->window)
		munmap(file->window, file->window_bytes);
	file->window = NULL;
	/* The space that was allocated ahead; a failure only leaves zeros, which readers take for the end. */
	if (ftruncate(file->fd, (off_t)bytes))
		file->dead = 1;
	close(file->fd);
	file->fd = -1;
	file->dead = 1;
}

int trace_file_end(struct trace_file *file, uint64_t now_ns, const char *json)
{
	size_t bytes = strlen(json);
	struct rb_mpi_record end = { .kind = RB_MPI_END, .peer = -1, .comm = crc32c(0, json, bytes), .bytes = bytes,
				     .t0_ns = now_ns, .t1_ns = now_ns };
	int error = 0;

	trace_file_seal(file);
	if (!put(file, &end)) {
		error = file->error;
		close_at(file, file->end);
		return error;
	}
	error = write_fully(file->fd, json, bytes, (off_t)file->end);
	close_at(file, file->end + bytes);
	return error;
}

void trace_file_abandon(struct trace_file *file)
{
	if (file->fd < 0)
		return;
	trace_file_seal(file);
	close_at(file, file->end);
}
