package runbench.pas2p.trace;

/**
 * The MPI calls in records; the numbers are those of native/include/runbench/mpitrace.h. Large-count variants
 * (MPI_Send_c) have no number of their own.
 */
public enum MpiOp {
    // @formatter:off
    NONE(0, "none"),
    SEND(1, "MPI_Send"),
    BSEND(2, "MPI_Bsend"),
    SSEND(3, "MPI_Ssend"),
    RSEND(4, "MPI_Rsend"),
    ISEND(5, "MPI_Isend"),
    IBSEND(6, "MPI_Ibsend"),
    ISSEND(7, "MPI_Issend"),
    IRSEND(8, "MPI_Irsend"),
    SEND_INIT(9, "MPI_Send_init"),
    BSEND_INIT(10, "MPI_Bsend_init"),
    SSEND_INIT(11, "MPI_Ssend_init"),
    RSEND_INIT(12, "MPI_Rsend_init"),
    RECV(13, "MPI_Recv"),
    IRECV(14, "MPI_Irecv"),
    RECV_INIT(15, "MPI_Recv_init"),
    MRECV(16, "MPI_Mrecv"),
    IMRECV(17, "MPI_Imrecv"),
    SENDRECV(18, "MPI_Sendrecv"),
    SENDRECV_REPLACE(19, "MPI_Sendrecv_replace"),
    WAIT(20, "MPI_Wait"),
    WAITALL(21, "MPI_Waitall"),
    WAITANY(22, "MPI_Waitany"),
    WAITSOME(23, "MPI_Waitsome"),
    TEST(24, "MPI_Test"),
    TESTALL(25, "MPI_Testall"),
    TESTANY(26, "MPI_Testany"),
    TESTSOME(27, "MPI_Testsome"),
    BARRIER(30, "MPI_Barrier"),
    BCAST(31, "MPI_Bcast"),
    GATHER(32, "MPI_Gather"),
    GATHERV(33, "MPI_Gatherv"),
    SCATTER(34, "MPI_Scatter"),
    SCATTERV(35, "MPI_Scatterv"),
    ALLGATHER(36, "MPI_Allgather"),
    ALLGATHERV(37, "MPI_Allgatherv"),
    ALLTOALL(38, "MPI_Alltoall"),
    ALLTOALLV(39, "MPI_Alltoallv"),
    ALLTOALLW(40, "MPI_Alltoallw"),
    REDUCE(41, "MPI_Reduce"),
    ALLREDUCE(42, "MPI_Allreduce"),
    REDUCE_SCATTER(43, "MPI_Reduce_scatter"),
    REDUCE_SCATTER_BLOCK(44, "MPI_Reduce_scatter_block"),
    SCAN(45, "MPI_Scan"),
    EXSCAN(46, "MPI_Exscan"),
    IBARRIER(50, "MPI_Ibarrier"),
    IBCAST(51, "MPI_Ibcast"),
    IGATHER(52, "MPI_Igather"),
    IGATHERV(53, "MPI_Igatherv"),
    ISCATTER(54, "MPI_Iscatter"),
    ISCATTERV(55, "MPI_Iscatterv"),
    IALLGATHER(56, "MPI_Iallgather"),
    IALLGATHERV(57, "MPI_Iallgatherv"),
    IALLTOALL(58, "MPI_Ialltoall"),
    IALLTOALLV(59, "MPI_Ialltoallv"),
    IALLTOALLW(60, "MPI_Ialltoallw"),
    IREDUCE(61, "MPI_Ireduce"),
    IALLREDUCE(62, "MPI_Iallreduce"),
    IREDUCE_SCATTER(63, "MPI_Ireduce_scatter"),
    IREDUCE_SCATTER_BLOCK(64, "MPI_Ireduce_scatter_block"),
    ISCAN(65, "MPI_Iscan"),
    IEXSCAN(66, "MPI_Iexscan"),
    NEIGHBOR_ALLGATHER(70, "MPI_Neighbor_allgather"),
    NEIGHBOR_ALLGATHERV(71, "MPI_Neighbor_allgatherv"),
    NEIGHBOR_ALLTOALL(72, "MPI_Neighbor_alltoall"),
    NEIGHBOR_ALLTOALLV(73, "MPI_Neighbor_alltoallv"),
    NEIGHBOR_ALLTOALLW(74, "MPI_Neighbor_alltoallw"),
    INEIGHBOR_ALLGATHER(75, "MPI_Ineighbor_allgather"),
    INEIGHBOR_ALLGATHERV(76, "MPI_Ineighbor_allgatherv"),
    INEIGHBOR_ALLTOALL(77, "MPI_Ineighbor_alltoall"),
    INEIGHBOR_ALLTOALLV(78, "MPI_Ineighbor_alltoallv"),
    INEIGHBOR_ALLTOALLW(79, "MPI_Ineighbor_alltoallw"),
    COMM_DUP(80, "MPI_Comm_dup"),
    COMM_SPLIT(81, "MPI_Comm_split"),
    COMM_SPLIT_TYPE(82, "MPI_Comm_split_type"),
    COMM_CREATE(83, "MPI_Comm_create"),
    COMM_CREATE_GROUP(84, "MPI_Comm_create_group"),
    CART_CREATE(85, "MPI_Cart_create"),
    CART_SUB(86, "MPI_Cart_sub"),
    GRAPH_CREATE(87, "MPI_Graph_create"),
    DIST_GRAPH_CREATE(88, "MPI_Dist_graph_create"),
    DIST_GRAPH_CREATE_ADJACENT(89, "MPI_Dist_graph_create_adjacent"),
    INTERCOMM_CREATE(90, "MPI_Intercomm_create"),
    INTERCOMM_MERGE(91, "MPI_Intercomm_merge"),
    COMM_DUP_WITH_INFO(92, "MPI_Comm_dup_with_info"),
    COMM_IDUP(93, "MPI_Comm_idup"),
    INIT(100, "MPI_Init"),
    INIT_THREAD(101, "MPI_Init_thread"),
    FINALIZE(102, "MPI_Finalize"),
    ABORT(103, "MPI_Abort"),
    PROBE(110, "MPI_Probe"),
    IPROBE(111, "MPI_Iprobe"),
    MPROBE(112, "MPI_Mprobe"),
    IMPROBE(113, "MPI_Improbe"),
    START(114, "MPI_Start"),
    STARTALL(115, "MPI_Startall"),
    CANCEL(116, "MPI_Cancel"),
    REQUEST_FREE(117, "MPI_Request_free"),
    COMM_FREE(118, "MPI_Comm_free"),
    ISENDRECV(119, "MPI_Isendrecv"),
    ISENDRECV_REPLACE(120, "MPI_Isendrecv_replace"),
    BARRIER_INIT(130, "MPI_Barrier_init"),
    BCAST_INIT(131, "MPI_Bcast_init"),
    GATHER_INIT(132, "MPI_Gather_init"),
    GATHERV_INIT(133, "MPI_Gatherv_init"),
    SCATTER_INIT(134, "MPI_Scatter_init"),
    SCATTERV_INIT(135, "MPI_Scatterv_init"),
    ALLGATHER_INIT(136, "MPI_Allgather_init"),
    ALLGATHERV_INIT(137, "MPI_Allgatherv_init"),
    ALLTOALL_INIT(138, "MPI_Alltoall_init"),
    ALLTOALLV_INIT(139, "MPI_Alltoallv_init"),
    ALLTOALLW_INIT(140, "MPI_Alltoallw_init"),
    REDUCE_INIT(141, "MPI_Reduce_init"),
    ALLREDUCE_INIT(142, "MPI_Allreduce_init"),
    REDUCE_SCATTER_INIT(143, "MPI_Reduce_scatter_init"),
    REDUCE_SCATTER_BLOCK_INIT(144, "MPI_Reduce_scatter_block_init"),
    SCAN_INIT(145, "MPI_Scan_init"),
    EXSCAN_INIT(146, "MPI_Exscan_init"),
    NEIGHBOR_ALLGATHER_INIT(150, "MPI_Neighbor_allgather_init"),
    NEIGHBOR_ALLGATHERV_INIT(151, "MPI_Neighbor_allgatherv_init"),
    NEIGHBOR_ALLTOALL_INIT(152, "MPI_Neighbor_alltoall_init"),
    NEIGHBOR_ALLTOALLV_INIT(153, "MPI_Neighbor_alltoallv_init"),
    NEIGHBOR_ALLTOALLW_INIT(154, "MPI_Neighbor_alltoallw_init"),
    WIN_CREATE(160, "MPI_Win_create"),
    WIN_CREATE_DYNAMIC(161, "MPI_Win_create_dynamic"),
    WIN_ALLOCATE(162, "MPI_Win_allocate"),
    WIN_ALLOCATE_SHARED(163, "MPI_Win_allocate_shared"),
    WIN_FREE(164, "MPI_Win_free"),
    WIN_FENCE(165, "MPI_Win_fence"),
    WIN_POST(166, "MPI_Win_post"),
    WIN_START(167, "MPI_Win_start"),
    WIN_COMPLETE(168, "MPI_Win_complete"),
    WIN_WAIT(169, "MPI_Win_wait"),
    WIN_TEST(170, "MPI_Win_test"),
    FILE_OPEN(180, "MPI_File_open"),
    FILE_CLOSE(181, "MPI_File_close"),
    FILE_SET_VIEW(182, "MPI_File_set_view"),
    FILE_SET_SIZE(183, "MPI_File_set_size"),
    FILE_PREALLOCATE(184, "MPI_File_preallocate"),
    FILE_SEEK_SHARED(185, "MPI_File_seek_shared"),
    FILE_SYNC(186, "MPI_File_sync"),
    FILE_READ_ALL(187, "MPI_File_read_all"),
    FILE_READ_AT_ALL(188, "MPI_File_read_at_all"),
    FILE_READ_ORDERED(189, "MPI_File_read_ordered"),
    FILE_WRITE_ALL(190, "MPI_File_write_all"),
    FILE_WRITE_AT_ALL(191, "MPI_File_write_at_all"),
    FILE_WRITE_ORDERED(192, "MPI_File_write_ordered"),
    FILE_IREAD_ALL(193, "MPI_File_iread_all"),
    FILE_IREAD_AT_ALL(194, "MPI_File_iread_at_all"),
    FILE_IWRITE_ALL(195, "MPI_File_iwrite_all"),
    FILE_IWRITE_AT_ALL(196, "MPI_File_iwrite_at_all"),
    FILE_READ_ALL_BEGIN(197, "MPI_File_read_all_begin"),
    FILE_READ_AT_ALL_BEGIN(198, "MPI_File_read_at_all_begin"),
    FILE_READ_ORDERED_BEGIN(199, "MPI_File_read_ordered_begin"),
    FILE_WRITE_ALL_BEGIN(200, "MPI_File_write_all_begin"),
    FILE_WRITE_AT_ALL_BEGIN(201, "MPI_File_write_at_all_begin"),
    FILE_WRITE_ORDERED_BEGIN(202, "MPI_File_write_ordered_begin"),
    FILE_READ_ALL_END(203, "MPI_File_read_all_end"),
    FILE_READ_AT_ALL_END(204, "MPI_File_read_at_all_end"),
    FILE_READ_ORDERED_END(205, "MPI_File_read_ordered_end"),
    FILE_WRITE_ALL_END(206, "MPI_File_write_all_end"),
    FILE_WRITE_AT_ALL_END(207, "MPI_File_write_at_all_end"),
    FILE_WRITE_ORDERED_END(208, "MPI_File_write_ordered_end"),
    COMM_IDUP_WITH_INFO(220, "MPI_Comm_idup_with_info"),
    COMM_CREATE_FROM_GROUP(221, "MPI_Comm_create_from_group"),
    INTERCOMM_CREATE_FROM_GROUPS(222, "MPI_Intercomm_create_from_groups"),
    SESSION_INIT(223, "MPI_Session_init"),
    SESSION_FINALIZE(224, "MPI_Session_finalize");
    // @formatter:on

