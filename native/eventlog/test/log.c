/*
 * The event log as it stands in its files: every event once, in order, whatever became of its process; what found no room is
 * counted. Each case runs in a child with a folder of its own.
 */
#include "../../base/check.h"
#include "../../base/crc32c.h"
#include "../format.h"

#include <runbench/eventlog.h>

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EVENTS 3000

static char folder[256];

struct found {
	unsigned files, empty, ended, events, types, threads, full, seals, pids;
	unsigned long long sum; /* of the events' ids */
	uint32_t pid[16];
};

static void note_pid(struct found *f, uint32_t pid)
{
	for (unsigned i = 0; i < f->pids; i++)
		if (f->pid[i] == pid)
			return;
	if (f->pids < 16)
		f->pid[f->pids++] = pid;
}

static void read_file(const char *name, struct found *f)
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
			CHECK(s.records == covered && s.crc32c == crc && s.sequence == sequence, "seal of %u for %u", s.records, covered);
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
			CHECK(0, "time goes back");
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

static struct found read_folder(void)
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

static void clear_folder(void)
{
	char command[300];

	snprintf(command, sizeof command, "rm -rf %s", folder);
	if (system(command))
		CHECK(0, "%s", command);
}

/* Runs a case in a child; its exit status, or 128 and the signal. */
static int run(void (*body)(void))
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

static unsigned long long sum_to(unsigned long long n)
{
	return n * (n + 1) / 2;
}

static void *log_some(void *first)
{
	int type = rb_log_declare("message", RB_LOG_MESSAGE, 0xff0000);

	for (uint64_t i = 1; i <= EVENTS; i++)
		rb_log_send(type, (uint64_t)(size_t)first + i, i % 10 ? NULL : "a comment that is longer than the 32 bytes in a record, "
			    "and longer than one more record has room for, which is 56");
	return NULL;
}

static void plain(void)
{
	log_some(NULL);
}

static void four_threads(void)
{
	pthread_t t[4];

	for (size_t i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, log_some, (void *)(i * EVENTS));
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
}

static void killed(void)
{
	four_threads();
	log_some((void *)(4 * (size_t)EVENTS));
	kill(getpid(), SIGKILL);
}

static void thread_after_thread(void)
{
	pthread_t t;

	for (size_t i = 0; i < 20; i++) {
		pthread_create(&t, NULL, log_some, (void *)(i * EVENTS));
		pthread_join(t, NULL);
	}
}

static void forking(void)
{
	log_some(NULL);
	for (size_t i = 1; i <= 2; i++) {
		if (fork() == 0) {
			log_some((void *)(i * EVENTS));
			exit(0);
		}
	}
	log_some((void *)(3 * (size_t)EVENTS));
	while (wait(NULL) > 0)
		;
}

static void exec_again(void)
{
	log_some(NULL);
	execl("/proc/self/exe", "log", "--plain", NULL);
}

static volatile sig_atomic_t interrupts;

static void interrupt(int signal)
{
	(void)signal;
	interrupts++;
	rb_log_point(rb_log_declare("tick", RB_LOG_POINT, RB_LOG_NO_COLOUR), NULL);
}

/* Handlers log between events and within them: each is logged or counted. */
static void interrupted(void)
{
	uint64_t events = 0;
	int type;

	signal(SIGALRM, interrupt);
	type = rb_log_declare("point", RB_LOG_POINT, RB_LOG_NO_COLOUR);
	rb_log_point(type, NULL);
	ualarm(200, 200);
	while (interrupts < 300 && events < 500000000) {
		rb_log_point(type, NULL);
		events++;
		if (events > 60000)
			usleep(10);
	}
	ualarm(0, 0);
	printf("%llu", (unsigned long long)(1 + events + (uint64_t)interrupts - rb_log_dropped()));
	fflush(stdout);
}

/* The library's references to these functions lead here (--wrap): within a handler none may be called. */
static __thread volatile sig_atomic_t in_handler;
static volatile sig_atomic_t called_in_handler;

#define WRAPPED(result, name, parameters, ...) \
	result __real_##name parameters; result __wrap_##name parameters; \
	result __wrap_##name parameters \
	{ \
		if (in_handler) \
			called_in_handler = 1; \
		return __real_##name(__VA_ARGS__); \
	}

