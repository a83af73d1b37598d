/* runbench-emulator: runs a program under QEMU user mode with the plugin and writes its counts as a recording. It uses
 * the protocol of runbench-sampler and supervises processes in the same way: if any of them is killed, the program ends
 * and the recording stays readable. emulate/README.md describes the options, sampler/README.md the protocol. */
#include "collector.h"
#include "emulation_report.h"
#include "settings.h"
#include "../base/clock_ns.h"
#include "../base/say.h"
#include "../sampler/supervision.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define COLLECT_MS  5
#define FLUSH_NS    (80 * NS_PER_MS)

/* Instructions of the first intervals of basic-block vectors, so that short programs have some; see DOUBLE_AT in bbv.c. */
#define FIRST_INTERVAL 100000

struct run {
	const struct settings *settings;
	struct supervision supervision;
	struct segment  *segment;
	struct container_stream writer;
	struct collector collector;
	uint64_t flushed_ns;
};

/* Makes the folder of the basic-block vectors and sets the segment's members. Returns -1 with errno. */
static int prepare_vectors(struct segment *segment, const struct settings *s)
{
	char path[PATH_MAX];

	if (mkdir(s->bbv, 0777) && errno != EEXIST)
		return -1;
	if (!realpath(s->bbv, path))
		return -1;
	memcpy(segment->bbv_folder, path, strlen(path) + 1);
	segment->bbv_length = s->bbv_length ? s->bbv_length : FIRST_INTERVAL;
	segment->bbv_fixed = s->bbv_length > 0;
	return 0;
}

/* Writes tasks.txt: "instructions LENGTH fixed|doubled", and a line "SERIAL TASK" for each task of a slot, in the order of
 * creation. */
static void write_vector_tasks(const struct segment *segment, const struct collector *c)
{
	char path[PATH_MAX + 16];
	FILE *f;

	snprintf(path, sizeof path, "%s/tasks.txt", segment->bbv_folder);
	f = fopen(path, "we");
	if (!f)
		return;
	fprintf(f, "instructions %llu %s\n", (unsigned long long)segment->bbv_length,
		segment->bbv_fixed ? "fixed" : "doubled");
	for (size_t i = 0; i < c->known_count; i++)
		fprintf(f, "%llu %u\n", (unsigned long long)c->known[i].serial, c->known[i].number);
	fclose(f);
}

static void on_time(struct run *r)
{
	uint64_t now = clock_ns();

	collector_collect(&r->collector, now);
	if (now - r->flushed_ns >= FLUSH_NS) {
		container_stream_seal(&r->writer, now);
		r->flushed_ns = now;
	}
	supervision_on_time(&r->supervision, &r->writer, now, r->collector.samples, r->collector.sampled_instructions);
}

static void loop(struct run *r)
{
	struct supervision *v = &r->supervision;

	while (!v->ended) {
		struct pollfd asked = { .fd = v->wait_fd, .events = POLLIN };

		if (poll(&asked, 1, COLLECT_MS) < 0 && errno != EINTR)
			break;
		supervision_take(v);
		on_time(r);
	}
}

static int not_started(const struct run *r)
{
	const struct exec_failure *f = &r->supervision.exec_failure;

	if (f->what != EXEC_PROGRAM)
		return supervision_not_started(&r->supervision);
	return say_error(ERROR_MACHINE, "type: apt install qemu-user", "the emulator %s cannot be started: %s",
			      r->settings->qemu, strerror(f->error));
}

/* Explains an end by SIGILL, which would otherwise look like the program's fault. A shell that started the program
 * reports the signal in its exit status. */
static const char *explain_sigill(const struct run *r, const struct outcome *o)
{
	static char note[PATH_MAX + 128];
	int status = o->first.status;

	if (!(WIFSIGNALED(status) && WTERMSIG(status) == SIGILL)
			&& !(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGILL))
		return o->note;
	if (atomic_load(&r->segment->avx512))
		snprintf(note, sizeof note, "the program executed an instruction of AVX-512, which %s does not emulate",
			r->settings->qemu);
	else if (WIFSIGNALED(status))
		snprintf(note, sizeof note, "the program executed an instruction that %s does not emulate", r->settings->qemu);
	else
		return o->note;
	return note;
}

