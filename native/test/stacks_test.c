/* Tests of call stacks: the tree of frames of simulated chains, and the stacks of a program of known depth. */
#include "../base/check.h"
#include "../base/clock_ns.h"
#include "../sampler/recording_writer.h"
#include "../sampler/stacks.h"
#include "helper_run.h"
#include "recording_check.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUT "build/test/stacks.rec"
#define UNFRAMED "build/test/unframed" /* this program without frame pointers */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED true
#else
#define SANITIZED false
#endif
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }
#define KERNEL ((uint64_t)PERF_CONTEXT_KERNEL)
#define USER ((uint64_t)PERF_CONTEXT_USER)
#define ADD(s, w, ...) stacks_add(s, w, (const uint64_t []){ __VA_ARGS__ }, sizeof (const uint64_t []){ __VA_ARGS__ } / 8, RB_OUTERMOST, 5)

/* The frames of a recording, read back. */
struct frames {
	struct stack_frame at[4096]; /* by number */
	uint32_t count;
	uint64_t records, samples, without, unknown;
	unsigned seen[4096];         /* samples by the number of their innermost frame */
	uint32_t deepest;            /* number of the innermost frame of the deepest stack with three samples or more */
};

static unsigned depth_of(const struct frames *f, uint32_t number)
{
	unsigned depth = 0;

	for (; number && number != RB_CUT && number <= f->count; number = f->at[number].caller)
		depth++;
	return depth;
}

static void read_frames(const uint8_t *record, unsigned stack_value, struct frames *f)
{
	const struct rb_frames *r = (const struct rb_frames *)record;
	const struct rb_record *sample = (const struct rb_record *)record;

	if (r->kind == RB_FRAMES) {
		f->records++;
		for (unsigned i = 0; i < r->count && r->first + i < 4096; i++) {
			f->at[r->first + i] = (struct stack_frame){ .address = r->address[i], .kernel = r->flags & RB_F_KERNEL,
				.caller = i ? r->first + i - 1 : r->caller };
			f->count = r->first + i;
		}
	} else if (r->kind == RB_SAMPLE) {
		uint64_t number = sample->value[stack_value];

		f->samples++;
		f->without += !number;
		f->unknown += number > f->count;
		/* A stack by frame pointers may be arbitrary at the start of a program, because the C library has none. */
		if (number <= f->count && ++f->seen[number] >= 3 && depth_of(f, (uint32_t)number) > depth_of(f, f->deepest))
			f->deepest = (uint32_t)number;
	}
}

static struct frames *read_recording(const char *path)
{
	struct frames *f = calloc(1, sizeof *f);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct rb_file_header h = { 0 };
	uint8_t *record;

	if (!f || fd < 0 || read(fd, &h, sizeof h) != sizeof h || !(record = malloc(h.record_bytes)))
		abort();
	lseek(fd, h.header_bytes, SEEK_SET);
	while (read(fd, record, h.record_bytes) == (ssize_t)h.record_bytes && *record != RB_END)
		read_frames(record, h.value_count - 1, f);
	close(fd);
	free(record);
	return f;
}

