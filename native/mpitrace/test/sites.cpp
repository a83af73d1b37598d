// Calls of MPI at known lines of C++ code: a member of a template in a namespace, and a lambda that is inlined.
#include <cstdio>
#include <mpi.h>

namespace solver {
template <typename T> struct Grid {
	T value = 1;

	__attribute__((noinline)) void reduce()
	{
		T sum;
		MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // line 12
		value += sum > 0;
	}
};
}

int main(int argc, char **argv)
{
	solver::Grid<int> grid;
	auto wait = [] { MPI_Barrier(MPI_COMM_WORLD); };

	MPI_Init(&argc, &argv);
	for (int i = 0; i < 5; i++) {
		grid.reduce();
		wait();
	}
	std::puts("sites: ok");
	MPI_Finalize();
	return 0;
}
