/* The event log in its files: every event exactly once, in order, however its process ended. Dropped events are counted. */
#include "log_files.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

static void log_plainly(void)
{
	log_events(NULL);
}

static void log_in_four_threads(void)
{
	pthread_t t[4];

	for (size_t i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, log_events, (void *)(i * EVENTS));
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
}

static void log_and_be_killed(void)
{
	log_in_four_threads();
	log_events((void *)(4 * (size_t)EVENTS));
	kill(getpid(), SIGKILL);
}

static void log_in_successive_threads(void)
{
	pthread_t t;

	for (size_t i = 0; i < 20; i++) {
		pthread_create(&t, NULL, log_events, (void *)(i * EVENTS));
		pthread_join(t, NULL);
	}
}

static void log_in_forked_children(void)
{
	log_events(NULL);
	for (size_t i = 1; i <= 2; i++) {
		if (fork() == 0) {
			log_events((void *)(i * EVENTS));
			exit(0);
		}
	}
	log_events((void *)(3 * (size_t)EVENTS));
	while (wait(NULL) > 0)
		;
}

static void log_after_exec(void)
{
	log_events(NULL);
	execl("/proc/self/exe", "log", "--plain", NULL);
}

static bool logs_at_exit;

static void log_at_exit(void)
{
	rb_log_point(rb_log_declare("exit handler", RB_LOG_POINT, RB_LOG_NO_COLOUR), NULL);
}

/* Runs after all exit handlers, as the destructors of C++ objects do. */
static __attribute__((destructor)) void log_in_destructor(void)
{
	if (logs_at_exit)
		rb_log_point(rb_log_declare("destructor", RB_LOG_POINT, RB_LOG_NO_COLOUR), NULL);
}

static void log_while_exiting(void)
{
	atexit(log_at_exit);
	logs_at_exit = true;
	log_events(NULL);
}

static void log_to_the_limit(void)
{
	log_events(NULL);
	CHECK(rb_log_dropped() > 0, "nothing dropped");
}

static void log_to_a_full_disk(void)
{
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)
			|| mount("none", folder, "tmpfs", 0, "size=300k"))
		exit(77);
	for (int i = 0; i < 3; i++)
		log_events((void *)((size_t)i * EVENTS));
	CHECK(rb_log_dropped() > 0 && rb_log_dropped() < 3 * EVENTS, "%llu dropped", (unsigned long long)rb_log_dropped());
	if (fork() == 0) {
		/* The child has no space for its own file. It continues, and its empty file reports the loss. */
		rb_log_point(0, NULL);
		exit(0);
	}
	wait(NULL);
}

static void read_a_full_disk(void)
{
	struct found f;

	log_to_a_full_disk();
	/* Read before the exit of the child, because the parent does not see this mount. */
	f = read_folder();
	CHECK(f.events > 1000 && f.full == 1 && f.empty == 1, "%u events, %u times full, %u empty files", f.events, f.full,
		f.empty);
}

/* The log's failures do not change the errno of an earlier call. */
static void log_without_a_folder(void)
{
	errno = ENOSTR;
	log_events(NULL);
	CHECK(errno == ENOSTR, "errno is %d", errno);
	CHECK(rb_log_dropped() == EVENTS, "%llu dropped", (unsigned long long)rb_log_dropped());
}

static void log_nowhere(void)
{
	log_events(NULL);
	CHECK(!rb_log_on() && rb_log_dropped() == 0);
}

int main(int argc, char **argv)
{
	struct found f;
	int status;

	if (argc > 1 && !strcmp(argv[1], "--plain")) {
		log_events((void *)EVENTS);
		return 0;
	}
	snprintf(folder, sizeof folder, "/tmp/runbench-eventlog-%d", getpid());
	status = run_in_child(log_nowhere);
	CHECK(status == 0, "status %d", status);

	setenv("RB_EVENTLOG", folder, 1);
	status = run_in_child(log_plainly);
	f = read_folder();
	CHECK(status == 0 && f.files == 1 && f.ended == 1 && f.events == EVENTS && f.sum == sum_to(EVENTS) && f.types == 1
		&& f.threads == 1,
	      "%d: %u files, %u ended, %u events", status, f.files, f.ended, f.events);
	clear_folder();

	status = run_in_child(log_in_four_threads);
	f = read_folder();
	CHECK(status == 0 && f.files >= 1 && f.files <= 4 && f.ended == f.files && f.events == 4 * EVENTS
		&& f.sum == sum_to(4 * EVENTS)
	      && f.threads == 4, "%d: %u files, %u ended, %u events, %u threads", status, f.files, f.ended, f.events,
	      f.threads);
	clear_folder();

	status = run_in_child(log_and_be_killed);
	f = read_folder();
	CHECK(status == 128 + SIGKILL && f.ended == 0 && f.events == 5 * EVENTS && f.sum == sum_to(5 * EVENTS),
		"%d: %u events", status, f.events);
	clear_folder();

	status = run_in_child(log_in_successive_threads);
	f = read_folder();
	CHECK(status == 0 && f.files == 1 && f.threads == 20 && f.types == 1 && f.sum == sum_to(20 * EVENTS),
		"%u files, %u threads", f.files, f.threads);
	clear_folder();

	status = run_in_child(log_in_forked_children);
	f = read_folder();
	CHECK(status == 0 && f.files == 3 && f.pids == 3 && f.ended == 3 && f.sum == sum_to(4 * EVENTS),
		"%d: %u files, %u ended, %u events", status,
	      f.files, f.ended, f.events);
	clear_folder();

	status = run_in_child(log_after_exec);
	f = read_folder();
	CHECK(status == 0 && f.files == 2 && f.pids == 1 && f.ended == 1 && f.sum == sum_to(2 * EVENTS),
		"%u files, %u events", f.files, f.events);
	clear_folder();

	status = run_in_child(log_while_exiting);
	f = read_folder();
	CHECK(status == 0 && f.ended == 1 && f.events == EVENTS + 2, "%d: %u events", status, f.events);
	clear_folder();

	setenv("RB_EVENTLOG_LIMIT", "100000", 1);
	status = run_in_child(log_to_the_limit);
	f = read_folder();
	CHECK(status == 0 && f.ended == 1 && f.full == 1 && f.events > 800 && f.events < EVENTS, "%d: %u events", status,
		f.events);
	unsetenv("RB_EVENTLOG_LIMIT");
	clear_folder();

	mkdir(folder, 0755);
	status = run_in_child(read_a_full_disk);
	if (status == 77)
		SKIP("a full disk: no permission to mount a file system");
	else
		CHECK(status == 0, "status %d", status);
	clear_folder();

	setenv("RB_EVENTLOG", "/proc/nowhere", 1);
	status = run_in_child(log_without_a_folder);
	CHECK(status == 0, "status %d", status);
	return summary("event log");
}
