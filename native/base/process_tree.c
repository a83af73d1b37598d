/* The helper's side of a process tree; see process_tree.h. */
#include "process_tree.h"
#include "clock_ns.h"
#include "descendants.h"
#include "guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

int tree_start(struct tree *t, const struct program *p, const sigset_t *original)
{
	int command[2], report[2], gate[2], exec_result[2];
	sigset_t all, ours;
	struct tree_report spawned;
	ssize_t n;

	if (pipe2(command, O_CLOEXEC) || pipe2(report, O_CLOEXEC) || pipe2(gate, O_CLOEXEC)
	    || pipe2(exec_result, O_CLOEXEC))
		return -1;
	/* All signals are blocked across the forks: none may reach a guardian before it has set up its handling. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &ours);
	t->guardian = fork();
	if (t->guardian == 0) {
		close(command[1]);
		close(report[0]);
		close(gate[1]);
		close(exec_result[0]);
		guardian_run(p, &(struct guardian_pipes){ command[0], report[1], gate[0], exec_result[1] }, original);
	}
	sigprocmask(SIG_SETMASK, &ours, NULL);
	close(command[0]);
	close(report[1]);
	close(gate[0]);
	close(exec_result[1]);
	t->command_fd = command[1];
	t->report_fd = report[0];
	t->gate_fd = gate[1];
	t->exec_fd = exec_result[0];
	if (t->guardian < 0)
		return -1;
	do {
		n = read(t->report_fd, &spawned, sizeof spawned);
	} while (n < 0 && errno == EINTR);
	if (n != sizeof spawned || spawned.pid < 0) {
		errno = n == sizeof spawned ? spawned.error : ECHILD;
		return -1;
	}
	t->first = spawned.pid;
	return 0;
}

void tree_release(struct tree *t)
{
	guardian_send(t->gate_fd, "g", 1);
	close(t->gate_fd);
	t->gate_fd = -1;
}

void tree_signal(struct tree *t, int signal)
{
	char byte = (char)signal;

	guardian_send(t->command_fd, &byte, 1);
}

void tree_note_signal(struct tree *t, int signal)
{
	char byte = (char)(signal | NOTE_SIGNAL);

	guardian_send(t->command_fd, &byte, 1);
}

void tree_repeat_signal(struct tree *t, int signal)
{
	char byte = (char)(signal | REPEAT_SIGNAL);

	guardian_send(t->command_fd, &byte, 1);
}

void tree_kill_and_reap(struct tree *t, struct tree_report *sum)
{
	*sum = (struct tree_report){ .kind = TREE_ENDED, .pid = t->first };
	while (guardian_reap(sum, t->first, -1)) {
		descendants_kill();
		poll(NULL, 0, 5);
	}
	sum->wall_ns = clock_ns();
}
