/* The output format of runbench-relay. This header is its single source; runbench.livelog.frame is the Java reader.
 *
 * The output is a sequence of frames: this header, the name, the payload; little endian. Each frame states where its
 * bytes belong. A reader that lost some of them finds the next frame by its magic number and checksum and requests the
 * missing bytes ("again FILE OFFSET").
 *
 * The relay reads lines from its standard input: "again FILE OFFSET" (send from there), "go" (start the command and
 * send), "stop", "state" (send a state frame), and "done" (all bytes are stored and may be removed here). */
#ifndef RUNBENCH_RELAY_FRAME_H
#define RUNBENCH_RELAY_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RB_FRAME_MAGIC "RBL\xf1"
#define RB_FRAME_VERSION 1
#define RB_FRAME_MAX_NAME_BYTES 255
#define RB_FRAME_MAX_PAYLOAD_BYTES (256u << 10)

enum rb_frame_type {
	RB_FRAME_READY    = 1, /* payload: JSON with host, spool, ...; nothing else precedes "go" */
	RB_FRAME_BYTES    = 2, /* bytes of the named log file, from offset on */
	/* offset, in ns of CLOCK_MONOTONIC: all events stamped before were sent, unless a thread was stopped for 100 ms
	 * between stamp and record */
	RB_FRAME_FRONTIER = 3,
	RB_FRAME_END      = 4, /* payload: JSON with the command's exit state; the last frame */
	RB_FRAME_FAILED   = 5, /* payload: JSON with message; the last frame */
	RB_FRAME_STATE    = 6, /* payload: JSON, the state of the machine (node_state.h); the answer to "state" */
};

struct rb_frame {
	char     magic[4];
	uint8_t  type, version;
	uint16_t name_bytes;
	uint32_t payload_bytes;
	uint32_t crc32c;        /* checksum of name and payload */
	uint64_t offset;
	uint32_t reserved;
	uint32_t header_crc32c; /* checksum of the 28 bytes before */
};

_Static_assert(sizeof(struct rb_frame) == 32 && offsetof(struct rb_frame, header_crc32c) == 28, "frame");

/* Sets the function that handles commands while a slow reader blocks a frame; frame_send returns false once the reader
 * has closed. */
void frames_begin(void (*listen)(void));
bool frame_send(enum rb_frame_type type, const char *name, uint64_t offset, const void *payload, size_t bytes);
bool frames_closed(void);

#endif
