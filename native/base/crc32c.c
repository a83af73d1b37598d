/* CRC-32C by the processor's instruction, or by a table (built on first use) on processors without one. */
#include "crc32c.h"

#include <string.h>

#define POLYNOMIAL 0x82f63b78u /* reflected 0x1edc6f41 */

uint32_t crc32c_table(uint32_t crc, const void *data, size_t size)
{
	static uint32_t table[256];
	const uint8_t *p = data;

	if (!table[1]) {
		for (uint32_t i = 0; i < 256; i++) {
			uint32_t c = i;
			for (int bit = 0; bit < 8; bit++)
				c = c >> 1 ^ (c & 1 ? POLYNOMIAL : 0);
			table[i] = c;
		}
	}
	crc = ~crc;
	while (size--)
		crc = crc >> 8 ^ table[(crc ^ *p++) & 0xff];
	return ~crc;
}

#if defined(__x86_64__)
#include <nmmintrin.h>

__attribute__((target("sse4.2")))
static uint32_t crc32c_instruction(uint32_t crc, const void *data, size_t size)
{
	const uint8_t *p = data;
	uint64_t c = ~crc & 0xffffffffu, word;

	/* Most callers pass records of 64 bytes. */
	for (; size >= 64; size -= 64, p += 64) {
#pragma GCC unroll 8
		for (int i = 0; i < 64; i += 8) {
			memcpy(&word, p + i, 8);
			c = _mm_crc32_u64(c, word);
		}
	}
	for (; size >= 8; size -= 8, p += 8) {
		memcpy(&word, p, 8);
		c = _mm_crc32_u64(c, word);
	}
	while (size--)
		c = _mm_crc32_u8((uint32_t)c, *p++);
	return ~(uint32_t)c;
}

static int has_instruction(void)
{
	return __builtin_cpu_supports("sse4.2");
}
#elif defined(__aarch64__)
#include <sys/auxv.h>

#ifndef HWCAP_CRC32
#define HWCAP_CRC32 (1 << 7)
#endif

__attribute__((target("+crc")))
static uint32_t crc32c_instruction(uint32_t crc, const void *data, size_t size)
{
	const uint8_t *p = data;

	crc = ~crc;
	for (; size >= 8; size -= 8, p += 8) {
		uint64_t word;
		memcpy(&word, p, 8);
		crc = __builtin_aarch64_crc32cx(crc, word);
	}
	while (size--)
		crc = __builtin_aarch64_crc32cb(crc, *p++);
	return ~crc;
}

static int has_instruction(void)
{
	return getauxval(AT_HWCAP) & HWCAP_CRC32;
}
#else
#define crc32c_instruction crc32c_table
static int has_instruction(void)
{
	return 0;
}
#endif

uint32_t crc32c(uint32_t crc, const void *data, size_t size)
{
	return has_instruction() ? crc32c_instruction(crc, data, size) : crc32c_table(crc, data, size);
}
