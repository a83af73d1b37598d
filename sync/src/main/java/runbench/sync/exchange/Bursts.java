package runbench.sync.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.sync.exchange.Exchanges.Stamps;

/** Divides recordings into bursts and windows. */
public final class Bursts {
    private static final int UNPACED_BURST = 64;

    private Bursts() {
    }

    /** Renumbers the bursts: {@code length} exchanges each. */
    public static Exchanges ofLength(Exchanges e, int length) {
        int[] burst = new int[e.size()];
        int[] seq = new int[e.size()];
        for (int i = 0; i < e.size(); i++) {
            burst[i] = i / length;
            seq[i] = i % length;
        }
        return e.numbered(burst, seq);
    }

    /**
     * Detects the bursts of a recording that does not number them. A pause of more than eight times the median spacing
     * begins a new burst. A recording without such pauses is divided every 64 exchanges.
     */
    public static Exchanges detected(Exchanges e) {
        int n = e.size();
        if (n < 3) {
            return ofLength(e, UNPACED_BURST);
        }
        Stamps stamps = e.count(Stamps.USER) >= e.count(Stamps.KERNEL) ? Stamps.USER : Stamps.KERNEL;
        long[] gap = new long[n - 1];
        for (int i = 1; i < n; i++) {
            gap[i - 1] = e.sent(stamps, i) - e.sent(stamps, i - 1);
        }
        long[] sorted = gap.clone();
        Arrays.sort(sorted);
        long pause = 8 * Math.max(1, sorted[sorted.length / 2]);
        int[] burst = new int[n];
        int[] seq = new int[n];
        for (int i = 1; i < n; i++) {
            boolean begins = gap[i - 1] > pause;
            burst[i] = burst[i - 1] + (begins ? 1 : 0);
            seq[i] = begins ? 0 : seq[i - 1] + 1;
        }
        int bursts = burst[n - 1] + 1;
        return bursts >= 3 && n / bursts >= 4 ? e.numbered(burst, seq) : ofLength(e, UNPACED_BURST);
    }

    /**
     * Divides a recording into windows of at least {@code nanos}, between bursts. A remainder of less than half a
     * window is dropped unless there is no other window.
     */
    public static List<Exchanges> windows(Exchanges e, Stamps stamps, long nanos) {
        List<Exchanges> windows = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= e.size(); i++) {
            boolean burstEnds = i == e.size() || e.burst(i) != e.burst(i - 1);
            if (!burstEnds) {
                continue;
            }
            long span = e.sent(stamps, Math.min(i, e.size() - 1)) - e.sent(stamps, from);
            boolean enough = i < e.size() ? span >= nanos : span >= nanos / 2 || windows.isEmpty();
            if (enough) {
                windows.add(e.rows(from, i));
                from = i;
            }
        }
        return windows;
    }
}
