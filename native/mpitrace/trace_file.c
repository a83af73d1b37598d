#include "trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define FORMAT(its_magic, its_version) { \
	.magic = its_magic, \
	.version = its_version, \
	.seal_records = RB_MPI_SEAL_RECORDS, \
	.header = { \
		.json_bytes = offsetof(struct rb_mpi_header, json_bytes), \
		.json_crc32c = offsetof(struct rb_mpi_header, json_crc32c), \
	}, \
	.seal = { \
		.records = offsetof(struct rb_mpi_seal, records), .records_size = 4, \
		.sequence = offsetof(struct rb_mpi_seal, sequence), \
		.crc32c = offsetof(struct rb_mpi_seal, crc32c), \
		.self_crc32c = offsetof(struct rb_mpi_seal, self_crc32c), \
	}, \
	.end = { \
		.json_bytes = offsetof(struct rb_mpi_record, bytes), \
		.json_crc32c = offsetof(struct rb_mpi_record, comm), .json_crc32c_size = 4, \
	}, \
}

static const struct container_format trace = FORMAT(RB_MPI_MAGIC, RB_MPI_VERSION);
static const struct container_format cuts = FORMAT(RB_MPI_CUTS_MAGIC, RB_MPI_CUTS_VERSION);

_Static_assert(RB_MPI_SEAL == (int)CONTAINER_SEAL && RB_MPI_END == (int)CONTAINER_END, "kinds of the container");
_Static_assert(sizeof(struct rb_mpi_record) == CONTAINER_MAP_RECORD, "record");

static int create(const struct container_format *format, struct container_map *file, const char *path, uint32_t rank,
	uint32_t ranks,
		  const char *json)
{
	struct rb_mpi_header own = { .rank = rank, .ranks = ranks };

	return container_map_create(file, format, path, &own, json, strlen(json));
}

int trace_file_claim(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

int trace_file_create(struct container_map *file, const char *path, uint32_t rank, uint32_t ranks, const char *json)
{
	return create(&trace, file, path, rank, ranks, json);
}

int cuts_file_create(struct container_map *file, const char *path, uint32_t rank, uint32_t ranks, const char *json)
{
	return create(&cuts, file, path, rank, ranks, json);
}

int trace_file_end(struct container_map *file, uint64_t now_ns, const char *json)
{
	struct rb_mpi_record end = { .peer = -1, .t0_ns = now_ns, .t1_ns = now_ns };

	return container_map_end(file, &end, json, strlen(json));
}
