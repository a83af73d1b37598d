package runbench.pas2p.interop;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.trace.MpiOp;

/** Event types and values that Extrae writes for MPI ("Extrae user guide", appendix on MPI events). */
final class ParaverCodes {
    static final int POINT_TO_POINT = 50_000_001;
    static final int COLLECTIVE = 50_000_002;
    /** Value of MPI_Init, MPI_Finalize and similar calls. */
    static final int OTHER = 50_000_003;
    static final int SENT_BYTES = 50_100_001;
    static final int ROOT = 50_100_003;
    static final int COMMUNICATOR = 50_100_004;
    /** Thread states, a subset of those that Extrae writes. */
    static final int RUNNING = 1;
    static final int WAITING_FOR_MESSAGE = 3;
    static final int BLOCKING_SEND = 4;
    static final int WAITING = 8;
    static final int IMMEDIATE_SEND = 10;
    static final int GROUP_COMMUNICATION = 13;
    static final int OTHERS = 15;
    static final int SEND_RECEIVE = 16;

    /** Runbench's own event type: the current phase of a rank. */
    static final int PHASE = 90_000_001;

    private static final Map<MpiOp, Integer> VALUE = new EnumMap<>(MpiOp.class);
    private static final Map<Integer, MpiOp> OP = new HashMap<>();

    static {
        put(MpiOp.SEND, 1);
        put(MpiOp.RECV, 2);
        put(MpiOp.ISEND, 3);
        put(MpiOp.IRECV, 4);
        put(MpiOp.WAIT, 5);
        put(MpiOp.WAITALL, 6);
        put(MpiOp.BCAST, 7);
        put(MpiOp.BARRIER, 8);
        put(MpiOp.REDUCE, 9);
        put(MpiOp.ALLREDUCE, 10);
        put(MpiOp.ALLTOALL, 11);
        put(MpiOp.ALLTOALLV, 12);
        put(MpiOp.GATHER, 13);
        put(MpiOp.GATHERV, 14);
        put(MpiOp.SCATTER, 15);
        put(MpiOp.SCATTERV, 16);
        put(MpiOp.ALLGATHER, 17);
        put(MpiOp.ALLGATHERV, 18);
        put(MpiOp.COMM_DUP, 21);
        put(MpiOp.COMM_CREATE, 22);
        put(MpiOp.COMM_SPLIT, 25);
        put(MpiOp.SCAN, 30);
        put(MpiOp.INIT, 31);
        put(MpiOp.FINALIZE, 32);
        put(MpiOp.BSEND, 33);
        put(MpiOp.SSEND, 34);
        put(MpiOp.RSEND, 35);
        put(MpiOp.IBSEND, 36);
        put(MpiOp.ISSEND, 37);
        put(MpiOp.IRSEND, 38);
        put(MpiOp.SENDRECV, 41);
        put(MpiOp.SENDRECV_REPLACE, 42);
        put(MpiOp.WAITANY, 59);
        put(MpiOp.WAITSOME, 60);
        put(MpiOp.REDUCE_SCATTER, 80);
    }

    private ParaverCodes() {
    }

    private static void put(MpiOp op, int value) {
        VALUE.put(op, value);
        OP.put(value, op);
    }

    /** Returns Extrae's value of an operation; an own value beyond Extrae's range for operations without one. */
    static int value(MpiOp op) {
        return VALUE.getOrDefault(op, 1000 + op.number());
    }

    /** Returns the state of a rank inside a call. */
    static int state(MpiOp op) {
        return switch (op) {
            case SEND, BSEND, SSEND, RSEND -> BLOCKING_SEND;
            case ISEND, IBSEND, ISSEND, IRSEND, START, STARTALL -> IMMEDIATE_SEND;
            case RECV, MRECV, PROBE, MPROBE -> WAITING_FOR_MESSAGE;
            case SENDRECV, SENDRECV_REPLACE -> SEND_RECEIVE;
            case WAIT, WAITALL, WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME -> WAITING;
            default -> op.number() >= MpiOp.BARRIER.number() && op.number() <= MpiOp.NEIGHBOR_ALLTOALLV.number()
                    ? GROUP_COMMUNICATION
                    : OTHERS;
        };
    }

    static MpiOp op(int value) {
        return OP.getOrDefault(value, value >= 1000 ? MpiOp.of(value - 1000) : MpiOp.NONE);
    }
}
