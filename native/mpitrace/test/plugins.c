/* Opens libraries one after another, runs each, and closes it before the next one, which often takes its place. */
#include <dlfcn.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (int i = 1; i < argc; i++) {
		void *library = dlopen(argv[i], RTLD_NOW);
		int (*run)(int) = library ? (int (*)(int))(uintptr_t)dlsym(library, "run") : NULL;

		if (!run) {
			fprintf(stderr, "plugins: %s\n", dlerror());
			MPI_Abort(MPI_COMM_WORLD, 1);
			return 1;
		}
		for (int k = 0; k < 4; k++)
			run(k);
		dlclose(library);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	printf("plugins: ok\n");
	MPI_Finalize();
	return 0;
}
