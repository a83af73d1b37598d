package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import runbench.base.error.RunbenchException;

/**
 * Reads the file of one rank once from end to end: checks every seal, finds how far it can be trusted, and counts.
 * After it, a {@link RecordCursor} may read without checking.
 */
final class RankScan {
    /** Defines a communicator: the fields of an RB_MPI_COMM record. */
    record CommDefinition(int id, int size, int rankInIt, long group) {
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    /** About a month: what a time stamp that was overwritten exceeds. */
    private static final long LONGEST_CALL_NANOS = 1L << 51;

    final RankHeader header;
    /** First byte that is not an intact record. */
    long end;
    long sends;
    long receives;
    long collectives;
    long counters;
    /** Of {@link #events()}, those that stand behind the last seal: no checksum vouches for them. */
    long unsealed;
    /** Written to the end, RB_MPI_END and trailer included. */
    boolean complete;
    /** What the writer summed up at the end; an empty object for a file without. */
    JsonNode trailer = JSON.createObjectNode();
    /** The program called MPI_Finalize. */
    boolean finalised;
    /** Why {@link #end} is where it is; null for a complete file. */
    String damage;
    long initStart;
    long initEnd;
    long finalizeStart;
    /** Exit of the last call that was recorded. */
    long lastEnd;
    boolean postsInOrder = true;
    final List<CommDefinition> communicators = new ArrayList<>();

    private final CRC32C crc = new CRC32C();
    private long sinceSeal;
    private long seals;
    private int previousPost = -1;
    private boolean any;
    /** Records behind the last seal follow from each other as a rank writes them. */
    private boolean consistent = true;
    private int number;
    private Sealed sealed;

    private RankScan(RankHeader header) {
        this.header = header;
    }