    private static final MpiOp[] BY_NUMBER = new MpiOp[256];
    private static final MpiOp[] BLOCKING = new MpiOp[256];

    static {
        for (MpiOp op : values()) {
            BY_NUMBER[op.number] = op;
        }
        for (MpiOp op : values()) {
            BLOCKING[op.number] = blockingOf(op);
        }
    }

    private final int number;
    private final String mpiName;

    MpiOp(int number, String mpiName) {
        this.number = number;
        this.mpiName = mpiName;
    }

    public int number() {
        return number;
    }

    /** Returns the name in the MPI standard, for example MPI_Allreduce. */
    public String mpiName() {
        return mpiName;
    }

    /** Returns the call with a number; {@link #NONE} for a number of a later version. */
    public static MpiOp of(int number) {
        MpiOp op = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
        return op == null ? NONE : op;
    }

    /**
     * Returns the blocking form of a non-blocking or persistent collective ({@link #IBCAST}, {@link #BCAST_INIT} ->
     * {@link #BCAST}); otherwise the call itself.
     */
    public MpiOp blocking() {
        return BLOCKING[number];
    }

    /**
     * Returns true for collective operations that end when the call returns: exchanges of data, and the creation of a
     * communicator. Calls of windows and files, and those of a group or of two communicators, are none.
     */
    public boolean isBlockingCollective() {
        return isIn(this, BARRIER, EXSCAN) || isIn(this, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALLW)
                || isIn(this, COMM_DUP, COMM_CREATE) || isIn(this, CART_CREATE, DIST_GRAPH_CREATE_ADJACENT)
                || this == COMM_DUP_WITH_INFO;
    }

