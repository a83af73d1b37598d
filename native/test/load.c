/*
 * A program that the tests measure.
 *   load forks KIDS THREADS AT_ONCE   short-lived children, and threads
 *   load brood KIDS PAGES TURNS       children one after the other; each touches PAGES new pages and loops TURNS times;
 *                                     prints their CPU time in ns and their page faults to standard error
 *   load spin MS                      CPU time of this length
 *   load work MILLIONS            constant work; prints its CPU time in ns to standard error
 *   load detach FILE                  endless grandchildren in other sessions; writes their PIDs to FILE
 *   load steady MS                5 threads that work for this time (0: until standard input ends), result and threads'
 *                                 count on standard output
 *   load busy THREADS             threads that work until standard input ends
 *   load nest DEPTH               a chain of processes: for each byte of standard input, one of them touches 100 pages and
 *                                 waits for its child
 *   load partners N               after a byte of standard input a second thread has N children one after the other, each
 *                                 alternating with it on one CPU: the kernel switches only between these two
 *   load alternate N              two processes that alternate N times on one CPU
 *   load stubborn                     ignores SIGTERM and SIGINT for ever
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static void touch(int pages, int turns)
{
	char *m = mmap(NULL, (size_t)pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (int k = 0; k < pages; k++) {
		m[k * 4096L] = 1;
		for (int i = 0; i < turns; i++)
			sink += (unsigned long)i;
	}
	munmap(m, (size_t)pages * 4096);
}

static void *thread(void *unused)
{
	for (int i = 0; i < 10; i++) {
		touch(50, 20000);
		usleep(100);
	}
	return unused;
}

static int forks(int kids, int threads, int enabled_at_open)
{
	pthread_t t[256];
	int live = 0;

	for (int i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, thread, NULL);
	for (int i = 0; i < kids; i++) {
		if (!fork()) {
			touch(20 + i % 30, i % 7 * 1000);
			_exit(0);
		}
		if (++live >= enabled_at_open) {
			wait(NULL);
			live--;
		}
	}
	while (wait(NULL) > 0)
		;
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}

static int brood(int kids, int pages, int turns)
{
	struct rusage own, theirs;
	long long ns;

	for (int i = 0; i < kids; i++) {
		if (!fork()) {
			touch(pages, 0);
			for (int k = 0; k < turns; k++)
				sink += (unsigned long)k;
			_exit(0);
		}
		wait(NULL);
	}
	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &theirs);
	ns = (own.ru_utime.tv_sec + own.ru_stime.tv_sec + theirs.ru_utime.tv_sec + theirs.ru_stime.tv_sec) * 1000000000LL
		+ (own.ru_utime.tv_usec + own.ru_stime.tv_usec + theirs.ru_utime.tv_usec + theirs.ru_stime.tv_usec) * 1000LL;
	fprintf(stderr, "%lld %ld\n", ns, own.ru_minflt + own.ru_majflt + theirs.ru_minflt + theirs.ru_majflt);
	return 0;
}

static long cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The CPU time before the start belongs to the program that executed this one, perhaps on another CPU. */
static int spin(long ms)
{
	long start = cpu_ms();

	do
		touch(1, 20000);
	while (cpu_ms() - start < ms);
	return 0;
}

static int work(long millions)
{
	struct timespec t;

	for (unsigned long i = 0; i < (unsigned long)millions * 1000000; i++)
		sink += i;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	fprintf(stderr, "%lld\n", t.tv_sec * 1000000000ll + t.tv_nsec);
	return 0;
}

/* Detaches as a daemon does: its own session, and an ended parent. */
static int detach(const char *file)
{
	FILE *f = fopen(file, "w");

	setvbuf(f, NULL, _IONBF, 0);
	for (int i = 0; i < 3; i++) {
		if (fork())
			continue;
		setsid();
		signal(SIGTERM, SIG_IGN);
		signal(SIGINT, SIG_IGN);
		if (fork() && i != 1)
			_exit(0);
		fprintf(f, "%d\n", (int)getpid());
		for (;;)
			touch(1, 100000);
	}
	fprintf(f, "%d\n", (int)getpid());
	for (;;)
		touch(1, 100000);
}

static volatile int input_ended;

