/* A program that closes the library while a thread that has logged is still running: unloaded LIBRARY. */
#include <runbench/eventlog.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void (*point)(int, const char *);
static pthread_barrier_t logged, closed;

static void *log_and_wait(void *nothing)
{
	point(0, "from a thread");
	pthread_barrier_wait(&logged);
	pthread_barrier_wait(&closed);
	return nothing;
}

int main(int argc, char **argv)
{
	void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
	pthread_t thread;

	if (!library)
		return 2;
	*(void **)&point = dlsym(library, "rb_log_point");
	pthread_barrier_init(&logged, NULL, 2);
	pthread_barrier_init(&closed, NULL, 2);
	point(0, "from main");
	pthread_create(&thread, NULL, log_and_wait, NULL);
	pthread_barrier_wait(&logged);
	dlclose(library);
	pthread_barrier_wait(&closed);
	pthread_join(thread, NULL);
	return 0;
}
