/*
 * The random numbers of the NAS parallel benchmarks (Bailey and others: The NAS Parallel Benchmarks, report RNR-94-007, NASA
 * Ames, 1994, section 2.3): x' = 5^13 x mod 2^46. Integers of 64 bits hold the low 46 bits of the product exactly.
 */
#ifndef RUNBENCH_NPB_H
#define RUNBENCH_NPB_H

#include <stdint.h>

#define NPB_MULTIPLIER 1220703125u /* 5^13 */
#define NPB_MASK ((UINT64_C(1) << 46) - 1)

/* Returns the next random number in (0, 1). */
static inline double npb_random(uint64_t *x)
{
	*x = *x * NPB_MULTIPLIER & NPB_MASK;
	return (double)*x * 0x1p-46;
}

/* Moves the sequence forward by n numbers. */
static inline void npb_skip(uint64_t *x, uint64_t n)
{
	for (uint64_t power = NPB_MULTIPLIER; n > 0; n >>= 1, power = power * power & NPB_MASK)
		if (n & 1)
			*x = *x * power & NPB_MASK;
}

#endif
