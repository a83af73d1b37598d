package runbench.parser.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.process.IoReason;

/**
 * A writer of numbers as text without object allocation. With millions of rows of ten cells, formatting dominates the
 * run time.
 */
final class TextSink implements AutoCloseable {
    private static final int ROOM = 64;
    private static final int TEN_4 = 10_000;
    private static final long TEN_8 = 100_000_000;
    /** The four digits of each number below 10,000 in ASCII, the first one in the lowest byte. */
    private static final int[] FOUR_DIGITS = new int[TEN_4];
    private static final VarHandle FOUR_BYTES = MethodHandles.byteArrayViewVarHandle(int[].class,
            ByteOrder.LITTLE_ENDIAN);

    static {
        for (int i = 0; i < TEN_4; i++) {
            FOUR_DIGITS[i] = 0x30303030 + (i / 1000 | i / 100 % 10 << 8 | i / 10 % 10 << 16 | i % 10 << 24);
        }
    }

    private final Path file;
    private final OutputStream out;
    private boolean closed;
    private final byte[] buffer = new byte[1 << 18];
    private int at;

    TextSink(Path file) {
        this.file = file;
        try {
            out = Files.newOutputStream(file);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /** Creates a sink for text that stays open. Writes never split a character. */
    TextSink(Writer text) {
        file = null;
        out = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[]{(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                text.write(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }
        };
    }

    void text(String s) {
        bytes(s.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte[] bytes) {
        if (bytes.length == 0) {
            return; // as most rows' flags
        }
        if (bytes.length > buffer.length - at) {
            flush();
            if (bytes.length > buffer.length) {
                write(bytes, bytes.length);
                return;
            }
        }
        System.arraycopy(bytes, 0, buffer, at, bytes.length);
        at += bytes.length;
    }

    /** Writes an ASCII character. */
    void character(char c) {
        ensureRoom();
        buffer[at++] = (byte) c;
    }

    void number(long value) {
        ensureRoom();
        long v = value;
        if (v < 0) {
            if (v == Long.MIN_VALUE) {
                bytes(Long.toString(v).getBytes(StandardCharsets.US_ASCII));
                return;
            }
            buffer[at++] = '-';
            v = -v;
        }
        at = put(buffer, at, v);
    }

    /**
     * Writes an exact decimal fraction.
     *
     * @param units value in units of 10^-decimals
     * @param decimals digits after the point, 1..9
     */
    void fixed(long units, int decimals) {
        ensureRoom();
        if (units < 0) {
            buffer[at++] = '-';
        }
        long size = Math.abs(units);
        // Divisions by constants are multiplications.
        long whole = switch (decimals) {
            case 9 -> size / 1_000_000_000;
            case 6 -> size / 1_000_000;
            case 4 -> size / TEN_4;
            default -> size / SCALE[decimals];
        };
        int end = put(buffer, at, whole);
        buffer[end++] = '.';
        at = putAll(buffer, end, (int) (size - whole * SCALE[decimals]), decimals);
    }

    /**
     * Writes a finite number with six significant digits. Uses Java's notation (1.2E-7) if a decimal fraction would be
     * long.
     */
    void significant(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            character('0');
        } else if (size >= 1e6 && size < 1e15) {
            number(Math.round(value));
        } else if (size >= 1e-3 && size < 1e6) {
            int decimals = 5 - (int) Math.floor(Math.log10(size));
            if (value < 0) {
                character('-');
            }
            long units = Math.round(size * SCALE[decimals]);
            if (decimals == 0) {
                number(units);
            } else {
                fixed(units, decimals);
            }
        } else {
            double unit = Math.pow(10, Math.floor(Math.log10(size)) - 5);
            bytes(Float.toString((float) (Math.rint(value / unit) * unit)).getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static final long[] SCALE = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
            1_000_000_000};

    /** Writes the digits of a number that is not negative. Returns the end. */
    private static int put(byte[] to, int at, long value) {
        if (value < TEN_8) {
            return putInt(to, at, (int) value);
        }
        long high = value / TEN_8;
        return put8(to, put(to, at, high), (int) (value - high * TEN_8));
    }

    /** Writes the digits of a number below 10^8. Returns the end; up to three bytes behind it are overwritten. */
    private static int putInt(byte[] to, int at, int value) {
        if (value < TEN_4) {
            int zeros = value < 100 ? value < 10 ? 3 : 2 : value < 1000 ? 1 : 0;
            FOUR_BYTES.set(to, at, FOUR_DIGITS[value] >>> 8 * zeros);
            return at + 4 - zeros;
        }
        int high = value / TEN_4;
        return put4(to, putInt(to, at, high), value - TEN_4 * high);
    }

    /** Writes exactly {@code digits} digits of a number, with leading zeros. Returns the end. */
    private static int putAll(byte[] to, int at, int value, int digits) {
        int left = digits;
        int v = value;
        for (; left >= 4; left -= 4) {
            int q = v / TEN_4;
            put4(to, at + left - 4, v - TEN_4 * q);
            v = q;
        }
        for (; left > 0; left--) {
            int q = v / 10;
            to[at + left - 1] = (byte) ('0' + v - 10 * q);
            v = q;
        }
        return at + digits;
    }

    /** Writes eight digits. Their divisions do not wait for each other, unlike those of a loop. */
    private static int put8(byte[] to, int at, int value) {
        int high = value / TEN_4;
        put4(to, at, high);
        return put4(to, at + 4, value - TEN_4 * high);
    }

    private static int put4(byte[] to, int at, int value) {
        FOUR_BYTES.set(to, at, FOUR_DIGITS[value]);
        return at + 4;
    }

    private void ensureRoom() {
        if (buffer.length - at < ROOM) {
            flush();
        }
    }

    private void flush() {
        write(buffer, at);
        at = 0;
    }

    private void write(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            flush();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /**
     * Closes a file and replaces its beginning.
     *
     * @param bytes number of bytes that {@code text} replaces
     * @param text new beginning of the file
     */
    void closeReplacing(int bytes, String text) {
        close();
        try {
            OutputFile.write(file, whole -> {
                whole.write(text.getBytes(StandardCharsets.UTF_8));
                try (InputStream written = Files.newInputStream(file)) {
                    written.skipNBytes(bytes);
                    written.transferTo(whole);
                }
            });
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private RunbenchException cannotWrite(IOException e) {
        return RunbenchException.machine((file == null ? "the table" : file) + ": cannot be written: " + IoReason.of(e))
                .remedy("check the space on its disk (df -h) and its directory; the recording itself is unchanged")
                .causedBy(e);
    }
}
