package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged frames are counted and skipped; all others are read. */
class FrameReaderTest {
    private static final int FRAMES = 12;
    private static final int MUTATIONS = 1200;

    private final Random random = new Random(7);

    private static List<String> read(byte[] bytes, FrameReader[] left) throws IOException {
        FrameReader reader = new FrameReader(new Trickle(bytes));
        List<String> frames = new ArrayList<>();
        for (FrameReader.Frame f = reader.next(); f != null; f = reader.next()) {
            frames.add(text(f));
        }
        left[0] = reader;
        return frames;
    }

    private static String text(FrameReader.Frame f) {
        return f.kind() + " " + f.name() + " " + f.offset() + " " + Arrays.hashCode(f.payload());
    }

    /** Returns fewer bytes than requested, as pipes do. */
    private static final class Trickle extends InputStream {
        private final ByteArrayInputStream in;
        private int turn;

        Trickle(byte[] bytes) {
            in = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] into, int from, int length) {
            return in.read(into, from, Math.min(length, 1 + 97 * turn++ % 1777));
        }
    }

    private FrameReader.Frame frame(int i) {
        byte[] payload = new byte[i % 3 == 0 ? 0 : random.nextInt(400)];
        random.nextBytes(payload);
        return new FrameReader.Frame(FrameReader.Frame.Kind.values()[1 + i % 3],
                i % 3 == 0 ? "node-4711-001.rblog" : "", random.nextLong(), payload);
    }

    @Test
    void aFrameIsFoundBehindForeignBytes() throws IOException {
        byte[] greeting = "Welcome to node 7!\nRBL\u00f1 is no frame\n".getBytes(StandardCharsets.ISO_8859_1);
        WrittenFrames written = new WrittenFrames()
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.READY, "", 0, "{}".getBytes(StandardCharsets.UTF_8)));
        byte[] all = Arrays.copyOf(greeting, greeting.length + written.length());
        System.arraycopy(written.bytes(), 0, all, greeting.length, written.length());
        FrameReader[] reader = new FrameReader[1];
        assertThat(read(all, reader)).hasSize(1);
        assertThat(reader[0].skippedBytes()).isEqualTo(greeting.length);
        assertThat(reader[0].refused()).isEqualTo(1);
    }

    @Test
    void damageToOneFrameLosesNoOther() throws IOException {
        long refused = 0;
        for (int m = 0; m < MUTATIONS; m++) {
            WrittenFrames written = new WrittenFrames();
            List<String> sound = new ArrayList<>();
            int hit = random.nextInt(FRAMES);
            int from = 0;
            int to = 0;
            for (int i = 0; i < FRAMES; i++) {
                FrameReader.Frame f = frame(i);
                from = i == hit ? written.length() : from;
                written.add(f);
                to = i == hit ? written.length() : to;
                if (i != hit) {
                    sound.add(text(f));
                }
            }
            FrameReader[] reader = new FrameReader[1];
            List<String> found = read(damaged(written.bytes(), from, to, m % 6), reader);
            // Bytes inserted between two frames, and repeated frames, lose no frame.
            assertThat(found).as("mutation %d of frame %d", m, hit).containsSubsequence(sound);
            assertThat(found.size()).isBetween(FRAMES - 1, FRAMES + 1);
            assertThat(found.size() == FRAMES - 1 ? reader[0].refused() + reader[0].skippedBytes() : 1).isPositive();
            refused += reader[0].refused();
        }
        assertThat(refused).isGreaterThan(MUTATIONS / 3);
    }

    private byte[] damaged(byte[] all, int from, int to, int how) {
        int at = from + 1 + random.nextInt(to - from - 1);
        byte[] copy = all.clone();
        switch (how) {
            case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> copy[at] += (byte) (1 + random.nextInt(255));
            case 2 -> {
                return joined(Arrays.copyOf(all, at),
                        Arrays.copyOfRange(all, at + 1 + random.nextInt(to - at), all.length));
            }
            case 3 -> {
                byte[] more = new byte[1 + random.nextInt(64)];
                random.nextBytes(more);
                return joined(joined(Arrays.copyOf(all, at), more), Arrays.copyOfRange(all, at, all.length));
            }
            case 4 -> Arrays.fill(copy, at, to, (byte) random.nextInt(256));
            default -> {
                return joined(Arrays.copyOf(all, to), Arrays.copyOfRange(all, from, all.length));
            }
        }
        return copy;
    }

    private static byte[] joined(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
