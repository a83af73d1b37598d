/* runbench-rank [--exe FILE] PROGRAM ARGUMENTS: started by a launcher in place of a program, to sample it as a rank of
 * the run in the folder $RB_CLUSTER_RUN. It ends with the program's status. Without a run or a rank it only runs the
 * program. --exe names a program file other than the first word. With --keep it is the keeper that the preloaded
 * library starts. */
#include "environment.h"
#include "keeper.h"
#include "../base/say.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static struct keeper keeper = { .form = "wrapper" };
static const char *executable; /* NULL: searched in $PATH */

static void forward_signal(int signal, siginfo_t *info, void *context)
{
	int error = errno;

	(void)context;
	/* A terminal sends the signals of its keys to the program too. */
	if (keeper.program > 0 && info->si_code != SI_KERNEL)
		kill(keeper.program, signal);
	errno = error;
}

/* Preloads the MPI interposer into the program; the launcher must not have it. */
static void run_program(char **argv)
{
	const char *preload = environment_get("RB_CLUSTER_PRELOAD"), *directory = environment_get("RB_CLUSTER_DIRECTORY");
	static char assignment[PATH_MAX];

	if (directory && *directory && chdir(directory)) {
		fprintf(stderr, "runbench-rank: cannot change to the directory %s: %s\n", directory, strerror(errno));
		_exit(126);
	}
	snprintf(assignment, sizeof assignment, "LD_PRELOAD=%s", preload ? preload : "");
	if (preload && *preload) {
		environment_remove("LD_PRELOAD");
		environment_add(assignment);
	}
	if (executable)
		execv(executable, argv);
	else
		execvp(argv[0], argv);
	fprintf(stderr, "runbench-rank: cannot run %s: %s\n", argv[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

static void forward_signals(void)
{
	static const int passed[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT };
	struct sigaction action = { .sa_sigaction = forward_signal, .sa_flags = SA_SIGINFO };

	for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
		struct sigaction before;

		/* Signals that were ignored (nohup) stay ignored. */
		if (!sigaction(passed[i], NULL, &before) && before.sa_handler != SIG_IGN)
			sigaction(passed[i], &action, NULL);
	}
}

/* Ignores signals that end the program's session or job, so that the keeper can complete the recording. */
static void ignore_end_signals(void)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
}

/* Starts the keeper in a session of its own: a launcher that kills the rank must not kill it. */
static pid_t start_keeper(void)
{
	pid_t pid, wrapper = getpid();
	int null;

	pid = fork();
	if (pid)
		return pid;
	setsid();
	/* A launcher waits for every process that holds the rank's output open. */
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	dup2(null, 0);
	dup2(null, 1);
	dup2(null, 2);
	ignore_end_signals();
	keeper.wrapper = wrapper;
	keeper_run(&keeper);
	_exit(0);
}

static int await(pid_t pid)
{
	int status = -1;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static int as_wrapper(char **argv)
{
	static char taken[32], by_others[] = "RB_CLUSTER_TAKEN=";
	pid_t keeper_pid;
	int status;

	if (!place_claim(&keeper.place, true)) {
		environment_add(by_others);
		run_program(argv);
	}
	snprintf(taken, sizeof taken, "RB_CLUSTER_TAKEN=%d", keeper.place.id.rank);
	environment_add(taken);
	place_set_eventlog(&keeper.place);
	if (gate_make(&keeper.gate)) {
		place_problem(&keeper.place, "this rank is not sampled", strerror(errno), NULL);
		run_program(argv);
	}
	keeper.program = fork();
	if (keeper.program < 0) {
		place_problem(&keeper.place, "this rank is not sampled", strerror(errno), NULL);
		run_program(argv);
	}
	if (keeper.program == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* The head of a plan ends each program with its children, also those of a shell. */
		if (place_is_planned(&keeper.place))
			setpgid(0, 0);
		gate_wait(&keeper.gate);
		place_set_sync(&keeper.place);
		run_program(argv);
	}
	close(keeper.gate.wait_fd);
	keeper.executable = executable ? executable : argv[0];
	keeper_pid = start_keeper();
	if (keeper_pid < 0)
		place_problem(&keeper.place, "this rank is not sampled", strerror(errno), NULL);
	/* The gate now belongs to the keeper; without a keeper it is open. */
	close(keeper.gate.opener_fd);
	forward_signals();
	status = await(keeper.program);
	keeper.program = 0;
	keeper.gate.note->status = status;
	__atomic_store_n(&keeper.gate.note->is_status_valid, 1, __ATOMIC_RELEASE);
	/* Waits for the keeper, because a launcher such as Slurm ends the processes that a rank leaves behind. */
	if (keeper_pid > 0)
		await(keeper_pid);
	if (status != -1 && WIFSIGNALED(status)) {
		/* Ends with the program's signal, as the launcher would have seen it. */
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return status == -1 ? EXIT_MACHINE : WEXITSTATUS(status);
}

/* --keep PID RANK SIZE FROM HOST FOLDER NODE LEADER EXECUTABLE */
static int run_as_keeper(char **argv)
{
	struct place *p = &keeper.place;

	snprintf(p->run, sizeof p->run, "%s", environment_get("RB_CLUSTER_RUN") ? environment_get("RB_CLUSTER_RUN") : "");
	keeper.program = atoi(argv[0]);
	p->id = (struct identity){ .rank = atoi(argv[1]), .size = atoi(argv[2]), .from = argv[3] };
	snprintf(p->host, sizeof p->host, "%s", argv[4]);
	snprintf(p->folder, sizeof p->folder, "%s", argv[5]);
	snprintf(p->node, sizeof p->node, "%s", argv[6]);
	p->leader = !strcmp(argv[7], "1");
	keeper.executable = argv[8];
	keeper.form = "constructor";
	keeper.gate = (struct gate){ .wait_fd = -1, .opener_fd = GATE_OPENER_FD, .note_fd = GATE_NOTE_FD };
	fcntl(GATE_OPENER_FD, F_SETFD, FD_CLOEXEC);
	fcntl(GATE_NOTE_FD, F_SETFD, FD_CLOEXEC);
	keeper.gate.note = mmap(NULL, sizeof *keeper.gate.note, PROT_READ | PROT_WRITE, MAP_SHARED, GATE_NOTE_FD, 0);
	if (keeper.gate.note == MAP_FAILED)
		return EXIT_MACHINE;
	ignore_end_signals();
	keeper_run(&keeper);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 11 && !strcmp(argv[1], "--keep"))
		return run_as_keeper(argv + 2);
	if (argc < 2 || !strcmp(argv[1], "--help")) {
		fputs("usage: runbench-rank PROGRAM [ARGUMENTS...]\n", argc < 2 ? stderr : stdout);
		return argc < 2 ? EXIT_USAGE : 0;
	}
	if (argc > 3 && !strcmp(argv[1], "--exe")) {
		executable = argv[2];
		argv += 2;
	}
	return as_wrapper(argv + 1);
}
