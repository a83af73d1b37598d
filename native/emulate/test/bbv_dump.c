/* Prints the sums of basic-block vectors, one line per file:
 *   task SERIAL intervals N sum INSTRUCTIONS counted INSTRUCTIONS most TIMES
 * sum: instructions of the vectors; counted: by the task at its last interval; most: executions of the most executed
 * block.
 *   bbv_dump FOLDER [SERIAL...] */
#include "../bbv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static FILE *of(const char *kind, unsigned long number, const char *suffix)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s-%lu.%s", folder, kind, number, suffix);
	f = fopen(path, "re");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

static uint32_t length(uint32_t image, uint32_t block)
{
	FILE *f = of("image", image, "blocks");
	struct bbv_block b;

	if (fseek(f, (long)(block * sizeof b), SEEK_SET) || fread(&b, sizeof b, 1, f) != 1) {
		printf("image %u has no block %u\n", image, block);
		exit(1);
	}
	fclose(f);
	return b.instructions;
}

static void dump(unsigned long serial)
{
	FILE *f = of("task", serial, "intervals");
	static uint64_t times[1 << 20];
	struct bbv_interval head = { 0 };
	uint64_t intervals = 0, sum = 0, most = 0, counted = 0;

	memset(times, 0, sizeof times);
	while (fread(&head, sizeof head, 1, f) == 1) {
		if (head.magic != BBV_MAGIC || head.values != COUNTS)
			exit(1);
		intervals++;
		counted = head.count[COUNT_INSTRUCTIONS];
		for (uint32_t i = 0; i < head.blocks; i++) {
			struct bbv_executions e;

			if (fread(&e, sizeof e, 1, f) != 1)
				exit(1);
			times[e.block] += e.times;
		}
	}
	for (uint32_t i = 0; i < 1 << 20; i++)
		if (times[i]) {
			sum += times[i] * length(head.image, i);
			most = times[i] > most ? times[i] : most;
		}
	printf("task %lu intervals %llu sum %llu counted %llu most %llu\n", serial, (unsigned long long)intervals,
	       (unsigned long long)sum, (unsigned long long)counted, (unsigned long long)most);
	fclose(f);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	folder = argv[1];
	for (int i = 2; i < argc; i++)
		dump(strtoul(argv[i], NULL, 10));
	return 0;
}
