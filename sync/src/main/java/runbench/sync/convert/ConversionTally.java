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

/** What a reader of converted stamps should know beside them. */
public final class ConversionTally {
    /** Nobody predicts a clock so far: such stamps are of another clock. */
    private static final long ANOTHER_CLOCK_NANOS = 30L * 24 * 3600 * 1_000_000_000L;

    private final long[] counts = new long[How.values().length];
    private long all;
    private final Map<String, Long> strangers = new TreeMap<>();
    private long skipped;
    private long unknown;
    private long nearest = Long.MAX_VALUE;
    private double toleranceNanos = Double.POSITIVE_INFINITY;
    private String source = "";

    /** Counts one stamp. */
    public void add(Chain chain, PlacedStamp at) {
        all++;
        unknown += Double.isNaN(at.errStatNanos()) ? 1 : 0;
        counts[at.how().ordinal()]++;
        nearest = Math.min(nearest, chain.awayNanos(at));
        toleranceNanos = Math.min(toleranceNanos, chain.toleranceNanos());
        source = chain.source().isEmpty() ? source : chain.source();
    }

    /** Counts something that is no stamp and was left out. */
    void skipped() {
        skipped++;
    }

    /** Counts a stamp of a node without a model. */
    void withoutModel(String node) {
        strangers.merge(node, 1L, Long::sum);
    }

    /** How many stamps belong to nodes without a model, by node. */
    public Map<String, Long> strangers() {
        return Collections.unmodifiableMap(strangers);
    }

    /** True where every stamp lies so far from the windows that it must be of another clock. */
    public boolean anotherClock() {
        return all > 0 && nearest > ANOTHER_CLOCK_NANOS;
    }

    /** One line for each thing worth saying; empty if all is well. */
    public List<String> warnings() {
        List<String> notes = new ArrayList<>();
        long expired = counts[How.EXPIRED.ordinal()];
        long stepped = counts[How.STEPPED.ordinal()];
        if (anotherClock()) {
            notes.add("every stamp lies more than 30 days from the windows: are these stamps of the clock " + source
                    + ", in ns?");
        } else if (unknown > 0) {
            notes.add(unknown + " of " + all
                    + " stamps have no err_stat_ns: a window of fewer than 3 bursts tells no statistical error;"
                    + " measure with --bursts 16");
        } else if (expired > 0) {
            notes.add(
                    String.format(Locale.ROOT,
                            "%d of %d stamps lie beyond the models' validity (how is 'expired'): their errors may be"
                                    + " worse than %.0f us; measure another window",
                            expired, all, toleranceNanos / 1e3));
        }
        if (stepped > 0) {
            notes.add(stepped + " of " + all
                    + " stamps lie where a clock was set or stepped between two windows (how is 'stepped'): the"
                    + " bounds are where either window alone leads, and guarantee nothing");
        }
        if (skipped > 0) {
            notes.add(skipped + " stamps were empty or no stamps, and were left out (--skip-bad)");
        }
        strangers.forEach((node, n) -> notes
                .add("no model of the node '" + node + "': its " + n + " stamps were left unconverted"));
        return notes;
    }
}
