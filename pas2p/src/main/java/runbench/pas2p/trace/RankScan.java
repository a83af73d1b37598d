package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import runbench.base.container.ByteSource;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.container.Intact;
import runbench.base.container.Intact.ContainerDamage.Fault;
import runbench.base.container.ReadRecords;
import runbench.base.container.RecordInspector;
import runbench.base.error.RunbenchException;

/**
 * Reads the file of one rank once from end to end: checks every seal, finds how far it can be trusted, and counts.
 * After it, a {@link RecordCursor} may read without checking.
 */
final class RankScan implements RecordInspector {
    /** Defines a communicator: the fields of an RB_MPI_COMM record. */
    record CommDefinition(int id, int size, int rankInIt, long group) {}

    private static final int WINDOW_RECORDS = 4 * (SEAL_RECORDS + 1);
    /** About a month: what a time stamp that was overwritten exceeds. */
    private static final long LONGEST_CALL_NANOS = 1L << 51;

    final RankHeader header;
    /** How many records may be read, seals included. */
    long records;
    /** Byte behind the last of them. */
    long end;
    long sends;
    long receives;
    long collectives;
    long counters;
    /** Of {@link #events()}, those that stand behind the last seal: no checksum vouches for them. */
    long unsealed;
    /** Records behind the last seal that are used and are no {@link #events()}. */
    long otherUnsealed;
    /** Bytes behind {@link #end} of a damaged file, which are not used. */
    long ignored;
    /** Written to the end, RB_MPI_END and trailer included. */
    boolean complete;
    /** What the writer summed up at the end; an empty object for a file without. */
    JsonNode trailer = JsonNodeFactory.instance.objectNode();
    /** The program called MPI_Finalize. */
    boolean finalised;
    /** Why {@link #end} is where it is; null for a complete file. */
    String damage;
    long initStart;
    long initEnd;
    long finalizeStart;
    /** What its last record says: CPU time outside MPI and wall time inside MPI since the end of MPI_Init. */
    long computeAtEnd;
    long mpiAtEnd;
    /** Exit of the last call that was recorded. */
    long lastEnd;
    boolean postsInOrder = true;
    final List<CommDefinition> communicators = new ArrayList<>();

    private final int ranks;
    private int previousPost = -1;
    private boolean any;
    /** Records behind the last seal follow from each other as a rank writes them. */
    private boolean consistent = true;
    private int number;
    private Sealed sealed;

    private RankScan(RankHeader header) {
        this.header = header;
        ranks = header.ranks();
    }

    static RankScan of(RankHeader header) {
        RankScan scan = new RankScan(header);
        try (ByteSource channel = PackedTrace.open(header.file())) {
            scan.walk(channel);
        } catch (IOException | UncheckedIOException e) {
            Throwable why = e instanceof UncheckedIOException ? e.getCause() : e;
            throw RunbenchException.badInput(header.file() + ": cannot be read: " + why.getMessage()).causedBy(e);
        }
        return scan;
    }

    long events() {
        return sends + receives + collectives;
    }

    /** A new walk over what may be read; arguments as for {@link ReadRecords}. */
    RecordCursor cursor(int windowRecords, boolean keepOpen) {
        return new RecordCursor(new ReadRecords(header.file(), () -> PackedTrace.open(header.file()),
                header.headerBytes(), RECORD_BYTES, records, windowRecords, keepOpen));
    }

    private void walk(ByteSource channel) throws IOException {
        ContainerHeader container = header.container();
        long count = container.recordsIn(channel.size());
        Intact found;
        try (ReadRecords windows = new ReadRecords(header.file(), () -> PackedTrace.open(header.file()),
                header.headerBytes(), RECORD_BYTES, count, (int) Math.max(1, Math.min(count, WINDOW_RECORDS)), true)) {
            found = ContainerReader.check(channel, container, windows, this);
        }
        records = found.used();
        end = container.offsetOf(records);
        unsealed = events() - sealed.events;
        complete = found.complete();
        if (complete) {
            trailer = found.trailer();
            return;
        }
        otherUnsealed = found.unsealed() - unsealed;
        damage = finalised ? "it lacks its end record"
                : "it ends without MPI_Finalize, at offset " + end
                        + " (the rank was killed, aborted, or exited without it)";
        if (found.damage() != null) {
            ignored = channel.size() - end;
            damage = (found.damage().fault() == Fault.HOLE ? "" : "at offset " + found.damage().offset() + ": ")
                    + found.damage().reason();
        }
    }

