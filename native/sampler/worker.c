/* A child process that works on demand; see worker.h. */
#include "worker.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIN_BYTES (32ull << 20)
#define MAX_BYTES  (128ull << 20)
#define TOUCHES     (1 << 14)
#define BRANCHES    (1 << 16)
#define CODE_PAGES  512
#define PAGE        4096
#define LINE        64

static volatile uint64_t sink;
struct unaligned { uint32_t value; } __attribute__((packed));
static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* Touches random lines in mostly different pages: misses of all caches and TLBs, and page faults. */
static void walk_memory(void)
{
	long last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);
	uint64_t bytes = last_level > 0 ? 2 * (uint64_t)last_level : MIN_BYTES;
	unsigned char *memory;

	bytes = bytes < MIN_BYTES ? MIN_BYTES : bytes > MAX_BYTES ? MAX_BYTES : bytes;
	memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return;
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	for (int i = 0; i < TOUCHES; i++) {
		uint64_t at = (next_random() + sink) % (bytes / LINE - 1) * LINE;

		if (i & 1)
			memory[at]++;
		else
			sink += memory[at];
		sink += ((volatile struct unaligned *)(memory + at + LINE - 2))->value; /* across two lines */
	}
	munmap(memory, bytes);
}

static void mispredict(void)
{
	for (int i = 0; i < BRANCHES; i++) {
		if (next_random() & 1) {
			sink += 3;
			__asm__ volatile("" ::: "memory"); /* a branch, not a conditional move */
		} else {
			sink ^= 5;
			__asm__ volatile("" ::: "memory");
		}
	}
}

static void compute(void)
{
	volatile double a = 1.5, b = 3.25;
	volatile uint64_t divisor = 7;
	uint64_t locked = 0;
	unsigned char from[4096] = { 1 }, to[4096];

	for (int i = 0; i < 4096; i++) {
		a = a * b / 3.0 + 1.25;
		sink += (sink + 1000003) / divisor;
		__atomic_fetch_add(&locked, 1, __ATOMIC_SEQ_CST);
	}
	memcpy(to, from, sizeof to);
	sink += to[sink & 4095];
	for (int i = 0; i < 100; i++)
		getppid();
}

/* Calls a return instruction in each of many pages, in different cache sets: misses of the instruction cache and its TLB. */
static void run_fresh_code(void)
{
#if defined(__x86_64__)
	static const unsigned char back[] = { 0xc3 };
#elif defined(__aarch64__)
	static const unsigned char back[] = { 0xc0, 0x03, 0x5f, 0xd6 };
#else
	static const unsigned char back[1];
	return;
#endif
	size_t bytes = (size_t)CODE_PAGES * PAGE;
	unsigned char *code = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (code == MAP_FAILED)
		return;
	for (size_t i = 0; i < CODE_PAGES; i++)
		memcpy(code + i * PAGE + i % (PAGE / LINE) * LINE, back, sizeof back);
	__builtin___clear_cache((char *)code, (char *)code + bytes);
	if (!mprotect(code, bytes, PROT_READ | PROT_EXEC))
		for (size_t i = 0; i < CODE_PAGES; i++) {
			void (*f)(void);
			unsigned char *at = code + i * PAGE + i % (PAGE / LINE) * LINE;

			memcpy(&f, &at, sizeof f);
			f();
		}
	munmap(code, bytes);
}

static void provoke_events(void)
{
	walk_memory();
	mispredict();
	compute();
	run_fresh_code();
}

/* Executes loads, stores and branches. */
static void spin(uint64_t turns)
{
	while (turns--)
		sink += turns;
}

static void fork_some(void)
{
	for (int i = 0; i < FORKS; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		if (pid > 0)
			waitpid(pid, NULL, 0);
	}
}

/* Returns the CPU time of this process and its reaped children in ns. */
static uint64_t cpu_time(void)
{
	struct rusage u;
	uint64_t own = clock_of(CLOCK_PROCESS_CPUTIME_ID);

	getrusage(RUSAGE_CHILDREN, &u);
	return own + (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * NS_PER_S + (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000;
}

/* Serves requests in the child: the same work for each byte of a kind; answers with its CPU time. */
static void work(int in, int out)
{
	uint64_t turns = 1 << 12, took;
	char byte;

	for (;;) {
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		spin(turns);
		took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - took;
		if (took >= WORK_NS / 4)
			break;
		turns *= 2;
	}
	turns = turns * WORK_NS / took;
	while (read(in, &byte, 1) == 1) {
		took = cpu_time();
		if (byte == PROVOKE)
			provoke_events();
		else if (byte == FORK)
			fork_some();
		else
			spin(turns);
		took = cpu_time() - took;
		if (write(out, &took, sizeof took) != sizeof took)
			break;
	}
	_exit(0);
}

uint64_t worker_run(int out, int in, char kind)
{
	uint64_t took = 0;

	if (write(out, &kind, 1) != 1 || read(in, &took, sizeof took) != sizeof took)
		return UINT64_MAX;
	return took;
}

int worker_start(struct worker *w)
{
	int there[2], back[2];
	pid_t self = getpid();

	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return -1;
	w->pid = fork();
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(there[1]);
		close(back[0]);
		if (getppid() == self)
			work(there[0], back[1]);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	w->out = there[1];
	w->in = back[0];
	return w->pid < 0 ? -1 : 0;
}

void worker_end(const struct worker *w)
{
	close(w->out);
	close(w->in);
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
}
