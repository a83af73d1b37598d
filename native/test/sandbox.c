/*
 * Starts a program as in a container that forbids counting: a seccomp filter answers perf_event_open(2) with an error.
 *
 *   sandbox ERRNO PROGRAM [ARGUMENT...]      ERRNO 1 is Docker's EPERM, 38 an ENOSYS as of gVisor
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int error = argc > 2 ? atoi(argv[1]) : 0;
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error & SECCOMP_RET_DATA)),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

	if (error <= 0) {
		fprintf(stderr, "usage: sandbox ERRNO PROGRAM [ARGUMENT...]\n");
		return 2;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
		fprintf(stderr, "sandbox: installing the filter: %s\n", strerror(errno));
		return 3;
	}
	execvp(argv[2], argv + 2);
	fprintf(stderr, "sandbox: %s: %s\n", argv[2], strerror(errno));
	return 127;
}
