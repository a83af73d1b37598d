package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Data for a compressor in thirds of different nature: prose-like text, tables of binary records, noise with long
 * repeats. A compressor therefore goes through three stages.
 */
final class MixedData {
    private static final String LETTERS = "etaoinshrdlucmfwypvbgkjqxz";
    private final SplitMix random;
    private final long bytes;

    MixedData(long seed, long bytes) {
        this.random = new SplitMix(seed);
        this.bytes = bytes;
    }

    void write(OutputStream out) throws IOException {
        byte[] part = new byte[Math.toIntExact(bytes / 3)];
        fillText(part);
        out.write(part);
        fillRecords(part);
        out.write(part);
        byte[] rest = new byte[Math.toIntExact(bytes - 2L * part.length)];
        fillNoise(rest);
        out.write(rest);
    }

    private void fillText(byte[] part) {
        byte[][] words = new byte[8192][];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            int length = 2 + Math.min(random.below(8), random.below(12));
            for (int k = 0; k < length; k++) {
                word.append(LETTERS.charAt(Math.min(random.below(26), random.below(26))));
            }
            words[i] = word.toString().getBytes(StandardCharsets.US_ASCII);
        }
        int column = 0;
        for (int at = 0; at < part.length;) {
            // The smaller of three draws makes few words frequent and many rare, as in a language.
            int rank = Math.min(random.below(words.length),
                    Math.min(random.below(words.length), random.below(words.length)));
            for (byte letter : words[rank / (1 + random.below(64))]) {
                if (at < part.length) {
                    part[at++] = letter;
                    column++;
                }
            }
            if (at < part.length) {
                part[at++] = (byte) (column > 70 ? '\n' : ' ');
                column = column > 70 ? 0 : column + 1;
            }
        }
    }

    private void fillRecords(byte[] part) {
        long key = 0;
        int level = 1000;
        for (int at = 0; at < part.length; at++) {
            int field = at % 24;
            if (field == 0) {
                key += 1 + random.below(3);
                level += random.between(-7, 7);
            }
            if (field < 8) {
                part[at] = (byte) (key >>> 8 * field);
            } else if (field < 12) {
                part[at] = (byte) (level >>> 8 * (field - 8));
            } else {
                part[at] = (byte) (field < 20 ? random.below(4) : 0);
            }
        }
    }

    private void fillNoise(byte[] part) {
        for (int at = 0; at < part.length;) {
            int length = Math.min(part.length - at, 64 + random.below(4096));
            if (at > 1 << 16 && random.below(3) == 0) {
                int from = at - length - random.below(at - length + 1 > 1 << 16 ? 1 << 15 : 1);
                System.arraycopy(part, Math.max(0, from), part, at, Math.min(length, at - Math.max(0, from)));
            } else {
                for (int i = 0; i < length; i++) {
                    part[at + i] = (byte) random.next();
                }
            }
            at += length;
        }
    }
}
