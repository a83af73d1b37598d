#include "home.h"

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
	int rank, own;
	char *plan;
	int here;         /* this rank sees the folder */
	int *others;      /* at home, where a rank does not: which ranks do */
	int ranks;        /* 0: all do */
	MPI_Comm comm;
	int memory;       /* what a rank that does not writes to */
} home = { .here = 1, .memory = -1 };

static _Noreturn void no_memory(size_t bytes)
{
	fprintf(stderr, "runbench: rank %d: no memory for %zu bytes of a signature\n", home.own, bytes);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

static char *memory(size_t bytes)
{
	char *block = malloc(bytes + 1);

	if (!block)
		no_memory(bytes);
	block[bytes] = 0;
	return block;
}

/* All of a file; NULL, with errno. */
static char *contents(int fd, size_t *bytes)
{
	struct stat file;
	char *block = NULL;

	if (fd < 0 || fstat(fd, &file))
		return NULL;
	*bytes = (size_t)file.st_size;
	block = memory(*bytes);
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

static char *seen_here(const char *path, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *text = contents(fd, bytes);
	int why = errno;

	if (fd >= 0)
		close(fd);
	errno = why;
	return text;
}

/* Whose folder is another one. */
static void find_others(int ranks)
{
	int all = 1;

	PMPI_Allreduce(&home.here, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (all)
		return;
	home.ranks = ranks;
	PMPI_Comm_dup(MPI_COMM_WORLD, &home.comm);
	if (home_is_here())
		home.others = (int *)memory((size_t)ranks * sizeof *home.others);
	PMPI_Gather(&home.here, 1, MPI_INT, home.others, 1, MPI_INT, home.rank, home.comm);
}

const char *home_plan(const char *path)
{
	size_t bytes = 0;
	char *seen = seen_here(path, &bytes);
	int why = errno, rank = 0, ranks = 0;
	int mine, told = (int)bytes;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	home.own = rank;
	mine = seen ? rank : ranks;
	PMPI_Allreduce(&mine, &home.rank, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (home.rank == ranks) {
		free(seen);
		errno = why;
		return NULL;
	}
	PMPI_Bcast(&told, 1, MPI_INT, home.rank, MPI_COMM_WORLD);
	home.plan = memory((size_t)told);
	if (seen && home_is_here())
		memcpy(home.plan, seen, bytes);
	PMPI_Bcast(home.plan, told, MPI_BYTE, home.rank, MPI_COMM_WORLD);
	/* One that another run left in a folder of that name is none of this run's. */
	home.here = seen && bytes == (size_t)told && memcmp(seen, home.plan, bytes) == 0;
	free(seen);
	find_others(ranks);
	return home.plan;
}

bool home_is_here(void)
{
	return home.own == home.rank;
}

static void name(char *path, size_t path_bytes, int rank)
{
	snprintf(path, path_bytes, "%s/rank-%05d.cuts", metadata_environment("RB_MPITRACE_DIR"), rank);
}

int home_file(bool first, char *path, size_t path_bytes)
{
	if (home.here) {
		name(path, path_bytes, home.own);
		return first ? trace_file_claim(path) : 0;
	}
	snprintf(path, path_bytes, "memory for the cuts");
	home.memory = memfd_create("runbench-cuts", MFD_CLOEXEC);
	if (home.memory < 0)
		return errno;
	snprintf(path, path_bytes, "/proc/self/fd/%d", home.memory);
	return 0;
}

static void send_home(void)
{
	size_t bytes = 0;
	char *block = contents(home.memory, &bytes);

	PMPI_Send(block, block ? (int)bytes : 0, MPI_BYTE, home.rank, TAG, home.comm);
	free(block);
}

/* Whoever looks finds the file of before, or all of this one. */
static void put(int rank, const char *block, size_t bytes)
{
	char path[4096], arriving[4096 + 16];
	int fd;

	name(path, sizeof path, rank);
	snprintf(arriving, sizeof arriving, "%s.arriving", path);
	fd = open(arriving, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || write(fd, block, bytes) != (ssize_t)bytes || rename(arriving, path))
		fprintf(stderr, "runbench: the cuts of rank %d could not be written: %s\n", rank, strerror(errno));
	if (fd >= 0)
		close(fd);
}

static void receive(int rank)
{
	MPI_Status status;
	int bytes = 0;
	char *block;

	PMPI_Probe(rank, TAG, home.comm, &status);
	PMPI_Get_count(&status, MPI_BYTE, &bytes);
	block = memory((size_t)bytes);
	PMPI_Recv(block, bytes, MPI_BYTE, rank, TAG, home.comm, MPI_STATUS_IGNORE);
	if (bytes)
		put(rank, block, (size_t)bytes);
	free(block);
}

void home_bring(void)
{
	if (!home.here)
		send_home();
	for (int rank = 0; home.others && rank < home.ranks; rank++)
		if (!home.others[rank])
			receive(rank);
}
