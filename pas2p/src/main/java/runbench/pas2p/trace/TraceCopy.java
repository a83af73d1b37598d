package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import runbench.base.container.ContainerWriter;

/** Copies of traces with other time stamps; all other data remain unchanged. */
public final class TraceCopy {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TraceCopy() {
    }

    /** Assignment of new times to records, in the order of the file. */
    public interface Stamping {
        /**
         * Sets the next record and computes its new times.
         *
         * @param event true: an {@link EventCursor} shows it as an event (see {@link EventCursor#isEvent})
         * @param start entry of the call, in the clock of the rank's node
         * @param end exit of the call
         */
        void place(boolean event, long start, long end);

        /** Returns the new entry of the current record. */
        long start();

        /** Returns the new exit, not before {@link #start}. */
        long end();
    }

    /**
     * Copies the file of one location. The unused part of a damaged file is omitted; a file without an end remains one.
     *
     * @param directory target directory, different from the trace's
     * @param metadata changes the JSON of the header: a copy must be identified as one
     * @return the new file
     */
    public static Path write(MpiTrace trace, int location, Path directory, Stamping stamping,
            Consumer<ObjectNode> metadata) throws IOException {
        RankScan scan = trace.scan(location);
        RankHeader header = scan.header;
        ObjectNode described = scan.header.metadata().deepCopy();
        metadata.accept(described);
        Path file = fileOf(directory, header.rank(), header.thread());
        long last = 0;
        try (RecordCursor cursor = scan.cursor(SEAL_RECORDS + 1, true);
                ContainerWriter out = new ContainerWriter(file, CONTAINER, RECORD_BYTES,
                        JSON.writeValueAsBytes(described),
                        to -> to.putInt(HEADER_RANK, header.rank()).putInt(HEADER_RANKS, header.ranks()))) {
            while (cursor.advanceAny()) {
                ByteBuffer record = out.blank();
                cursor.copyTo(record);
                int kind = cursor.kind();
                if (kind != COUNTERS && kind != COMM && kind != SITE) {
                    stamping.place(kind <= COLL_START && cursor.isEvent(), cursor.startNanos(), cursor.endNanos());
                    record.putLong(AT_T0, stamping.start()).putLong(AT_T1, stamping.end());
                    last = Math.max(last, stamping.end());
                }
                out.add();
                if (out.unsealed() == SEAL_RECORDS) {
                    out.seal();
                }
            }
            long end = last;
            if (scan.complete) {
                out.end(JSON.writeValueAsBytes(scan.trailer),
                        record -> record.putInt(AT_PEER, -1).putLong(AT_T0, end).putLong(AT_T1, end));
            } else {
                out.seal();
            }
        }
        return file;
    }
}