    @Override
    public boolean record(ByteBuffer window, int at, int kind) {
        if (kind == COUNTERS) {
            counters++;
            return true;
        }
        int peer = window.getInt(at + AT_PEER);
        long numbers = window.getLong(at + AT_POST);
        if (kind == COMM && peer > 0) {
            number((int) (numbers >>> 32), kind);
            communicators.add(new CommDefinition(window.getInt(at + AT_COMM), peer, window.getInt(at + AT_TAG),
                    window.getLong(at + AT_BYTES)));
            return true;
        }
        long start = window.getLong(at + AT_T0);
        long end = window.getLong(at + AT_T1);
        if (kind == COMM || peer < (kind <= RECV ? 0 : -1) || peer >= ranks || end < start
                || window.getLong(at + AT_BYTES) < 0) {
            return false;
        }
        if (kind != INIT) {
            number((int) (numbers >>> 32), kind);
            consistent &= window.getLong(at + AT_COMPUTE) >= 0 && window.getLong(at + AT_MPI) >= 0 && (int) numbers >= 0
                    && (!any || start >= initStart && end - lastEnd < LONGEST_CALL_NANOS);
        }
        switch (kind) {
            case SEND -> sends++;
            case RECV -> {
                receives++;
                postsInOrder &= (int) numbers > previousPost;
                previousPost = (int) numbers;
            }
            case COLL -> collectives += (window.getShort(at + AT_FLAGS) & FLAG_NONBLOCKING) == 0 ? 1 : 0;
            case COLL_START -> collectives++;
            case INIT -> {
                initStart = start;
                initEnd = end;
                any = true;
            }
            case FINALIZE -> finalised(window, at, start);
            default -> {
            }
        }
        lastEnd = any ? Math.max(lastEnd, end) : end;
        any = true;
        return true;
    }

    /**
     * A record that was overwritten in part may look plausible by itself. Behind the last seal it is believed only
     * while event numbers go up one by one and times stay within reach.
     */
    private void number(int recorded, int kind) {
        boolean may = kind == SEND || kind == COLL || kind == COLL_START;
        // A non-blocking collective is one event in two records: either may carry the number.
        consistent &= recorded == number + (may ? 1 : 0) || kind != SEND && recorded == number;
        number = recorded;
    }

    private void finalised(ByteBuffer window, int at, long start) {
        finalizeStart = start;
        computeAtEnd = window.getLong(at + AT_COMPUTE);
        mpiAtEnd = window.getLong(at + AT_MPI);
        finalised = (window.getShort(at + AT_FLAGS) & FLAG_LAST) == 0;
    }

    @Override
    public void sealed() {
        sealed = new Sealed();
        consistent = true;
    }

    @Override
    public boolean followed() {
        return consistent;
    }

    @Override
    public void rollBack() {
        sealed.restore();
    }

    /** The counts up to the last seal: what remains when something behind it is damaged. */
    private final class Sealed {
        final long events = events();
        private final long sentBefore = sends;
        private final long receivedBefore = receives;
        private final long collectivesBefore = collectives;
        private final long countersBefore = counters;
        private final long finalizeStartBefore = finalizeStart;
        private final long lastEndBefore = lastEnd;
        private final long initStartBefore = initStart;
        private final long initEndBefore = initEnd;
        private final boolean finalisedBefore = finalised;
        private final boolean postsInOrderBefore = postsInOrder;
        private final int communicatorsBefore = communicators.size();

        void restore() {
            sends = sentBefore;
            receives = receivedBefore;
            collectives = collectivesBefore;
            counters = countersBefore;
            finalizeStart = finalizeStartBefore;
            lastEnd = lastEndBefore;
            initStart = initStartBefore;
            initEnd = initEndBefore;
            finalised = finalisedBefore;
            postsInOrder = postsInOrderBefore;
            communicators.subList(communicatorsBefore, communicators.size()).clear();
        }
    }
}
