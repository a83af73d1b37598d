package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.*;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes one file of an archive: packets of one sequence, each stamped on the archive's axis. Only one packet is in
 * memory.
 */
final class PacketWriter {
    private static final int MAX_EVENT_BYTES = 1 << 13;

    /** Writes the fields of a message. */
    @FunctionalInterface
    interface Content {
        void write(CodedOutputStream message) throws IOException;
    }

    private final CodedOutputStream out;
    private final int sequence;
    private final byte[] event = new byte[MAX_EVENT_BYTES];
    private long packets;

    /**
     * Creates a writer.
     *
     * @param sequence sequence id, not 0, constant within the file
     */
    PacketWriter(OutputStream file, int sequence) {
        out = CodedOutputStream.newInstance(file, 1 << 16);
        this.sequence = sequence;
    }

    long packets() {
        return packets;
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Writes a track descriptor; it must precede all events of the track. */
    void track(Content descriptor) throws IOException {
        byte[] body = bytes(descriptor);
        packet(bytes(p -> {
            p.writeUInt32(PACKET_SEQUENCE_ID, sequence);
            p.writeByteArray(PACKET_TRACK_DESCRIPTOR, body);
        }));
    }

    /** Writes a clock snapshot: both clocks of this file's machine have this value at the same instant. */
    void clocks(int one, long oneNanos, int other, long otherNanos) throws IOException {
        byte[] both = bytes(s -> {
            s.writeByteArray(SNAPSHOT_CLOCK, bytes(c -> clock(c, one, oneNanos)));
            s.writeByteArray(SNAPSHOT_CLOCK, bytes(c -> clock(c, other, otherNanos)));
        });
        packet(bytes(p -> {
            p.writeUInt32(PACKET_SEQUENCE_ID, sequence);
            p.writeByteArray(PACKET_CLOCK_SNAPSHOT, both);
        }));
    }

    private static void clock(CodedOutputStream c, int id, long nanos) throws IOException {
        c.writeUInt32(CLOCK_ID, id);
        c.writeUInt64(CLOCK_TIMESTAMP, nanos);
    }

    /** Writes a counter value that is valid from this time on. */
    void value(long atNanos, long track, double value) throws IOException {
        CodedOutputStream e = begin(TYPE_COUNTER, track);
        e.writeDouble(EVENT_VALUE, value);
        put(atNanos, e);
    }

    /** Writes an exact integer counter value. */
    void count(long atNanos, long track, long count) throws IOException {
        CodedOutputStream e = begin(TYPE_COUNTER, track);
        e.writeInt64(EVENT_COUNT, count);
        put(atNanos, e);
    }

    /**
     * Writes a slice.
     *
     * @param more writes name, annotations and flows of the slice
     */
    void slice(long fromNanos, long toNanos, long track, Content more) throws IOException {
        begin(fromNanos, track, more);
        end(Math.max(fromNanos, toNanos), track);
    }

    /** Starts a slice; {@link #end} ends the latest one of the track. */
    void begin(long atNanos, long track, Content more) throws IOException {
        CodedOutputStream e = begin(TYPE_BEGIN, track);
        more.write(e);
        put(atNanos, e);
    }

    void end(long atNanos, long track) throws IOException {
        put(atNanos, begin(TYPE_END, track));
    }

    /** @param more writes annotations, which viewers add to those of the slice */
    void end(long atNanos, long track, Content more) throws IOException {
        CodedOutputStream e = begin(TYPE_END, track);
        more.write(e);
        put(atNanos, e);
    }

    void instant(long atNanos, long track, Content more) throws IOException {
        CodedOutputStream e = begin(TYPE_INSTANT, track);
        more.write(e);
        put(atNanos, e);
    }

    static void annotation(CodedOutputStream event, String name, long value) throws IOException {
        int size = CodedOutputStream.computeInt64Size(ANNOTATION_INT, value)
                + CodedOutputStream.computeStringSize(ANNOTATION_NAME, name);
        event.writeTag(EVENT_ANNOTATION, 2);
        event.writeUInt32NoTag(size);
        event.writeInt64(ANNOTATION_INT, value);
        event.writeString(ANNOTATION_NAME, name);
    }

    static void annotation(CodedOutputStream event, String name, String text) throws IOException {
        event.writeByteArray(EVENT_ANNOTATION, bytes(a -> {
            a.writeString(ANNOTATION_TEXT, text);
            a.writeString(ANNOTATION_NAME, name);
        }));
    }

    private CodedOutputStream begin(int type, long track) throws IOException {
        CodedOutputStream e = CodedOutputStream.newInstance(event);
        e.writeUInt32(EVENT_TYPE, type);
        e.writeUInt64(EVENT_TRACK, track);
        return e;
    }

    private void put(long atNanos, CodedOutputStream written) throws IOException {
        int length = written.getTotalBytesWritten();
        int size = CodedOutputStream.computeUInt64Size(PACKET_TIMESTAMP, atNanos)
                + CodedOutputStream.computeUInt32Size(PACKET_SEQUENCE_ID, sequence)
                + CodedOutputStream.computeTagSize(PACKET_TRACK_EVENT)
                + CodedOutputStream.computeUInt32SizeNoTag(length) + length;
        out.writeTag(PACKET, 2);
        out.writeUInt32NoTag(size);
        out.writeUInt64(PACKET_TIMESTAMP, atNanos);
        out.writeUInt32(PACKET_SEQUENCE_ID, sequence);
        out.writeTag(PACKET_TRACK_EVENT, 2);
        out.writeUInt32NoTag(length);
        out.write(event, 0, length);
        packets++;
    }

    private void packet(byte[] body) throws IOException {
        out.writeByteArray(PACKET, body);
        packets++;
    }

    /** Returns a message as bytes; used for rare messages. */
    static byte[] bytes(Content content) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        CodedOutputStream message = CodedOutputStream.newInstance(all);
        content.write(message);
        message.flush();
        return all.toByteArray();
    }
}
