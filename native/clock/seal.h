/* Authentication of packets with a shared key: HMAC-SHA-256 (RFC 2104, FIPS 180-4) over the packet, of which the first
 * 16 bytes follow the packet. It does not encrypt, and does not prevent loss or delay of packets. */
#ifndef RB_SEAL_H
#define RB_SEAL_H

#include <stddef.h>
#include <stdint.h>

#define RB_TAG_SIZE 16
#define RB_MIN_KEY_BYTES 16
#define RB_MAX_KEY_BYTES 4096

struct rb_sha256 {
	uint32_t state[8];
	uint64_t size;
	uint8_t block[64];
};

void rb_sha256_begin(struct rb_sha256 *h);
void rb_sha256_add(struct rb_sha256 *h, const void *data, size_t size);
void rb_sha256_end(struct rb_sha256 *h, uint8_t digest[32]);

/* Hash states after the inner and the outer padding, so that a packet costs three blocks. */
struct rb_key {
	struct rb_sha256 inner, outer;
};

void rb_key_make(struct rb_key *key, const void *secret, size_t size);

/* Reads a key of 16 to 4096 bytes from a file that only its owner can read; a line end after them is ignored. Returns
 * -1 with the reason in error. */
int rb_key_read(struct rb_key *key, const char *path, char *error, size_t size);

void rb_hmac(const struct rb_key *key, const void *data, size_t size, uint8_t digest[32]);

#endif
