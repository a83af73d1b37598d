/*
 * shares ROUNDS: a program whose region "solve" takes 30 ms of 100 ms of CPU time in each round; "inner" is nested in it for 10 ms.
 * shares ROUNDS child: the rounds run in a child process. shares ROUNDS killed: it ends within the region.
 */
#include <runbench/eventlog.h>
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

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const char *how = argc > 2 ? argv[2] : "";

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
