/* CRC-32C (Castagnoli), as in RFC 3720 section 12.1: reflected, initial value and final xor all ones. */
#ifndef RUNBENCH_BASE_CRC32C_H
#define RUNBENCH_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Continues a checksum: crc32c(crc32c(0, a, n), b, m) is the checksum of a followed by b. */
uint32_t crc32c(uint32_t crc, const void *data, size_t size);

/* Computes the same checksum without special instructions; used on other processors and by the tests. */
uint32_t crc32c_table(uint32_t crc, const void *data, size_t size);

#endif
