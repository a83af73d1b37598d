#include "gather.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "metadata.h"
#include "recorder.h"
#include "trace_file.h"

#define TAG 1

static struct {
	int own_rank, root;
	char *plan;
	int sees_folder;    /* this rank sees the folder */
	int *visible_ranks; /* on the root, if a rank does not see the folder: one flag per rank */
	int ranks;          /* 0: all ranks see it */
	MPI_Comm comm;
	int memory_file;    /* for the cuts of a rank that does not see the folder */
} gathering = { .sees_folder = 1, .memory_file = -1 };

static _Noreturn void no_memory(size_t bytes)
{
	fprintf(stderr, "runbench: rank %d: no memory for %zu bytes of a signature\n", gathering.own_rank, bytes);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

static char *allocate(size_t bytes)
{
	char *block = malloc(bytes + 1);

	if (!block)
		no_memory(bytes);
	block[bytes] = 0;
	return block;
}

/* Returns the contents of a file, or NULL with errno. */
static char *read_file(int fd, size_t *bytes)
{
	struct stat file;
	char *block = NULL;

	if (fd < 0 || fstat(fd, &file))
		return NULL;
	*bytes = (size_t)file.st_size;
	block = allocate(*bytes);
	for (size_t at = 0; at < *bytes;) {
		ssize_t n = pread(fd, block + at, *bytes - at, (off_t)at);
		if (n <= 0) {
			free(block);
			return NULL;
		}
		at += (size_t)n;
	}
	return block;
}

static char *read_path(const char *path, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *text = read_file(fd, bytes);
	int error = errno;

	if (fd >= 0)
		close(fd);
	errno = error;
	return text;
}

/* Determines the ranks that do not see the root's folder. */
static void find_hidden_ranks(int ranks)
{
	int all = 1;

	PMPI_Allreduce(&gathering.sees_folder, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (all)
		return;
	gathering.ranks = ranks;
	PMPI_Comm_dup(MPI_COMM_WORLD, &gathering.comm);
	if (gather_is_root())
		gathering.visible_ranks = (int *)allocate((size_t)ranks * sizeof *gathering.visible_ranks);
	PMPI_Gather(&gathering.sees_folder, 1, MPI_INT, gathering.visible_ranks, 1, MPI_INT, gathering.root,
		gathering.comm);
}

const char *gather_read_plan(const char *path)
{
	size_t bytes = 0;
	char *text = read_path(path, &bytes);
	int error = errno, rank = 0, ranks = 0;
	int candidate, plan_bytes = (int)bytes;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	gathering.own_rank = rank;
	candidate = text ? rank : ranks;
	PMPI_Allreduce(&candidate, &gathering.root, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (gathering.root == ranks) {
		free(text);
		errno = error;
		return NULL;
	}
	PMPI_Bcast(&plan_bytes, 1, MPI_INT, gathering.root, MPI_COMM_WORLD);
	gathering.plan = allocate((size_t)plan_bytes);
	if (text && gather_is_root())
		memcpy(gathering.plan, text, bytes);
	PMPI_Bcast(gathering.plan, plan_bytes, MPI_BYTE, gathering.root, MPI_COMM_WORLD);
	/* A different plan at the same path belongs to another run. */
	gathering.sees_folder = text && bytes == (size_t)plan_bytes && memcmp(text, gathering.plan, bytes) == 0;
	free(text);
	find_hidden_ranks(ranks);
	return gathering.plan;
}

bool gather_is_root(void)
{
	return gathering.own_rank == gathering.root;
}

static void form_path(char *path, size_t path_bytes, int rank)
{
	snprintf(path, path_bytes, "%s/rank-%05d.cuts", metadata_environment("RB_MPITRACE_DIR"), rank);
}

int gather_cuts_file(bool first, char *path, size_t path_bytes)
{
	if (gathering.sees_folder) {
		form_path(path, path_bytes, gathering.own_rank);
		return first ? trace_file_claim(path) : 0;
	}
	snprintf(path, path_bytes, "memory for the cuts");
	gathering.memory_file = memfd_create("runbench-cuts", MFD_CLOEXEC);
	if (gathering.memory_file < 0)
		return errno;
	snprintf(path, path_bytes, "/proc/self/fd/%d", gathering.memory_file);
	return 0;
}

static void send_to_root(void)
{
	size_t bytes = 0;
	char *block = read_file(gathering.memory_file, &bytes);

	PMPI_Send(block, block ? (int)bytes : 0, MPI_BYTE, gathering.root, TAG, gathering.comm);
	free(block);
}

/* Replaces a rank's file atomically: a reader finds either the old or the new contents. */
static void replace_file(int rank, const char *block, size_t bytes)
{
	char path[4096], partial[4096 + 16];
	int fd;

	form_path(path, sizeof path, rank);
	snprintf(partial, sizeof partial, "%s.arriving", path);
	fd = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || write(fd, block, bytes) != (ssize_t)bytes || rename(partial, path))
		fprintf(stderr, "runbench: the cuts of rank %d could not be written: %s\n", rank, strerror(errno));
	if (fd >= 0)
		close(fd);
}

static void receive_from(int rank)
{
	MPI_Status status;
	int bytes = 0;
	char *block;

	PMPI_Probe(rank, TAG, gathering.comm, &status);
	PMPI_Get_count(&status, MPI_BYTE, &bytes);
	block = allocate((size_t)bytes);
	PMPI_Recv(block, bytes, MPI_BYTE, rank, TAG, gathering.comm, MPI_STATUS_IGNORE);
	if (bytes)
		replace_file(rank, block, (size_t)bytes);
	free(block);
}

void gather_cuts(void)
{
	if (!gathering.sees_folder)
		send_to_root();
	for (int rank = 0; gathering.visible_ranks && rank < gathering.ranks; rank++)
		if (!gathering.visible_ranks[rank])
			receive_from(rank);
}
