! Fortran interface of eventlog.h. Compile this file with the program, and link with librunbench-eventlog.a:
!   gfortran eventlog.f90 program.f90 librunbench-eventlog.a -lpthread
! Trailing blanks of names and comments are removed. Without logging the calls return immediately.
module runbench_eventlog
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int32_t, c_int64_t, c_null_char, c_null_ptr, c_ptr, &
        c_size_t
    implicit none
    private
    public :: rb_log_declare, rb_log_point, rb_log_begin, rb_log_end, rb_log_send, rb_log_receive
    public :: rb_log_region_begin, rb_log_region_end, rb_log_on, rb_log_dropped
    public :: rb_log_counter, rb_log_event, rb_log_span_begin, rb_log_span_end

    integer, parameter, public :: rb_log_kind_point = 1, rb_log_kind_region = 2, rb_log_kind_state = 3, rb_log_kind_message = 4
    integer, parameter, public :: rb_log_kind_counter = 5, rb_log_kind_span = 6
    integer, parameter, public :: rb_log_no_severity = 0, rb_log_debug = 1, rb_log_info = 2, rb_log_warning = 3, rb_log_error = 4
    integer, parameter, public :: rb_log_no_colour = -1

    interface
        function declare_in_c(name, kind, colour) bind(c, name="rb_log_declare") result(number)
            import :: c_char, c_int, c_int32_t
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int), value :: kind
            integer(c_int32_t), value :: colour
            integer(c_int) :: number
        end function

        subroutine point_in_c(number, comment) bind(c, name="rb_log_point")
            import :: c_char, c_int
            integer(c_int), value :: number
            character(kind=c_char), intent(in) :: comment(*)
        end subroutine

        subroutine begin_in_c(number, comment) bind(c, name="rb_log_begin")
            import :: c_char, c_int
            integer(c_int), value :: number
            character(kind=c_char), intent(in) :: comment(*)
        end subroutine

        subroutine end_in_c(number, comment) bind(c, name="rb_log_end")
            import :: c_char, c_int
            integer(c_int), value :: number
            character(kind=c_char), intent(in) :: comment(*)
        end subroutine

        subroutine send_in_c(number, id, comment) bind(c, name="rb_log_send")
            import :: c_char, c_int, c_int64_t
            integer(c_int), value :: number
            integer(c_int64_t), value :: id
            character(kind=c_char), intent(in) :: comment(*)
        end subroutine

        subroutine receive_in_c(number, id, comment) bind(c, name="rb_log_receive")
            import :: c_char, c_int, c_int64_t
            integer(c_int), value :: number
            integer(c_int64_t), value :: id
            character(kind=c_char), intent(in) :: comment(*)
        end subroutine

        subroutine counter_in_c(number, value) bind(c, name="rb_log_counter")
            import :: c_double, c_int
            integer(c_int), value :: number
            real(c_double), value :: value
        end subroutine

        subroutine event_in_c(number, severity, comment, fields, count) bind(c, name="rb_log_event")
            import :: c_char, c_int, c_ptr, c_size_t
            integer(c_int), value :: number, severity
            character(kind=c_char), intent(in) :: comment(*)
            type(c_ptr), value :: fields
            integer(c_size_t), value :: count
        end subroutine

        function span_begin_in_c(number, parent, comment, fields, count) bind(c, name="rb_log_span_begin") result(id)
            import :: c_char, c_int, c_int64_t, c_ptr, c_size_t
            integer(c_int), value :: number
            integer(c_int64_t), value :: parent
            character(kind=c_char), intent(in) :: comment(*)
            type(c_ptr), value :: fields
            integer(c_size_t), value :: count
            integer(c_int64_t) :: id
        end function

        subroutine span_end_in_c(number, id, severity, fields, count) bind(c, name="rb_log_span_end")
            import :: c_int, c_int64_t, c_ptr, c_size_t
            integer(c_int), value :: number, severity
            integer(c_int64_t), value :: id
            type(c_ptr), value :: fields
            integer(c_size_t), value :: count
        end subroutine

        subroutine region_begin_in_c(name) bind(c, name="rb_log_region_begin")
            import :: c_char
            character(kind=c_char), intent(in) :: name(*)
        end subroutine

        subroutine region_end_in_c(name) bind(c, name="rb_log_region_end")
            import :: c_char
            character(kind=c_char), intent(in) :: name(*)
        end subroutine

        function on_in_c() bind(c, name="rb_log_on") result(on)
            import :: c_int
            integer(c_int) :: on
        end function

        function rb_log_dropped() bind(c, name="rb_log_dropped") result(events)
            import :: c_int64_t
            integer(c_int64_t) :: events
        end function
    end interface

