/*
 * runbench-emulator: runs a program under QEMU user mode with our plugin and writes what it counts as a recording.
 * It speaks the same protocol as runbench-sampler and keeps the program's processes in the same way: whoever dies,
 * the program ends and the recording stays readable. native/README.md describes options and protocol.
 */
#include "collector.h"
#include "report.h"
#include "settings.h"
#include "../sampler/clock.h"
#include "../sampler/process_tree.h"
#include "../sampler/protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define COLLECT_MS  5
#define FLUSH_NS    (80 * NS_PER_MS)
#define PROGRESS_NS (500 * NS_PER_MS)
#define GRACE_NS    (2 * NS_PER_S)

enum { FD_CONTROL, FD_SIGNAL, FD_REPORT, FD_EXEC, FDS };

struct run {
	const struct settings *settings;
	struct tree      tree;
	struct segment  *segment;
	struct writer    writer;
	struct collector collector;
	struct ending    ending;
	struct exec_failure exec_failure;
	struct pollfd    fds[FDS];
	bool     executed, ended, guardian_died, disk_failed;
	int      asked;
	uint64_t kill_at_ns; /* 0: nobody asked for an end */
	uint64_t flushed_ns, progress_ns;
	char     line[64];
	size_t   line_size;
};

static void ask_to_end(struct run *r, int signal)
{
	uint64_t now = clock_ns();

	if (signal == SIGKILL)
		r->kill_at_ns = now;
	else if (r->asked != signal)
		tree_signal(&r->tree, signal);
	r->asked = signal;
	if (!r->kill_at_ns)
		r->kill_at_ns = now + GRACE_NS;
}

static void interrupt(struct run *r, int signal)
{
	r->ending.interrupted = true;
	ask_to_end(r, signal);
}

static void on_control_line(struct run *r)
{
	r->line[r->line_size] = 0;
	r->line_size = 0;
	if (!strcmp(r->line, "stop INT"))
		interrupt(r, SIGINT);
	else if (!strcmp(r->line, "stop TERM"))
		interrupt(r, SIGTERM);
	else if (!strcmp(r->line, "stop HUP"))
		interrupt(r, SIGHUP);
	else if (!strcmp(r->line, "stop KILL"))
		interrupt(r, SIGKILL);
}

static void on_control(struct run *r)
{
	char bytes[256];
	ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		r->fds[FD_CONTROL].fd = -1;
		interrupt(r, SIGKILL);
		return;
	}
	for (ssize_t i = 0; i < n; i++) {
		if (bytes[i] == '\n')
			on_control_line(r);
		else if (r->line_size < sizeof r->line - 1)
			r->line[r->line_size++] = bytes[i];
	}
}

static void on_signal(struct run *r)
{
	struct signalfd_siginfo info;

	while (read(r->fds[FD_SIGNAL].fd, &info, sizeof info) == sizeof info)
		interrupt(r, (int)info.ssi_signo);
}

static void on_report(struct run *r)
{
	struct tree_report report;
	ssize_t n = read(r->tree.report_fd, &report, sizeof report);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n == sizeof report && report.kind == TREE_FIRST_ENDED)
		return;
	if (n == sizeof report && report.kind == TREE_ENDED) {
		r->ending.tree = report;
	} else {
		r->guardian_died = true;
		tree_kill_and_reap(&r->tree, &r->ending.tree);
	}
	r->ending.end_ns = r->ending.tree.wall_ns;
	r->ended = true;
}

static void on_exec(struct run *r)
{
	struct text t = { 0 };
	ssize_t n = read(r->tree.exec_fd, &r->exec_failure, sizeof r->exec_failure);

	r->fds[FD_EXEC].fd = -1;
	if (n == sizeof r->exec_failure)
		return;
	r->executed = true;
	r->ending.exec_ns = clock_ns();
	text_add(&t, "\"wall_ns\":%llu", (unsigned long long)r->ending.exec_ns);
	protocol_send("exec", t.data);
	text_free(&t);
}

