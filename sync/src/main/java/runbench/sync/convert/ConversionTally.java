package runbench.sync.convert;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.sync.model.Chain;

/** Counts of converted stamps, and warnings that follow from them. */
public final class ConversionTally {
    /** Distance from the windows beyond which stamps must be of another clock, ns. No prediction reaches that far. */
    private static final long ANOTHER_CLOCK_NANOS = 30L * 24 * 3600 * 1_000_000_000L;

    private final long[] counts = new long[How.values().length];
    private long all;
    private final Map<String, Long> stampsWithoutModel = new TreeMap<>();
    private long skipped;
    private long unknown;
    private long nearest = Long.MAX_VALUE;
    private double toleranceNanos = Double.POSITIVE_INFINITY;
    private String source = "";

    /** Counts one converted stamp. */
    public void add(Chain chain, PlacedStamp at) {
        all++;
        unknown += Double.isNaN(at.errStatNanos()) ? 1 : 0;
        counts[at.how().ordinal()]++;
        nearest = Math.min(nearest, chain.distanceNanos(at));
        toleranceNanos = Math.min(toleranceNanos, chain.toleranceNanos());
        source = chain.source().isEmpty() ? source : chain.source();
    }

    /** Counts an invalid stamp that was skipped. */
    void skipped() {
        skipped++;
    }

    /** Counts a stamp of a node without a model. */
    void withoutModel(String node) {
        stampsWithoutModel.merge(node, 1L, Long::sum);
    }

    /** Returns the number of stamps of nodes without a model, by node. */
    public Map<String, Long> stampsWithoutModel() {
        return Collections.unmodifiableMap(stampsWithoutModel);
    }

    /** Returns whether every stamp is so far from the windows that it must be of another clock. */
    public boolean anotherClock() {
        return all > 0 && nearest > ANOTHER_CLOCK_NANOS;
    }

    /** Returns the warnings, one line each; may be empty. */
    public List<String> warnings() {
        List<String> notes = new ArrayList<>();
        long expired = counts[How.EXPIRED.ordinal()];
        long stepped = counts[How.STEPPED.ordinal()];
        if (anotherClock()) {
            notes.add("every stamp is more than 30 days from the windows: are these stamps of the clock " + source
                    + ", in ns?");
        } else if (unknown > 0) {
            notes.add(unknown + " of " + all
                    + " stamps have no err_stat_ns: a window of fewer than 3 bursts gives no statistical error;"
                    + " measure with --bursts 16");
        } else if (expired > 0) {
            notes.add(
                    String.format(Locale.ROOT,
                            "%d of %d stamps are beyond the models' validity (how is 'expired'): their errors may be"
                                    + " worse than %.0f us; measure another window",
                            expired, all, toleranceNanos / 1e3));
        }
        if (stepped > 0) {
            notes.add(stepped + " of " + all
                    + " stamps are where a clock was set or stepped between two windows (how is 'stepped'): the"
                    + " bounds contain the predictions of both windows, without a guarantee");
        }
        if (skipped > 0) {
            notes.add(skipped + " stamps were empty or invalid and were left out (--skip-bad)");
        }
        stampsWithoutModel.forEach((node, n) -> notes
                .add("no model of the node '" + node + "': its " + n + " stamps were left unconverted"));
        return notes;
    }
}