/* Common callers are written once; a difference of mode or caller makes another frame. */
static void check_tree(void)
{
	struct container_stream w;
	struct stacks s;
	struct frames *f;
	uint32_t inner, again, other, kernel;

	stacks_init(&s, 8);
	CHECK(!recording_create(&w, OUT));
	recording_header(&w, "{}", 2, 1);
	inner = ADD(&s, &w, USER, 0x30, 0x20, 0x10);
	again = ADD(&s, &w, USER, 0x30, 0x20, 0x10);
	other = ADD(&s, &w, USER, 0x31, 0x20, 0x10);
	kernel = ADD(&s, &w, KERNEL, 0xffffffff81000002, 0xffffffff81000001, USER, 0x30, 0x20, 0x10);
	CHECK(ADD(&s, &w, USER, 0x30, 0x20, 0x10, 0) == inner, "a return address of 0 is no frame");
	CHECK(inner == 3 && again == inner && other == 4 && kernel == 6, "%u %u %u %u", inner, again, other, kernel);
	CHECK(ADD(&s, &w, USER, 8, 7, 6, 5, 4, 3, 2, 1) == 14, "a stack of maximum depth");
	CHECK(ADD(&s, &w, USER, 0x30, 1) == 16, "the outermost frame of a cut stack is not that of a complete one");
	CHECK(stacks_add(&s, &w, (const uint64_t []){ USER, 1 }, 2, RB_NOT_UNWOUND, 5) == 17 && s.not_unwound == 1, "the mark of a stack not unwound");
	CHECK(!ADD(&s, &w, USER) && !ADD(&s, &w, KERNEL, USER), "chains without frames");
	s.limit = s.count + 1;
	CHECK(!ADD(&s, &w, USER, 0x50, 0x40), "no room");
	CHECK(ADD(&s, &w, USER, 0x40) == 18, "room for one frame");
	CHECK(s.samples == 9 && s.cut == 1 && s.missing == 2 && s.dropped == 1, "%lu %lu %lu %lu", s.samples, s.cut, s.missing, s.dropped);
	container_stream_end(&w, 6, "{}", 2);
	f = read_recording(OUT);
	CHECK(f->count == 18 && f->at[3].address == 0x30 && f->at[3].caller == 2 && f->at[1].caller == RB_OUTERMOST, "%u", f->count);
	CHECK(f->at[4].caller == 2 && f->at[5].kernel && f->at[5].caller == 3 && !f->at[4].kernel && f->at[6].caller == 5, "mode");
	CHECK(f->at[7].caller == RB_CUT && f->at[7].address == 1 && f->at[15].caller == RB_OUTERMOST && f->at[17].caller == RB_NOT_UNWOUND, "the mark of a cut stack");
	CHECK(f->records == 1 + 1 + 1 + 2 + 1 + 1 + 1, "records of up to four frames: %lu", f->records);
	free(f);
	stacks_free(&s);
}

/* The tables grow without losing frames. */
static void check_growth(void)
{
	struct container_stream w;
	struct stacks s;
	bool same = true;

	stacks_init(&s, 127);
	CHECK(!recording_create(&w, OUT));
	recording_header(&w, "{}", 2, 1);
	for (int turn = 0; turn < 2; turn++)
		for (uint64_t i = 0; i < 20000; i++)
			same &= ADD(&s, &w, USER, 0x1000 + i, 0x10) == i + 2;
	CHECK(same && s.count == 20001, "%u", s.count);
	container_stream_end(&w, 6, "{}", 2);
	stacks_free(&s);
}

static volatile unsigned sink;

/* Runs at a depth for a CPU time, with frame pointers. */
__attribute__((noinline, noclone)) static unsigned recurse(unsigned depth, uint64_t ns)
{
	uint64_t end;

	if (depth)
		return recurse(depth - 1, ns) + sink;
	for (end = clock_of(CLOCK_PROCESS_CPUTIME_ID) + ns; clock_of(CLOCK_PROCESS_CPUTIME_ID) < end; )
		for (unsigned i = 0; i < 100000; i++)
			sink += i;
	return sink;
}

/* Returns the maximum number of equal consecutive addresses of the deepest stack: return addresses of the recursion. */
static unsigned repeated(const struct frames *f)
{
	unsigned most = 0, run = 0;

	for (uint32_t n = f->deepest; n && n != RB_CUT && f->at[n].caller && f->at[n].caller != RB_CUT; n = f->at[n].caller) {
		run = f->at[n].address == f->at[f->at[n].caller].address ? run + 1 : 0;
		most = run > most ? run : most;
	}
	return most + 1;
}

static void check_program(const char *program, const char *mode, const char *depth, unsigned expected, bool cut)
{
	struct recording_facts facts;
	struct helper h;
	struct frames *f;

	helper_start(&h, OUT, "1000000", ARGS("--call-graph", mode), ARGS(program, "recurse", depth));
	CHECK(!helper_end(&h), "%s", h.output);
	CHECK(!recording_check(OUT, &facts) && facts.complete && !facts.sum_mismatches && !facts.decreases, "%lu sums", facts.sum_mismatches);
	f = read_recording(OUT);
	CHECK(f->samples > 50 && f->without < f->samples / 20 && !f->unknown, "%lu samples, %lu without a stack, %lu unknown",
	      f->samples, f->without, f->unknown);
	CHECK(repeated(f) >= expected && (cut || repeated(f) <= expected + 1), "%s, depth %s: %u of %u", mode, depth, repeated(f), expected);
	CHECK((helper_number(&h, "cut") > 50) == cut, "%lld cut", helper_number(&h, "cut"));
	CHECK(helper_number(&h, "dropped") == 0 && helper_number(&h, "frames") == f->count, "%lld frames", helper_number(&h, "frames"));
	free(f);
}

