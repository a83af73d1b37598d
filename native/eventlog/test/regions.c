/* A program with regions of known length: regions [--rounds N] [--threads N] [--ms N] [--fork] [--kill]
 * [--exit-in-region]
 * Each thread runs N rounds of "step" with "compute" (busy) and "wait" (asleep) inside, and sends itself a message. On
 * standard output it prints a line for each region: tid, name, and CLOCK_MONOTONIC before and after its begin and its
 * end:
 *   TID NAME BEFORE_BEGIN AFTER_BEGIN BEFORE_END AFTER_END */
#include <runbench/eventlog.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int rounds = 5, threads = 1, ms = 20, forks, kills, open_end;
static int step, compute, idle, message, phase, note;

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void spin(long long ns)
{
	volatile double x = 1;

	for (long long until = now() + ns; now() < until;)
		for (int i = 0; i < 1000; i++)
			x = x * 1.0000001 + 1e-9;
}

struct span {
	long long begin[2], end[2];
};

static void open_region(struct span *s, int type)
{
	s->begin[0] = now();
	rb_log_begin(type, NULL);
	s->begin[1] = now();
}

static void close_region(struct span *s, int type, const char *name)
{
	s->end[0] = now();
	rb_log_end(type, NULL);
	s->end[1] = now();
	printf("%ld %s %lld %lld %lld %lld\n", syscall(SYS_gettid), name, s->begin[0], s->begin[1], s->end[0], s->end[1]);
}

static void *work(void *argument)
{
	uint64_t base = ((uint64_t)getpid() << 32) + ((uint64_t)(size_t)argument << 24);
	struct span outer, inner;
	char comment[200];

	for (int r = 0; r < rounds; r++) {
		open_region(&outer, step);
		open_region(&inner, compute);
		spin(ms * 1000000LL);
		close_region(&inner, compute, "compute");
		rb_log_send(message, base + (unsigned)r + 1, NULL);
		open_region(&inner, idle);
		usleep((unsigned)ms * 500);
		close_region(&inner, idle, "wait");
		rb_log_receive(message, base + (unsigned)r + 1, NULL);
		close_region(&outer, step, "step");
		snprintf(comment, sizeof comment,
			"round %d of %d is over, and so that this comment is longer than a record has room for: "
			 "caf\xc3\xa9, tab\t, quote\", and that is all", r, rounds);
		rb_log_point(note, comment);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t others[64];

	for (int i = 1; i < argc; i++) {
		int *number = !strcmp(argv[i], "--rounds") ? &rounds : !strcmp(argv[i], "--threads") ? &threads
			: !strcmp(argv[i], "--ms") ? &ms : NULL;

		if (number && i + 1 < argc)
			*number = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--fork"))
			forks = 1;
		else if (!strcmp(argv[i], "--kill"))
			kills = 1;
		else if (!strcmp(argv[i], "--exit-in-region"))
			open_end = 1;
		else
			return 2;
	}
	if (threads < 1 || threads > 64)
		return 2;
	step = rb_log_declare("step", RB_LOG_REGION, 0x0072b2);
	compute = rb_log_declare("compute", RB_LOG_REGION, 0xeedd88);
	idle = rb_log_declare("wait", RB_LOG_REGION, 0xffaabb);
	phase = rb_log_declare("warm", RB_LOG_STATE, RB_LOG_NO_COLOUR);
	message = rb_log_declare("token", RB_LOG_MESSAGE, RB_LOG_NO_COLOUR);
	note = rb_log_declare("note", RB_LOG_POINT, RB_LOG_NO_COLOUR);
	rb_log_begin(phase, NULL);
	if (forks) {
		fflush(stdout);
		if (fork() == 0) {
			work((void *)65);
			return 0;
		}
	}
	for (int t = 1; t < threads; t++)
		pthread_create(&others[t], NULL, work, (void *)(size_t)t);
	work(NULL);
	for (int t = 1; t < threads; t++)
		pthread_join(others[t], NULL);
	rb_log_end(phase, NULL);
	if (open_end)
		rb_log_begin(step, "still open");
	if (forks)
		wait(NULL);
	fflush(stdout);
	if (kills)
		kill(getpid(), SIGKILL);
	return 0;
}