    static RankScan of(RankHeader header) {
        RankScan scan = new RankScan(header);
        try (FileChannel channel = FileChannel.open(header.file())) {
            scan.walk(channel);
        } catch (IOException e) {
            throw RunbenchException.badInput(header.file() + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
        return scan;
    }

    long events() {
        return sends + receives + collectives;
    }

    private void walk(FileChannel channel) throws IOException {
        ByteBuffer window = ByteBuffer.allocateDirect((SEAL_RECORDS + 1) * 4 * RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long fileBytes = channel.size();
        long offset = header.headerBytes();
        end = offset;
        sealed = new Sealed();
        boolean more = true;
        while (more && offset < fileBytes) {
            window.clear();
            while (window.hasRemaining() && channel.read(window, offset + window.position()) > 0) {
                continue;
            }
            int usable = window.position() - window.position() % RECORD_BYTES;
            if (usable == 0) {
                break;
            }
            more = records(channel, window, offset, usable);
            offset += usable;
        }
        if (damage == null && !complete && sinceSeal > 0 && !consistent) {
            damage = "the records behind its last seal, at offset " + sealed.end + ", contradict each other";
        }
        if (damage != null) {
            sealed.restore();
        } else if (!complete) {
            damage = finalised ? "it lacks its end record"
                    : "it ends without MPI_Finalize, at offset " + end + " (the rank was killed, or aborted)";
            unsealed = events() - sealed.events;
        }
    }

    /** @return false when the file ends inside this window */
    private boolean records(FileChannel channel, ByteBuffer window, long offset, int usable) throws IOException {
        int crcFrom = 0;
        for (int at = 0; at < usable; at += RECORD_BYTES) {
            int kind = window.get(at + AT_KIND);
            if (kind == SEAL) {
                update(window, crcFrom, at);
                if (!sealed(window, at, offset + at)) {
                    return false;
                }
                crcFrom = at + RECORD_BYTES;
                end = offset + at + RECORD_BYTES;
                sealed = new Sealed();
                consistent = true;
            } else if (kind == END) {
                end(channel, window, at, offset + at);
                return false;
            } else if (kind == 0) {
                if (!zerosFrom(channel, offset + at)) {
                    damage = "zeros at offset " + (offset + at) + " stand before more records";
                }
                return false;
            } else if (!plausible(window, at, kind)) {
                damage = "the record at offset " + (offset + at) + " is damaged";
                return false;
            } else {
                follows(window, at, kind);
                count(window, at, kind);
                sinceSeal++;
                end = offset + at + RECORD_BYTES;
            }
        }
        update(window, crcFrom, usable);
        return true;
    }

    private void update(ByteBuffer window, int from, int to) {
        crc.update(window.duplicate().position(from).limit(to));
    }

    private boolean sealed(ByteBuffer window, int at, long offset) {
        long sequence = window.getLong(at + SEAL_AT_SEQUENCE);
        boolean blockIntact = (int) crc.getValue() == window.getInt(at + SEAL_AT_CRC)
                && sinceSeal == Integer.toUnsignedLong(window.getInt(at + SEAL_AT_RECORDS));
        if (!blockIntact || !sealIntact(window, at)) {
            damage = "the records before offset " + offset + " fail their checksum";
            return false;
        }
        if (sequence != seals) {
            damage = "the seal at offset " + offset + " has number " + sequence + " where " + seals
                    + " is due: records are missing, or stand twice";
            return false;
        }
        seals++;
        crc.reset();
        sinceSeal = 0;
        return true;
    }

    private boolean sealIntact(ByteBuffer window, int at) {
        ByteBuffer copy = ByteBuffer.allocate(RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(window.duplicate().position(at).limit(at + RECORD_BYTES));
        int self = copy.getInt(SEAL_AT_SELF_CRC);
        copy.putInt(SEAL_AT_SELF_CRC, 0);
        return TraceWriter.checksum(copy.array(), 0, RECORD_BYTES) == self;
    }

    /** What a killed rank leaves behind its records is space that was allocated ahead. */
    private static boolean zerosFrom(FileChannel channel, long offset) throws IOException {
        ByteBuffer window = ByteBuffer.allocateDirect(1 << 18);
        for (long at = offset; channel.read(window.clear(), at) > 0; at += window.limit()) {
            window.flip();
            while (window.hasRemaining()) {
                if (window.get() != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * A record that was overwritten in part may look plausible by itself. Behind the last seal it is believed only while event
     * numbers go up one by one and times stay within reach.
     */
    private void follows(ByteBuffer window, int at, int kind) {
        if (kind == COUNTERS || kind == INIT) {
            return;
        }
        int told = window.getInt(at + AT_NUMBER);
        boolean may = kind == SEND || kind == COLL || kind == COLL_START;
        // A non-blocking collective is one event in two records: either may carry the number.
        consistent &= told == number + (may ? 1 : 0) || kind != SEND && told == number;
        number = told;
        if (kind != COMM) {
            long t0 = window.getLong(at + AT_T0);
            consistent &= window.getLong(at + AT_COMPUTE) >= 0 && window.getLong(at + AT_MPI) >= 0
                    && window.getInt(at + AT_POST) >= 0
                    && (!any || t0 >= initStart && window.getLong(at + AT_T1) - lastEnd < LONGEST_CALL_NANOS);
        }
    }

    private boolean plausible(ByteBuffer window, int at, int kind) {
        if (kind < SEND || kind > COUNTERS) {
            return false;
        }
        if (kind == COUNTERS) {
            return true;
        }
        int peer = window.getInt(at + AT_PEER);
        if (kind == COMM) {
            return peer > 0;
        }
        boolean partner = kind == SEND || kind == RECV;
        return peer >= (partner ? 0 : -1) && peer < header.ranks()
                && window.getLong(at + AT_T1) >= window.getLong(at + AT_T0)
                && window.getLong(at + AT_BYTES) >= 0;
    }

    private void count(ByteBuffer window, int at, int kind) {
        switch (kind) {
            case SEND -> sends++;
            case RECV -> {
                receives++;
                int post = window.getInt(at + AT_POST);
                postsInOrder &= post > previousPost;
                previousPost = post;
            }
            case COLL -> collectives += (window.getShort(at + AT_FLAGS) & FLAG_NONBLOCKING) == 0 ? 1 : 0;
            case COLL_START -> collectives++;
            case COMM -> communicators.add(new CommDefinition(
                    window.getInt(at + AT_COMM), window.getInt(at + AT_PEER), window.getInt(at + AT_TAG),
                    window.getLong(at + AT_BYTES)));
            case INIT -> {
                initStart = window.getLong(at + AT_T0);
                initEnd = window.getLong(at + AT_T1);
                any = true;
            }
            case FINALIZE -> {
                finalizeStart = window.getLong(at + AT_T0);
                finalised = (window.getShort(at + AT_FLAGS) & FLAG_LAST) == 0;
            }
            case COUNTERS -> counters++;
            default -> { }
        }
        if (kind != COMM && kind != COUNTERS) {
            lastEnd = any ? Math.max(lastEnd, window.getLong(at + AT_T1)) : window.getLong(at + AT_T1);
            any = true;
        }
    }

    private void end(FileChannel channel, ByteBuffer window, int at, long offset) throws IOException {
        if (sinceSeal > 0) {
            damage = "the seal before its end record (offset " + offset + ") is missing";
            return;
        }
        long bytes = window.getLong(at + AT_BYTES);
        int checksum = window.getInt(at + AT_COMM);
        if (bytes < 0 || bytes > channel.size() - offset - RECORD_BYTES) {
            damage = "its JSON trailer (offset " + (offset + RECORD_BYTES) + ") is cut off";
            return;
        }
        ByteBuffer trailer = ByteBuffer.allocate((int) bytes);
        while (trailer.hasRemaining() && channel.read(trailer, offset + RECORD_BYTES + trailer.position()) > 0) {
            continue;
        }
        if (TraceWriter.checksum(trailer.array(), 0, (int) bytes) != checksum) {
            damage = "its JSON trailer (offset " + (offset + RECORD_BYTES) + ") fails its checksum: "
                    + new String(trailer.array(), 0, Math.min(20, (int) bytes), StandardCharsets.US_ASCII) + "...";
            return;
        }
        this.trailer = JSON.readTree(trailer.array());
        complete = true;
    }

    /** The counts up to the last seal: what remains when something behind it is damaged. */
    private final class Sealed {
        final long end = RankScan.this.end;
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
            RankScan.this.end = end;
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
