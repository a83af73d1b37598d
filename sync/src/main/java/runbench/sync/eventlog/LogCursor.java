package runbench.sync.eventlog;

import static runbench.sync.eventlog.LogFormat.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.container.ContainerCursor;
import runbench.base.container.RecordWindows;
import runbench.base.container.RecordWindows.ReadRecords;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/** A cursor over the events of a file, with types and comments. Not thread-safe. */
public final class LogCursor extends ContainerCursor implements AutoCloseable {
    private final Runnable closing;
    private final LogType[] types = new LogType[MAX_TYPES + 1];
    private byte[] text = new byte[256];
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int pieces;
    private int textBytes;
    /** Begin of the fields and of the comment in the text. */
    private int fieldsFrom;
    private int commentFrom;

    LogCursor(ReadRecords records) {
        this(records, records.count(), records::close);
    }

    private LogCursor(RecordWindows records, long count, Runnable closing) {
        super(records, count);
        this.closing = closing;
        Arrays.fill(types, LogType.UNDECLARED);
    }

    /** Returns a cursor over records that are still arriving. */
    static LogCursor growing(RecordWindows records) {
        return new LogCursor(records, 0, () -> {});
    }

    void come(long records) {
        upTo(records);
    }

    /**
     * Moves to the next event.
     *
     * @return false after the last event
     */
    public boolean advance() {
        pieces = 0;
        while (next()) {
            switch (kind()) {
                case TEXT -> append(AT_PIECE, window.get(position + AT_PIECE_BYTES) & 0xff);
                case TYPE -> {
                    finish();
                    types[number(AT_TYPE)] = new LogType(words(0, textBytes),
                            LogKind.values()[window.get(position + AT_WHAT) - 1], colour());
                    pieces = 0;
                }
                case EVENT -> {
                    finish();
                    split();
                    return true;
                }
                case SEAL -> {
                    // A seal may be within a text.
                }
                default -> pieces = 0;
            }
        }
        return false;
    }

    private Integer colour() {
        int colour = (int) window.getLong(position + AT_ID);
        return colour == NO_COLOUR ? null : (Integer) (colour & 0xffffff);
    }

    private int number(int at) {
        return Short.toUnsignedInt(window.getShort(position + at));
    }

    private void append(int at, int bytes) {
        if (pieces + bytes > text.length) {
            text = Arrays.copyOf(text, 2 * (pieces + bytes));
        }
        window.get(position + at, text, pieces, bytes);
        pieces += bytes;
    }

    /** Completes the text of a record. Pieces that an unfinished record left before are discarded. */
    private void finish() {
        int all = number(AT_TEXT_BYTES);
        int tail = Math.min(TAIL, Math.max(0, all - pieces));
        append(AT_TEXT, tail);
        textBytes = Math.min(all, pieces);
    }

    private String words(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }

    /** Finds the parts of an event's text. Parts that exceed it are empty. */
    private void split() {
        int flags = number(AT_FLAGS);
        fieldsFrom = Math.min(textBytes, (flags & FLAG_PARENT) != 0 ? PARENT_BYTES : 0);
        commentFrom = fieldsFrom;
        if ((flags & FLAG_FIELDS) != 0) {
            fieldsFrom = Math.min(textBytes, fieldsFrom + FIELDS_LENGTH_BYTES);
            int bytes = fieldsFrom - commentFrom < FIELDS_LENGTH_BYTES ? 0 : (int) value(commentFrom, Short.BYTES);
            commentFrom = Math.min(textBytes, fieldsFrom + bytes);
        }
    }

    /** Returns an unsigned little-endian number of the text; 0 if it exceeds the text. */
    private long value(int from, int bytes) {
        if (from + bytes > textBytes) {
            return 0;
        }
        number.putLong(0, 0).put(0, text, from, bytes);
        return number.getLong(0);
    }

    /** Returns the typed parts of the event. */
    public LogDetails details() {
        int flags = number(AT_FLAGS);
        boolean isValue = what() == LogWhat.VALUE;
        if (flags >> 1 == 0 && !isValue) {
            return LogDetails.NONE;
        }
        return new LogDetails(LogSeverity.of(flags >> SEVERITY_SHIFT & SEVERITY_MASK),
                (flags & FLAG_PARENT) == 0 ? 0 : value(0, PARENT_BYTES),
                isValue ? (Double) Double.longBitsToDouble(window.getLong(position + AT_ID)) : null,
                (flags & FLAG_FIELDS) == 0 ? Map.of() : fields(), (flags & FLAG_FIELDS_CUT) != 0);
    }

    /** Decodes the fields up to the first one that is not valid. */
    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        int at = fieldsFrom;
        while (at < commentFrom) {
            int kind = (text[at] & 0xff) >> FIELD_KIND_SHIFT;
            int from = at + 1 + (text[at] & FIELD_NAME_MASK);
            int bytes = kind == FIELD_STRING ? Short.BYTES : Long.BYTES;
            int end = from + bytes + (kind == FIELD_STRING ? (int) value(from, bytes) : 0);
            if (kind == 0 || from == at + 1 || end > commentFrom) {
                break;
            }
            fields.put(words(at + 1, from), switch (kind) {
                case FIELD_LONG -> (Object) value(from, bytes);
                case FIELD_DOUBLE -> Double.longBitsToDouble(value(from, bytes));
                default -> words(from + bytes, end);
            });
            at = end;
        }
        return fields;
    }

    /** Returns the stamp: CLOCK_MONOTONIC of the process' host, ns. */
    public long timeNanos() {
        return window.getLong(position + AT_TIME);
    }

    public LogType type() {
        return types[number(AT_TYPE)];
    }

    public LogWhat what() {
        return LogWhat.of(window.get(position + AT_WHAT));
    }

    /** Returns the id of the message or span; 0 if none. */
    public long id() {
        return what() == LogWhat.VALUE ? 0 : window.getLong(position + AT_ID);
    }

    /** Returns the kernel's id of the thread. */
    public int tid() {
        return window.getInt(position + AT_TID);
    }

    /** Returns the serial number of the record in the file. */
    public int number() {
        return window.getInt(position + AT_NUMBER);
    }

    /** Returns the comment; empty if there is none. */
    public String comment() {
        return textBytes == commentFrom ? "" : words(commentFrom, textBytes);
    }

    /** Returns whether the comment was truncated. */
    public boolean commentCut() {
        return (number(AT_FLAGS) & FLAG_CUT) != 0;
    }

    static boolean plausible(ByteBuffer window, int at, int kind) {
        if (kind == TEXT) {
            return (window.get(at + AT_PIECE_BYTES) & 0xff) <= PIECE;
        }
        int what = window.get(at + AT_WHAT);
        int type = Short.toUnsignedInt(window.getShort(at + AT_TYPE));
        return switch (kind) {
            case EVENT -> LogWhat.is(what) && type <= MAX_TYPES;
            case TYPE -> what >= 1 && what <= LogKind.values().length && type >= 1 && type <= MAX_TYPES;
            default -> true;
        };
    }

    @Override
    public void close() {
        closing.run();
    }
}
