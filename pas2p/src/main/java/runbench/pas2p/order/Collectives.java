package runbench.pas2p.order;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import runbench.pas2p.order.SweepSink.CausalSink;
import runbench.pas2p.trace.Communicators;

/** The collective operations that only a part of their members have reached. */
final class Collectives {
    /** One operation: the n-th on its communicator. */
    static final class Operation {
        private int serial;
        private int members;
        private int started;
        private int completed;
        private int tick;
        private int[] waiting = new int[4];
        private int waitingCount;
        private Object carried;

        /** Returns the data carried by this operation. */
        Object carried(CausalSink causes) {
            if (carried == null) {
                carried = causes.newOperation();
            }
            return carried;
        }

        boolean nobodyStarted() {
            return started == 0;
        }

        /** Returns the latest logical time of any member; final once {@link #allStarted()}. */
        int tick() {
            return tick;
        }

        boolean allStarted() {
            return started >= members;
        }

        void start(int memberTick) {
            started++;
            tick = Math.max(tick, memberTick);
        }

        void await(int location) {
            if (waitingCount == waiting.length) {
                waiting = Arrays.copyOf(waiting, waitingCount * 2);
            }
            waiting[waitingCount++] = location;
        }

        /** Resumes the waiting locations. */
        void release(IntConsumer location) {
            int released = waitingCount;
            waitingCount = 0;
            for (int i = 0; i < released; i++) {
                location.accept(waiting[i]);
            }
        }

        /** Ends the wait for members that are missing in the trace. */
        void giveUpOnMissing() {
            members = started;
        }

        int missing() {
            return members - started;
        }
    }

    private static final class Open {
        private final int members;
        private Operation[] operations = new Operation[2];
        private int count;

        Open(int members) {
            this.members = members;
        }
    }

    private final Communicators communicators;
    private final Map<Integer, Open> byComm = new HashMap<>();
    private final ArrayDeque<Operation> spare = new ArrayDeque<>();
    private Open latest;
    private int latestComm;

    Collectives(Communicators communicators) {
        this.communicators = communicators;
    }

    /** Returns the operation with a serial number on a communicator; a new one for its first member. */
    Operation at(int comm, int serial) {
        Open open = open(comm);
        for (int i = open.count - 1; i >= 0; i--) {
            if (open.operations[i].serial == serial) {
                return open.operations[i];
            }
        }
        Operation operation = spare.isEmpty() ? new Operation() : spare.pop();
        operation.serial = serial;
        operation.members = open.members;
        operation.started = operation.completed = operation.tick = operation.waitingCount = 0;
        if (open.count == open.operations.length) {
            open.operations = Arrays.copyOf(open.operations, open.count * 2);
        }
        open.operations[open.count++] = operation;
        return operation;
    }

    private Open open(int comm) {
        if (latest == null || latestComm != comm) {
            latest = byComm.computeIfAbsent(comm, id -> {
                Communicators.Communicator known = communicators.of(id);
                return new Open(known == null ? 1 : known.size());
            });
            latestComm = comm;
        }
        return latest;
    }

    /** Removes one member from the operation; after the last one, the operation itself. */
    void complete(int comm, Operation operation) {
        if (++operation.completed < operation.members) {
            return;
        }
        Open open = open(comm);
        for (int i = 0; i < open.count; i++) {
            if (open.operations[i] == operation) {
                System.arraycopy(open.operations, i + 1, open.operations, i, --open.count - i);
                open.operations[open.count] = null;
                spare.push(operation);
                return;
            }
        }
    }
}
