/* One packet of the clock exchange: 64 bytes in both directions, so that both take equally long on the wire. Little
 * endian. A reply is the request with RB_REPLY set, the node's stamps filled in, and what is known of the node's
 * previous reply to this session: its kernel send stamp exists only after it was sent. The reply to RB_OPEN, which has
 * no previous, tells the node's clock in those places instead (RB_HAS_SOURCE): millihertz of its counter (0: counts ns)
 * for previous_k3, rb_clock_code for previous_burst, the frequency's error in 1e-9 (rounded up) for previous_seq. RB_BEAT is broadcast
 * and never answered: the node only stamps its arrival. RB_FETCH asks for the arrivals of beats seq to seq + 3: they come
 * in t2, t3, k2 and previous_k3, each with a flag RB_HAS_BEAT << i, and RB_BEAT_BY_KERNEL << i if the kernel stamped it.
 * RB_DOUBLED: this answers a probe that was answered before (the network doubled it), so that no kernel send stamp is
 * known of this answer; what is told later as the previous one's belongs to the first.
 *
 * With a shared key a packet has 80 bytes in both directions: version RB_WIRE_SEALED, and behind the 64 bytes the first 16
 * of their HMAC-SHA-256. Whoever holds a key ignores everything else. Replays: a reply must carry the session, burst,
 * sequence number and t1 that are waited for, all of this window; the first arrival of a beat counts; probes not newer than
 * the last of their session leave no stamp behind. What an attacker still can do is delay and lose packets: a delay widens
 * round trips and with them the interval, which holds, and beats that disagree with the exchanges are not used. */
#define RB_BEATS_A_FETCH 4
#define RB_MOST_BEATS 1024
#define RB_FEWEST_BEATS 20 /* five groups: fewer tell no rate */
#define RB_BEATS_A_GROUP 4 /* sent in a row */
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

enum rb_packet_type { RB_OPEN = 1, RB_PROBE = 2, RB_CLOSE = 3, RB_PING = 4, RB_BEAT = 5, RB_FETCH = 6, RB_REPLY = 0x80 };
enum rb_packet_flags { RB_HAS_K2 = 1, RB_HAS_PREVIOUS = 2, RB_HAS_SOURCE = 4, RB_DOUBLED = 8, RB_HAS_BEAT = 0x10, RB_BEAT_BY_KERNEL = 0x100 };

struct rb_packet {
	uint8_t type;
	uint16_t flags;
	uint32_t session;
	uint16_t burst, seq;
	int64_t t1, t2, t3, k2, previous_k3;
	uint16_t previous_burst, previous_seq;
};

enum rb_verdict { RB_GOOD, RB_WRONG_SIZE, RB_FOREIGN, RB_WRONG_VERSION, RB_DAMAGED, RB_WRONG_TYPE, RB_UNAUTHENTIC, RB_VERDICTS };
extern const char *const rb_verdict_names[RB_VERDICTS];

void rb_pack(uint8_t bytes[RB_PACKET_SIZE], const struct rb_packet *packet);
enum rb_verdict rb_unpack(struct rb_packet *packet, const uint8_t *bytes, size_t size);

/* The same with a key; NULL: without. rb_seal returns the packet's size. */
size_t rb_seal(uint8_t bytes[RB_SEALED_SIZE], const struct rb_packet *packet, const struct rb_key *key);
enum rb_verdict rb_unseal(struct rb_packet *packet, const uint8_t *bytes, size_t size, const struct rb_key *key);

#endif
