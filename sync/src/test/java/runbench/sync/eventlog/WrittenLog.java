package runbench.sync.eventlog;

import static runbench.sync.eventlog.LogFormat.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import runbench.base.container.ContainerWriter;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/** Writes event logs with chosen stamps in the format of native/eventlog. */
final class WrittenLog implements AutoCloseable {
    private final ContainerWriter out;
    private final Map<String, Integer> types = new HashMap<>();
    private final int tid;
    private int number;

    WrittenLog(Path file, String host, int pid, int tid) throws IOException {
        this.tid = tid;
        String json = "{\"format\":\"runbench event log\",\"host\":\"" + host + "\",\"pid\":" + pid + "}";
        out = new ContainerWriter(file, CONTAINER, RECORD_BYTES, json.getBytes(StandardCharsets.UTF_8),
                header -> header.putInt(HEADER_PID, pid).putInt(HEADER_FILE, 1));
    }

    WrittenLog event(long nanos, LogWhat what, LogKind kind, String name, long id) throws IOException {
        return event(nanos, what, kind, name, id, "");
    }

    /**
     * Writes one event.
     *
     * @param comment at most 32 bytes
     */
    WrittenLog event(long nanos, LogWhat what, LogKind kind, String name, long id, String comment) throws IOException {
        if (!types.containsKey(name)) {
            types.put(name, types.size() + 1);
            record(TYPE, kind.ordinal() + 1, types.get(name), nanos, NO_COLOUR & 0xffffffffL, name);
        }
        record(EVENT, what.ordinal() + 1, types.get(name), nanos, id, comment);
        return this;
    }

    WrittenLog send(long nanos, long id) throws IOException {
        return event(nanos, LogWhat.SEND, LogKind.MESSAGE, "token", id);
    }

    WrittenLog receive(long nanos, long id) throws IOException {
        return event(nanos, LogWhat.RECEIVE, LogKind.MESSAGE, "token", id);
    }

    WrittenLog begin(long nanos, LogKind kind, String name) throws IOException {
        return event(nanos, LogWhat.BEGIN, kind, name, 0);
    }

    WrittenLog end(long nanos, LogKind kind, String name) throws IOException {
        return event(nanos, LogWhat.END, kind, name, 0);
    }

    /**
     * Writes one event with the given flags and text, which may be wrong.
     *
     * @param flags flags of the record
     * @param text bytes of the text with the parts before it
     */
    WrittenLog raw(long nanos, LogWhat what, LogKind kind, String name, long id, int flags, byte[] text)
            throws IOException {
        if (!types.containsKey(name)) {
            types.put(name, types.size() + 1);
            record(TYPE, kind.ordinal() + 1, types.get(name), nanos, NO_COLOUR & 0xffffffffL, name);
        }
        int at = 0;
        for (int n; text.length - at > TAIL; at += n) {
            n = Math.min(PIECE, text.length - at);
            out.blank()
                    .put(0, (byte) TEXT)
                    .put(AT_PIECE_BYTES, (byte) n)
                    .putInt(AT_NUMBER, ++number)
                    .put(AT_PIECE, text, at, n);
            out.add();
        }
        out.blank()
                .put(0, (byte) EVENT)
                .put(AT_WHAT, (byte) (what.ordinal() + 1))
                .putShort(AT_TYPE, (short) (int) types.get(name))
                .putInt(AT_NUMBER, ++number)
                .putLong(AT_TIME, nanos)
                .putLong(AT_ID, id)
                .putInt(AT_TID, tid)
                .putShort(AT_TEXT_BYTES, (short) text.length)
                .putShort(AT_FLAGS, (short) flags)
                .put(AT_TEXT, text, at, text.length - at);
        out.add();
        return this;
    }

    private void record(int kind, int what, int type, long nanos, long id, String text) throws IOException {
        ByteBuffer r = out.blank();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        r.put(0, (byte) kind)
                .put(AT_WHAT, (byte) what)
                .putShort(AT_TYPE, (short) type)
                .putInt(AT_NUMBER, ++number)
                .putLong(AT_TIME, nanos)
                .putLong(AT_ID, id)
                .putInt(AT_TID, tid)
                .putShort(AT_TEXT_BYTES, (short) bytes.length)
                .put(AT_TEXT, bytes);
        out.add();
    }

    @Override
    public void close() throws IOException {
        out.end("{\"events\":0,\"dropped\":0}".getBytes(StandardCharsets.UTF_8), end -> {});
        out.close();
    }
}
