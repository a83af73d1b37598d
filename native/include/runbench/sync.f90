! Fortran interface of sync.h. Compile this file with the program, and link with librunbench-eventlog.a:
!   gfortran sync.f90 program.f90 librunbench-eventlog.a -lpthread
! error is empty on success, otherwise the reason. Trailing blanks of names are removed.
module runbench_sync
    use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_int, c_int64_t, c_null_char, c_ptr, c_size_t
    implicit none
    private
    public :: rb_sync_open, rb_sync_close, rb_sync_now, rb_sync_at, rb_sync_drift_bound, rb_sync_window, rb_sync_reload

    ! The reference's time, ns: the true time is within ref_ns + lo_ns .. ref_ns + hi_ns. err_ns is the statistical error.
    type, bind(c), public :: rb_sync_time
        integer(c_int64_t) :: ref_ns
        real(c_double) :: err_ns
        real(c_double) :: lo_ns
        real(c_double) :: hi_ns
        integer(c_int) :: how
    end type

    ! Values of how, as in sync.h.
    integer, parameter, public :: rb_sync_reference = 0, rb_sync_interpolated = 1, rb_sync_predicted = 2, rb_sync_expired = 3

    integer, parameter :: error_length = 1024

    interface
        function open_in_c(path, error, error_size) bind(c, name="rb_sync_open") result(sync)
            import :: c_char, c_ptr, c_size_t
            character(kind=c_char), intent(in) :: path(*)
            character(kind=c_char), intent(out) :: error(*)
            integer(c_size_t), value :: error_size
            type(c_ptr) :: sync
        end function

        subroutine rb_sync_close(sync) bind(c, name="rb_sync_close")
            import :: c_ptr
            type(c_ptr), value :: sync
        end subroutine

        ! 0, or -1: the clock cannot be read in a program, or the model does not cover the time.
        function rb_sync_now(sync, time) bind(c, name="rb_sync_now") result(status)
            import :: c_int, c_ptr, rb_sync_time
            type(c_ptr), value :: sync
            type(rb_sync_time), intent(out) :: time
            integer(c_int) :: status
        end function

        function rb_sync_at(sync, stamp_ns, time) bind(c, name="rb_sync_at") result(status)
            import :: c_int, c_int64_t, c_ptr, rb_sync_time
            type(c_ptr), value :: sync
            integer(c_int64_t), value :: stamp_ns
            type(rb_sync_time), intent(out) :: time
            integer(c_int) :: status
        end function

        ! ppm
        function rb_sync_drift_bound(sync) bind(c, name="rb_sync_drift_bound") result(ppm)
            import :: c_double, c_ptr
            type(c_ptr), value :: sync
            real(c_double) :: ppm
        end function

        function window_in_c(sync, timeout_ms, error, error_size) bind(c, name="rb_sync_window") result(status)
            import :: c_char, c_int, c_ptr, c_size_t
            type(c_ptr), value :: sync
            integer(c_int), value :: timeout_ms
            character(kind=c_char), intent(out) :: error(*)
            integer(c_size_t), value :: error_size
            integer(c_int) :: status
        end function

        function reload_in_c(sync, error, error_size) bind(c, name="rb_sync_reload") result(status)
            import :: c_char, c_int, c_ptr, c_size_t
            type(c_ptr), value :: sync
            character(kind=c_char), intent(out) :: error(*)
            integer(c_size_t), value :: error_size
            integer(c_int) :: status
        end function
    end interface

contains

    ! Opens the model of this host in a folder, or a model file. The result is not associated on failure.
    function rb_sync_open(path, error) result(sync)
        character(len=*), intent(in) :: path
        character(len=:), allocatable, intent(out) :: error
        type(c_ptr) :: sync
        character(kind=c_char) :: text(error_length)

        text = c_null_char
        sync = open_in_c(trim(path)//c_null_char, text, int(error_length, c_size_t))
        error = reason(text, .not. c_associated(sync))
    end function

    ! Measures the clocks now; see sync.h.
    subroutine rb_sync_window(sync, timeout_ms, error)
        type(c_ptr), intent(in) :: sync
        integer, intent(in) :: timeout_ms
        character(len=:), allocatable, intent(out) :: error
        character(kind=c_char) :: text(error_length)

        text = c_null_char
        error = reason(text, window_in_c(sync, int(timeout_ms, c_int), text, int(error_length, c_size_t)) /= 0)
    end subroutine

    ! Reads the model file again.
    subroutine rb_sync_reload(sync, error)
        type(c_ptr), intent(in) :: sync
        character(len=:), allocatable, intent(out) :: error
        character(kind=c_char) :: text(error_length)

        text = c_null_char
        error = reason(text, reload_in_c(sync, text, int(error_length, c_size_t)) /= 0)
    end subroutine

    function reason(text, failed)
        character(kind=c_char), intent(in) :: text(error_length)
        logical, intent(in) :: failed
        character(len=:), allocatable :: reason
        integer :: i

        reason = ""
        if (.not. failed) return
        do i = 1, error_length
            if (text(i) == c_null_char) exit
            reason = reason//text(i)
        end do
    end function
end module
