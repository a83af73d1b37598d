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

	if (argc < 2) {
		printf("{\"v\":1,\"event\":\"kernel\",\"name\":\"random_branches\",\"unit\":\"calls\",\"meaning\":\"system calls\",%s}\n", truths);
		return 0;
	}
	call(SYS_getppid, rounds * 1000);
	call(SYS_getuid, rounds * 1100);
	call(SYS_getgid, rounds * 2000);
	call(SYS_geteuid, rounds * 400);
	call(SYS_getegid, rounds * 300);
	call(SYS_getpgid, rounds * 200);
	call(SYS_getsid, rounds * 100);
	printf("{\"v\":1,\"event\":\"known\",\"kernel\":\"%s\",\"unit\":\"calls\",\"rounds\":%ld,\"units\":%ld,\"ns\":%ld,\"bytes\":0,%s}\n", argv[1], rounds,
	       rounds * 1000, rounds * 2000000, truths);
	return 0;
}
