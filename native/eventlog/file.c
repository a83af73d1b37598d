/* The file of a writer; see file.h. */
#include "file.h"
#include "../base/clock_ns.h"
#include "../base/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SUFFIX      ".rblog"
#define MAX_NUMBERS_BYTES     64  /* maximum bytes of two numbers and their separators */
#define MAX_BEGINNING_BYTES   128 /* maximum bytes of the metadata's first members, up to the file's number */
#define MAX_TRAILER_BYTES     128
#define MAX_FILES  100000
#define MAX_PARTS  16

static const struct container_format format = {
	.magic = RB_LOG_MAGIC,
	.version = RB_LOG_VERSION,
	.seal_records = RB_LOG_SEAL_RECORDS,
	.reserve_bytes = RB_LOG_RESERVE_BYTES,
	.header = { .json_bytes = offsetof(struct rb_log_header, json_bytes),
		.json_crc32c = offsetof(struct rb_log_header, json_crc32c) },
	.seal = {
		.records = offsetof(struct rb_log_seal, records), .records_size = 4,
		.sequence = offsetof(struct rb_log_seal, sequence),
		.crc32c = offsetof(struct rb_log_seal, crc32c), .self_crc32c = offsetof(struct rb_log_seal, self_crc32c),
	},
	.end = {
		.json_bytes = offsetof(struct rb_log_record, id),
		.json_crc32c = offsetof(struct rb_log_record, tid), .json_crc32c_size = 4,
	},
};

_Static_assert(RB_LOG_SEAL == (int)CONTAINER_SEAL && RB_LOG_END == (int)CONTAINER_END, "kinds of the container");
_Static_assert(sizeof(struct rb_log_record) == CONTAINER_MAP_RECORD, "record");

static char folder[4096];
static char path_prefix[sizeof folder + 400]; /* common prefix of the paths of all files: folder, rank and host */
static struct text shared_metadata;           /* metadata of all files, without its first members */

static void host_name(char *name, size_t size)
{
	name[0] = 0;
	gethostname(name, size - 1);
	name[size - 1] = 0;
	for (char *c = name; *c; c++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", *c))
			*c = '_';
}

int file_prepare(const char *in)
{
	const char *rank = secure_getenv("RB_CLUSTER_TAKEN");
	char host[256], rank_prefix[32] = "";

	if (strlen(in) >= sizeof folder)
		return ENAMETOOLONG;
	strcpy(folder, in);
	host_name(host, sizeof host);
	text_free(&shared_metadata);
	shared_metadata = (struct text){ .survives = true };
	text_add_member(&shared_metadata, "host", host);
	if (rank && *rank) {
		snprintf(rank_prefix, sizeof rank_prefix, "rank-%05d-", atoi(rank));
		text_add(&shared_metadata, ",\"rank\":%d", atoi(rank));
	}
	text_add(&shared_metadata, ",\"clock\":\"CLOCK_MONOTONIC\"");
	command_line_add(&shared_metadata);
	text_add(&shared_metadata, "}");
	snprintf(path_prefix, sizeof path_prefix, "%s/%s%s-", folder, rank_prefix, host);
	return shared_metadata.failed ? ENOMEM : 0;
}

char *file_decimal(char *to, int64_t number)
{
	char digits[20];
	uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
	unsigned n = 0;

	do
		digits[n++] = (char)('0' + left % 10);
	while (left /= 10);
	if (number < 0)
		*to++ = '-';
	while (n)
		*to++ = digits[--n];
	*to = 0;
	return to;
}

/* Makes an empty file with an unused name. After execve the process has the same number, and its earlier files must be
 * kept. */
static int claim_name(char *path, unsigned *file)
{
	char *begin = file_decimal(stpcpy(path, path_prefix), getpid());
	bool made_folder = false;

	*begin++ = '-';
	while (*file < MAX_FILES) {
		char *at = begin;
		int fd;

		for (unsigned width = 100; width > 1 && *file < width; width /= 10)
			*at++ = '0';
		strcpy(file_decimal(at, *file), SUFFIX);
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0) {
			close(fd);
			return 0;
		}
		if (errno == ENOENT && !made_folder) {
			made_folder = true;
			if (mkdir(folder, 0777) && errno != EEXIST)
				return errno;
		} else if (errno == EEXIST) {
			++*file;
		} else {
			return errno;
		}
	}
	return EEXIST;
}

/* Leaves an empty file as evidence of dropped events: a directory entry needs no space for data. */
static int leave_empty(struct writer *w, const char *path, int error)
{
	int fd;

	container_map_forget(&w->file);
	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd >= 0)
		close(fd);
	return error;
}

int file_make(struct writer *w, unsigned before)
{
	struct rb_log_header own = { .pid = (uint32_t)getpid() };
	char path[sizeof path_prefix + MAX_NUMBERS_BYTES], *json, *at;
	unsigned file = before + 1;
	int error = claim_name(path, &file);

	if (error)
		return error;
	json = mmap(NULL, MAX_BEGINNING_BYTES + shared_metadata.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		-1, 0);
	if (json == MAP_FAILED)
		return errno;
	own.file = file;
	at = file_decimal(stpcpy(json, "{\"format\":\"runbench event log\",\"pid\":"), getpid());
	at = file_decimal(stpcpy(at, ",\"file\":"), file);
	at = file_decimal(stpcpy(at, ",\"realtime_minus_clock_ns\":"), clock_realtime_ns() - (int64_t)clock_ns());
	memcpy(at, shared_metadata.data, shared_metadata.size);
	error = container_map_create(&w->file, &format, path, &own, json, (size_t)(at - json) + shared_metadata.size);
	munmap(json, MAX_BEGINNING_BYTES + shared_metadata.size);
	if (!error)
		error = container_map_begin(&w->file);
	return error ? leave_empty(w, path, error) : 0;
}

void file_end(struct writer *w, uint64_t unassigned_drops)
{
	struct rb_log_record end = { .time_ns = clock_ns() };
	char json[MAX_TRAILER_BYTES], *at;

	at = file_decimal(stpcpy(json, "{\"events\":"), (int64_t)w->events);
	at = file_decimal(stpcpy(at, ",\"dropped\":"), (int64_t)(w->dropped + unassigned_drops));
	at = stpcpy(at, w->full ? ",\"full\":true}" : ",\"full\":false}");
	container_map_end(&w->file, &end, json, (size_t)(at - json));
}

const char *file_reason(int error)
{
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
	const char *words = strerrordesc_np(error); /* async-signal-safe, unlike strerror */

	return words ? words : "unknown error";
#else
	return error == ENOSPC ? "No space left on device" : error == EACCES ? "Permission denied" : "a system call failed";
#endif
}

void file_report(const char *const parts[])
{
	struct iovec pieces[MAX_PARTS];
	int n = 0;

	for (; n < MAX_PARTS && parts[n]; n++)
		pieces[n] = (struct iovec){ .iov_base = (char *)parts[n], .iov_len = strlen(parts[n]) };
	(void)!writev(STDERR_FILENO, pieces, n);
}
