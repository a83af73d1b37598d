/* A library that is preloaded into every process of a launcher. In the process that becomes a rank it starts the keeper
 * before main() and waits at the gate until the rank is being sampled and all ranks may start. In other processes
 * (shells, launchers, their daemons) it does nothing. Slurm kills the processes that a step leaves behind, including a
 * keeper that has not finished. There the process becomes the wrapper, and the program its child. */
#include "environment.h"
#include "gate.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Detaches the keeper, so that neither the program nor the launcher waits for it, and closes their descriptors. */
static void become_keeper(const struct place *p, const struct gate *g, pid_t program, const char *executable)
{
	char binary[PATH_MAX], pid[16], rank[16], size[16];
	const char *bundle = environment_get("RB_CLUSTER_BUNDLE");
	int null;

	snprintf(pid, sizeof pid, "%d", program);
	snprintf(rank, sizeof rank, "%d", p->id.rank);
	snprintf(size, sizeof size, "%d", p->id.size);
	environment_remove("LD_PRELOAD");
	null = open("/dev/null", O_RDWR);
	dup2(null, 0);
	dup2(null, 1);
	dup2(null, 2);
	dup2(g->opener_fd, GATE_OPENER_FD);
	dup2(g->note_fd, GATE_NOTE_FD);
	close_range(GATE_NOTE_FD + 1, ~0u, 0);
	place_file(binary, bundle ? bundle : ".", "runbench-rank");
	execl(binary, binary, "--keep", pid, rank, size, p->id.from, p->host, p->folder, p->node, p->leader ? "1" : "0",
		executable, NULL);
	place_problem(p, "this rank is not sampled", strerror(errno),
		"check the bundle on this host (RB_CLUSTER_BUNDLE)");
	_exit(1);
}

static int start_keeper(const struct place *p, const struct gate *g, const char *executable)
{
	pid_t program = getpid(), between = fork();

	if (between < 0)
		return -1;
	if (between == 0) {
		setsid();
		if (fork() == 0)
			become_keeper(p, g, program, executable);
		_exit(0);
	}
	while (waitpid(between, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}

/* Returns only if the wrapper cannot be executed. */
static void become_wrapper(int argc, char **argv, char *executable)
{
	char binary[PATH_MAX];
	const char *bundle = environment_get("RB_CLUSTER_BUNDLE");
	char **wrapped = malloc(((size_t)argc + 4) * sizeof *wrapped);

	if (!wrapped)
		return;
	place_file(binary, bundle ? bundle : ".", "runbench-rank");
	wrapped[0] = binary;
	wrapped[1] = "--exe";
	wrapped[2] = executable;
	memcpy(wrapped + 3, argv, (size_t)argc * sizeof *wrapped);
	wrapped[argc + 3] = NULL;
	execve(binary, wrapped, environ);
	free(wrapped);
}

/* Leaves a note from which the head can explain why no process became a rank. */
static void write_note(const char *executable, const char *kind)
{
	const char *slash = strrchr(executable, '/');
	char path[PATH_MAX], name[NAME_MAX + 32];
	int error = errno, fd;

	snprintf(name, sizeof name, "loaded/%s-%s", kind, slash ? slash + 1 : executable);
	fd = open(place_file(path, environment_get("RB_CLUSTER_RUN"), name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd >= 0)
		close(fd);
	errno = error;
}

/* The C library passes the arguments of main() to constructors. */
__attribute__((constructor)) static void join_run(int argc, char **argv)
{
	static struct place place; /* too large for the stack of an arbitrary program */
	static char taken[32], behind[] = "RB_CLUSTER_BEHIND=1";
	char executable[PATH_MAX];
	ssize_t n;
	struct gate gate;
	int error = errno;

	if (!environment_get("RB_CLUSTER_RUN"))
		return;
	n = readlink("/proc/self/exe", executable, sizeof executable - 1);
	executable[n > 0 ? n : 0] = 0;
	if (environment_get("RB_CLUSTER_TAKEN"))
		return;
	if (identity_of_launcher(executable)) {
		write_note(executable, "launcher");
		environment_add(behind);
		return;
	}
	if (!identity_find(&place.id)) {
		write_note(executable, environment_get("RB_CLUSTER_BEHIND") ? "behind" : "other");
		return;
	}
	if (environment_get("SLURM_JOB_ID") && argc > 0)
		become_wrapper(argc, argv, executable);
	if (!place_claim(&place, false))
		return;
	/* All processes started by this one belong to this rank. */
	snprintf(taken, sizeof taken, "RB_CLUSTER_TAKEN=%d", place.id.rank);
	environment_add(taken);
	place_set_eventlog(&place);
	if (gate_make(&gate) || start_keeper(&place, &gate, executable))
		place_problem(&place, "this rank is not sampled", strerror(errno), NULL);
	else
		gate_wait(&gate);
	place_set_sync(&place);
	errno = error;
}
