package runbench.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A wrong CLOCK_MONOTONIC whose truth is known, as native/clock/clock.c makes it for {@code virtual(monotonic,...)}. It
 * converts files that were stamped by the right clock.
 */
record RehearsedClock(long offsetNanos, double ppm, long epochNanos) {
    private static final int SEAL = 11;
    private static final int END = 12;

    String spec() {
        return "virtual(monotonic,offset=" + offsetNanos + ",ppm=" + ppm + ",epoch=" + epochNanos + ")";
    }

    /** Returns the reading of this clock when CLOCK_MONOTONIC reads {@code monotonicNanos}. */
    long shows(long monotonicNanos) {
        return monotonicNanos + offsetNanos + Math.round((monotonicNanos - epochNanos) * ppm * 1e-6);
    }

    /** Restamps a recording. */
    void intoRecording(Path file) throws IOException {
        into(file, new int[]{16}, 40, 44);
    }

    /** Restamps a rank's message trace. */
    void intoTrace(Path file) throws IOException {
        into(file, new int[]{24, 32}, 8, 12);
    }

    /**
     * @param stamps offsets of times in a record; a stamp of 0 means no time
     * @param crc offset in a seal of the checksum of the records since the previous seal
     * @param selfCrc offset of the seal's own checksum
     */
    private void into(Path file, int[] stamps, int crc, int selfCrc) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int width = data.getInt(16);
        int unsealed = data.getInt(12);
        boolean trace = stamps.length == 2;
        for (int at = unsealed; at + width <= bytes.length; at += width) {
            int kind = bytes[at];
            boolean hasTimes = !trace || kind != 5 && kind != 8 && kind != SEAL;
            for (int stamp : stamps) {
                long time = data.getLong(at + stamp);
                if (hasTimes && time != 0) {
                    data.putLong(at + stamp, shows(time));
                }
            }
            if (kind == SEAL) {
                data.putInt(at + crc, sum(bytes, unsealed, at - unsealed));
                data.putInt(at + selfCrc, 0);
                data.putInt(at + selfCrc, sum(bytes, at, width));
                unsealed = at + width;
            } else if (kind == END) {
                break;
            }
        }
        Files.write(file, bytes);
    }

    private static int sum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
