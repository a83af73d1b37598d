package runbench.pas2p.efficiency;

import runbench.pas2p.trace.MpiOp;

/** The data dependencies between the members of a collective operation. */
enum CollectiveFlow {
    /** Each member needs data of every member. */
    ALL_TO_ALL,
    /** Each member needs data of the root. */
    FROM_ROOT,
    /** The root needs data of each member. */
    TO_ROOT,
    /** Each member needs data of the ranks before it. */
    PREFIX,
    /** Members need data of neighbours, which the trace does not contain; the ideal run assumes no waiting. */
    NEIGHBOURS;

    private static final CollectiveFlow[] BY_NUMBER = new CollectiveFlow[256];

    static {
        for (int number = 0; number < BY_NUMBER.length; number++) {
            BY_NUMBER[number] = of(MpiOp.of(number));
        }
    }

    /**
     * Returns the dependencies of a call.
     *
     * @param op number of the call
     */
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