    private static MpiOp blockingOf(MpiOp op) {
        return switch (op) {
            case COMM_IDUP -> COMM_DUP;
            case COMM_IDUP_WITH_INFO -> COMM_DUP_WITH_INFO;
            case FILE_IREAD_ALL, FILE_READ_ALL_BEGIN -> FILE_READ_ALL;
            case FILE_IREAD_AT_ALL, FILE_READ_AT_ALL_BEGIN -> FILE_READ_AT_ALL;
            case FILE_IWRITE_ALL, FILE_WRITE_ALL_BEGIN -> FILE_WRITE_ALL;
            case FILE_IWRITE_AT_ALL, FILE_WRITE_AT_ALL_BEGIN -> FILE_WRITE_AT_ALL;
            case FILE_READ_ORDERED_BEGIN -> FILE_READ_ORDERED;
            case FILE_WRITE_ORDERED_BEGIN -> FILE_WRITE_ORDERED;
            default -> isIn(op, IBARRIER, IEXSCAN) ? moved(op, IBARRIER, BARRIER)
                    : isIn(op, INEIGHBOR_ALLGATHER, INEIGHBOR_ALLTOALLW)
                            ? moved(op, INEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHER)
                            : isIn(op, BARRIER_INIT, EXSCAN_INIT) ? moved(op, BARRIER_INIT, BARRIER)
                                    : isIn(op, NEIGHBOR_ALLGATHER_INIT, NEIGHBOR_ALLTOALLW_INIT)
                                            ? moved(op, NEIGHBOR_ALLGATHER_INIT, NEIGHBOR_ALLGATHER)
                                            : op;
        };
    }

    private static boolean isIn(MpiOp op, MpiOp first, MpiOp last) {
        return op.number >= first.number && op.number <= last.number;
    }

    private static MpiOp moved(MpiOp op, MpiOp first, MpiOp to) {
        return of(op.number - first.number + to.number);
    }
}
