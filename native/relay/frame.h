/*
 * What runbench-relay writes to its standard output, and the single source of it; runbench.livelog.frame reads it in Java.
 *
 * Frames one behind the other: this header, the name, the payload; little endian. Each says where its bytes belong, so that a
 * reader that lost some finds the next frame by its magic and checksum, and asks for what is missing ("again FILE OFFSET").
 *
 * On its standard input the relay takes lines: "again FILE OFFSET" (send from there), "go" (start the command, and send), "stop",
 * and "done": all of it is stored, and may be removed here.
 */
#ifndef RUNBENCH_RELAY_FRAME_H
#define RUNBENCH_RELAY_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RB_FRAME_MAGIC "RBL\xf1"
#define RB_FRAME_VERSION 1
#define RB_FRAME_MOST_NAME 255
#define RB_FRAME_MOST_PAYLOAD (256u << 10)

enum rb_frame_type {
	RB_FRAME_READY    = 1, /* payload: JSON with host, spool, ...; nothing comes before "go" */
	RB_FRAME_BYTES    = 2, /* of the log file that it names, from offset on */
	RB_FRAME_FRONTIER = 3, /* offset: all that was stamped before this CLOCK_MONOTONIC, ns, has been sent,
	                        * but for a thread that was put aside for long between stamp and record */
	RB_FRAME_END      = 4, /* payload: JSON with the command's exit state; nothing follows */
	RB_FRAME_FAILED   = 5, /* payload: JSON with message; nothing follows */
};

struct rb_frame {
	char     magic[4];
	uint8_t  type, version;
	uint16_t name_bytes;
	uint32_t payload_bytes;
	uint32_t crc32c;        /* of name and payload */
	uint64_t offset;
	uint32_t reserved;
	uint32_t header_crc32c; /* of the 28 bytes before it */
};

_Static_assert(sizeof(struct rb_frame) == 32 && offsetof(struct rb_frame, header_crc32c) == 28, "frame");

/*
 * Whoever reads slowly keeps the relay waiting, and nobody else. Commands are taken meanwhile by the function given to
 * frames_begin. False once nobody reads any more.
 */
void frames_begin(void (*listen)(void));
bool frame_send(enum rb_frame_type type, const char *name, uint64_t offset, const void *payload, size_t bytes);
bool frames_closed(void);

#endif
