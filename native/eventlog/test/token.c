/* An MPI program whose ranks pass a token and log each hop: token [ROUNDS]. The message's id is the number of its
 * hop. */
#include <mpi.h>
#include <runbench/eventlog.h>

#include <stdlib.h>

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 100, rank, ranks, round_trip, token, begun;
	long hop = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	round_trip = rb_log_declare("round", RB_LOG_REGION, 0x0072b2);
	token = rb_log_declare("token", RB_LOG_MESSAGE, 0xb8370b);
	begun = rb_log_declare("begun", RB_LOG_POINT, RB_LOG_NO_COLOUR);
	MPI_Barrier(MPI_COMM_WORLD);
	rb_log_point(begun, "all ranks are there");
	for (int r = 0; r < rounds && ranks > 1; r++) {
		rb_log_begin(round_trip, NULL);
		if (rank > 0 || r > 0) {
			MPI_Recv(&hop, 1, MPI_LONG, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			rb_log_receive(token, (uint64_t)hop, NULL);
		}
		if (rank < ranks - 1 || r < rounds - 1) {
			hop++;
			rb_log_send(token, (uint64_t)hop, NULL);
			MPI_Send(&hop, 1, MPI_LONG, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
		}
		rb_log_end(round_trip, NULL);
	}
	MPI_Finalize();
	return 0;
}
