/* The writers of this process; see writer.h. What an event needs is made without malloc, stdio or a lock: see file.h. */
#include "writer.h"
#include "file.h"
#include "../base/clock_ns.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_WRITERS 4096
#define LEAST_LIMIT  (64u << 10)
#define USUAL_LIMIT  (256ull << 20)
#define EXIT_WAIT_MS 20
#define KEYS_WITHOUT_MALLOC 32 /* glibc allocates when a thread sets a later one */

/* Of the library's constructor and destructor: the first to run, and the last. */
#define FIRST_AND_LAST 101

enum writer_use { NEVER_USED, OWNED, LEFT };

int writers_state;

static struct writer writers[MOST_WRITERS]; /* the first of them have been used, in order; untouched pages cost no memory */
static uint64_t homeless; /* dropped by threads without a file */
static char folder[4096];
static uint64_t limit;
static int file_error;    /* errno: no file could be made */
static pthread_key_t ending;
static bool has_key;
static __thread struct writer *mine;
static __thread bool making; /* a signal handler must not make a file within the making of one */

/* A page that the kernel empties in a child, however it was forked: 0 there, and the parent's files are not the child's. */
static int *alive;

/* The thread's file is the next one's. */
static void thread_ended(void *writer)
{
	struct writer *w = writer;

	mine = NULL;
	if (__atomic_load_n(alive, __ATOMIC_ACQUIRE))
		__atomic_store_n(&w->use, LEFT, __ATOMIC_RELEASE);
}

static int watch_forks(void)
{
	int error;

	if (alive)
		return 0;
	alive = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (alive == MAP_FAILED || madvise(alive, 4096, MADV_WIPEONFORK)) {
		error = errno;
		if (alive != MAP_FAILED)
			munmap(alive, 4096);
		alive = NULL;
		return error;
	}
	*alive = 1;
	return 0;
}

static struct writer *used(unsigned i)
{
	return i < MOST_WRITERS && __atomic_load_n(&writers[i].use, __ATOMIC_ACQUIRE) != NEVER_USED ? &writers[i] : NULL;
}

static void read_environment(void)
{
	const char *directory = secure_getenv("RB_EVENTLOG"), *most = secure_getenv("RB_EVENTLOG_LIMIT");
	int error;

	if (!directory || !*directory || strlen(directory) >= sizeof folder) {
		__atomic_store_n(&writers_state, LOG_OFF, __ATOMIC_RELEASE);
		return;
	}
	strcpy(folder, directory);
	limit = most && *most ? strtoull(most, NULL, 10) : USUAL_LIMIT;
	if (limit < LEAST_LIMIT)
		limit = LEAST_LIMIT;
	error = file_prepare(folder);
	if (!error)
		error = watch_forks();
	if (!error && !has_key) {
		error = pthread_key_create(&ending, thread_ended);
		has_key = !error;
	}
	if (error)
		file_report((const char *const []){ "runbench: event log: nothing is logged: ", file_reason(error), "\n", NULL });
	__atomic_store_n(&writers_state, error ? LOG_OFF : LOG_ON, __ATOMIC_RELEASE);
}

