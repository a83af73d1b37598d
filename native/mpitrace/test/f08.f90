! The calls of fortran.f90 through "use mpi_f08": handles are types, ierror is optional.
program f08
  use mpi_f08
  implicit none
  integer :: rank, ranks, left, right, i
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
  double precision :: a(100), b(100), total

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  left = mod(rank + ranks - 1, ranks)
  right = mod(rank + 1, ranks)
  a = rank
  do i = 1, 5
    call MPI_Irecv(b, 100, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(a, 100, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    call MPI_Isend(a, 50, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(1))
    call MPI_Recv(b, 100, MPI_DOUBLE_PRECISION, left, MPI_ANY_TAG, MPI_COMM_WORLD, status)
    if (status%MPI_SOURCE /= left .or. status%MPI_TAG /= 2) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call MPI_Allreduce(a(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
    call MPI_Barrier(MPI_COMM_WORLD)
  end do
  if (rank == 0) print *, 'f08: ok'
  call MPI_Finalize()
end program f08
