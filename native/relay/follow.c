/* A reader of growing event logs; see follow.h and eventlog/format.h. It does not write to them, so it costs the
 * writers nothing. */
#include "follow.h"
#include "frame.h"
#include "../base/clock_ns.h"
#include "../base/crc32c.h"
#include "../eventlog/format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".rblog"
#define RECORD sizeof(struct rb_log_record)
#define CHUNK  (64u << 10)
#define UNFINISHED_NS (100 * NS_PER_MS)

_Static_assert(CHUNK <= RB_FRAME_MAX_PAYLOAD_BYTES && CHUNK % RECORD == 0, "chunks are whole records");

enum stage { BEFORE_HEADER, IN_RECORDS, BEFORE_TRAILER, WHOLE };

struct followed {
	char       name[RB_FRAME_MAX_NAME_BYTES + 1];
	int        fd;
	enum stage stage;
	uint64_t   sent;     /* bytes */
	uint64_t   wanted;   /* offset from which the file was requested again */
	unsigned   requests; /* requests by follow_from; one that arrives during a frame takes precedence */
	uint32_t   trailer_bytes, trailer_crc32c;
	uint8_t    last_kind;     /* of the last complete record except seals */
	bool       announced;     /* the record after the last complete one was announced */
	uint64_t   unfinished_at; /* value of sent for which an event is unfinished */
	uint64_t   unfinished_ns; /* time since when it is; 0: none is */
};

static int folder_fd = -1, watch_fd = -1;
/* Allocated one by one: a command that arrives during a frame may add files. */
static struct followed **files;
static size_t count;
static char chunk[CHUNK];

static struct followed *find(const char *name)
{
	struct followed **more, *f;
	size_t length = strlen(name);

	if (length <= sizeof SUFFIX - 1 || length > RB_FRAME_MAX_NAME_BYTES
			|| strcmp(name + length - (sizeof SUFFIX - 1), SUFFIX) || strchr(name, '/'))
		return NULL;
	for (size_t i = 0; i < count; i++)
		if (!strcmp(files[i]->name, name))
			return files[i];
	more = realloc(files, (count + 1) * sizeof *files);
	if (!more)
		return NULL;
	files = more;
	f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	f->fd = -1;
	memcpy(f->name, name, length + 1);
	files[count++] = f;
	return f;
}

static void read_watch(void)
{
	int fd = openat(folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *all = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!all) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(all)))
		find(entry->d_name);
	closedir(all);
}

int follow_begin(const char *folder)
{
	folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder_fd < 0)
		return errno;
	/* Without a watch the folder is read in each turn. */
	watch_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch_fd >= 0 && inotify_add_watch(watch_fd, folder, IN_CREATE | IN_MOVED_TO) < 0) {
		close(watch_fd);
		watch_fd = -1;
	}
	read_watch();
	return 0;
}

static void find_new_files(void)
{
	char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	bool new = watch_fd < 0;

	while (watch_fd >= 0 && read(watch_fd, events, sizeof events) > 0)
		new = true;
	if (new)
		read_watch();
}

/* Returns false also if other bytes of the file were requested during the frame; the next follow_send_new sends those. */
static bool send_bytes(struct followed *f, uint64_t from, size_t bytes)
{
	unsigned requests = f->requests;

	if (!frame_send(RB_FRAME_BYTES, f->name, from, chunk, bytes) || f->requests != requests)
		return false;
	f->sent = from + bytes;
	return true;
}

/* Returns the size of the header. The file is created empty and then written; before its checksums match, the header is
 * not there. */
static uint64_t header(struct followed *f)
{
	struct rb_log_header h;
	ssize_t n = pread(f->fd, chunk, sizeof chunk, 0);

	if (n < (ssize_t)sizeof h)
		return 0;
	memcpy(&h, chunk, sizeof h);
	if (memcmp(h.magic, RB_LOG_MAGIC, sizeof h.magic)
			|| crc32c(0, &h, offsetof(struct rb_log_header, header_crc32c)) != h.header_crc32c
	    || h.header_bytes > (uint64_t)n || h.json_bytes > h.header_bytes - sizeof h
	    || crc32c(0, chunk + sizeof h, h.json_bytes) != h.json_crc32c)
		return 0;
	if (f->wanted < h.header_bytes && !send_bytes(f, 0, h.header_bytes))
		return 0;
	f->sent = h.header_bytes;
	f->stage = IN_RECORDS;
	return h.header_bytes;
}