static int finish(struct run *r)
{
	struct text t = { 0 };
	struct outcome *outcome = &r->supervision.outcome;
	bool whole;
	int status;

	collector_finish(&r->collector, outcome->end_ns);
	outcome->note = explain_sigill(r, outcome);
	if (r->settings->bbv)
		write_vector_tasks(r->segment, &r->collector);
	emulated_finished(&t, r->settings, &r->collector, outcome);
	whole = recording_end(&r->writer, outcome->end_ns, &t);
	if (!r->writer.error && !r->supervision.guardian_died && !r->collector.tasks && !outcome->interrupted
			&& !outcome->timed_out)
		status = say_error(ERROR_BENCHMARK, "read the emulator's message in the benchmark's standard error, and "
					"check that the program is complete for this emulator (its libraries too)",
					"%s ended before the first instruction of %s", r->settings->qemu,
					r->settings->program[0]);
	else
		status = supervision_conclude(&r->supervision, &r->writer, r->collector.samples, whole, t.data);
	text_free(&t);
	return status;
}

static int measure(struct run *r, const char *meta)
{
	const struct settings *s = r->settings;
	struct text t = { 0 };
	int status;

	status = recording_create(&r->writer, s->run.output);
	if (status)
		return status;
	collector_init(&r->collector, r->segment, &r->writer);
	emulated_metadata(&t, s, meta);
	recording_header(&r->writer, t.data, t.size, r->collector.events);
	t.size = 0;
	emulated_started(&t, s, r->supervision.tree.first);
	say("started", t.data);
	text_free(&t);
	status = recording_begun(&r->writer, s->run.output);
	if (status) {
		collector_free(&r->collector);
		return status;
	}
	r->flushed_ns = r->supervision.outcome.exec_ns = clock_ns();
	tree_release(&r->supervision.tree);
	loop(r);
	if (r->supervision.exec_failure.error) {
		unlink(s->run.output);
		status = not_started(r);
	} else {
		status = finish(r);
	}
	collector_free(&r->collector);
	return status;
}

/* Creates anonymous memory, which needs no cleanup. The program's processes open it through /proc. */
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
	/* Fixed length: the length of QEMU's command line shifts its stack and so the program's addresses. */
	snprintf(number, sizeof number, "%d/fd/%d", (int)getpid(), fd);
	snprintf(path, size, "/proc%.*s%s", (int)(sizeof number - strlen(number)), "////////////////////////", number);
	segment = memory;
	segment->magic = SEGMENT_MAGIC;
	segment->period = s->period;
	segment->ways = s->ways;
	segment->models = s->models;
	if (s->ways) {
		segment->sets = s->cache_bytes / s->ways / s->line_bytes;
		segment->line_shift = (uint32_t)__builtin_ctz(s->line_bytes);
	}
	return segment;
}

int main(int argc, char **argv)
{
	static struct settings settings;
	struct run run = { .settings = &settings };
	char path[64], *meta = NULL;
	int status = settings_parse(&settings, argc, argv);

	if (!status)
		status = options_read_meta(&settings.run, &meta);
	if (status)
		return status;
	/* Addresses, and so cache misses, are the same in each run. */
	personality(ADDR_NO_RANDOMIZE);
	run.segment = create_segment(&settings, path, sizeof path);
	if (!run.segment)
		return say_error(ERROR_MACHINE, "check the free memory and ulimit -v", "cannot get memory to share with "
				      "the emulator: %s", strerror(errno));
	if (settings.bbv && prepare_vectors(run.segment, &settings))
		return say_error(ERROR_USAGE, "name another folder", "cannot create the folder %s for basic-block vectors: %s",
			settings.bbv, strerror(errno));
	settings_compose(&settings, path);
	status = supervision_start(&run.supervision, &settings.run, true);
	if (status)
		return status;
	status = measure(&run, meta);
	supervision_end(&run.supervision);
	free(meta);
	return status;
}
