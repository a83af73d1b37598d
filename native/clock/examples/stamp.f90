! The program of stamp.c in Fortran.
program stamp
    use, intrinsic :: iso_c_binding, only: c_int64_t, c_null_ptr, c_ptr, c_associated
    use, intrinsic :: iso_fortran_env, only: error_unit
    use runbench_clock
    implicit none

    integer, parameter :: stamps = 100000
    integer(c_int64_t) :: times(stamps), before, at, after
    character(len=64) :: source, what
    type(c_ptr) :: clock, realtime
    integer :: i, events

    source = "tsc"
    what = "5"
    if (command_argument_count() > 0) call get_command_argument(1, source)
    if (command_argument_count() > 1) call get_command_argument(2, what)
    realtime = opened("realtime")
    clock = c_null_ptr
    if (source /= "ticks") clock = opened(trim(source))
    if (what == "cost") then
        print '(f0.1)', cost()
    else
        read (what, *) events
        print '(a)', "event,before_ns,stamp,after_ns"
        do i = 0, events - 1
            before = rb_clock_now(realtime)
            at = one()
            after = rb_clock_now(realtime)
            print '(i0,3(",",i0))', i, before, at, after
            call pause_ms(5)
        end do
    end if
    if (c_associated(clock)) call rb_clock_close(clock)
    call rb_clock_close(realtime)

contains

    function opened(name) result(clock)
        character(len=*), intent(in) :: name
        type(c_ptr) :: clock
        character(len=:), allocatable :: error
        clock = rb_clock_open(name, error)
        if (.not. c_associated(clock)) then
            write (error_unit, '(3a)') name, ": ", error
            stop 3
        end if
    end function

    function one() result(at)
        integer(c_int64_t) :: at
        if (c_associated(clock)) then
            at = rb_clock_now(clock)
        else
            at = rb_ticks()
        end if
    end function

    function cost() result(best)
        real :: best
        integer(c_int64_t) :: begin, ended
        integer :: round, k
        best = huge(best)
        do round = 1, 20
            begin = rb_ticks()
            if (c_associated(clock)) then
                do k = 1, stamps
                    times(k) = rb_clock_now(clock)
                end do
            else
                do k = 1, stamps
                    times(k) = rb_ticks()
                end do
            end if
            ended = rb_ticks()
            best = min(best, real(ended - begin) / stamps)
        end do
    end function

    subroutine pause_ms(ms)
        integer, intent(in) :: ms
        integer(c_int64_t) :: until
        until = rb_clock_now(realtime) + ms * 1000000_c_int64_t
        do while (rb_clock_now(realtime) < until)
        end do
    end subroutine
end program
