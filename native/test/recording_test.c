/*
 * Tests of the writer of recordings: a golden file (build/test/golden.rec, always the same bytes; the Java reader's test
 * resource is a copy of it), the seal after every buffer, and a full disk.
 */
#include "../base/check.h"
#include "recording_check.h"
#include "../base/crc32c.h"
#include "../sampler/recording_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <signal.h>
#include <unistd.h>

#define BUILD_TEST "build/test/"
#define GOLDEN_CRC32C 0xd2aefafau

/* Writes two tasks on two CPUs, two groups, and every kind of record. */
static void write_golden(const char *path)
{
	static const char json[] = "{\"format\":\"runbench recording\",\"version\":1,\"clock\":\"CLOCK_MONOTONIC\","
		"\"realtime_offset_ns\":1700000000000000000,\"started_utc\":\"2023-11-14T22:13:20Z\",\"mode\":\"kernel\","
		"\"period_ns\":1000000,\"axis\":\"run_time\",\"inherit\":true,\"scope\":\"user+kernel\","
		"\"cost_per_sample_ns\":15000,\"realtime_priority\":false,\"cpus\":2,\"kernel\":\"Linux 6.18.0 x86_64\","
		"\"machine\":\"golden\",\"command\":[\"golden\",\"na\xc3\xafve \\\"quoted\\\"\"],"
		"\"groups\":[{\"group\":0,\"events\":[0,1]},{\"group\":1,\"events\":[3]}],\"events\":["
		"{\"name\":\"page-faults\",\"unit\":\"faults\",\"source\":\"software\",\"type\":1,\"config\":2,\"group\":0,"
		"\"value\":0,\"scope\":\"user+kernel\",\"status\":\"counted\"},"
		"{\"name\":\"context-switches\",\"unit\":\"switches\",\"source\":\"software\",\"type\":1,\"config\":3,"
		"\"group\":0,\"value\":1,\"scope\":\"user+kernel\",\"status\":\"counted\"},"
		"{\"name\":\"cycles\",\"unit\":\"cycles\",\"source\":\"pmu\",\"type\":0,\"config\":0,\"group\":null,"
		"\"value\":null,\"status\":\"not counted\",\"reason\":\"no hardware counter\"},"
		"{\"name\":\"cpu-migrations\",\"unit\":\"migrations\",\"source\":\"software\",\"type\":1,\"config\":4,"
		"\"group\":1,\"value\":0,\"scope\":\"user+kernel\",\"status\":\"counted\"}],\"run\":{\"label\":\"golden\"}}";
	static const char trailer[] = "{\"exit_status\":0,\"signal\":0,\"wall_ns\":20000000,\"samples\":31,\"lost\":7}";
	struct container_stream w;
	uint64_t sum[2] = { 0, 0 }, run = 0;
	struct rb_record *r;
	struct rb_task *task;
	struct rb_comm *comm;

	CHECK(!container_stream_create(&w, &recording_format, path), "%s: %s", path, strerror(errno));
	recording_header(&w, json, sizeof json - 1, 2);
	for (uint32_t i = 0; i < 2; i++) {
		task = container_stream_add(&w);
		*task = (struct rb_task){ .kind = RB_TASK, .cpu = i ? 0 : RB_ALL_CPUS, .task = i, .tid = 1000 + i,
			.wall_ns = 5000000000 + i, .pid = 1000, .parent_task = i ? 0 : RB_ALL_TASKS };
	}
	comm = container_stream_add(&w);
	*comm = (struct rb_comm){ .kind = RB_COMM, .tid = 1000, .wall_ns = 5000000100, .name = "golden" };
	for (uint32_t i = 1; i <= 30; i++) {
		r = container_stream_add(&w);
		r->kind = RB_SAMPLE;
		r->flags = i == 8 ? RB_F_LOST : 0;
		r->task = i % 3 == 0;
		r->tid = 1000 + r->task;
		r->cpu = r->task;
		r->wall_ns = 5000000000 + i * 666667;
		r->run_ns = (r->task ? i / 3 : i - i / 3) * 1000000ull;
		r->enabled_ns = r->running_ns = r->run_ns;
		r->value[0] = r->run_ns / 10000 + i % 3;
		r->value[1] = r->run_ns / 2000000;
		if (i == 7) {
			r = container_stream_add(&w);
			r->kind = RB_LOST;
			r->wall_ns = 5000000000 + i * 666667 + 1;
			r->aux = 7;
		}
		if (i % 10 == 0)
			container_stream_seal(&w, 5000000000 + i * 666667 + 2);
	}
	r = container_stream_add(&w);
	r->kind = RB_SWITCH;
	r->flags = RB_F_SWITCH_OUT | RB_F_PREEMPTED;
	r->tid = 1000;
	r->wall_ns = 5020000100;
	r = container_stream_add(&w);
	r->kind = RB_THROTTLE;
	r->flags = RB_F_THROTTLED;
	r->wall_ns = 5020000200;
	r = container_stream_add(&w);
	r->kind = RB_SAMPLE;
	r->group = 1;
	r->tid = 1000;
	r->wall_ns = 5020000300;
	r->run_ns = r->enabled_ns = 20000000;
	r->running_ns = 10000000;
	r->value[0] = 3;
	for (uint32_t i = 2; i-- > 0; ) {
		r = container_stream_add(&w);
		r->kind = RB_EXIT;
		r->task = r->cpu = i;
		r->tid = 1000 + i;
		r->wall_ns = 5020000400 + 2 - i;
		r = container_stream_add(&w);
		r->kind = RB_CLOSE;
		r->flags = i ? 0 : RB_F_DERIVED;
		r->task = r->cpu = i;
		r->tid = 1000 + i;
		r->wall_ns = 5020000400 + 2 - i;
		r->run_ns = r->enabled_ns = r->running_ns = i ? 10200000 : 20300000;
		r->value[0] = i ? 1025 : 2040;
		r->value[1] = i ? 6 : 11;
		run += r->run_ns;
		sum[0] += r->value[0];
		sum[1] += r->value[1];
	}
	for (unsigned g = 0; g < 2; g++) {
		r = container_stream_add(&w);
		r->kind = RB_TOTAL;
		r->group = (uint8_t)g;
		r->cpu = RB_ALL_CPUS;
		r->task = RB_ALL_TASKS;
		r->wall_ns = 5020000500;
		r->run_ns = g ? 20000000 : run;
		r->enabled_ns = run;
		r->running_ns = g ? 10000000 : run;
		r->value[0] = g ? 3 : sum[0];
		r->value[1] = g ? 0 : sum[1];
	}
	CHECK(!container_stream_end(&w, 5020000600, trailer, sizeof trailer - 1), "%s", strerror(w.error));
}

