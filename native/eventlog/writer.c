/* The files of this process; see writer.h. */
#include "writer.h"
#include "../base/clock_ns.h"
#include "../base/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_WRITERS 4096
#define LEAST_LIMIT  (64u << 10)
#define USUAL_LIMIT  (256ull << 20)
#define EXIT_WAIT_MS 20

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

int writers_state;

static struct writer *writers[MOST_WRITERS];
static unsigned made;
static uint64_t homeless; /* dropped by threads without a file */
static char folder[4096];
static uint64_t limit;
static int file_error;    /* errno: no file could be made */
static pthread_key_t ending;
static __thread struct writer *mine;
static __thread bool making; /* a signal handler must not make a file within the making of one */

/* A page that the kernel empties in a child, however it was forked: 0 there, and the parent's files are not the child's. */
static int *alive;

static void at_exit(void);

/* The thread's file is the next one's. */
static void thread_ended(void *writer)
{
	struct writer *w = writer;

	mine = NULL;
	if (alive && __atomic_load_n(alive, __ATOMIC_ACQUIRE))
		__atomic_store_n(&w->owned, 0, __ATOMIC_RELEASE);
}

static void watch_forks(void)
{
	alive = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (alive != MAP_FAILED && madvise(alive, 4096, MADV_WIPEONFORK)) {
		munmap(alive, 4096);
		alive = MAP_FAILED;
	}
	if (alive == MAP_FAILED)
		alive = NULL;
	else
		*alive = 1;
}

static void begin(void)
{
	const char *directory = secure_getenv("RB_EVENTLOG"), *most = secure_getenv("RB_EVENTLOG_LIMIT");
	int state = LOG_OFF;

	if (directory && *directory && strlen(directory) < sizeof folder) {
		strcpy(folder, directory);
		limit = most && *most ? strtoull(most, NULL, 10) : USUAL_LIMIT;
		if (limit < LEAST_LIMIT)
			limit = LEAST_LIMIT;
		watch_forks();
		if (alive && !pthread_key_create(&ending, thread_ended)) {
			/* What no other thread or process may read yet, because nobody but this may write there. */
			(void)!mkdir(folder, 0777);
			atexit(at_exit);
			state = LOG_ON;
		} else {
			fprintf(stderr, "runbench: event log: nothing is logged: %s\n", strerror(errno));
		}
	}
	__atomic_store_n(&writers_state, state, __ATOMIC_RELEASE);
}

enum log_state writers_begin(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, begin);
	return (enum log_state)__atomic_load_n(&writers_state, __ATOMIC_ACQUIRE);
}

