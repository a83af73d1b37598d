/* Packing and checking of packets; see wire.h. Offsets: magic 0, version 4, type 5, flags 6, session 8, burst 12,
 * seq 14, t1 16, t2 24, t3 32, k2 40, previous k3 48, previous burst 56, previous seq 58, CRC-32C of the rest 60. */
#include "wire.h"
#include "../base/crc32c.h"

#include <endian.h>
#include <string.h>

const char *const rb_verdict_names[RB_VERDICTS] = {
	"good", "wrong_size", "foreign", "wrong_version", "damaged", "wrong_type", "unauthentic",
};

static void put16(uint8_t *to, uint16_t v)
{
	v = htole16(v);
	memcpy(to, &v, sizeof v);
}

static void put32(uint8_t *to, uint32_t v)
{
	v = htole32(v);
	memcpy(to, &v, sizeof v);
}

static void put64(uint8_t *to, int64_t v)
{
	uint64_t u = htole64((uint64_t)v);
	memcpy(to, &u, sizeof u);
}

static uint16_t get16(const uint8_t *from)
{
	uint16_t v;
	memcpy(&v, from, sizeof v);
	return le16toh(v);
}

static uint32_t get32(const uint8_t *from)
{
	uint32_t v;
	memcpy(&v, from, sizeof v);
	return le32toh(v);
}

static int64_t get64(const uint8_t *from)
{
	uint64_t v;
	memcpy(&v, from, sizeof v);
	return (int64_t)le64toh(v);
}

static void pack(uint8_t *b, const struct rb_packet *p, uint8_t version)
{
	put32(b, RB_MAGIC);
	b[4] = version;
	b[5] = p->type;
	put16(b + 6, p->flags);
	put32(b + 8, p->session);
	put16(b + 12, p->burst);
	put16(b + 14, p->seq);
	put64(b + 16, p->t1);
	put64(b + 24, p->t2);
	put64(b + 32, p->t3);
	put64(b + 40, p->k2);
	put64(b + 48, p->previous_k3);
	put16(b + 56, p->previous_burst);
	put16(b + 58, p->previous_seq);
	put32(b + 60, crc32c(0, b, 60));
}

void rb_pack(uint8_t b[RB_PACKET_SIZE], const struct rb_packet *p)
{
	pack(b, p, RB_WIRE_VERSION);
}

static enum rb_verdict unpack(struct rb_packet *p, const uint8_t *b, uint8_t version)
{
	if (get32(b) != RB_MAGIC)
		return RB_FOREIGN;
	if (b[4] != version)
		return RB_WRONG_VERSION;
	if (get32(b + 60) != crc32c(0, b, 60))
		return RB_DAMAGED;
	*p = (struct rb_packet){
		.type = b[5], .flags = get16(b + 6), .session = get32(b + 8), .burst = get16(b + 12), .seq = get16(b + 14),
		.t1 = get64(b + 16), .t2 = get64(b + 24), .t3 = get64(b + 32), .k2 = get64(b + 40),
		.previous_k3 = get64(b + 48), .previous_burst = get16(b + 56), .previous_seq = get16(b + 58),
	};
	uint8_t kind = p->type & ~RB_REPLY;
	return kind >= RB_OPEN && kind <= RB_FETCH ? RB_GOOD : RB_WRONG_TYPE;
}

enum rb_verdict rb_unpack(struct rb_packet *p, const uint8_t *b, size_t size)
{
	return size == RB_PACKET_SIZE ? unpack(p, b, RB_WIRE_VERSION) : RB_WRONG_SIZE;
}

size_t rb_seal(uint8_t b[RB_SEALED_SIZE], const struct rb_packet *p, const struct rb_key *key)
{
	uint8_t digest[32];
	pack(b, p, key ? RB_WIRE_SEALED : RB_WIRE_VERSION);
	if (!key)
		return RB_PACKET_SIZE;
	rb_hmac(key, b, RB_PACKET_SIZE, digest);
	memcpy(b + RB_PACKET_SIZE, digest, RB_TAG_SIZE);
	return RB_SEALED_SIZE;
}

enum rb_verdict rb_unseal(struct rb_packet *p, const uint8_t *b, size_t size, const struct rb_key *key)
{
	uint8_t digest[32], different = 0;
	if (!key)
		return rb_unpack(p, b, size);
	if (size != RB_SEALED_SIZE)
		return size == RB_PACKET_SIZE ? RB_UNAUTHENTIC : RB_WRONG_SIZE;
	rb_hmac(key, b, RB_PACKET_SIZE, digest);
	/* Compares all bytes in constant time, so that the duration reveals nothing. */
	for (int i = 0; i < RB_TAG_SIZE; i++)
		different |= digest[i] ^ b[RB_PACKET_SIZE + i];
	return different ? RB_UNAUTHENTIC : unpack(p, b, RB_WIRE_SEALED);
}
