package runbench.schedule.profile.recorded;

import java.util.Arrays;
import java.util.stream.IntStream;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Period;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/** Gathers the counts of a run in fine bins: along its wall time, or along its instructions where it has no time. */
final class RecordedCounts implements SeriesCollector<CountedRun> {
    private static final double LEAST_WIDTH = 1e5;

    private final Periods periods;
    private final boolean instructions;
    private final CountBins bins;
    private final int events;
    private final int[] seriesOfGroup = new int[256];
    private final boolean[] ofSockets;

    RecordedCounts(Periods periods) {
        this.periods = periods;
        instructions = periods.recording().metadata().countsInstructions();
        events = periods.events().size();
        int[] groups = IntStream
                .concat(IntStream.of(periods.leadingGroup()),
                        periods.events().stream().filter(EventInfo::counted).mapToInt(EventInfo::group))
                .distinct()
                .toArray();
        Arrays.fill(seriesOfGroup, -1);
        for (int g = 0; g < groups.length; g++) {
            seriesOfGroup[groups[g]] = 2 * events + g;
        }
        ofSockets = periods.groupsOfSockets();
        bins = new CountBins(2 * events + groups.length, Math.max(periods.nominalNanos(), LEAST_WIDTH));
    }

    @Override
    public PeriodVisitor periods() {
        return this::period;
    }

    private void period(Period p) {
        boolean socket = ofSockets[p.group()];
        double end = instructions ? p.runNanos() : p.wallNanos();
        double nanos = socket ? p.wallDeltaNanos() : p.runDeltaNanos();
        double from = end - (instructions ? p.runDeltaNanos()
                : socket ? p.wallDeltaNanos() : Math.min(p.runDeltaNanos(), p.wallDeltaNanos()));
        bins.add(seriesOfGroup[p.group()], from, end, nanos);
        for (int e = 0; e < events; e++) {
            if (p.has(e)) {
                bins.add(e, from, end, p.count(e));
                bins.add(events + e, from, end, socket ? nanos : p.measuredNanos(e));
            }
        }
    }

    @Override
    public CountedRun result(SeriesReport report) {
        int[] groupOf = periods.events().stream().mapToInt(e -> seriesOfGroup[e.group()]).toArray();
        double[] totals = report.estimates().stream().mapToDouble(e -> e.count()).toArray();
        return new CountedRun(bins, events, groupOf, seriesOfGroup[periods.leadingGroup()], totals);
    }
}
