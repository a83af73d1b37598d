package runbench.pas2p.session;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import runbench.pas2p.signature.Signature;

/**
 * Detection of ranks that wait at a signature's stop for others that do not reach theirs. The program then sends other
 * messages than in the traced run, and stopped ranks do not answer. After the first stop, the others have as long again
 * as that took, or several times the traced time up to the stop. Each further cut that one of them passes restarts this
 * limit.
 */
final class StopWatcher {
    private static final long MIN_NANOS = 10_000_000_000L;
    private static final double TRACED = 5;

    private final Signature signature;
    private final IntToLongFunction passed;
    private final long[] cuts;
    private long allowedNanos;
    private long progressed;

    /**
     * Creates the check.
     *
     * @param passed returns the number of the last cut that a location passed; negative: not started, or unknown
     */
    StopWatcher(Signature signature, IntToLongFunction passed) {
        this.signature = signature;
        this.passed = passed;
        cuts = new long[signature.locations().size()];
    }

    /**
     * Checks all locations.
     *
     * @param nanos time since the start of the program
     * @return the waiting and the awaited rank, once the limit has expired
     */
    Optional<String> look(long nanos) {
        long[] now = IntStream.range(0, cuts.length).mapToLong(passed).toArray();
        boolean moved = !Arrays.equals(now, cuts);
        System.arraycopy(now, 0, cuts, 0, cuts.length);
        int[] late = IntStream.range(0, cuts.length).filter(l -> cuts[l] < signature.stop()[l]).toArray();
        if (late.length == 0 || late.length == cuts.length || cuts[late[0]] < 0) {
            return Optional.empty();
        }
        if (moved || allowedNanos == 0) {
            allowedNanos = allowedNanos > 0 ? allowedNanos
                    : Math.max(MIN_NANOS, Math.max(nanos, Math.round(TRACED * signature.trace().prefixS() * 1e9)));
            progressed = nanos;
        }
        if (nanos - progressed <= allowedNanos) {
            return Optional.empty();
        }
        int waits = IntStream.range(0, cuts.length)
                .filter(l -> cuts[l] >= signature.stop()[l])
                .findFirst()
                .orElseThrow();
        return Optional.of(String.format(
                "rank %d waits at the signature's stop, and rank %d did not come from its event %d to its event %d, "
                        + "the stop, in %d s (%s)",
                signature.locations().get(waits).rank(), signature.locations().get(late[0]).rank(), cuts[late[0]],
                signature.stop()[late[0]], allowedNanos / 1_000_000_000L, howKnown(waits, late[0])));
    }

    /** Returns the evidence for the stops of two locations, and its limits. */
    private String howKnown(int waits, int late) {
        if (signature.repeated() == null) {
            return "stops are identified by event numbers alone, as no second trace shows which events repeat";
        }
        if (signature.stopContent(late) == null || signature.stopContent(waits) == null) {
            int by = signature.stopContent(late) == null ? late : waits;
            return "that of rank " + signature.locations().get(by).rank()
                    + " is identified by its event number alone, as the preceding events occur more than once"
                    + " after the cut before it";
        }
        return "both are identified by the preceding events of the traced runs, which the late rank did not send";
    }

    /**
     * Detection of a suspension of this process during a run: a stop from the terminal also stops the launcher and its
     * ranks, while their clocks continue.
     */
    static final class Standstill {
        /** Minimum gap between two checks, which are a quarter of a second apart, that counts as a suspension. */
        private static final long MIN_NANOS = 2_000_000_000L;

        private long last = -1;
        private long longest;
        private long before;

        /**
         * Records a check.
         *
         * @param nanos time since the start of the program
         */
        void look(long nanos) {
            if (last >= 0 && nanos - last >= MIN_NANOS && nanos - last > longest) {
                longest = nanos - last;
                before = last;
            }
            last = nanos;
        }

        /** Returns a remark on the times; empty: no suspension. */
        Optional<String> remark() {
            return longest == 0 ? Optional.empty()
                    : Optional.of(String.format(Locale.ROOT,
                            "progress was not checked for %.1f s from %.1f s on (stopped by Ctrl-Z, or the"
                                    + " machine was very busy): occurrences include that time if ranks stopped as "
                                    + "well; measure it again, into another folder",
                            longest / 1e9, before / 1e9));
        }
    }
}
