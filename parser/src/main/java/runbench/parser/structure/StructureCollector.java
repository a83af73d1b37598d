package runbench.parser.structure;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/**
 * The collector of counts in bins, in which the structure is searched after the pass. For tasks along wall time there
 * are two sets of counts: the search is in running time, and the rates of the result are per wall time.
 */
final class StructureCollector implements SeriesCollector<Structure> {
    private final Axis axis;
    private final SeriesCollector<List<BinnedCounts>> counts;
    /** Counts in running time; null if the search is on the axis of the result. */
    private final SeriesCollector<List<BinnedCounts>> running;
    private final double polling;
    private final Optional<WallActivity> activity;
    private final Optional<WallPositions> positions;
    private final List<PeriodVisitor> ofPeriods;
    private final List<RecordVisitor> ofRecords;

    StructureCollector(Periods periods, Axis axis) {
        this.axis = axis;
        boolean ofTasks = axis == Axis.WALL_TIME && Envelopes.otherAxis(periods, axis).isPresent();
        counts = Envelopes.countsCollector(periods, axis, StructureAnalysis.FINE_BINS);
        running = ofTasks ? Envelopes.countsCollector(periods, Axis.RUN_TIME, StructureAnalysis.FINE_BINS) : null;
        polling = periods.recording().metadata().polled() ? periods.nominalNanos() / axis.recorded() : 0;
        activity = WallActivity.of(periods);
        positions = ofTasks ? Optional.of(new WallPositions(periods)) : Optional.empty();
        ofPeriods = Stream.of(counts.periods(), ofTasks ? running.periods() : null,
                activity.map(WallActivity::periods).orElse(null), positions.map(WallPositions::periods).orElse(null))
                .filter(Objects::nonNull)
                .toList();
        ofRecords = Stream
                .concat(activity.map(WallActivity::records).stream(), positions.map(WallPositions::records).stream())
                .toList();
    }

    /** A second pass, for the counts in bins that the first pass did not expect. */
    private StructureCollector(StructureCollector of, SeriesCollector<List<BinnedCounts>> counts,
            SeriesCollector<List<BinnedCounts>> running) {
        axis = of.axis;
        polling = of.polling;
        activity = of.activity;
        positions = of.positions;
        this.counts = counts;
        this.running = running;
        ofPeriods = Stream.of(counts == of.counts ? null : counts, running == of.running ? null : running)
                .filter(Objects::nonNull)
                .map(SeriesCollector::periods)
                .toList();
        ofRecords = List.of();
    }

    @Override
    public PeriodVisitor periods() {
        return ofPeriods.size() == 1 ? ofPeriods.get(0) : p -> {
            for (int i = 0; i < ofPeriods.size(); i++) { // no iterator per period
                ofPeriods.get(i).period(p);
            }
        };
    }

    @Override
    public RecordVisitor records() {
        return ofRecords.isEmpty() ? null : c -> ofRecords.forEach(v -> v.record(c));
    }

    @Override
    public SeriesCollector<Structure> corrected(SeriesReport report) {
        SeriesCollector<List<BinnedCounts>> exact = counts.corrected(report);
        SeriesCollector<List<BinnedCounts>> exactRunning = running == null ? null : running.corrected(report);
        return exact == counts && exactRunning == running ? this : new StructureCollector(this, exact, exactRunning);
    }

    @Override
    public Structure result(SeriesReport report) {
        List<BinnedCounts> shown = counts.result(report);
        positions.ifPresent(WallPositions::finish);
        Structure ofRates = positions.map(p -> StructureAnalysis.ofWallTime(running.result(report), shown, p, polling))
                .orElseGet(() -> StructureAnalysis.of(shown, axis, polling));
        return activity.flatMap(WallActivity::cycle).map(ofRates::with).orElse(ofRates);
    }
}
