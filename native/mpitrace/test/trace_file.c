/* Trace files on a full disk: the reported errors and the remaining files. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/check.h"
#include "../trace_file.h"

static int open_files(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* With an empty header the fourth seal is at the end of the first 256 KiB: the seal is the record without space. */
static void full_at_a_seal(const char *path)
{
	struct rlimit limit = { 256 << 10, RLIM_INFINITY }, none = { RLIM_INFINITY, RLIM_INFINITY };
	struct rb_mpi_record r = { .kind = RB_MPI_SEND };
	struct container_map f;
	int records = 0;

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	CHECK(trace_file_create(&f, path, 0, 1, "") == 0, "cannot create a file");
	while (records < 10000 && container_map_append(&f, &r)) {
		records++;
		errno = EINTR; /* as set by the program in between */
	}
	CHECK(records == 4 * RB_MPI_SEAL_RECORDS, "it was not the seal that found no room");
	CHECK(errno == EFBIG, "the reason is not that of the seal");
	CHECK(trace_file_end(&f, 1, "{}") == EFBIG, "ending it does not say why it is incomplete");
	setrlimit(RLIMIT_FSIZE, &none);
	unlink(path);
}

static void no_room_for_the_header(const char *path)
{
	struct rlimit limit = { 100, RLIM_INFINITY }, none = { RLIM_INFINITY, RLIM_INFINITY };
	struct container_map f;
	struct stat left;
	char json[400] = "{";
	int before = open_files();

	memset(json + 1, ' ', sizeof json - 3);
	json[sizeof json - 2] = '}';
	setrlimit(RLIMIT_FSIZE, &limit);
	CHECK(trace_file_create(&f, path, 0, 1, json) == EFBIG, "a header without room is not an error");
	setrlimit(RLIMIT_FSIZE, &none);
	CHECK(open_files() == before, "a file that could not be made is still open");
	CHECK(stat(path, &left) < 0, "half a header is left behind");
}

int main(void)
{
	char path[] = "/tmp/rb-trace-file-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0)
		return 2;
	close(fd);
	full_at_a_seal(path);
	no_room_for_the_header(path);
	return summary("mpitrace trace_file");
}
