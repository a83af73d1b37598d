/* See seal.h. */
#include "seal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static uint32_t rotated(uint32_t v, int by)
{
	return v >> by | v << (32 - by);
}

static uint32_t big_endian(const uint8_t *b)
{
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void hash_block(uint32_t state[8], const uint8_t *block)
{
	static const uint32_t k[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
		0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
		0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	};
	uint32_t w[64], s[8];
	for (int i = 0; i < 16; i++)
		w[i] = big_endian(block + 4 * i);
	for (int i = 16; i < 64; i++) {
		uint32_t a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
		uint32_t b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
		w[i] = w[i - 16] + a + w[i - 7] + b;
	}
	memcpy(s, state, sizeof s);
	for (int i = 0; i < 64; i++) {
		uint32_t a = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22);
		uint32_t e = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25);
		uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
		uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
		uint32_t first = s[7] + e + choice + k[i] + w[i], second = a + majority;
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += first;
		s[0] = first + second;
	}
	for (int i = 0; i < 8; i++)
		state[i] += s[i];
}

void rb_sha256_begin(struct rb_sha256 *h)
{
	static const uint32_t initial[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};
	memcpy(h->state, initial, sizeof initial);
	h->size = 0;
}

void rb_sha256_add(struct rb_sha256 *h, const void *data, size_t size)
{
	for (const uint8_t *at = data; size > 0; ) {
		size_t begin = h->size % 64, n = size < 64 - begin ? size : 64 - begin;
		memcpy(h->block + begin, at, n);
		h->size += n;
		at += n;
		size -= n;
		if (begin + n == 64)
			hash_block(h->state, h->block);
	}
}

void rb_sha256_end(struct rb_sha256 *h, uint8_t digest[32])
{
	static const uint8_t padding[64] = { 0x80 };
	uint64_t bits = h->size * 8;
	uint8_t length[8];
	for (int i = 0; i < 8; i++)
		length[i] = (uint8_t)(bits >> (56 - 8 * i));
	rb_sha256_add(h, padding, 1 + (119 - h->size % 64) % 64);
	rb_sha256_add(h, length, sizeof length);
	for (int i = 0; i < 32; i++)
		digest[i] = (uint8_t)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}

void rb_key_make(struct rb_key *key, const void *secret, size_t size)
{
	uint8_t block[64] = { 0 }, inner[64], outer[64];
	if (size > sizeof block) {
		struct rb_sha256 h;
		rb_sha256_begin(&h);
		rb_sha256_add(&h, secret, size);
		rb_sha256_end(&h, block);
	} else {
		memcpy(block, secret, size);
	}
	for (size_t i = 0; i < sizeof block; i++) {
		inner[i] = block[i] ^ 0x36;
		outer[i] = block[i] ^ 0x5c;
	}
	rb_sha256_begin(&key->inner);
	rb_sha256_add(&key->inner, inner, sizeof inner);
	rb_sha256_begin(&key->outer);
	rb_sha256_add(&key->outer, outer, sizeof outer);
}

void rb_hmac(const struct rb_key *key, const void *data, size_t size, uint8_t digest[32])
{
	struct rb_sha256 h = key->inner;
	rb_sha256_add(&h, data, size);
	rb_sha256_end(&h, digest);
	h = key->outer;
	rb_sha256_add(&h, digest, 32);
	rb_sha256_end(&h, digest);
}

int rb_key_read(struct rb_key *key, const char *path, char *error, size_t size)
{
	uint8_t secret[RB_MAX_KEY_BYTES + 3];
	struct stat s;
	FILE *f = fopen(path, "r");
	if (!f || fstat(fileno(f), &s) != 0) {
		snprintf(error, size, "%s: %s; the same file must be on every machine: head -c 32 /dev/urandom | base64 > FILE; chmod 600 FILE",
			path, strerror(errno));
		if (f)
			fclose(f);
		return -1;
	}
	size_t n = fread(secret, 1, sizeof secret, f);
	fclose(f);
	while (n > 0 && (secret[n - 1] == '\n' || secret[n - 1] == '\r'))
		n--;
	if (s.st_mode & 077) {
		snprintf(error, size, "%s: other users can read or change it (mode %03o): chmod 600 %s", path,
			(unsigned)s.st_mode & 0777, path);
		return -1;
	}
	if (n < RB_MIN_KEY_BYTES || n > RB_MAX_KEY_BYTES) {
		snprintf(error, size, "%s: a key has %d to %d bytes, this has %s%zu: head -c 32 /dev/urandom | base64 > %s",
			path, RB_MIN_KEY_BYTES, RB_MAX_KEY_BYTES, n > RB_MAX_KEY_BYTES ? "more than " : "",
			n > RB_MAX_KEY_BYTES ? (size_t)RB_MAX_KEY_BYTES : n, path);
		return -1;
	}
	rb_key_make(key, secret, n);
	return 0;
}
