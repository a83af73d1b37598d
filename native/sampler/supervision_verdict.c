/* The final report of a run, and the helper's exit code; see supervision.h. */
#include "supervision.h"
#include "../base/say.h"

#include <errno.h>
#include <string.h>

int supervision_not_started(const struct supervision *v)
{
	static const char *const streams[] = { "standard input", "standard output", "standard error" };
	const struct exec_failure *f = &v->exec_failure;
	const struct options *o = v->options;
	const char *reason = strerror(f->error);

	if (f->what < EXEC_DIRECTORY)
		return say_error(ERROR_BENCHMARK, "check the path and its permissions",
				      "the benchmark's %s, %s, cannot be opened: %s", streams[f->what],
				      o->program.stdio[f->what], reason);
	if (f->what == EXEC_DIRECTORY)
		return say_error(ERROR_BENCHMARK, "check the directory", "cannot change to the directory %s: %s",
				      o->program.directory, reason);
	if (f->what == EXEC_CPUS)
		return say_error(ERROR_MACHINE, "choose among the CPUs of Cpus_allowed_list in /proc/self/status",
				      "the program cannot be bound to the CPUs of --cpu-list: %s", reason);
	if (f->what == EXEC_NODES)
		return say_error(ERROR_MACHINE, f->error == ENOSYS ? "this kernel has no NUMA nodes: leave --mem-node out"
				      : f->error == EPERM ? "a sandbox forbids set_mempolicy: in a container, add --cap-add SYS_NICE"
				      : "choose among the nodes of Mems_allowed_list in /proc/self/status",
				      "the program's memory cannot be bound to the nodes of --mem-node: %s", reason);
	return say_error(f->error == ENOENT ? ERROR_MISSING : ERROR_UNEXECUTABLE, f->error == ENOENT
			      ? "check the name; a program outside $PATH needs its path"
			      : "check that the file is a program for this machine and may be executed",
			      "the program %s cannot be started: %s", o->program.command[0], reason);
}

int supervision_conclude(const struct supervision *v, const struct container_stream *w, uint64_t samples, bool whole,
			 const char *finished)
{
	if (w->error) {
		say("finished", finished);
		return say_error(ERROR_IO, "free space, or write elsewhere with -o; the earlier part can be read",
				      "cannot write %s: %s; the recording stops there, %s; %llu bytes with %llu samples %s", v->options->output,
				      strerror(w->error), v->launches ? "the program continued without samples" : "the observed processes continue",
				      (unsigned long long)w->position,
				      (unsigned long long)(samples - w->unwritten), whole ? "were kept" : "were kept without a trailer");
	}
	if (v->guardian_died)
		return say_error(ERROR_MACHINE, "find out which program kills processes here (type dmesg to see the kernel's "
				      "out-of-memory killer)", "the process that guards the benchmark was killed; the benchmark was "
				      "ended, the recording is kept");
	say("finished", finished);
	return v->outcome.interrupted ? EXIT_INTERRUPTED : 0;
}