contains
    integer function rb_log_declare(name, kind, colour)
        character(len=*), intent(in) :: name
        integer, intent(in) :: kind
        integer, intent(in), optional :: colour
        integer(c_int32_t) :: shown

        shown = rb_log_no_colour
        if (present(colour)) shown = int(colour, c_int32_t)
        rb_log_declare = declare_in_c(trim(name)//c_null_char, int(kind, c_int), shown)
    end function

    logical function rb_log_on()
        rb_log_on = on_in_c() /= 0
    end function

    subroutine rb_log_point(number, comment)
        integer, intent(in) :: number
        character(len=*), intent(in), optional :: comment

        if (rb_log_on()) call point_in_c(int(number, c_int), text(comment))
    end subroutine

    subroutine rb_log_begin(number, comment)
        integer, intent(in) :: number
        character(len=*), intent(in), optional :: comment

        if (rb_log_on()) call begin_in_c(int(number, c_int), text(comment))
    end subroutine

    subroutine rb_log_end(number, comment)
        integer, intent(in) :: number
        character(len=*), intent(in), optional :: comment

        if (rb_log_on()) call end_in_c(int(number, c_int), text(comment))
    end subroutine

    subroutine rb_log_send(number, id, comment)
        integer, intent(in) :: number
        integer(c_int64_t), intent(in) :: id
        character(len=*), intent(in), optional :: comment

        if (rb_log_on()) call send_in_c(int(number, c_int), id, text(comment))
    end subroutine

    subroutine rb_log_receive(number, id, comment)
        integer, intent(in) :: number
        integer(c_int64_t), intent(in) :: id
        character(len=*), intent(in), optional :: comment

        if (rb_log_on()) call receive_in_c(int(number, c_int), id, text(comment))
    end subroutine

    subroutine rb_log_counter(number, value)
        integer, intent(in) :: number
        real(c_double), intent(in) :: value

        if (rb_log_on()) call counter_in_c(int(number, c_int), value)
    end subroutine

    subroutine rb_log_event(number, severity, comment)
        integer, intent(in) :: number, severity
        character(len=*), intent(in), optional :: comment

        if (rb_log_on()) call event_in_c(int(number, c_int), int(severity, c_int), text(comment), c_null_ptr, 0_c_size_t)
    end subroutine

    ! Returns the id of the span; 0 without a log. parent: id of a span; 0: none.
    integer(c_int64_t) function rb_log_span_begin(number, parent, comment)
        integer, intent(in) :: number
        integer(c_int64_t), intent(in) :: parent
        character(len=*), intent(in), optional :: comment

        rb_log_span_begin = 0
        if (rb_log_on()) rb_log_span_begin = span_begin_in_c(int(number, c_int), parent, text(comment), c_null_ptr, 0_c_size_t)
    end function

    subroutine rb_log_span_end(number, id, severity)
        integer, intent(in) :: number
        integer(c_int64_t), intent(in) :: id
        integer, intent(in) :: severity

        call span_end_in_c(int(number, c_int), id, int(severity, c_int), c_null_ptr, 0_c_size_t)
    end subroutine

    subroutine rb_log_region_begin(name)
        character(len=*), intent(in) :: name

        if (rb_log_on()) call region_begin_in_c(trim(name)//c_null_char)
    end subroutine

    subroutine rb_log_region_end(name)
        character(len=*), intent(in) :: name

        if (rb_log_on()) call region_end_in_c(trim(name)//c_null_char)
    end subroutine

    function text(comment)
        character(len=*), intent(in), optional :: comment
        character(kind=c_char, len=:), allocatable :: text

        text = c_null_char
        if (present(comment)) text = trim(comment)//c_null_char
    end function
end module
