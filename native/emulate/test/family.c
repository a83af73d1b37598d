/* A program with N threads, N forked children or a program started by exec, each of which reads K places.
 *   family threads|forks|exec|self|parent|handle N K     family script PATH N (starts a script N times)     family read K
 * exec starts the program by its path, self by /proc/self/exe, parent by /proc/PID/exe, handle by fexecve. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static long reads;

/* The same function in all modes: a test counts the executions of its loop's block. */
static __attribute__((noinline)) void *read_places(void *unused)
{
	static volatile char place[4096];

	for (long i = 0; i < reads; i++)
		(void)place[i & 4095];
	return unused;
}

static void threads(int n)
{
	pthread_t *t = calloc((size_t)n, sizeof *t);

	for (int i = 0; i < n; i++)
		pthread_create(&t[i], NULL, read_places, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	free(t);
}

static void children(int n, char **argv)
{
	for (int i = 0; i < n; i++)
		if (fork() == 0) {
			if (argv) {
				execv(argv[0], argv);
				_exit(127);
			}
			read_places(NULL);
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
}

static void handles(int n, char **argv)
{
	for (int i = 0; i < n; i++)
		if (fork() == 0) {
			fexecve(open(argv[0], O_RDONLY | O_CLOEXEC), argv, environ);
			_exit(127);
		}
	while (wait(NULL) > 0)
		;
}

int main(int argc, char **argv)
{
	char *again[] = { argv[0], "read", argc > 3 ? argv[3] : "0", NULL };
	char parent[32];

	if (argc < 3)
		return 2;
	reads = atol(argv[argc - 1]);
	if (!strcmp(argv[1], "threads"))
		threads(atoi(argv[2]));
	else if (!strcmp(argv[1], "forks"))
		children(atoi(argv[2]), NULL);
	else if (!strcmp(argv[1], "exec"))
		children(atoi(argv[2]), again);
	else if (!strcmp(argv[1], "self") && (again[0] = "/proc/self/exe"))
		children(atoi(argv[2]), again);
	else if (!strcmp(argv[1], "parent") && snprintf(again[0] = parent, sizeof parent, "/proc/%d/exe", (int)getpid()))
		children(atoi(argv[2]), again);
	else if (!strcmp(argv[1], "handle"))
		handles(atoi(argv[2]), again);
	else if (!strcmp(argv[1], "script"))
		children(atoi(argv[3]), (char *[]){ argv[2], NULL });
	else
		read_places(NULL);
	return 0;
}
