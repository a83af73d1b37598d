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
#define NUMBERS     64   /* bytes that two numbers and what separates them need */
#define BEGINNING   128  /* bytes of the metadata's beginning, which has the process and the file */
#define TRAILER     128
#define MOST_FILES  100000
#define MOST_PARTS  16

static const struct container_format format = {
	.magic = RB_LOG_MAGIC,
	.version = RB_LOG_VERSION,
	.seal_records = RB_LOG_SEAL_RECORDS,
	.reserve_bytes = RB_LOG_RESERVE_BYTES,
	.header = { .json_bytes = offsetof(struct rb_log_header, json_bytes), .json_crc32c = offsetof(struct rb_log_header, json_crc32c) },
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
static char path_begin[sizeof folder + 400]; /* folder, rank and host: what the paths of all files begin with */
static struct text common;                   /* the metadata of all files, but for its beginning */

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
	char host[256], of_rank[32] = "";

	if (strlen(in) >= sizeof folder)
		return ENAMETOOLONG;
	strcpy(folder, in);
	host_name(host, sizeof host);
	text_free(&common);
	common = (struct text){ .survives = true };
	text_add_member(&common, "host", host);
	if (rank && *rank) {
		snprintf(of_rank, sizeof of_rank, "rank-%05d-", atoi(rank));
		text_add(&common, ",\"rank\":%d", atoi(rank));
	}
	text_add(&common, ",\"clock\":\"CLOCK_MONOTONIC\"");
	command_line_add(&common);
	text_add(&common, "}");
	snprintf(path_begin, sizeof path_begin, "%s/%s%s-", folder, of_rank, host);
	return common.failed ? ENOMEM : 0;
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

/* A process that execs has its old number, and the files of before are not to be lost. */
static int claim_name(char *path, unsigned *file)
{
	char *begin = file_decimal(stpcpy(path, path_begin), getpid());
	bool made_folder = false;

	*begin++ = '-';
	while (*file < MOST_FILES) {
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

/* An empty file reports that events were dropped: a name needs no room for data. */
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
	char path[sizeof path_begin + NUMBERS], *json, *at;
	unsigned file = before + 1;
	int error = claim_name(path, &file);

	if (error)
		return error;
	json = mmap(NULL, BEGINNING + common.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (json == MAP_FAILED)
		return errno;
	own.file = file;
	at = file_decimal(stpcpy(json, "{\"format\":\"runbench event log\",\"pid\":"), getpid());
	at = file_decimal(stpcpy(at, ",\"file\":"), file);
	at = file_decimal(stpcpy(at, ",\"realtime_minus_clock_ns\":"), clock_realtime_ns() - (int64_t)clock_ns());
	memcpy(at, common.data, common.size);
	error = container_map_create(&w->file, &format, path, &own, json, (size_t)(at - json) + common.size);
	munmap(json, BEGINNING + common.size);
	if (!error)
		error = container_map_begin(&w->file);
	return error ? leave_empty(w, path, error) : 0;
}

void file_end(struct writer *w, uint64_t homeless)
{
	struct rb_log_record end = { .time_ns = clock_ns() };
	char json[TRAILER], *at;

	at = file_decimal(stpcpy(json, "{\"events\":"), (int64_t)w->events);
	at = file_decimal(stpcpy(at, ",\"dropped\":"), (int64_t)(w->dropped + homeless));
	at = stpcpy(at, w->full ? ",\"full\":true}" : ",\"full\":false}");
	container_map_end(&w->file, &end, json, (size_t)(at - json));
}

const char *file_reason(int error)
{
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
	const char *words = strerrordesc_np(error); /* unlike strerror, in a signal handler too */

	return words ? words : "unknown error";
#else
	return error == ENOSPC ? "No space left on device" : error == EACCES ? "Permission denied" : "a system call failed";
#endif
}

void file_report(const char *const parts[])
{
	struct iovec pieces[MOST_PARTS];
	int n = 0;

	for (; n < MOST_PARTS && parts[n]; n++)
		pieces[n] = (struct iovec){ .iov_base = (char *)parts[n], .iov_len = strlen(parts[n]) };
	(void)!writev(STDERR_FILENO, pieces, n);
}