static void send_progress(struct run *r, uint64_t now)
{
	struct text t = { 0 };

	r->progress_ns = now;
	text_add(&t, "\"samples\":%llu,\"run_ns\":%llu,\"wall_ns\":%llu", (unsigned long long)r->collector.samples,
		 (unsigned long long)r->collector.sampled_instructions, (unsigned long long)(now - r->ending.exec_ns));
	protocol_offer("progress", t.data);
	text_free(&t);
}

static void on_time(struct run *r)
{
	uint64_t now = clock_ns(), timeout = r->settings->run.timeout_ns;

	collector_collect(&r->collector, now);
	if (now - r->flushed_ns >= FLUSH_NS) {
		writer_seal(&r->writer, now);
		r->flushed_ns = now;
	}
	if (r->executed && now - r->progress_ns >= PROGRESS_NS)
		send_progress(r, now);
	if (r->writer.error && !r->disk_failed) {
		r->disk_failed = true;
		r->kill_at_ns = now;
	}
	if (timeout && r->executed && !r->ending.timed_out && !r->kill_at_ns && now - r->ending.exec_ns >= timeout) {
		r->ending.timed_out = true;
		ask_to_end(r, SIGTERM);
	}
	if (r->kill_at_ns && now >= r->kill_at_ns) {
		tree_signal(&r->tree, SIGKILL);
		r->kill_at_ns = UINT64_MAX;
	}
}

static void loop(struct run *r)
{
	while (!r->ended) {
		if (poll(r->fds, FDS, COLLECT_MS) < 0 && errno != EINTR)
			break;
		if (r->fds[FD_CONTROL].revents)
			on_control(r);
		if (r->fds[FD_SIGNAL].revents)
			on_signal(r);
		if (r->fds[FD_EXEC].revents)
			on_exec(r);
		if (r->fds[FD_REPORT].revents)
			on_report(r);
		on_time(r);
	}
}

static void prepare(struct run *r)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < FDS; i++)
		r->fds[i].events = POLLIN;
	r->fds[FD_CONTROL].fd = STDIN_FILENO;
	r->fds[FD_SIGNAL].fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	r->fds[FD_REPORT].fd = r->tree.report_fd;
	r->fds[FD_EXEC].fd = r->tree.exec_fd;
}

static int exec_error(const struct run *r)
{
	static const char *const streams[] = { "standard input", "standard output", "standard error" };
	const struct exec_failure *f = &r->exec_failure;
	const struct options *o = &r->settings->run;
	const char *reason = strerror(f->error);

	if (f->what < 3)
		return protocol_error("benchmark", "check the path and its permissions",
				      "the benchmark's %s, %s, cannot be opened: %s", streams[f->what],
				      o->stdio[f->what], reason);
	if (f->what == 3)
		return protocol_error("benchmark", "check the directory", "cannot change to the directory %s: %s",
				      o->chdir, reason);
	return protocol_error("machine", "type: apt install qemu-user", "the emulator %s cannot be started: %s",
			      r->settings->qemu, reason);
}

static int finish(struct run *r)
{
	struct text t = { 0 }, trailer = { 0 };
	const char *output = r->settings->run.output;
	int status = r->ending.interrupted ? EXIT_INTERRUPTED : 0;

	collector_finish(&r->collector, r->ending.end_ns);
	emulated_finished(&t, r->settings, &r->collector, &r->ending);
	text_add(&trailer, "{%s}", t.data);
	writer_finish(&r->writer, r->ending.end_ns, trailer.data, trailer.size);
	if (r->writer.error)
		status = protocol_error("io", "make room or choose another place with -o; what was recorded until then "
					"can be read", "cannot write %s: %s; the benchmark was ended, %llu bytes with "
					"%llu samples were kept", output, strerror(r->writer.error),
					(unsigned long long)r->writer.position,
					(unsigned long long)r->collector.samples);
	else if (r->guardian_died)
		status = protocol_error("machine", "find out who kills processes here (the kernel's out-of-memory "
					"killer says so in: dmesg)", "the process that guards the benchmark was killed; "
					"the benchmark was ended, the recording is kept");
	else if (!r->collector.tasks && !r->ending.interrupted)
		status = protocol_error("benchmark", "read what the emulator said in the benchmark's standard error, and "
					"check that the program is complete for this emulator (its libraries too)",
					"%s ended before the first instruction of %s", r->settings->qemu,
					r->settings->program[0]);
	else
		protocol_send("finished", t.data);
	text_free(&t);
	text_free(&trailer);
	return status;
}

