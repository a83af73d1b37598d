/* A benchmark with known work and without a C library: its user-mode instructions are those below, plus a few dozen
 * that read its arguments.
 *   work loop N        N instructions
 *   work children K N  K processes in sequence, each with N instructions
 *   work threads K N   K threads of one process, each with N instructions
 *   work phases K N    K times: N instructions, then 64 pages touched for the first time */
#include <asm/unistd.h>
#include <linux/sched.h>
#include <signal.h>

#define PAGE 4096
#define PAGES_A_PHASE 64
#define STACK 4096
#define MAX_TASKS 64

static char pages[256 * PAGES_A_PHASE * PAGE];
static char stacks[MAX_TASKS][STACK] __attribute__((aligned(16)));
static int waiting[MAX_TASKS];

static long call(long number, long a, long b, long c, long d, long e)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;

	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
	return x0;
}

static void __attribute__((noreturn)) leave(int status)
{
	for (;;)
		call(__NR_exit_group, status, 0, 0, 0, 0);
}

/* 2 instructions per iteration. */
static void loop(unsigned long instructions)
{
	unsigned long turns = instructions / 2;

	if (turns)
		__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(turns) : : "cc");
}

static void children(unsigned long count, unsigned long instructions)
{
	while (count--) {
		long child = call(__NR_clone, SIGCHLD, 0, 0, 0, 0);

		if (child < 0)
			leave(1);
		if (!child) {
			loop(instructions);
			leave(0);
		}
		call(__NR_wait4, child, 0, 0, 0, 0);
	}
}

#define THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_CHILD_CLEARTID)

/* Contains clone, loop and exit without a stack frame: the child's stack is empty. */
static long start_thread(char *stack, int *cleared, unsigned long instructions)
{
	register long x8 __asm__("x8") = __NR_clone;
	register long x0 __asm__("x0") = THREAD;
	register long x1 __asm__("x1") = (long)stack;
	register long x2 __asm__("x2") = 0;
	register long x3 __asm__("x3") = 0;
	register long x4 __asm__("x4") = (long)cleared;
	register unsigned long x9 __asm__("x9") = instructions / 2;

	__asm__ volatile("svc #0\n\t"
			 "cbnz x0, 2f\n"
			 "1: subs x9, x9, #1\n\t"
			 "b.ne 1b\n\t"
			 "mov x8, %[exit]\n\t"
			 "svc #0\n"
			 "2:"
			 : "+r"(x0), "+r"(x8), "+r"(x9)
			 : "r"(x1), "r"(x2), "r"(x3), "r"(x4), [exit] "i"(__NR_exit) : "cc", "memory");
	return x0;
}

static void threads(unsigned long count, unsigned long instructions)
{
	if (count > MAX_TASKS)
		leave(2);
	for (unsigned long i = 0; i < count; i++) {
		waiting[i] = 1;
		if (start_thread(stacks[i] + STACK, &waiting[i], instructions) < 0)
			leave(1);
	}
	for (unsigned long i = 0; i < count; i++)
		while (__atomic_load_n(&waiting[i], __ATOMIC_ACQUIRE))
			call(__NR_futex, (long)&waiting[i], 0 /* FUTEX_WAIT */, 1, 0, 0);
}

static void phases(unsigned long count, unsigned long instructions)
{
	volatile char *page = pages;

	if (count > sizeof pages / (PAGES_A_PHASE * PAGE))
		leave(2);
	while (count--) {
		loop(instructions);
		for (int i = 0; i < PAGES_A_PHASE; i++, page += PAGE)
			*page = 1;
	}
}

static unsigned long number(const char *s)
{
	unsigned long n = 0;

	while (*s)
		n = n * 10 + (unsigned long)(*s++ - '0');
	return n;
}

void __attribute__((used, noreturn)) begin(long *stack)
{
	long count = *stack;
	char **argument = (char **)(stack + 1);

	if (count < 3)
		leave(2);
	switch (argument[1][0]) {
	case 'l': loop(number(argument[2])); break;
	case 'c': children(number(argument[2]), number(argument[3])); break;
	case 't': threads(number(argument[2]), number(argument[3])); break;
	case 'p': phases(number(argument[2]), number(argument[3])); break;
	default: leave(2);
	}
	leave(0);
}

__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl begin\n");
