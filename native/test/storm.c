/*
 * A program for tests of attaching: its threads and processes permanently start others and end.
 *   storm PROCESSES      "g" on standard input: each new task touches 100 new pages; "s": no new tasks start. Prints the
 *                        number of touched pages at its end.
 * Nothing else causes page faults: stacks are mapped and used before, and processes share their parent's memory.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGES  100
#define PAGE   4096
#define STACK  (64 << 10)
#define SPAWNERS 2
#define THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_CHILD_CLEARTID)

struct shared {
	volatile int go, stop;
	unsigned long touched;
};

static struct shared *shared;

/* The place of a new task: its stack, and a word that the kernel clears at its end. */
struct place {
	char *stack;
	int   lives;
	struct place *next; /* the place of the task that it starts */
};

static struct place *make_place(int depth)
{
	struct place *p = depth ? malloc(sizeof *p) : NULL;

	if (!p)
		return NULL;
	p->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	p->lives = 0;
	p->next = make_place(depth - 1);
	return p;
}

static int come_and_go(void *place);

static void start_and_wait(struct place *p, int process)
{
	int pid, status, flags = process ? CLONE_VM | SIGCHLD : THREAD;

	p->lives = 1;
	pid = clone(come_and_go, p->stack + STACK, flags, p, NULL, NULL, &p->lives);
	if (pid < 0)
		_exit(9);
	if (process)
		while (waitpid(pid, &status, __WALL) < 0)
			;
	else
		while (__atomic_load_n(&p->lives, __ATOMIC_ACQUIRE))
			syscall(SYS_futex, &p->lives, FUTEX_WAIT, 1, NULL, NULL, 0);
}

static int come_and_go(void *place)
{
	struct place *p = place;

	if (p->next)
		start_and_wait(p->next, 0);
	if (shared->go) {
		char *m = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		madvise(m, PAGES * PAGE, MADV_NOHUGEPAGE);
		for (int i = 0; i < PAGES; i++)
			m[i * PAGE] = 1;
		munmap(m, PAGES * PAGE);
		__atomic_add_fetch(&shared->touched, PAGES, __ATOMIC_RELAXED);
	}
	syscall(SYS_exit, 0);
	return 0;
}

static void *spawner(void *unused)
{
	struct place *p = make_place(2);

	if (!p)
		_exit(9);
	for (unsigned i = 0; !shared->stop; i++)
		start_and_wait(p, i % 4 == 3);
	return unused;
}

static int worker(void)
{
	pthread_t t[SPAWNERS];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < SPAWNERS; i++)
		pthread_create(&t[i], NULL, spawner, NULL);
	for (int i = 0; i < SPAWNERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}

int main(int argc, char **argv)
{
	int processes = argc > 1 ? atoi(argv[1]) : 1, status;
	char byte;

	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	for (int i = 0; i < processes; i++)
		if (!fork())
			_exit(worker());
	while (read(0, &byte, 1) == 1 && byte != 's')
		shared->go |= byte == 'g';
	shared->stop = 1;
	while (wait(&status) > 0)
		if (status)
			return 1;
	printf("%lu\n", shared->touched);
	return 0;
}