WRAPPED(void *, malloc, (size_t n), n)
WRAPPED(void *, calloc, (size_t n, size_t each), n, each)
WRAPPED(void *, realloc, (void *p, size_t n), p, n)
WRAPPED(void *, reallocarray, (void *p, size_t n, size_t each), p, n, each)
WRAPPED(void, free, (void *p), p)
WRAPPED(FILE *, fopen, (const char *path, const char *mode), path, mode)
WRAPPED(int, vsnprintf, (char *to, size_t n, const char *format, va_list arguments), to, n, format, arguments)
WRAPPED(int, pthread_once, (pthread_once_t *once, void (*routine)(void)), once, routine)
WRAPPED(char *, strerror, (int error), error)

#define HANDLERS 8
static bool handled[HANDLERS], logs_at_exit;

static void first_event(int signal)
{
	static int calls;
	char name[] = "type 0";

	(void)signal;
	in_handler = 1;
	name[5] = (char)('0' + __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) % 8);
	rb_log_point(rb_log_declare(name, RB_LOG_POINT, RB_LOG_NO_COLOUR), "the thread's first event");
	in_handler = 0;
}

static void *allocate_until_handled(void *flag)
{
	const bool *done = flag;
	void *kept[64] = { NULL };

	for (unsigned i = 0; !__atomic_load_n(done, __ATOMIC_RELAXED); i++) {
		free(kept[i % 64]);
		kept[i % 64] = malloc(1000 + i % 5000);
		fprintf(stderr, "%s", "");
	}
	for (int i = 0; i < 64; i++)
		free(kept[i]);
	return NULL;
}

/* A thread's first event, and its type's declaration, within a handler that interrupts malloc or stdio. */
static void first_in_handler(void)
{
	rb_log_init();
	alarm(60); /* ends a deadlock */
	signal(SIGUSR1, first_event);
	for (int round = 0; round < 20; round++) {
		pthread_t t[HANDLERS];

		for (int i = 0; i < HANDLERS; i++) {
			handled[i] = false;
			pthread_create(&t[i], NULL, allocate_until_handled, &handled[i]);
		}
		usleep(1000);
		for (int i = 0; i < HANDLERS; i++)
			pthread_kill(t[i], SIGUSR1);
		for (int i = 0; i < HANDLERS; i++) {
			__atomic_store_n(&handled[i], true, __ATOMIC_RELAXED);
			pthread_join(t[i], NULL);
		}
	}
	CHECK(!called_in_handler, "a handler called malloc, stdio or pthread_once");
	CHECK(rb_log_dropped() == 0, "%llu dropped", (unsigned long long)rb_log_dropped());
}

/* A failure is reported in the handler too. */
static void failure_in_handler(void)
{
	rb_log_init();
	signal(SIGUSR1, first_event);
	raise(SIGUSR1);
	CHECK(!called_in_handler && rb_log_dropped() == 1, "%d, %llu dropped", called_in_handler, (unsigned long long)rb_log_dropped());
}

static void log_at_exit(void)
{
	rb_log_point(rb_log_declare("exit handler", RB_LOG_POINT, RB_LOG_NO_COLOUR), NULL);
}

/* As those of C++ objects, after all exit handlers. */
static __attribute__((destructor)) void log_in_destructor(void)
{
	if (logs_at_exit)
		rb_log_point(rb_log_declare("destructor", RB_LOG_POINT, RB_LOG_NO_COLOUR), NULL);
}

static void exiting(void)
{
	atexit(log_at_exit);
	logs_at_exit = true;
	log_some(NULL);
}

static void limited(void)
{
	log_some(NULL);
	CHECK(rb_log_dropped() > 0, "nothing dropped");
}

static void full_disk(void)
{
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("none", folder, "tmpfs", 0, "size=300k"))
		exit(77);
	for (int i = 0; i < 3; i++)
		log_some((void *)((size_t)i * EVENTS));
	CHECK(rb_log_dropped() > 0 && rb_log_dropped() < 3 * EVENTS, "%llu dropped", (unsigned long long)rb_log_dropped());
	if (fork() == 0) {
		/* The child finds no room for a file of its own: nothing happens to it, and its empty file reports it. */
		rb_log_point(0, NULL);
		exit(0);
	}
	wait(NULL);
}

static void full_disk_read(void)
{
	struct found f;

	full_disk();
	/* Closed as at the exit, which comes after this function: the parent sees nothing of this mount. */
	f = read_folder();
	CHECK(f.events > 1000 && f.full == 1 && f.empty == 1, "%u events, %u times full, %u empty files", f.events, f.full, f.empty);
}

