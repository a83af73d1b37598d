/* Packets that only holders of a shared key can make: HMAC-SHA-256 (RFC 2104, FIPS 180-4) over the packet, its first 16
 * bytes behind it. What it does not do: hide anything, or keep anybody from losing or delaying packets. */
#ifndef RB_SEAL_H
#define RB_SEAL_H

#include <stddef.h>
#include <stdint.h>

#define RB_TAG_SIZE 16
#define RB_SHORTEST_KEY 16
#define RB_LONGEST_KEY 4096

struct rb_sha256 {
	uint32_t state[8];
	uint64_t size;
	uint8_t block[64];
};

void rb_sha256_begin(struct rb_sha256 *h);
void rb_sha256_add(struct rb_sha256 *h, const void *data, size_t size);
void rb_sha256_end(struct rb_sha256 *h, uint8_t digest[32]);

/* Both paddings hashed already: a packet costs three blocks. */
struct rb_key {
	struct rb_sha256 inner, outer;
};

void rb_key_make(struct rb_key *key, const void *secret, size_t size);

/* A file that nobody but its owner can read, 16 to 4096 bytes; a line end behind them does not count. -1 with the reason. */
int rb_key_read(struct rb_key *key, const char *path, char *error, size_t size);

void rb_hmac(const struct rb_key *key, const void *data, size_t size, uint8_t digest[32]);

#endif
