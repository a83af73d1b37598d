/* A recording as a container stream; see recording_writer.h. */
#include "recording_writer.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const struct container_format recording_format = {
	.magic = RB_MAGIC,
	.version = RB_VERSION,
	.header = {
		.json_bytes = offsetof(struct rb_file_header, json_bytes),
		.json_crc32c = offsetof(struct rb_file_header, json_crc32c),
	},
	.time_ns = offsetof(struct rb_record, wall_ns),
	.sample_kind = RB_SAMPLE,
	.seal = {
		.records = offsetof(struct rb_seal, records), .records_size = 8,
		.sequence = offsetof(struct rb_seal, sequence),
		.crc32c = offsetof(struct rb_seal, crc32c),
		.self_crc32c = offsetof(struct rb_seal, self_crc32c),
	},
	.end = {
		.json_bytes = offsetof(struct rb_record, aux),
		.json_crc32c = offsetof(struct rb_record, enabled_ns), .json_crc32c_size = 8,
	},
};

_Static_assert(RB_SEAL == (int)CONTAINER_SEAL && RB_END == (int)CONTAINER_END, "kinds of the container");

int recording_create(struct container_stream *s, const char *path)
{
	if (container_stream_create(s, &recording_format, path) >= 0)
		return 0;
	return say_error(ERROR_IO, "check the directory, its permissions and the free space", "cannot create %s: %s", path,
			 strerror(errno));
}

void recording_begin_metadata(struct text *t)
{
	int64_t offset = (int64_t)(clock_of(CLOCK_REALTIME) - clock_ns());
	time_t seconds = time(NULL);
	char utc[32];

	strftime(utc, sizeof utc, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
	text_add(t, "{\"format\":\"runbench recording\",\"version\":%d,\"clock\":\"CLOCK_MONOTONIC\"", RB_VERSION);
	text_add(t, ",\"realtime_offset_ns\":%lld,\"started_utc\":\"%s\"", (long long)offset, utc);
}

void recording_header(struct container_stream *s, const char *json, size_t json_bytes, unsigned value_count)
{
	struct rb_file_header own = { .value_count = value_count };

	container_stream_header(s, &own, (uint32_t)(sizeof(struct rb_record) + 8 * value_count), json, json_bytes);
}

int recording_begun(const struct container_stream *s, const char *path)
{
	if (!s->broken)
		return 0;
	unlink(path);
	return say_error(ERROR_IO, "free space, or write elsewhere with -o", "cannot write %s: %s; the program was not started",
			 path, strerror(s->error));
}

struct rb_record *recording_add(struct container_stream *s, unsigned kind)
{
	bool can_be_left_out = kind == RB_SAMPLE || kind == RB_READING || kind == RB_SWITCH;

	if (!s->error || !can_be_left_out)
		return container_stream_add(s);
	s->unwritten += kind == RB_SAMPLE;
	return container_stream_scratch(s);
}

bool recording_end(struct container_stream *s, uint64_t wall_ns, const struct text *members)
{
	struct text trailer = { 0 };
	bool whole;

	text_add(&trailer, "{%s}", text_string(members));
	whole = !container_stream_end(s, wall_ns, trailer.data, trailer.size);
	text_free(&trailer);
	return whole;
}
