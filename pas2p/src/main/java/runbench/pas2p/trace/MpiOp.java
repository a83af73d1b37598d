package runbench.pas2p.trace;

/** The MPI calls that records name; numbers as in native/include/runbench/mpitrace.h. */
public enum MpiOp {
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
    ISENDRECV_REPLACE(120, "MPI_Isendrecv_replace");

    private static final MpiOp[] BY_NUMBER = new MpiOp[256];

    static {
        for (MpiOp op : values()) {
            BY_NUMBER[op.number] = op;
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

    /** The name in the MPI standard, for example MPI_Allreduce. */
    public String mpiName() {
        return mpiName;
    }

    /** The call with this number; {@link #NONE} for a number of a later version. */
    public static MpiOp of(int number) {
        MpiOp op = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
        return op == null ? NONE : op;
    }

    /** The collective that a non-blocking one stands for ({@link #IBCAST} -> {@link #BCAST}); itself otherwise. */
    public MpiOp blocking() {
        if (number >= IBARRIER.number && number <= IEXSCAN.number) {
            return of(number - IBARRIER.number + BARRIER.number);
        }
        return number >= INEIGHBOR_ALLGATHER.number && number <= INEIGHBOR_ALLTOALLW.number
                ? of(number - INEIGHBOR_ALLGATHER.number + NEIGHBOR_ALLGATHER.number)
                : this == COMM_IDUP ? COMM_DUP : this;
    }
}
