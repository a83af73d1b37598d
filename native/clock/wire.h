/* A packet of the clock exchange. It has 64 bytes in both directions, so that both take equally long on the wire.
 * Numbers are little endian. A reply is the request with RB_REPLY set and the node's stamps filled in. It also carries
 * the kernel's send stamp of the node's previous reply to this session, because that stamp exists only after the send.
 *
 * RB_OPEN: the reply has no previous reply. With RB_HAS_SOURCE it describes the node's clock instead: the counter's
 * frequency in mHz (0: counts ns) in previous_k3, rb_clock_code in previous_burst, the relative frequency error in
 * 1e-9, rounded up, in previous_seq.
 * RB_BEAT is broadcast and not answered: the node only stamps its arrival.
 * RB_FETCH requests the arrivals of beats seq to seq + 3. They are returned in t2, t3, k2 and previous_k3, each with a
 * flag RB_HAS_BEAT << i, and RB_BEAT_BY_KERNEL << i if the kernel stamped it.
 * RB_K2_BY_HARDWARE: the node's network interface stamped the arrival.
 * RB_DOUBLED: the network duplicated the probe, and an earlier copy was answered. This answer has no kernel send stamp;
 * a later one for this probe belongs to the first answer.
 *
 * With a shared key a packet has 80 bytes in both directions: version RB_WIRE_SEALED, 64 bytes, and the first 16 bytes
 * of their HMAC-SHA-256. A program with a key ignores all other packets. Replays have no effect: a reply must match the
 * awaited session, burst, sequence number and t1; only the first arrival of a beat counts; probes not newer than the
 * last of their session leave no stamp. An attacker can still delay and lose packets. A delay widens round trips and so
 * the interval, which remains valid; beats that disagree with the exchanges are not used. */
#ifndef RB_WIRE_H
#define RB_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "seal.h"

#define RB_PACKET_SIZE 64
#define RB_SEALED_SIZE (RB_PACKET_SIZE + RB_TAG_SIZE)
#define RB_MAGIC 0x53434252u /* "RBCS" */
#define RB_WIRE_VERSION 1
#define RB_WIRE_SEALED 2

#define RB_BEATS_PER_FETCH 4
#define RB_MAX_BEATS 1024
#define RB_MIN_BEATS 20 /* five groups; fewer do not determine a rate */
#define RB_BEATS_PER_GROUP 4 /* sent in a row */

enum rb_packet_type { RB_OPEN = 1, RB_PROBE = 2, RB_CLOSE = 3, RB_PING = 4, RB_BEAT = 5, RB_FETCH = 6,
	RB_REPLY = 0x80 };
enum rb_packet_flags { RB_HAS_K2 = 1, RB_HAS_PREVIOUS = 2, RB_HAS_SOURCE = 4, RB_DOUBLED = 8, RB_HAS_BEAT = 0x10,
	RB_BEAT_BY_KERNEL = 0x100, RB_K2_BY_HARDWARE = 0x1000 };

struct rb_packet {
	uint8_t type;
	uint16_t flags;
	uint32_t session;
	uint16_t burst, seq;
	int64_t t1, t2, t3, k2, previous_k3;
	uint16_t previous_burst, previous_seq;
};

enum rb_verdict { RB_GOOD, RB_WRONG_SIZE, RB_FOREIGN, RB_WRONG_VERSION, RB_DAMAGED, RB_WRONG_TYPE, RB_UNAUTHENTIC,
	RB_VERDICTS };
extern const char *const rb_verdict_names[RB_VERDICTS];

void rb_pack(uint8_t bytes[RB_PACKET_SIZE], const struct rb_packet *packet);
enum rb_verdict rb_unpack(struct rb_packet *packet, const uint8_t *bytes, size_t size);

/* Pack and check a packet with a key, or without one if key is NULL. rb_seal returns the packet's size. */
size_t rb_seal(uint8_t bytes[RB_SEALED_SIZE], const struct rb_packet *packet, const struct rb_key *key);
enum rb_verdict rb_unseal(struct rb_packet *packet, const uint8_t *bytes, size_t size, const struct rb_key *key);

#endif
