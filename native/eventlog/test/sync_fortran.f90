! The Fortran interface of sync.h: prints the reference's time of a stamp, or the reason of a failure.
program reference
    use runbench_sync
    use, intrinsic :: iso_c_binding, only: c_associated, c_int64_t, c_ptr
    implicit none
    character(len=:), allocatable :: error
    character(len=4096) :: path
    type(c_ptr) :: sync
    type(rb_sync_time) :: at

    call get_command_argument(1, path)
    sync = rb_sync_open(path, error)
    if (.not. c_associated(sync)) then
        print "(a)", error
        stop 2
    end if
    if (rb_sync_at(sync, 1000100000000_c_int64_t, at) /= 0) stop 1
    print "(i0,1x,f0.1,1x,f0.1,1x,i0,1x,f0.2)", at%ref_ns, at%lo_ns, at%hi_ns, at%how, rb_sync_drift_bound(sync)
    call rb_sync_window(sync, 100, error)
    print "(l1)", index(error, "windows.service") > 0
    call rb_sync_reload(sync, error)
    print "(l1)", len(error) == 0
    call rb_sync_close(sync)
end program
