/* Writes frames to standard output; see frame.h. */
#include "frame.h"
#include "../base/crc32c.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static void (*between)(void);
static bool closed;

void frames_begin(void (*listen)(void))
{
	between = listen;
}

bool frames_closed(void)
{
	return closed;
}

/* Writes as much as a ready pipe takes without blocking. O_NONBLOCK is not set, because the other end shares the
 * flags. */
static bool put(const char *bytes, size_t size)
{
	while (size && !closed) {
		struct pollfd ends[2] = { { .fd = 1, .events = POLLOUT }, { .fd = 0, .events = POLLIN } };
		ssize_t n;

		if (poll(ends, 1, 0) == 0 && poll(ends, 2, 1000) >= 0 && ends[1].revents)
			between();
		if (!(ends[0].revents & (POLLOUT | POLLERR | POLLHUP)))
			continue;
		n = write(1, bytes, size < PIPE_BUF ? size : PIPE_BUF);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0) {
			closed = true;
			return false;
		}
		bytes += n;
		size -= (size_t)n;
	}
	return !closed;
}

bool frame_send(enum rb_frame_type type, const char *name, uint64_t offset, const void *payload, size_t bytes)
{
	char buffer[PIPE_BUF];
	size_t size;
	struct rb_frame f = { .magic = RB_FRAME_MAGIC, .type = (uint8_t)type, .version = RB_FRAME_VERSION,
		.offset = offset };

	f.name_bytes = (uint16_t)strnlen(name, RB_FRAME_MAX_NAME_BYTES);
	f.payload_bytes = (uint32_t)bytes;
	f.crc32c = crc32c(crc32c(0, name, f.name_bytes), payload, bytes);
	f.header_crc32c = crc32c(0, &f, offsetof(struct rb_frame, header_crc32c));
	memcpy(buffer, &f, sizeof f);
	memcpy(buffer + sizeof f, name, f.name_bytes);
	size = sizeof f + f.name_bytes;
	if (bytes > sizeof buffer - size)
		return put(buffer, size) && put(payload, bytes);
	/* One write, so that the reader wakes up once. */
	if (bytes)
		memcpy(buffer + size, payload, bytes);
	return put(buffer, size + bytes);
}
