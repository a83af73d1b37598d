package runbench.sync.eventlog;

import static runbench.sync.eventlog.LogFormat.*;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import runbench.base.container.ContainerCursor;
import runbench.base.container.ReadRecords;
import runbench.base.container.RecordWindows;

/** Shows the events of a file one after the other, with their types and comments. For one thread. */
public final class LogCursor extends ContainerCursor implements AutoCloseable {
    private final Runnable closing;
    private final LogType[] types = new LogType[MOST_TYPES + 1];
    private byte[] text = new byte[256];
    private int pieces;
    private int textBytes;

    LogCursor(ReadRecords records) {
        this(records, records.count(), records::close);
    }

    private LogCursor(RecordWindows records, long count, Runnable closing) {
        super(records, count);
        this.closing = closing;
        Arrays.fill(types, LogType.UNDECLARED);
    }

    /** Of records that are still coming. */
    static LogCursor growing(RecordWindows records) {
        return new LogCursor(records, 0, () -> {});
    }

    void come(long records) {
        upTo(records);
    }

    /** Moves to the next event; false behind the last. */
    public boolean advance() {
        pieces = 0;
        while (next()) {
            switch (kind()) {
                case TEXT -> append(AT_PIECE, window.get(position + AT_PIECE_BYTES) & 0xff);
                case TYPE -> {
                    finish();
                    types[number(AT_TYPE)] = new LogType(words(), LogKind.values()[window.get(position + AT_WHAT) - 1],
                            colour());
                    pieces = 0;
                }
                case EVENT -> {
                    finish();
                    return true;
                }
                case SEAL -> {
                    // It may stand within a text.
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

    /** What an unfinished record before it left of a text belongs to nothing. */
    private void finish() {
        int all = number(AT_TEXT_BYTES);
        int tail = Math.min(TAIL, Math.max(0, all - pieces));
        append(AT_TEXT, tail);
        textBytes = Math.min(all, pieces);
    }

    private String words() {
        return new String(text, 0, textBytes, StandardCharsets.UTF_8);
    }

    /** CLOCK_MONOTONIC of the process' host, ns. */
    public long timeNanos() {
        return window.getLong(position + AT_TIME);
    }

    public LogType type() {
        return types[number(AT_TYPE)];
    }

    public LogWhat what() {
        return LogWhat.of(window.get(position + AT_WHAT));
    }

    /** Of a message; 0: none. */
    public long id() {
        return window.getLong(position + AT_ID);
    }

    /** Of the thread, as the kernel numbers them. */
    public int tid() {
        return window.getInt(position + AT_TID);
    }

    /** Serial number of its record in the file. */
    public int number() {
        return window.getInt(position + AT_NUMBER);
    }

    /** Empty where there is none. */
    public String comment() {
        return textBytes == 0 ? "" : words();
    }

    /** Whether the comment was longer. */
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
            case EVENT -> LogWhat.is(what) && type <= MOST_TYPES;
            case TYPE -> what >= 1 && what <= LogKind.values().length && type >= 1 && type <= MOST_TYPES;
            default -> true;
        };
    }

    @Override
    public void close() {
        closing.run();
    }
}
