/* The calls that begin and end a trace. */
#include "wrappers.h"

int MPI_Init(int *argc, char ***argv)
{
	uint64_t t0 = rb_now();
	int rc = PMPI_Init(argc, argv);

	if (rc == MPI_SUCCESS)
		rb_begin(t0);
	return rc;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	uint64_t t0 = rb_now();
	int rc = PMPI_Init_thread(argc, argv, required, provided);

	if (rc == MPI_SUCCESS)
		rb_begin(t0);
	return rc;
}

int MPI_Finalize(void)
{
	rb_finish(0);
	return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int code)
{
	rb_finish(1);
	return PMPI_Abort(comm, code);
}

#ifdef OPEN_MPI
#define FORTRAN(suffix)                                                                                     \
	extern void pmpi_init##suffix(MPI_Fint *ierr);                                                      \
	void mpi_init##suffix(MPI_Fint *ierr)                                                               \
	{                                                                                                   \
		uint64_t t0 = rb_now();                                                                     \
		pmpi_init##suffix(ierr);                                                                    \
		rb_begin(t0);                                                                               \
	}                                                                                                   \
	extern void pmpi_init_thread##suffix(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr);       \
	void mpi_init_thread##suffix(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr)                \
	{                                                                                                   \
		uint64_t t0 = rb_now();                                                                     \
		pmpi_init_thread##suffix(required, provided, ierr);                                         \
		rb_begin(t0);                                                                               \
	}                                                                                                   \
	extern void pmpi_finalize##suffix(MPI_Fint *ierr);                                                  \
	void mpi_finalize##suffix(MPI_Fint *ierr)                                                           \
	{                                                                                                   \
		rb_finish(0);                                                                               \
		pmpi_finalize##suffix(ierr);                                                                \
	}                                                                                                   \
	extern void pmpi_abort##suffix(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierr);                     \
	void mpi_abort##suffix(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierr)                              \
	{                                                                                                   \
		rb_finish(1);                                                                               \
		pmpi_abort##suffix(comm, code, ierr);                                                       \
	}

FORTRAN(_)
FORTRAN(_f08_)
#endif
