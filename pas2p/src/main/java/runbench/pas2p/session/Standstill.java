package runbench.pas2p.session;

import java.util.Locale;
import java.util.Optional;

/**
 * Sees that this process stood still while it followed a run: stopped from the terminal, where launchers stop the
 * ranks, too. Their times go on meanwhile.
 */
final class Standstill {
    /** Between two looks that are to be a quarter of a second apart. */
    private static final long LEAST_NANOS = 2_000_000_000L;

    private long last = -1;
    private long longest;
    private long before;

    /** @param nanos since the program was started */
    void look(long nanos) {
        if (last >= 0 && nanos - last >= LEAST_NANOS && nanos - last > longest) {
            longest = nanos - last;
            before = last;
        }
        last = nanos;
    }

    /** What a reader of the times must know; empty: nothing. */
    Optional<String> remark() {
        return longest == 0 ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT,
                        "nothing was looked at for %.1f s from %.1f s on (stopped by Ctrl-Z, or the"
                                + " machine was very busy): where ranks stood still, too, occurrences hold that time; measure it again, into another folder",
                        longest / 1e9, before / 1e9));
    }
}
