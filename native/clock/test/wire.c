/* Packets survive packing; anything else is rejected with the right reason. */
#include <stdlib.h>
#include <string.h>

#include "../../base/check.h"
#include "../wire.h"
#include "../../base/crc32c.h"

int main(void)
{
	struct rb_packet p = { .type = RB_PROBE | RB_REPLY, .flags = RB_HAS_K2 | RB_HAS_PREVIOUS, .session = 0xdeadbeef,
		.burst = 65535, .seq = 513, .t1 = INT64_MIN, .t2 = -2, .t3 = INT64_MAX, .k2 = 1700000000123456789,
		.previous_k3 = 1, .previous_burst = 7, .previous_seq = 9 }, q;
	uint8_t bytes[RB_PACKET_SIZE], bad[RB_PACKET_SIZE];

	CHECK(crc32c(0, "123456789", 9) == 0xe3069283);
	rb_pack(bytes, &p);
	CHECK(rb_unpack(&q, bytes, sizeof bytes) == RB_GOOD);
	CHECK(q.type == p.type && q.flags == p.flags && q.session == p.session && q.burst == p.burst && q.seq == p.seq);
	CHECK(q.t1 == p.t1 && q.t2 == p.t2 && q.t3 == p.t3 && q.k2 == p.k2 && q.previous_k3 == p.previous_k3);
	CHECK(q.previous_burst == p.previous_burst && q.previous_seq == p.previous_seq);
	CHECK(bytes[0] == 'R' && bytes[1] == 'B' && bytes[2] == 'C' && bytes[3] == 'S');
	CHECK(bytes[14] == 1 && bytes[15] == 2, "little endian");

	for (size_t size = 0; size < 200; size++)
		if (size != RB_PACKET_SIZE) {
			uint8_t *some = calloc(1, size + 1);
			memcpy(some, bytes, size < sizeof bytes ? size : sizeof bytes);
			CHECK(rb_unpack(&q, some, size) == RB_WRONG_SIZE);
			free(some);
		}
	for (int bit = 0; bit < RB_PACKET_SIZE * 8; bit++) {
		memcpy(bad, bytes, sizeof bad);
		bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
		enum rb_verdict verdict = rb_unpack(&q, bad, sizeof bad);
		CHECK(verdict == (bit < 32 ? RB_FOREIGN : bit < 40 ? RB_WRONG_VERSION : RB_DAMAGED));
	}
	for (int type = 0; type < 256; type++) {
		p.type = (uint8_t)type;
		rb_pack(bytes, &p);
		int kind = type & 0x7f;
		CHECK(rb_unpack(&q, bytes, sizeof bytes) == (kind >= RB_OPEN && kind <= RB_FETCH ? RB_GOOD : RB_WRONG_TYPE));
	}
	return summary("clock-wire");
}
