/*
 * specrand SEED COUNT [int|real] [every N] - the minimal standard random sequence of Park and Miller.
 *
 * x' = 16807 x mod (2^31 - 1) by Schrage's method (Park, Miller: Random number generators: good ones are hard
 * to find, CACM 31, 1988). Prints every N-th number (default: each) and a checksum over all numbers. A quick check of a
 * machine, not a measurement.
 */
#include "workload.h"

#define MODULUS 2147483647L

static long next_standard(long x)
{
	x = 16807 * (x % 127773) - 2836 * (x / 127773);
	return x > 0 ? x : x + MODULUS;
}

/* Verifies the check value of the paper: the 10,000th number after 1. */
static void check_generator(void)
{
	long x = 1;
	for (int i = 0; i < 10000; i++)
		x = next_standard(x);
	require(x == 1043618065, "the 10000th number after seed 1 is 1043618065");
}

int main(int argc, char **argv)
{
	long x = argument(argc, argv, 1, "SEED", 1255432124, 1, MODULUS - 1);
	long count = argument(argc, argv, 2, "COUNT", 234923, 1, 10000000000);
	int real = argc > 3 && !strcmp(argv[3], "real");
	if (argc > 3 && !real && strcmp(argv[3], "int")) {
		fprintf(stderr, "%s: the third argument is 'int' or 'real', not '%s'\n", argv[0], argv[3]);
		return 2;
	}
	long every = argument(argc, argv, 4, "EVERY", 1, 1, 10000000000);
	check_generator();
	uint64_t sum = CHECKSUM_START;
	for (long i = 1; i <= count; i++) {
		x = next_standard(x);
		double value = (double)x / MODULUS;
		sum = checksum(sum, real ? bits_of(value) : (uint64_t)x);
		if (i % every)
			continue;
		if (real)
			printf("%.12f\n", value);
		else
			printf("%ld\n", x);
	}
	printf("checksum %016llx\n", (unsigned long long)sum);
	return 0;
}
