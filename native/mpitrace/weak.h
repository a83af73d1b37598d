/*
 * The library is preloaded into whatever the launcher starts, shells included. Functions are bound when they are
 * called; the objects behind these handles must not keep a program without MPI from starting.
 */
#ifdef OPEN_MPI
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_byte
#pragma weak ompi_mpi_win_null
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_op_min
#pragma weak ompi_request_null
#pragma weak ompi_message_no_proc
#pragma weak ompi_message_null
#endif
