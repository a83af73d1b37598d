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

    private static final CollectiveFlow[] BY_NUMBER = new CollectiveFlow[256];

    static {
        for (int number = 0; number < BY_NUMBER.length; number++) {
            BY_NUMBER[number] = of(MpiOp.of(number));
        }
    }

    /** @param op number of the call */
    static CollectiveFlow of(int op) {
        return BY_NUMBER[op & 0xff];
    }

    private static CollectiveFlow of(MpiOp op) {
        return switch (op.blocking()) {
            case BCAST, SCATTER, SCATTERV -> FROM_ROOT;
            case REDUCE, GATHER, GATHERV -> TO_ROOT;
            case SCAN, EXSCAN -> PREFIX;
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                NEIGHBOURS;
            default -> ALL_TO_ALL;
        };
    }
}