static uint32_t checksum_of(const char *path)
{
	static uint8_t bytes[1 << 16];
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(bytes, 1, sizeof bytes, f) : 0;

	if (f)
		fclose(f);
	return crc32c(0, bytes, n);
}

static void check_golden_file(void)
{
	struct recording_facts f;

	write_golden(BUILD_TEST "golden.rec");
	CHECK(!recording_check(BUILD_TEST "golden.rec", &f) && f.header_good && f.complete, "not readable");
	CHECK(f.kinds[RB_SAMPLE] == 31 && f.kinds[RB_CLOSE] == 2 && f.tasks == 2 && f.groups == 2, "records");
	CHECK(f.decreases == 0 && f.sum_mismatches == 0, "%lu decreases, %lu sums", f.decreases, f.sum_mismatches);
	CHECK(f.seals == 4, "%lu seals", f.seals);
	CHECK(checksum_of(BUILD_TEST "golden.rec") == GOLDEN_CRC32C,
	      "the format has changed: 0x%08x; renew the Java reader's copy", checksum_of(BUILD_TEST "golden.rec"));
}

static void write_many(struct container_stream *w, unsigned records)
{
	for (unsigned i = 0; i < records; i++) {
		struct rb_record *r = container_stream_add(w);

		r->kind = RB_SAMPLE;
		r->wall_ns = i;
		r->run_ns = i;
	}
}

static void check_truncation(void)
{
	struct recording_facts whole, cut;
	struct container_stream w;

	CHECK(!container_stream_create(&w, &recording_format, BUILD_TEST "cut.rec"), "create");
	recording_header(&w, "{}", 2, 1);
	write_many(&w, 10000);
	CHECK(!container_stream_end(&w, 1, "{}", 2), "finish");
	CHECK(!recording_check(BUILD_TEST "cut.rec", &whole) && whole.complete && whole.seals > 4, "many seals");
	srand(7);
	for (long size = 639990, bad = 0; ; size -= 1 + rand() % 9000) {
		if (size < 128) {
			CHECK(bad == 0, "%ld cuts were not read up to a seal", bad);
			break;
		}
		if (truncate(BUILD_TEST "cut.rec", size) || recording_check(BUILD_TEST "cut.rec", &cut) || cut.complete
		    || !cut.header_good || cut.sealed_records > whole.sealed_records
		    || cut.trailing_bytes > (131072 + 64))
			bad++;
	}
	unlink(BUILD_TEST "cut.rec");
}

/* RLIMIT_FSIZE simulates a full disk at any offset (EFBIG): no trailer fits, but the seals before it must be valid. */
static void check_full_disk(void)
{
	struct rlimit limit = { .rlim_cur = 300000, .rlim_max = RLIM_INFINITY };
	struct recording_facts f;
	struct container_stream w;

	signal(SIGXFSZ, SIG_IGN);
	CHECK(!container_stream_create(&w, &recording_format, BUILD_TEST "limited.rec"), "create");
	CHECK(!setrlimit(RLIMIT_FSIZE, &limit), "limit");
	recording_header(&w, "{}", 2, 1);
	write_many(&w, 10000);
	CHECK(w.error == EFBIG, "error is %s", strerror(w.error));
	container_stream_end(&w, 1, "{}", 2);
	limit.rlim_cur = RLIM_INFINITY;
	setrlimit(RLIMIT_FSIZE, &limit);
	CHECK(!recording_check(BUILD_TEST "limited.rec", &f) && f.header_good && f.seals >= 2 && f.sealed_records > 4000,
	      "%lu records in %lu seals", f.sealed_records, f.seals);
	CHECK(f.complete, "the end record should have found room");
	unlink(BUILD_TEST "limited.rec");
}

int main(void)
{
	check_golden_file();
	check_truncation();
	check_full_disk();
	return summary("recording");
}
