/* The writers of this process; see writer.h. The path of an event uses no malloc, stdio or locks: see file.h. */
#include "writer.h"
#include "counted.h"
#include "file.h"
#include "../base/clock_ns.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_WRITERS 4096
#define MIN_LIMIT_BYTES  (64u << 10)
#define DEFAULT_LIMIT_BYTES  (256ull << 20)
#define EXIT_WAIT_MS 20
#define MAX_KEYS_WITHOUT_MALLOC 32 /* for later keys glibc allocates memory per thread */

/* Priority of the library's constructor and destructor: the constructor runs first, the destructor last. */
#define LIBRARY_PRIORITY 101

enum writer_use { NEVER_USED, OWNED, LEFT };

int writers_state;

static struct writer writers[MAX_WRITERS]; /* used from the start, in order; untouched pages cost no memory */
static uint64_t unassigned_drops;          /* dropped events of threads without a file */
static char folder[4096];
static uint64_t limit;
static int file_error;                     /* errno of the failed creation of a file; 0: none */
static pthread_key_t thread_end_key;
static bool has_thread_end_key;
static __thread struct writer *own_writer;
static __thread bool is_making;            /* prevents a signal handler from making a file while its thread makes one */

/* A page that the kernel clears in a forked child, for any kind of fork. 0 there marks the files as the parent's. */
static int *fork_marker;

/* Leaves the thread's file to the next thread. */
static void on_thread_end(void *writer)
{
	struct writer *w = writer;

	own_writer = NULL;
	if (__atomic_load_n(fork_marker, __ATOMIC_ACQUIRE))
		__atomic_store_n(&w->use, LEFT, __ATOMIC_RELEASE);
}

static int watch_forks(void)
{
	int error;

	if (fork_marker)
		return 0;
	fork_marker = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fork_marker == MAP_FAILED || madvise(fork_marker, 4096, MADV_WIPEONFORK)) {
		error = errno;
		if (fork_marker != MAP_FAILED)
			munmap(fork_marker, 4096);
		fork_marker = NULL;
		return error;
	}
	*fork_marker = 1;
	return 0;
}

static struct writer *writer_at(unsigned i)
{
	return i < MAX_WRITERS && __atomic_load_n(&writers[i].use, __ATOMIC_ACQUIRE) != NEVER_USED ? &writers[i] : NULL;
}

static void read_environment(void)
{
	const char *directory = secure_getenv("RB_EVENTLOG"), *limit_text = secure_getenv("RB_EVENTLOG_LIMIT");
	int error;

	if (!directory || !*directory || strlen(directory) >= sizeof folder) {
		__atomic_store_n(&writers_state, LOG_OFF, __ATOMIC_RELEASE);
		return;
	}
	counted_begin();
	strcpy(folder, directory);
	limit = limit_text && *limit_text ? strtoull(limit_text, NULL, 10) : DEFAULT_LIMIT_BYTES;
	if (limit < MIN_LIMIT_BYTES)
		limit = MIN_LIMIT_BYTES;
	error = file_prepare(folder);
	if (!error)
		error = watch_forks();
	if (!error && !has_thread_end_key) {
		error = pthread_key_create(&thread_end_key, on_thread_end);
		has_thread_end_key = !error;
	}
	if (error)
		file_report((const char *const []){ "runbench: event log: events are not logged: ", file_reason(error), "\n",
			NULL });
	__atomic_store_n(&writers_state, error ? LOG_OFF : LOG_ON, __ATOMIC_RELEASE);
}

