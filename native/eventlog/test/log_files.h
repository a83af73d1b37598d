/* The contents of event log files, read back independently of the library, and cases that run in a child process with a
 * folder of their own. */
#ifndef RUNBENCH_EVENTLOG_TEST_LOG_FILES_H
#define RUNBENCH_EVENTLOG_TEST_LOG_FILES_H

#include "../../base/check.h"
#include "../../base/crc32c.h"
#include "../format.h"

#include <runbench/eventlog.h>

#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define EVENTS 3000

static char folder[256];

/* The contents of all files of the folder. */
struct found {
	unsigned files, empty, ended, events, types, threads, full, seals, pids;
	unsigned long long sum; /* sum of the events' ids */
	uint32_t pid[16];
};

static inline void note_pid(struct found *f, uint32_t pid)
{
	for (unsigned i = 0; i < f->pids; i++)
		if (f->pid[i] == pid)
			return;
	if (f->pids < 16)
		f->pid[f->pids++] = pid;
}

static inline void read_file(const char *name, struct found *f)
{
	static uint8_t bytes[8 << 20];
	char path[600];
	struct rb_log_header h;
	struct rb_log_record r;
	uint32_t number = 0, crc = 0, covered = 0;
	uint64_t last = 0, sequence = 0;
	size_t size, at, text = 0;
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "rb");
	if (!file)
		return;
	size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	if (!size) {
		f->empty++;
		return;
	}
	CHECK(size >= 64);
	memcpy(&h, bytes, sizeof h);
	CHECK(!memcmp(h.magic, RB_LOG_MAGIC, 8) && h.header_crc32c == crc32c(0, &h, 60) && h.record_bytes == 64);
	f->files++;
	note_pid(f, h.pid);
	for (at = h.header_bytes; at + sizeof r <= size; at += sizeof r) {
		memcpy(&r, bytes + at, sizeof r);
		if (r.kind == 0)
			break;
		if (r.kind == RB_LOG_SEAL) {
			struct rb_log_seal s;

			memcpy(&s, &r, sizeof s);
			CHECK(s.records == covered && s.crc32c == crc && s.sequence == sequence, "seal of %u for %u", s.records,
				covered);
			sequence++;
			f->seals++;
			crc = covered = 0;
			continue;
		}
		if (r.kind == RB_LOG_END) {
			CHECK(!covered && at + sizeof r + r.id == size && r.tid == crc32c(0, bytes + at + sizeof r, r.id));
			f->ended++;
			break;
		}
		crc = crc32c(crc, &r, sizeof r);
		covered++;
		if (r.number != ++number)
			CHECK(0, "number %u instead of %u", r.number, number);
		if (r.kind == RB_LOG_TEXT) {
			text += ((struct rb_log_text *)&r)->bytes;
			continue;
		}
		if (r.time_ns < last)
			CHECK(0, "stamps decrease");
		last = r.time_ns;
		if (text && r.kind != RB_LOG_FULL && (r.text_bytes < text || r.text_bytes - text > RB_LOG_TAIL))
			CHECK(0, "%zu bytes of text before one of %u", text, r.text_bytes);
		text = 0;
		f->events += r.kind == RB_LOG_EVENT;
		f->types += r.kind == RB_LOG_TYPE;
		f->threads += r.kind == RB_LOG_THREAD;
		f->full += r.kind == RB_LOG_FULL;
		if (r.kind == RB_LOG_EVENT)
			f->sum += r.id;
	}
}

static inline struct found read_folder(void)
{
	struct found f = { 0 };
	DIR *d = opendir(folder);

	for (struct dirent *e; d && (e = readdir(d));)
		if (strstr(e->d_name, ".rblog"))
			read_file(e->d_name, &f);
	if (d)
		closedir(d);
	return f;
}

static inline void clear_folder(void)
{
	char command[300];

	snprintf(command, sizeof command, "rm -rf %s", folder);
	if (system(command))
		CHECK(0, "%s", command);
}

/* Runs a case in a child process. Returns its exit status, or 128 + signal. */
static inline int run_in_child(void (*body)(void))
{
	int status;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		body();
		exit(failed != 0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The sum of the numbers from 1 to n. */
static inline unsigned long long sum_to(unsigned long long n)
{
	return n * (n + 1) / 2;
}

/* Logs EVENTS messages with the ids first + 1 to first + EVENTS. */
static inline void *log_events(void *first)
{
	int type = rb_log_declare("message", RB_LOG_MESSAGE, 0xff0000);

	for (uint64_t i = 1; i <= EVENTS; i++)
		rb_log_send(type, (uint64_t)(size_t)first + i,
			i % 10 ? NULL : "a comment that is longer than the 32 bytes in a record, "
			    "and longer than one more record has room for, which is 56");
	return NULL;
}

#endif
