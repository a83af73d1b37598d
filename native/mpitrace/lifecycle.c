/* Wrappers of the calls that begin and end a trace. */
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
	rb_end_use();
	return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int code)
{
	rb_finish(1);
	return PMPI_Abort(comm, code);
}

#if MPI_VERSION >= 4
int MPI_Session_init(MPI_Info info, MPI_Errhandler errors, MPI_Session *session)
{
	uint64_t t0 = rb_now();
	int rc = PMPI_Session_init(info, errors, session);

	if (rc == MPI_SUCCESS)
		rb_begin_session(t0, *session);
	return rc;
}

int MPI_Session_finalize(MPI_Session *session)
{
	rb_end_use();
	return PMPI_Session_finalize(session);
}
#endif

#define FORTRAN(real, suffix) \
	extern void real##_init##suffix(MPI_Fint *ierr); \
	void mpi_init##suffix(MPI_Fint *ierr) \
	{ \
		uint64_t t0 = rb_now(); \
		real##_init##suffix(ierr); \
		rb_begin(t0); \
	} \
	extern void real##_init_thread##suffix(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr); \
	void mpi_init_thread##suffix(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr) \
	{ \
		uint64_t t0 = rb_now(); \
		real##_init_thread##suffix(required, provided, ierr); \
		rb_begin(t0); \
	} \
	extern void real##_finalize##suffix(MPI_Fint *ierr); \
	void mpi_finalize##suffix(MPI_Fint *ierr) \
	{ \
		rb_end_use(); \
		real##_finalize##suffix(ierr); \
	} \
	extern void real##_abort##suffix(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierr); \
	void mpi_abort##suffix(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierr) \
	{ \
		rb_finish(1); \
		real##_abort##suffix(comm, code, ierr); \
	}

#ifdef OPEN_MPI
FORTRAN(pmpi, _)
FORTRAN(pmpi, _f08_)
#elif defined MPICH_VERSION
FORTRAN(pmpir, _f08_)
#if MPI_VERSION >= 4
extern void pmpir_session_init_f08_(MPI_Fint *info, MPI_Fint *errors, MPI_Fint *session, MPI_Fint *ierr);
void mpi_session_init_f08_(MPI_Fint *info, MPI_Fint *errors, MPI_Fint *session, MPI_Fint *ierr)
{
	uint64_t t0 = rb_now();
	MPI_Fint rc;

	pmpir_session_init_f08_(info, errors, session, &rc);
	if (rc == MPI_SUCCESS)
		rb_begin_session(t0, PMPI_Session_f2c(*session));
	if (ierr)
		*ierr = rc;
}

extern void pmpir_session_finalize_f08_(MPI_Fint *session, MPI_Fint *ierr);
void mpi_session_finalize_f08_(MPI_Fint *session, MPI_Fint *ierr)
{
	rb_end_use();
	pmpir_session_finalize_f08_(session, ierr);
}
#endif
#endif
