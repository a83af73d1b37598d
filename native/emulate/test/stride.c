/* Memory references with known counts.
 *   stride BYTES STRIDE ROUNDS [w]   touches every STRIDE-th byte of a buffer, ROUNDS times: reads, or writes
 *   stride row|column N              reads an N x N matrix of doubles along its rows or its columns
 * A stride of one line over 256 MiB always misses (BBMA), over 16 KiB almost never (nBBMA): Antonopoulos, Nikolopoulos,
 * Papatheodorou, "Scheduling Algorithms with Bus Bandwidth Considerations for SMPs", ICPP 2003. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *memory(size_t bytes)
{
	/* Not initialised: that would be counted too. */
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) {
		perror("stride");
		exit(1);
	}
	return p;
}

static void stride(size_t bytes, size_t step, long rounds, int write)
{
	volatile char *p = memory(bytes);

	for (long r = 0; r < rounds; r++) {
		if (write) {
			for (size_t i = 0; i < bytes; i += step)
				p[i] = 1;
		} else {
			for (size_t i = 0; i < bytes; i += step)
				(void)p[i];
		}
	}
}

static void walk(size_t n, int column)
{
	volatile double *m = memory(n * n * sizeof *m);

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			(void)m[column ? j * n + i : i * n + j];
}

int main(int argc, char **argv)
{
	if (argc == 3)
		walk(strtoul(argv[2], NULL, 0), !strcmp(argv[1], "column"));
	else if (argc >= 4)
		stride(strtoul(argv[1], NULL, 0), strtoul(argv[2], NULL, 0), atol(argv[3]), argc > 4);
	else
		return 2;
	return 0;
}
