/* Definitions for the generated wrappers: Fortran conventions and the root of collectives. */
#ifndef RUNBENCH_WRAPPERS_H
#define RUNBENCH_WRAPPERS_H

#include <stddef.h>

#include "recorder.h"

static inline int rb_is_root(MPI_Comm comm, int root)
{
	int rank;

	PMPI_Comm_rank(comm, &rank);
	return rank == root || root == MPI_ROOT;
}

#ifdef OPEN_MPI
#define F_STATUS_INTS ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))

/* The common blocks of MPI_STATUS(ES)_IGNORE, in the name mangling of any Fortran compiler; absent without Fortran. */
extern int mpi_fortran_status_ignore __attribute__((weak)), mpi_fortran_status_ignore_ __attribute__((weak)),
	mpi_fortran_status_ignore__ __attribute__((weak)), MPI_FORTRAN_STATUS_IGNORE __attribute__((weak));
extern int mpi_fortran_statuses_ignore __attribute__((weak)), mpi_fortran_statuses_ignore_ __attribute__((weak)),
	mpi_fortran_statuses_ignore__ __attribute__((weak)), MPI_FORTRAN_STATUSES_IGNORE __attribute__((weak));

static inline int f_ignores_status(const MPI_Fint *status)
{
	return status == &mpi_fortran_status_ignore || status == &mpi_fortran_status_ignore_
	       || status == &mpi_fortran_status_ignore__ || status == &MPI_FORTRAN_STATUS_IGNORE;
}

static inline int f_ignores_statuses(const MPI_Fint *statuses)
{
	return statuses == &mpi_fortran_statuses_ignore || statuses == &mpi_fortran_statuses_ignore_
	       || statuses == &mpi_fortran_statuses_ignore__ || statuses == &MPI_FORTRAN_STATUSES_IGNORE;
}
#elif defined MPICH_VERSION
#define F_STATUS_INTS ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))

/* MPI_STATUS(ES)_IGNORE of mpi_f08; absent from programs without it. MPICH 4.2 does not declare them any more. */
extern MPI_F08_status MPIR_F08_MPI_STATUS_IGNORE_OBJ, MPIR_F08_MPI_STATUSES_IGNORE_OBJ[1];
#pragma weak MPIR_F08_MPI_STATUS_IGNORE_OBJ
#pragma weak MPIR_F08_MPI_STATUSES_IGNORE_OBJ

static inline int f_ignores_status(const MPI_Fint *status)
{
	return (const void *)status == (const void *)&MPIR_F08_MPI_STATUS_IGNORE_OBJ;
}

static inline int f_ignores_statuses(const MPI_Fint *statuses)
{
	return (const void *)statuses == (const void *)&MPIR_F08_MPI_STATUSES_IGNORE_OBJ;
}
#endif

static inline MPI_Request *f_requests_of(struct rb_call *call, const MPI_Fint *requests, int n)
{
	MPI_Request *c = rb_requests(call, n);

	for (int i = 0; i < n; i++)
		c[i] = PMPI_Request_f2c(requests[i]);
	return c;
}

static inline MPI_Status *f_status_of(struct rb_call *call, const MPI_Fint *status)
{
	PMPI_Status_f2c(status, &call->status);
	return &call->status;
}
#endif
