! The calls of a Fortran program through "use mpi" and, in a subroutine, mpif.h: requests are integers, statuses arrays.
program fortran
  use mpi
  implicit none
  integer :: ierr, rank, ranks, left, right, i, idx
  integer :: requests(2), statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE)
  double precision :: a(100), b(100), total
  logical :: done

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = mod(rank + ranks - 1, ranks)
  right = mod(rank + 1, ranks)
  a = rank
  do i = 1, 5
    call MPI_Irecv(b, 100, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Isend(a, 100, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(2), ierr)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
    call MPI_Irecv(b, 100, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Send(a, 100, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, ierr)
    call MPI_Waitany(1, requests, idx, status, ierr)
    if (idx /= 1 .or. status(MPI_SOURCE) /= left) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
    call MPI_Irecv(b, 100, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Isend(a, 100, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, requests(2), ierr)
    call MPI_Waitall(2, requests, statuses, ierr)
    call MPI_Irecv(b, 100, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Send(a, 100, MPI_DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, ierr)
    done = .false.
    do while (.not. done)
      call MPI_Test(requests(1), done, MPI_STATUS_IGNORE, ierr)
    end do
    if (b(7) /= left) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
    call MPI_Allreduce(a(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
    call old_style(left, right)
  end do
  if (rank == 0) print *, 'fortran: ok'
  call MPI_Finalize(ierr)
end program fortran

subroutine old_style(left, right)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: left, right
  integer :: ierr, x, y, comm
  x = 1
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Sendrecv(x, 1, MPI_INTEGER, right, 5, y, 1, MPI_INTEGER, left, 5, comm, MPI_STATUS_IGNORE, ierr)
  call MPI_Comm_free(comm, ierr)
end subroutine old_style
