/*
 * shares ROUNDS: a program whose region "solve" takes 30 ms of 100 ms of CPU time in each round; "inner" is nested in it for 10 ms.
 * shares ROUNDS threads: four threads enter the region at the same time, for 20 ms in each round, and do nothing else.
 * shares ROUNDS child: the rounds run in a child process. shares ROUNDS killed: it ends within the region.
 */
#include <runbench/eventlog.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void spin(long ms)
{
	struct timespec now;
	long long end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	end = now.tv_sec * 1000000000LL + now.tv_nsec + ms * 1000000;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (now.tv_sec * 1000000000LL + now.tv_nsec < end);
}

static void round_of_100_ms(void)
{
	spin(35);
	rb_log_region_begin("solve");
	spin(10);
	rb_log_region_begin("inner");
	spin(10);
	rb_log_region_end("inner");
	spin(10);
	rb_log_region_end("solve");
	spin(35);
}

static pthread_barrier_t barrier;

static void *only_regions(void *rounds)
{
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < *(int *)rounds; i++) {
		rb_log_region_begin("solve");
		spin(20);
		rb_log_region_end("solve");
	}
	return NULL;
}

static int run_threads(int rounds)
{
	pthread_t threads[4];

	pthread_barrier_init(&barrier, NULL, 4);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, only_regions, &rounds);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const char *how = argc > 2 ? argv[2] : "";

	if (!strcmp(how, "threads"))
		return run_threads(rounds);
	if (!strcmp(how, "child") && fork()) {
		wait(NULL);
		return 0;
	}
	for (int i = 0; i < rounds; i++)
		round_of_100_ms();
	if (!strcmp(how, "killed")) {
		rb_log_region_begin("solve");
		spin(20);
		raise(SIGKILL);
	}
	return 0;
}
