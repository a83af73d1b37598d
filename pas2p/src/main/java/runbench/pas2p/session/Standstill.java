package runbench.pas2p.session;

import java.util.Locale;
import java.util.Optional;

/**
 * Detection of a suspension of this process during a run: a stop from the terminal also stops the launcher and its
 * ranks, while their clocks continue.
 */
final class Standstill {
    /** Minimum gap between two checks, which are a quarter of a second apart, that counts as a suspension. */
    private static final long LEAST_NANOS = 2_000_000_000L;

    private long last = -1;
    private long longest;
    private long before;

    /**
     * Records a check.
     *
     * @param nanos time since the start of the program
     */
    void look(long nanos) {
        if (last >= 0 && nanos - last >= LEAST_NANOS && nanos - last > longest) {
            longest = nanos - last;
            before = last;
        }
        last = nanos;
    }

    /** Returns a remark on the times; empty: no suspension. */
    Optional<String> remark() {
        return longest == 0 ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT,
                        "nothing was looked at for %.1f s from %.1f s on (stopped by Ctrl-Z, or the"
                                + " machine was very busy): where ranks stood still, too, occurrences hold that time; measure it again, into another folder",
                        longest / 1e9, before / 1e9));
    }
}