static void *steady_thread(void *ms)
{
	struct timespec start, t;
	unsigned long sum = 0;
	int over;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do {
		for (int i = 0; i < 1000; i++)
			sum += (unsigned long)i;
		touch(1, 1000);
		if (usleep(300)) /* a signal, or a stop, would show here */
			exit(9);
		clock_gettime(CLOCK_MONOTONIC, &t);
		over = (t.tv_sec - start.tv_sec) * 1000 + (t.tv_nsec - start.tv_nsec) / 1000000 >= *(long *)ms;
	} while (*(long *)ms ? !over : !input_ended);
	return (void *)(sum % 499500);
}

static int steady(long ms)
{
	unsigned long sum = 0;
	pthread_t t[5];
	void *one;
	char byte;

	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, steady_thread, &ms);
	if (!ms)
		while (read(0, &byte, 1) > 0)
			;
	input_ended = 1;
	for (int i = 0; i < 5; i++) {
		pthread_join(t[i], &one);
		sum += (unsigned long)one;
	}
	printf("5 threads, rest %lu\n", sum);
	return 42;
}

static void *busy_thread(void *unused)
{
	while (!input_ended)
		touch(1, 1000);
	return unused;
}

static int busy(int threads)
{
	pthread_t t[256];
	char byte;

	for (int i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, busy_thread, NULL);
	while (read(0, &byte, 1) > 0)
		;
	input_ended = 1;
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}

static int nest(int depth)
{
	pid_t child = depth ? fork() : -1;
	char byte;

	if (!child)
		_exit(nest(depth - 1));
	if (read(0, &byte, 1) != 1)
		return 1;
	touch(100, 1000);
	if (depth)
		waitpid(child, NULL, 0);
	return 0;
}

/* Binds the thread to one of its CPUs, so that its partners alternate with it. */
static void bind_to_one_cpu(void)
{
	cpu_set_t allowed, one;
	int cpu = 0;

	if (sched_getaffinity(0, sizeof allowed, &allowed))
		exit(1);
	while (!CPU_ISSET(cpu, &allowed))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof one, &one))
		exit(1);
}

static int alternate(int turns)
{
	int there[2], back[2], status;
	pid_t child;
	char byte;

	bind_to_one_cpu();
	if (pipe(there) || pipe(back) || (child = fork()) < 0)
		return 1;
	for (int i = 0; i < turns; i++)
		if (child ? write(there[1], "x", 1) != 1 || read(back[0], &byte, 1) != 1
			  : read(there[0], &byte, 1) != 1 || write(back[1], "x", 1) != 1)
			return 1;
	return child && (waitpid(child, &status, 0) != child || status);
}

static void *partners(void *children)
{
	char byte;

	if (read(0, &byte, 1) != 1)
		exit(1);
	bind_to_one_cpu();
	for (int i = 0; i < *(int *)children; i++) {
		int there[2], back[2], status;
		pid_t child;

		if (pipe(there) || pipe(back) || (child = fork()) < 0)
			exit(1);
		for (int turn = 0; turn < 50; turn++) {
			touch(child ? 2 : 3, 10);
			if (child && (write(there[1], "x", 1) != 1 || read(back[0], &byte, 1) != 1))
				exit(1);
			if (!child && (read(there[0], &byte, 1) != 1 || write(back[1], "x", 1) != 1))
				_exit(1);
		}
		if (!child)
			_exit(0);
		if (waitpid(child, &status, 0) != child || status)
			exit(1);
		close(there[0]);
		close(there[1]);
		close(back[0]);
		close(back[1]);
	}
	return children;
}

static int have_partners(int children)
{
	pthread_t thread;

	return pthread_create(&thread, NULL, partners, &children) || pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "forks") && argc == 5)
		return forks(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
	if (!strcmp(what, "brood") && argc == 5)
		return brood(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
	if (!strcmp(what, "spin") && argc == 3)
		return spin(atol(argv[2]));
	if (!strcmp(what, "partners") && argc == 3)
		return have_partners(atoi(argv[2]));
	if (!strcmp(what, "alternate") && argc == 3)
		return alternate(atoi(argv[2]));
	if (!strcmp(what, "nest") && argc == 3)
		return nest(atoi(argv[2]));
	if (!strcmp(what, "steady") && argc == 3)
		return steady(atol(argv[2]));
	if (!strcmp(what, "busy") && argc == 3)
		return busy(atoi(argv[2]));
	if (!strcmp(what, "work") && argc == 3)
		return work(atol(argv[2]));
	if (!strcmp(what, "detach") && argc == 3)
		return detach(argv[2]);
	if (!strcmp(what, "stubborn")) {
		signal(SIGTERM, SIG_IGN);
		signal(SIGINT, SIG_IGN);
		for (;;)
			pause();
	}
	return 64;
}
