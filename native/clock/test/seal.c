/* Published test vectors of SHA-256 and HMAC (FIPS 180-4, RFC 4231), and packets that cannot be forged without the
 * key. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/check.h"
#include "../wire.h"

static int equals_hex(const uint8_t *digest, const char *hex)
{
	char text[65];
	for (int i = 0; i < 32; i++)
		sprintf(text + 2 * i, "%02x", digest[i]);
	return strcmp(text, hex) == 0;
}

static void check_hash(void)
{
	static const struct { const char *text, *digest; } known[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
			"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};
	uint8_t digest[32], a[1000];
	struct rb_sha256 h;
	for (size_t i = 0; i < 3; i++) {
		rb_sha256_begin(&h);
		rb_sha256_add(&h, known[i].text, strlen(known[i].text));
		rb_sha256_end(&h, digest);
		CHECK(equals_hex(digest, known[i].digest));
	}
	memset(a, 'a', sizeof a);
	rb_sha256_begin(&h);
	for (size_t left = 1000000, n; left > 0; left -= n) {
		n = left % 997 + 1 < left ? left % 997 + 1 : left;
		rb_sha256_add(&h, a, n);
	}
	rb_sha256_end(&h, digest);
	CHECK(equals_hex(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
}

/* RFC 4231, test cases 1, 2 and 6. */
static void check_code(void)
{
	uint8_t secret[131], digest[32];
	struct rb_key key;
	memset(secret, 0x0b, 20);
	rb_key_make(&key, secret, 20);
	rb_hmac(&key, "Hi There", 8, digest);
	CHECK(equals_hex(digest, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
	rb_key_make(&key, "Jefe", 4);
	rb_hmac(&key, "what do ya want for nothing?", 28, digest);
	CHECK(equals_hex(digest, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
	memset(secret, 0xaa, sizeof secret);
	rb_key_make(&key, secret, sizeof secret);
	rb_hmac(&key, "Test Using Larger Than Block-Size Key - Hash Key First", 54, digest);
	CHECK(equals_hex(digest, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
}

static void check_packets(void)
{
	struct rb_key key, other;
	struct rb_packet p = { .type = RB_BEAT, .session = 7, .seq = 3, .t1 = 5 }, q;
	uint8_t bytes[RB_SEALED_SIZE], bad[RB_SEALED_SIZE];
	rb_key_make(&key, "0123456789abcdef", 16);
	rb_key_make(&other, "0123456789abcdeg", 16);
	CHECK(rb_seal(bytes, &p, &key) == RB_SEALED_SIZE);
	CHECK(rb_unseal(&q, bytes, RB_SEALED_SIZE, &key) == RB_GOOD && q.type == RB_BEAT && q.session == 7 && q.seq == 3
		&& q.t1 == 5);
	CHECK(rb_unseal(&q, bytes, RB_SEALED_SIZE, &other) == RB_UNAUTHENTIC);
	CHECK(rb_unseal(&q, bytes, RB_SEALED_SIZE, NULL) == RB_WRONG_SIZE);
	for (int bit = 0; bit < RB_SEALED_SIZE * 8; bit++) {
		memcpy(bad, bytes, sizeof bad);
		bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
		CHECK(rb_unseal(&q, bad, sizeof bad, &key) == RB_UNAUTHENTIC);
	}
	CHECK(rb_seal(bytes, &p, NULL) == RB_PACKET_SIZE);
	CHECK(rb_unseal(&q, bytes, RB_PACKET_SIZE, NULL) == RB_GOOD);
	CHECK(rb_unseal(&q, bytes, RB_PACKET_SIZE, &key) == RB_UNAUTHENTIC, "a key's holder believes nothing without");
	CHECK(rb_unseal(&q, bytes, 12, &key) == RB_WRONG_SIZE);
}

static void check_files(void)
{
	char path[] = "/tmp/runbench-key-XXXXXX", error[512] = "";
	struct rb_key key;
	int fd = mkstemp(path);
	CHECK(fd >= 0 && write(fd, "0123456789abcde\n", 16) == 16);
	CHECK(rb_key_read(&key, path, error, sizeof error) == -1 && strstr(error, "this has 15"));
	CHECK(pwrite(fd, "0123456789abcdef\n", 17, 0) == 17);
	CHECK(rb_key_read(&key, path, error, sizeof error) == 0);
	CHECK(fchmod(fd, 0640) == 0 && rb_key_read(&key, path, error, sizeof error) == -1 && strstr(error, "mode 640"));
	CHECK(fchmod(fd, 0600) == 0 && ftruncate(fd, RB_MAX_KEY_BYTES) == 0
		&& rb_key_read(&key, path, error, sizeof error) == 0);
	CHECK(ftruncate(fd, RB_MAX_KEY_BYTES + 1) == 0 && rb_key_read(&key, path, error, sizeof error) == -1
		&& strstr(error, "more than 4096"));
	close(fd);
	unlink(path);
	CHECK(rb_key_read(&key, path, error, sizeof error) == -1 && strstr(error, "No such file"));
}

int main(void)
{
	check_hash();
	check_code();
	check_packets();
	check_files();
	return summary("clock-seal");
}