/* Runs the program without frame pointers, whose recursion is called by a function of the C library. */
static struct frames *record_sorting(const char *mode, struct helper *h)
{
	helper_start(h, OUT, "1000000", ARGS("--call-graph", mode), ARGS(UNFRAMED, "sort", "20"));
	CHECK(!helper_end(h), "%s", h->output);
	return read_recording(OUT);
}

static uint32_t outermost_of(const struct frames *f, uint32_t number)
{
	while (number && number <= f->count)
		number = f->at[number].caller;
	return number;
}

/* Call frame information leads through the program and the C library to the start; frame pointers do not. */
static void check_unframed(void)
{
	struct helper h;
	struct frames *f;

	check_program(UNFRAMED, "dwarf,16384", "40", 40, false);
	check_program(UNFRAMED, "dwarf,65528", "300", 100, true);
	f = record_sorting("dwarf,16384", &h);
	CHECK(repeated(f) == 20 && depth_of(f, f->deepest) > 20 + 4 && outermost_of(f, f->deepest) == RB_OUTERMOST,
	      "through the C library: %u calls of %u frames", repeated(f), depth_of(f, f->deepest));
	/* The kernel copies no page that is not in memory; a sanitizer's replacements of functions are not always unwound. */
	CHECK(helper_number(&h, "cut") < (long long)f->samples / 20
	      && helper_number(&h, "not_unwound") < (long long)f->samples / (SANITIZED ? 2 : 20), "%lld cut, %lld not unwound",
	      helper_number(&h, "cut"), helper_number(&h, "not_unwound"));
	free(f);
	f = record_sorting("dwarf,512", &h);
	CHECK(repeated(f) < 20 && outermost_of(f, f->deepest) == RB_CUT && helper_number(&h, "cut") > 50, "512 bytes of stack: %u calls", repeated(f));
	free(f);
	f = record_sorting("fp", &h);
	CHECK(repeated(f) < 20, "by frame pointers: %u calls", repeated(f));
	free(f);
}

/* Returns whether this machine has libdw; otherwise the refusal names the package. */
static bool has_libdw(void)
{
	struct helper h;
	bool found;

	helper_start(&h, OUT, "1000000", ARGS("--call-graph", "dwarf,8192"), ARGS("true"));
	found = !helper_end(&h);
	CHECK(found || strstr(h.output, "apt install libdw1"), "%s", h.output);
	setenv("RUNBENCH_TEST_LIBDW", "libno.so.1", 1);
	helper_start(&h, OUT, "1000000", ARGS("--call-graph", "dwarf,8192"), ARGS("true"));
	CHECK(helper_end(&h) == 3 && strstr(h.output, "apt install libdw1"), "without the library: %s", h.output);
	unsetenv("RUNBENCH_TEST_LIBDW");
	return found;
}

static void check_refusal(const char *self)
{
	static const char *const with[][3] = { { "--mode", "poll", NULL }, { "--no-pointers", NULL }, { "--scope", "cgroup", NULL } };
	static const char *const unknown[] = { "lbr", "dwarf", "dwarf,", "dwarf,0", "dwarf,1001", "dwarf,65536", "dwarf,8k" };
	struct helper h;

	for (unsigned i = 0; i < sizeof with / sizeof *with; i++) {
		const char *options[] = { "--call-graph", "fp", with[i][0], with[i][1], NULL };

		helper_start(&h, OUT, "1000000", options, ARGS(self, "recurse", "1"));
		CHECK(helper_end(&h) == 2 && strstr(h.output, "--call-graph needs samples of tasks"), "%s: %s", with[i][0], h.output);
	}
	for (unsigned i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		helper_start(&h, OUT, "1000000", ARGS("--call-graph", unknown[i]), ARGS(self, "recurse", "1"));
		CHECK(helper_end(&h) == 2, "%s: %s", unknown[i], h.output);
	}
}

static int compare(const void *a, const void *b)
{
	return recurse((unsigned)*(const int *)a, 100 * NS_PER_MS) == 1 || *(const int *)a < *(const int *)b;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "sort")) {
		int depths[] = { atoi(argv[2]), atoi(argv[2]), atoi(argv[2]) };

		qsort(depths, 3, sizeof *depths, compare);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "recurse"))
		return recurse((unsigned)atoi(argv[2]), 200 * NS_PER_MS) == 1;
	check_tree();
	check_growth();
	check_program(argv[0], "fp", "40", 40, false);
	check_program(argv[0], "fp", "300", 100, true);
	if (has_libdw())
		check_unframed();
	else
		SKIP("call frame information: libdw1 is not installed");
	check_refusal(argv[0]);
	return summary("stacks_test");
}
