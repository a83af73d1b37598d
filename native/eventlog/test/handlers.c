/* The event log in signal handlers: each event is logged or counted, and the library calls only async-signal-safe
 * functions. */
#include "log_files.h"

#include <pthread.h>
#include <stdarg.h>

static volatile sig_atomic_t interrupts;

static void interrupt(int signal)
{
	(void)signal;
	interrupts++;
	rb_log_point(rb_log_declare("tick", RB_LOG_POINT, RB_LOG_NO_COLOUR), NULL);
}

/* Signal handlers log between events and during them. Prints the number of events that must be in the log: all but the
 * counted drops. */
static void log_interrupted(void)
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

static void test_interrupted(void)
{
	char count[64] = "";
	int ends[2], status;
	struct found f;

	if (pipe(ends))
		exit(3);
	fflush(stdout);
	if (fork() == 0) {
		dup2(ends[1], 1);
		log_interrupted();
		exit(0);
	}
	close(ends[1]);
	(void)!read(ends[0], count, sizeof count - 1);
	close(ends[0]);
	wait(&status);
	f = read_folder();
	CHECK(status == 0 && f.events == (unsigned)atoi(count) && f.events > 1000, "%u events instead of %s", f.events,
		count);
	clear_folder();
}

/* The linker redirects the library's calls of these functions here (--wrap). None is allowed in a signal handler. */
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
static bool handled[HANDLERS];

static void first_event(int signal)
{
	static int calls;
	int call = __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
	char name[] = "type 0";

	(void)signal;
	in_handler = 1;
	name[5] = (char)('0' + call % 8);
	if (call % 2)
		rb_log_point(rb_log_declare(name, RB_LOG_POINT, RB_LOG_NO_COLOUR), "the thread's first event");
	else
		rb_log_span_begin(rb_log_declare(name, RB_LOG_SPAN, RB_LOG_NO_COLOUR), 0, "the thread's first event",
			RB_LOG_FIELDS(rb_log_int64("call", call), rb_log_string("signal", "SIGUSR1")));
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

/* A thread's first event, and the declaration of its type, in a handler that interrupts malloc or stdio. */
static void log_first_event_in_handler(void)
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

/* The failure to make a file, in a handler. */
static void fail_in_handler(void)
{
	rb_log_init();
	signal(SIGUSR1, first_event);
	raise(SIGUSR1);
	CHECK(!called_in_handler && rb_log_dropped() == 1, "%d, %llu dropped", called_in_handler,
		(unsigned long long)rb_log_dropped());
}

int main(void)
{
	struct found f;
	int status;

	snprintf(folder, sizeof folder, "/tmp/runbench-eventlog-handlers-%d", getpid());
	setenv("RB_EVENTLOG", folder, 1);
	test_interrupted();

	status = run_in_child(log_first_event_in_handler);
	f = read_folder();
	CHECK(status == 0 && f.events == 20 * HANDLERS && f.ended == f.files, "%d: %u events, %u of %u files ended", status,
		f.events, f.ended,
	      f.files);
	clear_folder();

	setenv("RB_EVENTLOG", "/proc/nowhere", 1);
	status = run_in_child(fail_in_handler);
	CHECK(status == 0, "status %d", status);
	return summary("event log in signal handlers");
}
