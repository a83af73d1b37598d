! Fortran interface of clock.h. Compile this file with the program, and link with librunbench-clock.a:
!   gfortran clock.f90 program.f90 librunbench-clock.a -lpthread
! rb_ticks() returns the raw counter, for stamps in tens of cycles; rb_clock_now(clock) returns ns of an opened source.
module runbench_clock
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int64_t, c_null_char, c_ptr, c_associated, c_size_t
    implicit none
    private
    public :: rb_ticks, rb_clock_open, rb_clock_close, rb_clock_now, rb_clock_hertz

    integer, parameter :: error_length = 512

    interface
        function rb_ticks() bind(c, name="rb_ticks") result(ticks)
            import :: c_int64_t
            integer(c_int64_t) :: ticks
        end function

        function open_in_c(spec, error, error_size) bind(c, name="rb_clock_open") result(clock)
            import :: c_char, c_ptr, c_size_t
            character(kind=c_char), intent(in) :: spec(*)
            character(kind=c_char), intent(out) :: error(*)
            integer(c_size_t), value :: error_size
            type(c_ptr) :: clock
        end function

        subroutine rb_clock_close(clock) bind(c, name="rb_clock_close")
            import :: c_ptr
            type(c_ptr), value :: clock
        end subroutine

        function rb_clock_now(clock) bind(c, name="rb_clock_now") result(ns)
            import :: c_int64_t, c_ptr
            type(c_ptr), value :: clock
            integer(c_int64_t) :: ns
        end function

        function rb_clock_hertz(clock) bind(c, name="rb_clock_hertz") result(hertz)
            import :: c_double, c_ptr
            type(c_ptr), value :: clock
            real(c_double) :: hertz
        end function
    end interface

contains

    ! Opens a source by its name ("tsc", "monotonic", ...); error is empty, or the reason why it cannot be opened.
    function rb_clock_open(spec, error) result(clock)
        character(len=*), intent(in) :: spec
        character(len=:), allocatable, intent(out) :: error
        type(c_ptr) :: clock
        character(kind=c_char) :: text(error_length)
        integer :: i

        text = c_null_char
        clock = open_in_c(trim(spec) // c_null_char, text, int(error_length, c_size_t))
        error = ""
        if (c_associated(clock)) return
        do i = 1, error_length
            if (text(i) == c_null_char) exit
            error = error // text(i)
        end do
    end function
end module
