/* A library that calls MPI in an exported function and in one whose symbol a stripped file does not have. */
#include <mpi.h>

#define JOINED(a, b) a##_##b
#define NAMED(a, b) JOINED(a, b)

int run(int value);

static __attribute__((noinline)) int NAMED(hidden, NAME)(int value)
{
	int sum = 0;

	MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* line 13 */
	return sum + 1;
}

int NAMED(exported, NAME)(int value);
__attribute__((noinline)) int NAMED(exported, NAME)(int value)
{
	int most = 0;

	MPI_Allreduce(&value, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); /* line 22 */
	return most + 1;
}

int run(int value)
{
	return NAMED(exported, NAME)(NAMED(hidden, NAME)(value)) + 1;
}
