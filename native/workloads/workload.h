/*
 * The common functions of workload kernels: arguments, memory, a random sequence, a checksum.
 *
 * A kernel prints the same bytes on every machine with IEEE 754 doubles. Random numbers are integers generated here, floating
 * point is evaluated in the order written, and the checksum covers bit patterns.
 */
#ifndef RUNBENCH_WORKLOAD_H
#define RUNBENCH_WORKLOAD_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the next value of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). */
static inline uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Returns a value in [0, bound), bound > 0; the small bias does not matter for test data. */
static inline uint64_t random_below(uint64_t *state, uint64_t bound)
{
	return next_random(state) % bound;
}

#define CHECKSUM_START 0xcbf29ce484222325u

/* Continues an FNV-1a hash with a byte. */
static inline uint64_t checksum_byte(uint64_t sum, uint8_t byte)
{
	return (sum ^ byte) * 0x100000001b3u;
}

/* Continues an FNV-1a hash with the eight bytes of a value, lowest first on every machine. */
static inline uint64_t checksum(uint64_t sum, uint64_t value)
{
	for (int i = 0; i < 8; i++, value >>= 8)
		sum = checksum_byte(sum, (uint8_t)value);
	return sum;
}

static inline uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/* Returns the integer argv[i], or fallback if it is missing. Exits with 2 if it is outside [min, max]. */
static inline long argument(int argc, char **argv, int i, const char *name, long fallback, long min, long max)
{
	if (i >= argc)
		return fallback;
	char *end;
	errno = 0;
	long value = strtol(argv[i], &end, 10);
	if (errno || *end || end == argv[i] || value < min || value > max) {
		fprintf(stderr, "%s: %s must be a whole number from %ld to %ld, not '%s'\n", argv[0], name, min, max, argv[i]);
		exit(2);
	}
	return value;
}

/* Returns zeroed memory for n objects. Exits with 3 if there is none. */
static inline void *allocate(size_t n, size_t size)
{
	void *memory = calloc(n, size);
	if (!memory) {
		fprintf(stderr, "not enough memory for %zu objects of %zu bytes\n", n, size);
		exit(3);
	}
	return memory;
}

/* Exits with 1 if a self-check of the kernel does not hold. */
static inline void require(int holds, const char *what)
{
	if (!holds) {
		fprintf(stderr, "self-check failed: %s\n", what);
		exit(1);
	}
}

#endif
