/* CRC-32C against published vectors (RFC 3720 appendix B.4), and the instruction against the table. */
#include "../base/check.h"
#include "../base/crc32c.h"

#include <stdlib.h>
#include <string.h>

int main(void)
{
	uint8_t bytes[4096];

	memset(bytes, 0, 32);
	CHECK(crc32c(0, bytes, 32) == 0x8a9136aa, "32 zeros");
	memset(bytes, 0xff, 32);
	CHECK(crc32c(0, bytes, 32) == 0x62a8ab43, "32 ones");
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)i;
	CHECK(crc32c(0, bytes, 32) == 0x46dd794e, "ascending");
	CHECK(crc32c(0, "123456789", 9) == 0xe3069283, "check value");
	CHECK(crc32c(0, "", 0) == 0, "nothing");
	srand(1);
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)rand();
	for (size_t n = 0, bad = 0; n <= 300; n++) {
		bad += crc32c(0, bytes + n % 9, n) != crc32c_table(0, bytes + n % 9, n);
		bad += crc32c(crc32c(0, bytes, n), bytes + n, 300 - n) != crc32c(0, bytes, 300);
		if (n == 300)
			CHECK(bad == 0, "%zu of 602 differ", bad);
	}
	return summary("crc32c");
}
