package runbench.parser.series;

import java.util.Arrays;
import java.util.function.Supplier;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Metadata;

/**
 * The groups of a recording that were multiplexed, and the share of the time in which each counted.
 *
 * <p>A counter bound to one CPU is enabled, but does not count, while its task runs on another: so enabled and running
 * times of one series are not comparable. The sums over all CPUs of a task are comparable: the running times add up to
 * the enabled time, unless the kernel multiplexed the groups.
 */
final class Multiplexing {
    /** Share above which a group counts as not multiplexed; the remaining difference comes from the clocks. */
    private static final double WHOLE = 0.995;

    private final double[] share = new double[256];

    private Multiplexing() {
        Arrays.fill(share, 1);
    }

    /** @param survey not called if no group can have been multiplexed */
    static Multiplexing of(Metadata metadata, Supplier<Survey> survey) {
        Multiplexing m = new Multiplexing();
        if (!metadata.countsInstructions()) {
            metadata.events()
                    .stream()
                    .filter(Multiplexing::needsHardware)
                    .mapToInt(EventInfo::group)
                    .distinct()
                    .forEach(g -> m.share[g] = share(survey.get().group(g)));
        }
        return m;
    }

    /** Software events and tracepoints are never multiplexed unless they share a group with such an event. */
    private static boolean needsHardware(EventInfo e) {
        return e.counted() && (e.source().is(CountSource.PMU) || e.source().is(CountSource.BREAKPOINT));
    }

    private static double share(Survey.GroupTimes times) {
        return times.running() + times.open() < times.whole() * WHOLE ? (double) times.running() / times.whole() : 1;
    }

    /** Returns the share of the running time in which a group counted, 0..1; exactly 1 if it was not multiplexed. */
    double share(int group) {
        return share[group];
    }

    boolean affects(int group) {
        return share[group] < 1;
    }
}
