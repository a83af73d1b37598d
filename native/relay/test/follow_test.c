/* The follower of event logs while commands arrive in the middle of a frame, as they do with a slow reader. The
 * commands name other files, and request the file that is being sent. */
#include "../../base/check.h"
#include "../../base/crc32c.h"
#include "../follow.h"
#include "../frame.h"
#include "../../eventlog/format.h"

#include <runbench/eventlog.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NEW_FILES 2000
#define EVENTS    40

static char folder[] = "/tmp/runbench-follow-XXXXXX", name[256];
static int output = -1, input = -1; /* the other ends of standard output and standard input */
static char *logged, *received;
static size_t logged_bytes, received_bytes;
static unsigned calls;
static bool names_files, asks_again;

static void make_log(void)
{
	struct dirent *entry;
	char path[600];
	struct stat s;
	DIR *all;
	int status = 1, fd;

	if (fork() == 0) {
		setenv("RB_EVENTLOG", folder, 1);
		rb_log_init();
		for (int i = 0; i < EVENTS; i++)
			rb_log_point(0, "an event");
		exit(0);
	}
	wait(&status);
	CHECK(status == 0, "status %d", status);
	all = opendir(folder);
	while (all && (entry = readdir(all)))
		if (strstr(entry->d_name, ".rblog"))
			snprintf(name, sizeof name, "%s", entry->d_name);
	if (all)
		closedir(all);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	CHECK(fd >= 0 && fstat(fd, &s) == 0, "%s", path);
	logged_bytes = (size_t)s.st_size;
	logged = malloc(logged_bytes);
	CHECK(read(fd, logged, logged_bytes) == (ssize_t)logged_bytes);
	close(fd);
}

/* Reads all bytes from the pipe. */
static void drain(void)
{
	char bytes[65536];
	ssize_t n;

	while ((n = read(output, bytes, sizeof bytes)) > 0) {
		char *grown = realloc(received, received_bytes + (size_t)n);

		if (!grown)
			abort();
		received = grown;
		memcpy(received + received_bytes, bytes, (size_t)n);
		received_bytes += (size_t)n;
	}
}

/* Fills the pipe and queues a command, for the next frame. */
static void fill(void)
{
	static const char junk[4096];

	fcntl(1, F_SETFL, O_NONBLOCK);
	while (write(1, junk, sizeof junk) > 0)
		;
	fcntl(1, F_SETFL, 0);
	(void)!write(input, "x", 1);
}

static void command(void)
{
	char byte, other[64];

	(void)!read(0, &byte, 1);
	calls++;
	for (int i = 0; names_files && i < NEW_FILES; i++) {
		snprintf(other, sizeof other, "other-%04d.rblog", i);
		follow_from(other, 0);
	}
	names_files = false;
	if (asks_again)
		follow_from(name, 0);
	asks_again = false;
	drain();
	received_bytes = 0; /* the bytes that filled the pipe */
}

/* Returns the file's bytes as received in frames; a frame must begin at the end of the one before it, or at 0. */
static size_t file_bytes(char *file, size_t room)
{
	size_t at = 0, end = 0;

	while (at + sizeof(struct rb_frame) <= received_bytes) {
		struct rb_frame f;

		memcpy(&f, received + at, sizeof f);
		if (memcmp(f.magic, RB_FRAME_MAGIC, 4)
				|| f.header_crc32c != crc32c(0, &f, offsetof(struct rb_frame, header_crc32c)))
			return 0;
		at += sizeof f + f.name_bytes;
		if (f.offset > end || f.offset + f.payload_bytes > room)
			return 0;
		memcpy(file + f.offset, received + at, f.payload_bytes);
		end = f.offset + f.payload_bytes;
		at += f.payload_bytes;
	}
	return at == received_bytes ? end : 0;
}

static bool is_whole(void)
{
	char *file = calloc(1, logged_bytes);
	bool whole = file && file_bytes(file, logged_bytes) == logged_bytes && !memcmp(file, logged, logged_bytes);

	free(file);
	return whole;
}

/* Stores bytes of the log at the same position of another file. */
static void store(int fd, size_t from, size_t bytes)
{
	CHECK(pwrite(fd, logged + from, bytes, (off_t)from) == (ssize_t)bytes);
}

/* An event that a thread has announced but not stored, because it was preempted between stamp and record. */
static void test_unfinished(void)
{
	struct rb_log_header h;
	const uint64_t now = 1000000000, wait_ns = 100000000;
	const char mark[] = { 0, (char)0xff };
	char path[600];
	bool unfinished = false;
	size_t at;
	int fd;

	memcpy(&h, logged, sizeof h);
	at = h.header_bytes + 2 * sizeof(struct rb_log_record);
	snprintf(path, sizeof path, "%s/thread-2.rblog", folder);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	CHECK(fd >= 0 && ftruncate(fd, 1 << 16) == 0);
	follow_send_new(now, &unfinished);
	CHECK(unfinished, "a file without header: its first event may have been stamped");
	store(fd, 0, at);
	CHECK(follow_send_new(now, &unfinished) == at && !unfinished, "complete records, unfinished: %d", unfinished);
	CHECK(pwrite(fd, mark, sizeof mark, (off_t)at) == sizeof mark);
	CHECK(follow_send_new(now, &unfinished) == 0 && unfinished, "an announced event");
	CHECK(follow_send_new(now + wait_ns - 1, &unfinished) == 0 && unfinished, "an announced event after 99 ms");
	follow_send_new(now + wait_ns, &unfinished);
	CHECK(!unfinished, "a thread that was killed before its event delays the others without end");
	store(fd, at, sizeof(struct rb_log_record));
	CHECK(follow_send_new(now + wait_ns, &unfinished) == sizeof(struct rb_log_record) && !unfinished,
	      "the stored event, unfinished: %d", unfinished);
	drain();
	close(fd);
}

int main(void)
{
	int out[2], in[2], said = dup(1);
	uint64_t bytes;
	bool unfinished;

	CHECK(mkdtemp(folder) != NULL);
	make_log();
	if (pipe2(out, O_CLOEXEC) || pipe2(in, O_CLOEXEC))
		return 3;
	dup2(out[1], 1);
	dup2(in[0], 0);
	output = out[0];
	input = in[1];
	fcntl(output, F_SETFL, O_NONBLOCK);
	CHECK(follow_begin(folder) == 0);
	frames_begin(command);

	names_files = true;
	fill();
	bytes = follow_send_new(1, &unfinished);
	drain();
	CHECK(calls == 1 && bytes == logged_bytes && is_whole(), "named other files: %u commands, %llu of %zu bytes", calls,
	      (unsigned long long)bytes, logged_bytes);
	bytes = follow_send_new(1, &unfinished);
	CHECK(bytes == 0, "sent %llu bytes a second time", (unsigned long long)bytes);

	/* Only the trailer is missing; it is requested from the beginning while it is sent. */
	received_bytes = 0;
	follow_from(name, logged_bytes - 1);
	asks_again = true;
	fill();
	follow_send_new(1, &unfinished);
	drain();
	received_bytes = 0;
	follow_send_new(1, &unfinished);
	drain();
	CHECK(calls == 2 && is_whole(), "asked again while the trailer was sent: %u commands, %zu bytes came", calls,
		received_bytes);

	test_unfinished();
	dup2(said, 1);
	snprintf(name, sizeof name, "rm -rf %s", folder);
	if (system(name))
		CHECK(0, "%s", name);
	free(logged);
	free(received);
	return summary("relay's follower");
}