void writers_begin(void)
{
	static int reading; /* the thread that reads it; 0: none */
	int own = (int)syscall(SYS_gettid), other = 0;

	/* Events of a thread that does not wait would be ignored. A signal handler cannot wait for the thread that it interrupted. */
	while (!__atomic_compare_exchange_n(&reading, &other, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		if (other == own)
			return;
		other = 0;
		nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
	}
	if (__atomic_load_n(&writers_state, __ATOMIC_ACQUIRE) != LOG_CLOSED && !used(0))
		read_environment();
	__atomic_store_n(&reading, 0, __ATOMIC_RELEASE);
}

static __attribute__((constructor(FIRST_AND_LAST))) void loaded(void)
{
	writers_begin();
}

/* In a child, before its first event: the files are the parent's. Threads that the child may have already wait. */
static void start_anew(void)
{
	int dead = 0;

	if (__atomic_compare_exchange_n(alive, &dead, 2, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		for (struct writer *w = writers; w < writers + MOST_WRITERS && w->use != NEVER_USED; w++) {
			if (w->limit)
				container_map_forget(&w->file);
			memset(w, 0, sizeof *w);
		}
		homeless = 0;
		file_error = 0;
		__atomic_store_n(alive, 1, __ATOMIC_RELEASE);
	} else {
		while (__atomic_load_n(alive, __ATOMIC_ACQUIRE) != 1)
			nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
	}
	mine = NULL;
}

static void say_who(struct writer *w)
{
	struct rb_log_record r = { .kind = RB_LOG_THREAD, .time_ns = clock_ns() };

	r.tid = w->tid = (uint32_t)syscall(SYS_gettid);
	writer_append(w, &r);
}

static bool take(struct writer *w, int from)
{
	return __atomic_compare_exchange_n(&w->use, &from, OWNED, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static struct writer *adopt(void)
{
	struct writer *w;

	for (unsigned i = 0; (w = used(i)); i++)
		if (take(w, LEFT))
			return w;
	return NULL;
}

static struct writer *make(void)
{
	for (unsigned i = 0; i < MOST_WRITERS; i++) {
		struct writer *w = &writers[i];
		int error;

		if (!take(w, NEVER_USED))
			continue;
		error = file_make(w, i);
		if (!error) {
			__atomic_store_n(&w->limit, limit, __ATOMIC_RELEASE);
			return w;
		}
		/* Once: the program's other threads would say the same. The place is not given back: those after it may be in use. */
		if (!__atomic_exchange_n(&file_error, error, __ATOMIC_ACQ_REL))
			file_report((const char *const []){ "runbench: event log: no file in ", folder, ": ", file_reason(error),
				"; the program goes on\n", NULL });
		return NULL;
	}
	return NULL;
}

static __attribute__((noinline)) struct writer *find_mine(void)
{
	struct writer *w = NULL;

	if (making)
		return NULL;
	making = true;
	if (__atomic_load_n(alive, __ATOMIC_ACQUIRE) != 1)
		start_anew();
	if (!mine) {
		if (!__atomic_load_n(&file_error, __ATOMIC_ACQUIRE) && !(w = adopt()))
			w = make();
		if (w) {
			/* Where it would allocate, the file is this thread's for ever. */
			if (ending < KEYS_WITHOUT_MALLOC)
				pthread_setspecific(ending, w);
			say_who(w);
			__atomic_signal_fence(__ATOMIC_SEQ_CST);
			mine = w;
		}
	}
	making = false;
	return mine;
}

struct writer *writers_mine(void)
{
	if (__builtin_expect(mine != NULL && __atomic_load_n(alive, __ATOMIC_ACQUIRE) == 1, 1))
		return mine;
	return find_mine();
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

void writer_count_drop(struct writer *w)
{
	__atomic_store_n(&w->dropped, w->dropped + 1, __ATOMIC_RELAXED);
}

void writers_count_drop(void)
{
	/* Another process's, where this is a child that has not begun. */
	if (mine && __atomic_load_n(alive, __ATOMIC_ACQUIRE) == 1)
		writer_count_drop(mine);
	else
		__atomic_fetch_add(&homeless, 1, __ATOMIC_RELAXED);
}

void writers_count_late(void)
{
	static bool said;
	char pid[24];

	__atomic_fetch_add(&homeless, 1, __ATOMIC_RELAXED);
	if (__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
		return;
	file_decimal(pid, getpid());
	file_report((const char *const []){ "runbench: event log: process ", pid, " logs after the end of its files: these events are dropped\n",
		NULL });
}

uint64_t writers_dropped(void)
{
	uint64_t n = __atomic_load_n(&homeless, __ATOMIC_RELAXED);
	struct writer *w;

	if (alive && __atomic_load_n(alive, __ATOMIC_ACQUIRE) == 1)
		for (unsigned i = 0; (w = used(i)); i++)
			n += __atomic_load_n(&w->dropped, __ATOMIC_RELAXED);
	return n;
}

static const char *why_dropped(const struct writer *full)
{
	if (file_error)
		return file_reason(file_error);
	if (full)
		return full->file.error ? file_reason(full->file.error) : "a file has reached RB_EVENTLOG_LIMIT bytes";
	return "they were logged by signal handlers that interrupted the logging of others";
}

/*
 * After the program's own exit handlers and destructors, which may log. From here on no thread writes; those that do so just now
 * are waited for, and where that takes long, their files stay without an end.
 */
static __attribute__((destructor(FIRST_AND_LAST))) void unloaded(void)
{
	const struct writer *full = NULL;
	struct writer *w;
	uint64_t dropped, without_file;
	char number[24], pid[24];
	int waited = 0;

	if (!alive || __atomic_load_n(&writers_state, __ATOMIC_ACQUIRE) != LOG_ON || __atomic_load_n(alive, __ATOMIC_ACQUIRE) != 1)
		return;
	__atomic_store_n(&writers_state, LOG_CLOSED, __ATOMIC_SEQ_CST);
	if (used(1) && syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0))
		usleep(1000);
	without_file = __atomic_load_n(&homeless, __ATOMIC_RELAXED);
	for (unsigned i = 0; (w = used(i)); i++) {
		while (__atomic_load_n(&w->busy, __ATOMIC_ACQUIRE) && waited++ < EXIT_WAIT_MS)
			usleep(1000);
		if (__atomic_load_n(&w->busy, __ATOMIC_ACQUIRE) || !__atomic_load_n(&w->limit, __ATOMIC_ACQUIRE))
			continue;
		if (w->full && (!full || w->file.error))
			full = w;
		file_end(w, without_file);
		without_file = 0;
	}
	dropped = writers_dropped();
	if (!dropped)
		return;
	file_decimal(number, (int64_t)dropped);
	file_decimal(pid, getpid());
	file_report((const char *const []){ "runbench: event log: ", number, " events of process ", pid, " were dropped: ", why_dropped(full), "\n",
		NULL });
}
