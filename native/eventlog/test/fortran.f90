program logs
    use runbench_eventlog
    use, intrinsic :: iso_c_binding, only: c_int64_t
    implicit none
    integer :: solve, token, query, i
    integer(c_int64_t) :: id

    solve = rb_log_declare("solve", rb_log_kind_region, int(z'0072b2'))
    token = rb_log_declare("token", rb_log_kind_message)
    do i = 1, 3
        call rb_log_begin(solve, "from Fortran   ")
        call rb_log_send(token, int(i, c_int64_t))
        call rb_log_receive(token, int(i, c_int64_t), "got it")
        call rb_log_end(solve)
    end do
    call rb_log_region_begin("named")
    call rb_log_region_end("named")
    call rb_log_counter(rb_log_declare("depth", rb_log_kind_counter), 1.5d0)
    call rb_log_event(token, rb_log_warning, "retry")
    query = rb_log_declare("query", rb_log_kind_span)
    id = rb_log_span_begin(query, 0_c_int64_t, "select")
    if (id == 0) stop 2
    call rb_log_span_end(query, id, rb_log_error)
    if (rb_log_dropped() /= 0) stop 1
end program