void writers_begin(void)
{
	static int reading; /* the thread that reads the environment; 0: none */
	int own = (int)syscall(SYS_gettid), other = 0;

	/* Other threads wait here, because their events would be ignored otherwise. A signal handler cannot wait for its
	 * own thread. */
	while (!__atomic_compare_exchange_n(&reading, &other, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		if (other == own)
			return;
		other = 0;
		nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
	}
	if (__atomic_load_n(&writers_state, __ATOMIC_ACQUIRE) != LOG_CLOSED && !writer_at(0))
		read_environment();
	__atomic_store_n(&reading, 0, __ATOMIC_RELEASE);
}

static __attribute__((constructor(LIBRARY_PRIORITY))) void on_load(void)
{
	writers_begin();
}

/* Forgets the parent's files, in a child before its first event. Other threads of the child wait. */
static void reset_after_fork(void)
{
	int dead = 0;

	if (__atomic_compare_exchange_n(fork_marker, &dead, 2, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		for (struct writer *w = writers; w < writers + MAX_WRITERS && w->use != NEVER_USED; w++) {
			if (w->limit)
				container_map_forget(&w->file);
			memset(w, 0, sizeof *w);
		}
		unassigned_drops = 0;
		file_error = 0;
		__atomic_store_n(fork_marker, 1, __ATOMIC_RELEASE);
	} else {
		while (__atomic_load_n(fork_marker, __ATOMIC_ACQUIRE) != 1)
			nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
	}
	own_writer = NULL;
}

static void write_thread(struct writer *w)
{
	struct rb_log_record r = { .kind = RB_LOG_THREAD, .time_ns = clock_ns() };

	r.tid = w->tid = (uint32_t)syscall(SYS_gettid);
	writer_append(w, &r);
}

static bool claim(struct writer *w, int from)
{
	return __atomic_compare_exchange_n(&w->use, &from, OWNED, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static struct writer *claim_left(void)
{
	struct writer *w;

	for (unsigned i = 0; (w = writer_at(i)); i++)
		if (claim(w, LEFT))
			return w;
	return NULL;
}

static uint64_t random_seed(void)
{
	uint64_t seed;

	/* Early in the boot of a machine there is no entropy yet. */
	if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
		seed = clock_ns() ^ (uint64_t)getpid() << 40 ^ (uint64_t)(uintptr_t)&seed;
	return seed;
}

static struct writer *make_writer(void)
{
	for (unsigned i = 0; i < MAX_WRITERS; i++) {
		struct writer *w = &writers[i];
		int error;

		if (!claim(w, NEVER_USED))
			continue;
		error = file_make(w, i);
		if (!error) {
			w->span_seed = random_seed();
			__atomic_store_n(&w->limit, limit, __ATOMIC_RELEASE);
			return w;
		}
		/* Reported once, because other threads would fail for the same reason. The slot stays taken: later slots may be
		 * in use. */
		if (!__atomic_exchange_n(&file_error, error, __ATOMIC_ACQ_REL))
			file_report((const char *const []){ "runbench: event log: no file in ", folder, ": ", file_reason(error),
				"; the program continues\n", NULL });
		return NULL;
	}
	return NULL;
}

static __attribute__((noinline)) struct writer *find_writer(void)
{
	struct writer *w = NULL;

	if (is_making)
		return NULL;
	is_making = true;
	if (__atomic_load_n(fork_marker, __ATOMIC_ACQUIRE) != 1)
		reset_after_fork();
	if (!own_writer) {
		if (!__atomic_load_n(&file_error, __ATOMIC_ACQUIRE) && !(w = claim_left()))
			w = make_writer();
		if (w) {
			/* Where pthread_setspecific would allocate, this thread keeps the file for the life of the process. */
			if (thread_end_key < MAX_KEYS_WITHOUT_MALLOC)
				pthread_setspecific(thread_end_key, w);
			write_thread(w);
			__atomic_signal_fence(__ATOMIC_SEQ_CST);
			own_writer = w;
		}
	}
	is_making = false;
	return own_writer;
}

struct writer *writers_own(void)
{
	if (__builtin_expect(own_writer != NULL && __atomic_load_n(fork_marker, __ATOMIC_ACQUIRE) == 1, 1))
		return own_writer;
	return find_writer();
}

static __attribute__((noinline)) bool mark_full(struct writer *w)
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

uint64_t writer_span_id(struct writer *w)
{
	/* The generator splitmix64: a bijection, so that the ids of a file differ. S. Vigna,
	 * https://prng.di.unimi.it/splitmix64.c. Atomic, because a signal handler may begin a span in between. */
	uint64_t z = w->span_seed + __atomic_add_fetch(&w->spans, 1, __ATOMIC_RELAXED) * 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return z ? z : 1;
}

void writer_announce(struct writer *w)
{
	if (__builtin_expect(!w->full && w->file.end < w->limit, 1))
		container_map_announce(&w->file);
}

bool writer_append(struct writer *w, struct rb_log_record *r)
{
	if (__builtin_expect(w->full || w->file.end >= w->limit, 0))
		return mark_full(w);
	r->number = w->number + 1;
	if (__builtin_expect(!container_map_append(&w->file, r), 0))
		return mark_full(w);
	w->number++;
	return true;
}

void writer_count_drop(struct writer *w)
{
	__atomic_store_n(&w->dropped, w->dropped + 1, __ATOMIC_RELAXED);
}

void writers_count_drop(void)
{
	/* In a child that has not begun, the writer is the parent's. */
	if (own_writer && __atomic_load_n(fork_marker, __ATOMIC_ACQUIRE) == 1)
		writer_count_drop(own_writer);
	else
		__atomic_fetch_add(&unassigned_drops, 1, __ATOMIC_RELAXED);
}

void writers_count_late(void)
{
	static bool said;
	char pid[24];

	__atomic_fetch_add(&unassigned_drops, 1, __ATOMIC_RELAXED);
	if (__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
		return;
	file_decimal(pid, getpid());
	file_report((const char *const []){ "runbench: event log: process ", pid,
		" logged events after its files were closed: these events are dropped\n", NULL });
}

uint64_t writers_dropped(void)
{
	uint64_t n = __atomic_load_n(&unassigned_drops, __ATOMIC_RELAXED);
	struct writer *w;

	if (fork_marker && __atomic_load_n(fork_marker, __ATOMIC_ACQUIRE) == 1)
		for (unsigned i = 0; (w = writer_at(i)); i++)
			n += __atomic_load_n(&w->dropped, __ATOMIC_RELAXED);
	return n;
}

static const char *drop_reason(const struct writer *full)
{
	if (file_error)
		return file_reason(file_error);
	if (full)
		return full->file.error ? file_reason(full->file.error) : "a file has reached RB_EVENTLOG_LIMIT bytes";
	return "signal handlers logged them while they interrupted the logging of other events";
}

/* Closes all files after the program's own exit handlers and destructors, which may log. From here on no thread writes.
 * Threads that are writing are awaited for up to EXIT_WAIT_MS; after that their files stay without an end. */
static __attribute__((destructor(LIBRARY_PRIORITY))) void on_unload(void)
{
	const struct writer *full = NULL;
	struct writer *w;
	uint64_t dropped, without_file;
	char number[24], pid[24];
	int waited = 0;

	if (!fork_marker || __atomic_load_n(&writers_state, __ATOMIC_ACQUIRE) != LOG_ON
			|| __atomic_load_n(fork_marker, __ATOMIC_ACQUIRE) != 1)
		return;
	__atomic_store_n(&writers_state, LOG_CLOSED, __ATOMIC_SEQ_CST);
	if (writer_at(1) && syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0))
		usleep(1000);
	without_file = __atomic_load_n(&unassigned_drops, __ATOMIC_RELAXED);
	for (unsigned i = 0; (w = writer_at(i)); i++) {
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
	file_report((const char *const []){ "runbench: event log: ", number, " events of process ", pid, " were dropped: ",
		drop_reason(full), "\n", NULL });
}