/* An error that the program has not read yet survives those of the log. */
static void unwritable(void)
{
	errno = ENOSTR;
	log_some(NULL);
	CHECK(errno == ENOSTR, "errno is %d", errno);
	CHECK(rb_log_dropped() == EVENTS, "%llu dropped", (unsigned long long)rb_log_dropped());
}

static void silent(void)
{
	log_some(NULL);
	CHECK(!rb_log_on() && rb_log_dropped() == 0);
}

int main(int argc, char **argv)
{
	struct found f;
	int status;

	if (argc > 1 && !strcmp(argv[1], "--plain")) {
		log_some((void *)EVENTS);
		return 0;
	}
	snprintf(folder, sizeof folder, "/tmp/runbench-eventlog-%d", getpid());
	status = run(silent);
	CHECK(status == 0, "status %d", status);

	setenv("RB_EVENTLOG", folder, 1);
	status = run(plain);
	f = read_folder();
	CHECK(status == 0 && f.files == 1 && f.ended == 1 && f.events == EVENTS && f.sum == sum_to(EVENTS) && f.types == 1 && f.threads == 1,
	      "%d: %u files, %u ended, %u events", status, f.files, f.ended, f.events);
	clear_folder();

	status = run(four_threads);
	f = read_folder();
	CHECK(status == 0 && f.files >= 1 && f.files <= 4 && f.ended == f.files && f.events == 4 * EVENTS && f.sum == sum_to(4 * EVENTS)
	      && f.threads == 4, "%d: %u files, %u ended, %u events, %u threads", status, f.files, f.ended, f.events, f.threads);
	clear_folder();

	status = run(killed);
	f = read_folder();
	CHECK(status == 128 + SIGKILL && f.ended == 0 && f.events == 5 * EVENTS && f.sum == sum_to(5 * EVENTS), "%d: %u events", status, f.events);
	clear_folder();

	status = run(thread_after_thread);
	f = read_folder();
	CHECK(status == 0 && f.files == 1 && f.threads == 20 && f.types == 1 && f.sum == sum_to(20 * EVENTS), "%u files, %u threads", f.files, f.threads);
	clear_folder();

	status = run(forking);
	f = read_folder();
	CHECK(status == 0 && f.files == 3 && f.pids == 3 && f.ended == 3 && f.sum == sum_to(4 * EVENTS), "%d: %u files, %u ended, %u events", status,
	      f.files, f.ended, f.events);
	clear_folder();

	status = run(exec_again);
	f = read_folder();
	CHECK(status == 0 && f.files == 2 && f.pids == 1 && f.ended == 1 && f.sum == sum_to(2 * EVENTS), "%u files, %u events", f.files, f.events);
	clear_folder();

	{
		char count[64] = "";
		int ends[2];

		if (pipe(ends))
			return 3;
		fflush(stdout);
		if (fork() == 0) {
			dup2(ends[1], 1);
			interrupted();
			exit(0);
		}
		close(ends[1]);
		(void)!read(ends[0], count, sizeof count - 1);
		close(ends[0]);
		wait(&status);
		f = read_folder();
		CHECK(status == 0 && f.events == (unsigned)atoi(count) && f.events > 1000, "%u events, %s said", f.events, count);
		clear_folder();
	}

	status = run(first_in_handler);
	f = read_folder();
	CHECK(status == 0 && f.events == 20 * HANDLERS && f.ended == f.files, "%d: %u events, %u of %u files ended", status, f.events, f.ended, f.files);
	clear_folder();

	status = run(exiting);
	f = read_folder();
	CHECK(status == 0 && f.ended == 1 && f.events == EVENTS + 2, "%d: %u events", status, f.events);
	clear_folder();

	setenv("RB_EVENTLOG_LIMIT", "100000", 1);
	status = run(limited);
	f = read_folder();
	CHECK(status == 0 && f.ended == 1 && f.full == 1 && f.events > 800 && f.events < EVENTS, "%d: %u events", status, f.events);
	unsetenv("RB_EVENTLOG_LIMIT");
	clear_folder();

	mkdir(folder, 0755);
	status = run(full_disk_read);
	if (status == 77)
		SKIP("a full disk: no right to mount a small file system");
	else
		CHECK(status == 0, "status %d", status);
	clear_folder();

	setenv("RB_EVENTLOG", "/proc/nowhere", 1);
	status = run(unwritable);
	CHECK(status == 0, "status %d", status);
	status = run(failure_in_handler);
	CHECK(status == 0, "status %d", status);
	return summary("event log");
}
