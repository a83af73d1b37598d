/* A reader of recordings that verifies everything, for the tests of the writer and of sampling. */
#ifndef RUNBENCH_TEST_RECORDING_CHECK_H
#define RUNBENCH_TEST_RECORDING_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recording_facts {
	bool     header_good, complete; /* complete: an end record and a trailer with the right checksum */
	uint64_t seals, sealed_records, trailing_bytes; /* trailing: after the last valid seal, if not complete */
	uint64_t kinds[32], groups, tasks;
	uint64_t decreases;       /* decreased values of a series */
	uint64_t first_ns, early; /* time of the first record; number of samples and closing records before it */
	uint64_t back_in_time;    /* records of a series that are earlier than the previous one */
	uint64_t sum_mismatches;  /* groups or values whose differences do not add up to the total */
	uint64_t derived, lost_flags;
	uint64_t seals_backwards; /* seals that are earlier than the previous one */
	uint64_t longest_gap_ns;  /* between two seals */
	uint64_t total[8];        /* of group 0 */
	uint64_t finals, final_run_ns, final_sum[8]; /* number of final records of tasks, and their sums, of group 0 */
	char     trailer[4096];
};

/* Reads a recording. Returns 0, or -1 if the file cannot be read. */
int recording_check(const char *path, struct recording_facts *f);

#endif
