/* Trace files where there is no room: what is said, and what is left behind. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/text.h"
#include "../trace_file.h"

static int passed, failed;

static void check(int good, const char *what)
{
	passed += good;
	failed += !good;
	if (!good)
		fprintf(stderr, "trace_file: %s\n", what);
}

static int open_files(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* With an empty header the file's first 256 KiB end where the fourth seal belongs: the seal is what finds no room. */
static void full_at_a_seal(const char *path)
{
	struct rlimit limit = { 256 << 10, RLIM_INFINITY }, none = { RLIM_INFINITY, RLIM_INFINITY };
	struct rb_mpi_record r = { .kind = RB_MPI_SEND };
	struct container_map f;
	int records = 0;

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	check(trace_file_create(&f, path, 0, 1, "") == 0, "cannot create a file");
	while (records < 10000 && container_map_append(&f, &r)) {
		records++;
		errno = EINTR; /* what the program does in between */
	}
	check(records == 4 * RB_MPI_SEAL_RECORDS, "it was not the seal that found no room");
	check(errno == EFBIG, "the reason is not that of the seal");
	check(trace_file_end(&f, 1, "{}") == EFBIG, "ending it does not say why it is incomplete");
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
	check(trace_file_create(&f, path, 0, 1, json) == EFBIG, "a header without room is not an error");
	setrlimit(RLIMIT_FSIZE, &none);
	check(open_files() == before, "a file that could not be made is still open");
	check(stat(path, &left) < 0, "half a header is left behind");
}

static void expect_string(const char *text, size_t bytes, const char *json)
{
	struct text j = { 0 };

	text_add_json_bytes(&j, text, bytes);
	check(!strcmp(text_string(&j), json), json);
	text_free(&j);
}

static void strings(void)
{
	struct text j = { 0 };
	char *many = malloc(100001);

	expect_string("a \"b\" \\ \t", 9, "\"a \\\"b\\\" \\\\ \\u0009\"");
	expect_string("é€😀", 9, "\"é€😀\"");
	expect_string("caf\xe9!", 5, "\"caf\\\\xe9!\"");
	expect_string("\xc3", 1, "\"\\\\xc3\"");                              /* cut off */
	expect_string("\xc0\xaf", 2, "\"\\\\xc0\\\\xaf\"");                  /* longer than need be */
	expect_string("\xed\xa0\x80", 3, "\"\\\\xed\\\\xa0\\\\x80\"");       /* a surrogate */
	expect_string("\xf4\x90\x80\x80", 4, "\"\\\\xf4\\\\x90\\\\x80\\\\x80\""); /* beyond U+10FFFF */
	memset(many, 0xff, 100000);
	many[100000] = 0;
	for (int i = 0; i < 3; i++)
		text_add_json_bytes(&j, many, 100000);
	check(j.size == 3 * 500002 && strlen(text_string(&j)) == j.size, "a long string of bytes that are no characters");
	text_free(&j);
	free(many);
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
	strings();
	printf("mpitrace trace_file: %d passed, %d failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