/* In a child, before its first event: the files are the parent's. Threads that the child may have already wait. */
static void start_anew(void)
{
	int dead = 0;

	if (__atomic_compare_exchange_n(alive, &dead, 2, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		for (unsigned i = 0; i < MOST_WRITERS && writers[i]; i++) {
			container_map_forget(&writers[i]->file);
			free(writers[i]);
			writers[i] = NULL;
		}
		made = 0;
		homeless = 0;
		__atomic_store_n(alive, 1, __ATOMIC_RELEASE);
	} else {
		while (__atomic_load_n(alive, __ATOMIC_ACQUIRE) != 1)
			usleep(100);
	}
	mine = NULL;
}

static void host_name(char *name, size_t size)
{
	name[0] = 0;
	gethostname(name, size - 1);
	name[size - 1] = 0;
	for (char *c = name; *c; c++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", *c))
			*c = '_';
}

/* A process that execs has its old number, and the files of before are not to be lost. */
static int claim_name(char *path, size_t size, const char *rank, const char *host, unsigned *file)
{
	char of_rank[32] = "";

	if (rank && *rank)
		snprintf(of_rank, sizeof of_rank, "rank-%05d-", atoi(rank));
	for (*file = made + 1; *file < 100000; ++*file) {
		int fd;

		if (snprintf(path, size, "%s/%s%s-%d-%03u.rblog", folder, of_rank, host, getpid(), *file) >= (int)size)
			return ENAMETOOLONG;
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0) {
			close(fd);
			return 0;
		}
		if (errno != EEXIST)
			return errno;
	}
	return EEXIST;
}

static int make_file(struct writer *w)
{
	char path[sizeof folder + 400], host[256];
	const char *rank = secure_getenv("RB_CLUSTER_TAKEN");
	struct text json = { .survives = true };
	struct rb_log_header own = { .pid = (uint32_t)getpid() };
	unsigned file;
	int error;

	host_name(host, sizeof host);
	error = claim_name(path, sizeof path, rank, host, &file);
	if (error)
		return error;
	own.file = file;
	text_add(&json, "{\"format\":\"runbench event log\",\"pid\":%d,\"file\":%u", getpid(), file);
	text_add_member(&json, "host", host);
	if (rank && *rank)
		text_add(&json, ",\"rank\":%d", atoi(rank));
	text_add(&json, ",\"clock\":\"CLOCK_MONOTONIC\",\"realtime_minus_clock_ns\":%lld", (long long)(clock_realtime_ns() - (int64_t)clock_ns()));
	command_line_add(&json);
	text_add(&json, "}");
	error = json.failed ? ENOMEM : container_map_create(&w->file, &format, path, &own, json.data, json.size);
	text_free(&json);
	return error;
}

static void say_who(struct writer *w)
{
	struct rb_log_record r = { .kind = RB_LOG_THREAD, .time_ns = clock_ns() };

	r.tid = w->tid = (uint32_t)syscall(SYS_gettid);
	writer_append(w, &r);
}

static struct writer *adopt(void)
{
	for (unsigned i = 0; i < MOST_WRITERS; i++) {
		struct writer *w = __atomic_load_n(&writers[i], __ATOMIC_ACQUIRE);
		int free_one = 0;

		if (!w)
			return NULL;
		if (__atomic_compare_exchange_n(&w->owned, &free_one, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return w;
	}
	return NULL;
}

static struct writer *make(void)
{
	struct writer *w = calloc(1, sizeof *w), *none;
	int error = w ? make_file(w) : ENOMEM;

	if (error) {
		/* Once, whatever it was: the program's other threads would say the same. */
		if (!__atomic_exchange_n(&file_error, error, __ATOMIC_ACQ_REL))
			fprintf(stderr, "runbench: event log: no file in %s: %s; the program goes on\n", folder, strerror(error));
		free(w);
		return NULL;
	}
	w->owned = 1;
	w->limit = limit;
	for (unsigned i = 0; i < MOST_WRITERS; i++) {
		none = NULL;
		if (__atomic_compare_exchange_n(&writers[i], &none, w, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
			__atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
			return w;
		}
	}
	container_map_abandon(&w->file);
	free(w);
	return NULL;
}

struct writer *writers_mine(void)
{
	struct writer *w = NULL;

	if (__builtin_expect(__atomic_load_n(alive, __ATOMIC_ACQUIRE) != 1, 0))
		start_anew();
	if (__builtin_expect(mine != NULL, 1))
		return mine;
	if (making)
		return NULL;
	making = true;
	if (!file_error && !(w = adopt()))
		w = make();
	making = false;
	if (!w)
		return NULL;
	mine = w;
	pthread_setspecific(ending, w);
	say_who(w);
	return w;
}

static __attribute__((noinline)) bool refuse(struct writer *w)
{
	if (!w->full) {
		int error = w->file.dead ? w->file.error : 0;
		struct rb_log_record r = { .kind = RB_LOG_FULL, .number = w->number + 1, .time_ns = w->last_ns, .tid = w->tid,
			.what = !error ? RB_LOG_LIMIT : error == ENOSPC || error == EDQUOT ? RB_LOG_NO_SPACE : RB_LOG_IO };

		w->full = true;
		if (container_map_append_last(&w->file, &r))
			w->number++;
	}
	return false;
}

bool writer_append(struct writer *w, struct rb_log_record *r)
{
	if (__builtin_expect(w->full || w->file.end >= w->limit, 0))
		return refuse(w);
	r->number = w->number + 1;
	if (__builtin_expect(!container_map_append(&w->file, r), 0))
		return refuse(w);
	w->number++;
	return true;
}

void writers_count_drop(void)
{
	if (mine)
		mine->dropped++;
	else
		__atomic_fetch_add(&homeless, 1, __ATOMIC_RELAXED);
}

uint64_t writers_dropped(void)
{
	uint64_t n = __atomic_load_n(&homeless, __ATOMIC_RELAXED);

	if (alive && __atomic_load_n(alive, __ATOMIC_ACQUIRE) == 1)
		for (unsigned i = 0; i < MOST_WRITERS && writers[i]; i++)
			n += __atomic_load_n(&writers[i]->dropped, __ATOMIC_RELAXED);
	return n;
}

static void end_file(struct writer *w)
{
	struct rb_log_record end = { .time_ns = clock_ns() };
	struct text json = { .survives = true };

	text_add(&json, "{\"events\":%llu,\"dropped\":%llu,\"full\":%s}", (unsigned long long)w->events, (unsigned long long)w->dropped,
		 w->full ? "true" : "false");
	if (json.failed)
		container_map_abandon(&w->file);
	else
		container_map_end(&w->file, &end, json.data, json.size);
	text_free(&json);
}

static const char *why_dropped(void)
{
	for (unsigned i = 0; i < MOST_WRITERS && writers[i]; i++)
		if (writers[i]->full)
			return writers[i]->file.dead && writers[i]->file.error ? strerror(writers[i]->file.error)
				: "a file has reached RB_EVENTLOG_LIMIT bytes";
	return "they were logged by signal handlers that interrupted the logging of others";
}

/* From here on nobody writes; who is at it just now is waited for, and where that takes long, its file stays without an end. */
static void at_exit(void)
{
	uint64_t dropped;
	int waited = 0;

	if (writers_state != LOG_ON || __atomic_load_n(alive, __ATOMIC_ACQUIRE) != 1)
		return;
	__atomic_store_n(&writers_state, LOG_CLOSED, __ATOMIC_SEQ_CST);
	if (made > 1 && syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0))
		usleep(1000);
	for (unsigned i = 0; i < MOST_WRITERS && writers[i]; i++) {
		while (__atomic_load_n(&writers[i]->busy, __ATOMIC_ACQUIRE) && waited++ < EXIT_WAIT_MS)
			usleep(1000);
		if (!__atomic_load_n(&writers[i]->busy, __ATOMIC_ACQUIRE))
			end_file(writers[i]);
	}
	dropped = writers_dropped();
	if (dropped)
		fprintf(stderr, "runbench: event log: %llu events of process %d were dropped: %s\n", (unsigned long long)dropped, getpid(),
			file_error ? strerror(file_error) : why_dropped());
}
