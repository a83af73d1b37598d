package runbench.pas2p.efficiency;

import runbench.pas2p.trace.MpiOp;

/** Who waits for whom in a collective operation, by what its data need. */
enum CollectiveFlow {
    /** Everybody needs something of everybody. */
    ALL_TO_ALL,
    /** Everybody needs something of the root. */
    FROM_ROOT,
    /** The root needs something of everybody. */
    TO_ROOT,
    /** Everybody needs something of the ranks before it. */
    PREFIX,
    /** Of neighbours, whom the trace does not name: nobody waits in the ideal run. */
    NEIGHBOURS;

    static CollectiveFlow of(MpiOp op) {
        return switch (op.blocking()) {
            case BCAST, SCATTER, SCATTERV -> FROM_ROOT;
            case REDUCE, GATHER, GATHERV -> TO_ROOT;
            case SCAN, EXSCAN -> PREFIX;
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> NEIGHBOURS;
            default -> ALL_TO_ALL;
        };
    }
}