/* Returns the bytes of whole records at the front of n bytes; the last one may be the end record. */
static size_t complete(struct followed *f, size_t n)
{
	size_t done = 0;

	for (; done + RECORD <= n && chunk[done]; done += RECORD) {
		struct rb_log_record r;

		if (chunk[done] != RB_LOG_SEAL)
			f->last_kind = (uint8_t)chunk[done];
		if (chunk[done] != RB_LOG_END)
			continue;
		memcpy(&r, chunk + done, sizeof r);
		f->stage = BEFORE_TRAILER;
		f->trailer_bytes = r.id < CHUNK ? (uint32_t)r.id : 0;
		f->trailer_crc32c = r.tid;
		return done + RECORD;
	}
	return done;
}

static uint64_t send_records(struct followed *f)
{
	uint64_t all = 0;

	while (f->stage == IN_RECORDS) {
		ssize_t n = pread(f->fd, chunk, sizeof chunk, (off_t)f->sent);
		size_t whole = n > 0 ? complete(f, (size_t)n) : 0;

		if (!whole) {
			f->announced = n >= (ssize_t)RECORD && chunk[1];
			break;
		}
		/* A record is valid once its kind is set, but the first copy may have been made in another order. */
		if (pread(f->fd, chunk, whole, (off_t)f->sent) != (ssize_t)whole) {
			f->stage = IN_RECORDS;
			break;
		}
		complete(f, whole);
		if (f->sent + whole <= f->wanted)
			f->sent += whole;
		else if (!send_bytes(f, f->sent, whole))
			break;
		all += whole;
	}
	return all;
}

/* Returns the size of the trailer, or 0. It follows the end record in space that was allocated ahead, so its checksum
 * shows whether it is complete. */
static uint64_t trailer(struct followed *f)
{
	if (pread(f->fd, chunk, f->trailer_bytes, (off_t)f->sent) != (ssize_t)f->trailer_bytes
	    || crc32c(0, chunk, f->trailer_bytes) != f->trailer_crc32c)
		return 0;
	if (!send_bytes(f, f->sent, f->trailer_bytes))
		return 0;
	f->stage = WHOLE;
	close(f->fd);
	f->fd = -1;
	return f->trailer_bytes;
}

void follow_from(const char *file, uint64_t offset)
{
	struct followed *f = find(file);

	if (f) {
		f->stage = BEFORE_HEADER;
		f->sent = 0;
		f->wanted = offset;
		f->requests++;
	}
}

/* Returns whether a thread has taken the stamp of an event, or is about to, and has not stored the event yet. A thread
 * that was killed or stopped meanwhile counts for UNFINISHED_NS. */
static bool is_unfinished(struct followed *f, uint64_t now)
{
	/* Texts and types precede an event with an earlier stamp. */
	bool unfinished = f->stage == BEFORE_HEADER
		|| (f->stage == IN_RECORDS && (f->announced || f->last_kind == RB_LOG_TEXT || f->last_kind == RB_LOG_TYPE));

	if (!unfinished) {
		f->unfinished_ns = 0;
		return false;
	}
	if (!f->unfinished_ns || f->unfinished_at != f->sent) {
		f->unfinished_at = f->sent;
		f->unfinished_ns = now;
	}
	return now - f->unfinished_ns < UNFINISHED_NS;
}

uint64_t follow_send_new(uint64_t now, bool *unfinished)
{
	uint64_t all = 0;

	*unfinished = false;

	find_new_files();
	for (size_t i = 0; i < count && !frames_closed(); i++) {
		struct followed *f = files[i];

		if (f->stage == WHOLE)
			continue;
		if (f->fd < 0)
			f->fd = openat(folder_fd, f->name, O_RDONLY | O_CLOEXEC);
		if (f->fd < 0)
			continue;
		if (f->stage == BEFORE_HEADER)
			all += header(f);
		if (f->stage == IN_RECORDS)
			all += send_records(f);
		if (f->stage == BEFORE_TRAILER)
			all += trailer(f);
		*unfinished |= is_unfinished(f, now);
	}
	return all;
}

/* A file stays empty if the disk was full; see eventlog/README.md. */
static bool is_empty(const struct followed *f)
{
	struct stat s;

	return !fstatat(folder_fd, f->name, &s, AT_SYMLINK_NOFOLLOW) && S_ISREG(s.st_mode) && s.st_size == 0;
}

bool follow_send_lengths(void)
{
	for (size_t i = 0; i < count; i++) {
		bool is_reportable = files[i]->sent || is_empty(files[i]);

		if (is_reportable && !frame_send(RB_FRAME_BYTES, files[i]->name, files[i]->sent, NULL, 0))
			return false;
	}
	return true;
}
