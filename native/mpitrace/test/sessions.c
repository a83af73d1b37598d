/* sessions ROUNDS: a program without MPI_Init. It has two sessions, of which the first ends before the rounds. Each
 * round has a message to the next rank and an MPI_Allreduce, on a communicator of the second session. Prints "sessions:
 * ok" on its rank 0; with an MPI before 4.0, "sessions: none". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if MPI_VERSION >= 4
static MPI_Comm world_of(MPI_Session *session)
{
	MPI_Group group;
	MPI_Comm comm;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session);
	MPI_Group_from_session_pset(*session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "runbench", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Group_free(&group);
	return comm;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 3, rank, ranks, in, one = 1, sum;
	MPI_Session first, session;
	MPI_Request r;
	MPI_Comm comm;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
	comm = world_of(&session);
	MPI_Session_finalize(&first);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &ranks);
	for (int i = 0; i < rounds; i++) {
		MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, comm, &r);
		MPI_Recv(&in, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, comm, MPI_STATUS_IGNORE);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
		MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
	}
	MPI_Comm_free(&comm);
	if (rank == 0)
		puts("sessions: ok");
	MPI_Session_finalize(&session);
	return 0;
}
#else
int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	puts("sessions: none");
	MPI_Finalize();
	return 0;
}
#endif