static int measure(struct run *r, const char *meta)
{
	const struct settings *s = r->settings;
	struct text t = { 0 };
	int status;

	if (writer_create(&r->writer, s->run.output) < 0)
		return protocol_error("io", "check the directory, its permissions and the free space",
				      "cannot create %s: %s", s->run.output, strerror(errno));
	emulated_metadata(&t, s, meta);
	writer_header(&r->writer, t.data, t.size, COUNTS);
	t.size = 0;
	emulated_started(&t, s, r->tree.first);
	protocol_send("started", t.data);
	text_free(&t);
	r->flushed_ns = r->progress_ns = r->ending.exec_ns = clock_ns();
	collector_init(&r->collector, r->segment, &r->writer);
	prepare(r);
	tree_release(&r->tree);
	loop(r);
	if (r->exec_failure.error) {
		unlink(s->run.output);
		status = exec_error(r);
	} else {
		status = finish(r);
	}
	collector_free(&r->collector);
	return status;
}

/* Memory without a name in any directory: nothing to clean up. Its processes open it through /proc. */
static struct segment *create_segment(const struct settings *s, char *path, size_t size)
{
	int fd = memfd_create("runbench-counts", 0);
	void *memory = MAP_FAILED;
	struct segment *segment;
	char number[24];

	if (fd >= 0 && !ftruncate(fd, sizeof *segment))
		memory = mmap(NULL, sizeof *segment, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		return NULL;
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	/* Of constant length: the length of QEMU's command line shifts its stack, and with it what the program sees. */
	snprintf(number, sizeof number, "%d/fd/%d", (int)getpid(), fd);
	snprintf(path, size, "/proc%.*s%s", (int)(sizeof number - strlen(number)), "////////////////////////", number);
	segment = memory;
	segment->magic = SEGMENT_MAGIC;
	segment->period = s->period;
	segment->ways = s->ways;
	if (s->ways) {
		segment->sets = s->cache_bytes / s->ways / s->line_bytes;
		segment->line_shift = (uint32_t)__builtin_ctz(s->line_bytes);
	}
	return segment;
}

static char *read_whole(const char *path)
{
	FILE *f = fopen(path, "re");
	char *bytes = NULL;
	size_t capacity = 0;

	if (!f)
		return NULL;
	if (getdelim(&bytes, &capacity, 0, f) < 0) {
		free(bytes);
		bytes = NULL;
		errno = ENODATA;
	}
	fclose(f);
	return bytes;
}

int main(int argc, char **argv)
{
	static struct settings settings;
	struct run run = { .settings = &settings };
	char path[64], *meta = NULL;
	int status = settings_parse(&settings, argc, argv);

	if (status)
		return status;
	if (settings.run.meta_path && (!(meta = read_whole(settings.run.meta_path)) || *meta != '{'))
		return protocol_error("usage", "give a file that holds one JSON object", "cannot use --meta %s: %s",
				      settings.run.meta_path, meta ? "it does not start with {" : strerror(errno));
	/* Addresses, and with them cache misses, are the same in each run. */
	personality(ADDR_NO_RANDOMIZE);
	run.segment = create_segment(&settings, path, sizeof path);
	if (!run.segment)
		return protocol_error("machine", "check the free memory and ulimit -v", "cannot get memory to share with "
				      "the emulator: %s", strerror(errno));
	settings_compose(&settings, path);
	if (tree_start(&run.tree, &settings.run) < 0)
		return protocol_error("machine", "check the limits: ulimit -u, ulimit -n", "cannot start a process: %s",
				      strerror(errno));
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	status = measure(&run, meta);
	close(run.tree.command_fd);
	while (waitpid(run.tree.guardian, NULL, 0) < 0 && errno == EINTR)
		;
	free(meta);
	return status;
}
