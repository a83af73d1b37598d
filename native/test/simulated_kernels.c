/*
 * simulated_kernels [KERNEL ROUNDS] - replaces runbench-kernels with a simulated PMU. It reports 1,000 of each quantity per round
 * and makes as many system calls, of a different kind for each wrong answer that a test needs.
 *
 *   getppid  1,000 per round: the correct answer
 *   getuid   1,100: ten percent too many
 *   getgid   2,000: double
 *
 * Also parts of 1,000 per round: 400 geteuid, 300 getegid, 200 getpgid, 100 getsid.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const char truths[] = "\"per_unit\":["
	"{\"quantity\":\"branches\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"branch_misses\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"loads\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"llc_misses\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"flops\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"flops_256\",\"low\":1.6,\"expected\":1.6,\"high\":1.6,\"why\":\"four for each of 400\"},"
	"{\"quantity\":\"divides\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"locks\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"store_forwards\",\"low\":1,\"expected\":1,\"high\":1,\"why\":\"calls\"},"
	"{\"quantity\":\"memory_read_bytes\",\"low\":64,\"expected\":64,\"high\":64,\"why\":\"a line for each call\"}]";

static void call(long number, long times)
{
	while (times--)
		syscall(number);
}

int main(int argc, char **argv)
{
	long rounds = argc > 2 ? atol(argv[2]) : 0;
	struct timespec start, end;

	if (argc < 2) {
		printf("{\"v\":1,\"event\":\"kernel\",\"name\":\"random_branches\",\"unit\":\"calls\",\"meaning\":\"system calls\",%s}\n", truths);
		return 0;
	}
	clock_gettime(CLOCK_MONOTONIC, &start);
	/* Hundredths of a round: each kind of call occurs in every turn of multiplexed events. */
	for (long i = 0; i < rounds * 100; i++) {
		call(SYS_getppid, 10);
		call(SYS_getuid, 11);
		call(SYS_getgid, 20);
		call(SYS_geteuid, 4);
		call(SYS_getegid, 3);
		call(SYS_getpgid, 2);
		call(SYS_getsid, 1);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	printf("{\"v\":1,\"event\":\"known\",\"kernel\":\"%s\",\"unit\":\"calls\",\"rounds\":%ld,\"units\":%ld,\"ns\":%lld,\"bytes\":0,%s}\n", argv[1], rounds,
	       rounds * 1000, (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec, truths);
	return 0;
}
