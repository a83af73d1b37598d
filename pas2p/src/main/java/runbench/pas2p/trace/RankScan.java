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
import runbench.base.container.ContainerReader.RecordInspector;
import runbench.base.container.Intact;
import runbench.base.container.Intact.ContainerDamage.Fault;
import runbench.base.container.RecordWindows.ReadRecords;
import runbench.base.error.RunbenchException;

/**
 * The check of one rank's file from end to end: verifies every seal, finds the trustworthy part, and counts.
 * Afterwards, a {@link RecordCursor} may read without checking.
 */
final class RankScan implements RecordInspector {
    /** A call site's definition: the fields of an RB_MPI_SITE record. The i-th one has number i + 1. */
    record SiteDefinition(int op, long address, int module) {}

    /** A communicator's definition: the fields of an RB_MPI_COMM record. */
    record CommDefinition(int id, int size, int rankInIt, long group) {}

    private static final int WINDOW_RECORDS = SEAL_RECORDS + 1;
    /** Limit of a plausible time step, about a month; an overwritten time stamp exceeds it. */
    private static final long MAX_CALL_NANOS = 1L << 51;

    final RankHeader header;
    /** Number of readable records, including seals. */
    long records;
    /** Offset after the last of them. */
    long end;
    long sends;
    long receives;
    long collectives;
    long counters;
    /** Number of {@link #events()} after the last seal, which no checksum covers. */
    long unsealed;
    /** Number of other used records after the last seal. */
    long otherUnsealed;
    /** Number of bytes after {@link #end} of a damaged file, which are not used. */
    long ignored;
    /** True: written to the end, including RB_MPI_END and trailer. */
    boolean complete;
    /** The writer's summary; an empty object for a file without an end. */
    JsonNode trailer = JsonNodeFactory.instance.objectNode();
    /** True: the program called MPI_Finalize. */
    boolean finalised;
    /** Cause of the position of {@link #end}; null for a complete file. */
    String damage;
    long initStart;
    long initEnd;
    long finalizeStart;
    /** Totals of its last record: CPU time outside MPI and wall time inside MPI since the end of MPI_Init. */
    long computeAtEnd;
    long mpiAtEnd;
    /** Exit of the last recorded call. */
    long lastEnd;
    boolean postsInOrder = true;
    final List<CommDefinition> communicators = new ArrayList<>();
    final List<SiteDefinition> sites = new ArrayList<>();

    private final int ranks;
    private int previousPost = -1;
    private boolean any;
    /** True: records after the last seal are consistent with each other. */
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

    /** Returns a new walk over the readable part; arguments as for {@link ReadRecords}. */
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
        if (kind == SITE) {
            number((int) (numbers >>> 32), kind);
            sites.add(new SiteDefinition(window.get(at + AT_OP) & 0xff, window.getLong(at + AT_SITE_ADDRESS),
                    window.getInt(at + AT_SITE_MODULE)));
            return window.getInt(at + AT_SITE_NUMBER) == sites.size();
        }
        long start = window.getLong(at + AT_T0);
        long end = window.getLong(at + AT_T1);
        if (kind == COMM || peer < (kind <= RECV ? 0 : -1) || peer >= ranks || end < start
                || window.getLong(at + AT_BYTES) >>> SITE_SHIFT > sites.size()) {
            return false;
        }
        if (kind != INIT) {
            number((int) (numbers >>> 32), kind);
            consistent &= window.getLong(at + AT_COMPUTE) >= 0 && window.getLong(at + AT_MPI) >= 0 && (int) numbers >= 0
                    && (!any || start >= initStart && end - lastEnd < MAX_CALL_NANOS);
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
     * Checks an event number. A partly overwritten record may look plausible by itself. After the last seal, a record
     * is trusted only while event numbers increase one by one and times remain plausible.
     */
    private void number(int recorded, int kind) {
        boolean may = kind == SEND || kind == COLL || kind == COLL_START;
        // A non-blocking collective is one event in two records: either may contain the number.
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

    /** The counts up to the last seal, which remain valid if a later record is damaged. */
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
        private final int sitesBefore = sites.size();

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
            sites.subList(sitesBefore, sites.size()).clear();
        }
    }
}
