package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Balanced half-samples of a window: it is cut into chunks of neighbouring exchanges, and each half-sample takes one of
 * every two neighbouring chunks, so that every half covers the whole window (McCarthy, Pseudo-replication: half
 * samples, Review of the International Statistical Institute 37, 1969). What a least delay says changes with the few
 * quickest exchanges: leaving an eighth out mostly leaves those in, leaving half out does not.
 */
final class HalfSamples {
    private static final int SAMPLES = 16;
    private static final int FEWEST_CHUNKS = 12;

    private HalfSamples() {
    }

    /** Rows at which chunks begin, and the end: bursts where there are enough of them, else parts of bursts. */
    static int[] chunks(Probes p) {
        int parts = (FEWEST_CHUNKS + p.bursts() - 1) / p.bursts();
        // An even number keeps the two halves of a pair within one burst.
        parts = parts == 1 ? 1 : parts + parts % 2;
        List<Integer> starts = new ArrayList<>();
        for (int k = 0; k < p.bursts(); k++) {
            int from = p.burstStart[k];
            int rows = p.burstStart[k + 1] - from;
            int here = Math.min(parts, rows);
            for (int part = 0; part < here; part++) {
                starts.add(from + (int) ((long) rows * part / here));
            }
        }
        starts.add(p.size());
        return starts.stream().mapToInt(Integer::intValue).toArray();
    }

    /** @param chunks as {@link #chunks} cut the window, in rows of {@code p} */
    static List<Probes> of(Probes p, int[] chunks) {
        List<Probes> samples = new ArrayList<>();
        int n = chunks.length - 1;
        for (int sample = 0; sample < SAMPLES; sample++) {
            boolean[] taken = new boolean[p.size()];
            for (int c = 0; c < n; c++) {
                boolean alone = c % 2 == 0 && c == n - 1;
                if (alone || c % 2 == turn(sample, c / 2)) {
                    Arrays.fill(taken, chunks[c], chunks[c + 1], true);
                }
            }
            samples.add(p.rows(taken));
        }
        return samples;
    }

    /** By a Hadamard matrix of order {@value #SAMPLES}: any two pairs take the same turn in half of the samples. */
    private static int turn(int sample, int pair) {
        return Integer.bitCount(sample & 1 + pair % (SAMPLES - 1)) & 1;
    }
}
