package runbench.align.view;

import java.util.function.LongToDoubleFunction;
import runbench.align.run.PlannedProgram;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment;
import runbench.align.traces.Comparability;
import runbench.align.view.ClusterReading.AxisScales;
import runbench.align.view.ClusterView.RankView.ProgramTimes;
import runbench.align.view.ClusterView.RankView.SyncError;
import runbench.align.view.ClusterView.RankView;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.StatedError;
import runbench.base.timeline.Timeline;
import runbench.parser.record.Recording;
import runbench.parser.series.BucketGrid.GridPlacement;
import runbench.parser.series.Envelopes.EnvelopeScales;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.pas2p.phase.RankPhases;

/**
 * The data of one rank after its recording was read.
 *
 * @param opened the opened rank
 * @param view view of the recording; null: no recording
 * @param events events on the axis; null: no recording
 * @param metrics metrics on the axis; null: no recording
 * @param report report of the reading; null: no recording
 * @param phases counts of each phase; null: no phases or no recording
 */
record RankReading(OpenedRank opened, RunView view, EnvelopeScales events, EnvelopeScales metrics, SeriesReport report,
        PhaseCounts.Sums phases) {
    /**
     * Reads a rank.
     *
     * @param phases phases of the trace; null: none
     */
    static RankReading of(OpenedRank opened, AxisScales scales, RankPhases phases) {
        RunView view = opened.view();
        if (view == null) {
            return new RankReading(opened, null, null, null, null, null);
        }
        GridPlacement placement = placement(opened, view.periods(), scales.fine());
        Requested<EnvelopeScales> events = view.envelopes(scales.fine().grid(), placement, scales.times());
        Requested<EnvelopeScales> metrics = view.metricEnvelopes(scales.fine().grid(), placement, scales.times());
        boolean phased = phases != null && opened.rank() < phases.ranks() && phases.stretches(opened.rank()) > 0;
        Requested<PhaseCounts.Sums> sums = phased
                ? view.gathered(new PhaseCounts(view.periods(), phases, opened.rank()))
                : null;
        SeriesReport report = view.read(Progress.NONE);
        return new RankReading(opened, view, events.get(), metrics.get(), report, phased ? sums.get() : null);
    }

    private static GridPlacement placement(OpenedRank opened, Periods periods, TimeAxis axis) {
        Timeline timeline = opened.timeline();
        long start = periods.startWallNanos();
        long origin = axis.refNanos(axis.fromS());
        PlacedStamp at = new PlacedStamp();
        return new GridPlacement(new PlacementCache(wall -> {
            timeline.locate(start + wall, at);
            return at.refNanos() - origin;
        }), opened.refStart() - (double) origin, opened.refEnd() - (double) origin);
    }

    /** Returns why times are not comparable at the worst time of the window; null: they are. */
    private String incomparable(TimeAxis axis, Comparability clocks) {
        Comparability.Answer worst = null;
        for (int i = 0; i < SyncError.POINTS; i++) {
            long at = axis.refNanos(axis.fromS() + (axis.toS() - axis.fromS()) * i / (SyncError.POINTS - 1));
            Comparability.Answer answer = clocks.askReference(opened.rank(), at, axis.bucketS() * 1e9);
            worst = worst == null || answer.finestNanos() > worst.finestNanos() ? answer : worst;
        }
        return worst.allowed() ? null : worst.text();
    }

    /**
     * Returns the rank for display.
     *
     * @param several the ranks have more than one clock
     */
    RankView shown(TimeAxis axis, Comparability clocks, boolean several) {
        Alignment.RankClock clock = opened.clock();
        boolean known = opened.known();
        boolean model = clock.how() == Alignment.How.MODEL && known;
        Recording recording = view == null ? null : view.periods().recording();
        return new RankView(opened.rank(), clock.rank().host(), clock.how(), clock.why(), clock.rank().state(),
                clock.rank().why() != null ? clock.rank().why() : opened.why(),
                recording != null && recording.metadata().cpuWide(),
                known ? axis.seconds(opened.refStart()) : Double.NaN,
                known ? axis.seconds(opened.refEnd()) : Double.NaN, recording == null ? 0 : recording.samples(),
                report == null ? -1 : report.lost(),
                model ? SyncError.along(opened.timeline(), opened.startNs(), opened.endNs(), axis) : null,
                model ? StatedError.over(opened.timeline(), opened.startNs(), opened.endNs(), SyncError.POINTS) : null,
                several && known ? incomparable(axis, clocks) : null, times(axis));
    }

    private ProgramTimes times(TimeAxis axis) {
        RankRecord own = opened.clock().rank();
        PlannedProgram p = own.program();
        if (p == null) {
            return null;
        }
        boolean aligned = opened.clock().how() != Alignment.How.NOT_ALIGNED;
        double ready = p.readyMonotonicNs() != null ? seconds(axis, p.readyMonotonicNs())
                : aligned && p.readyReferenceNs() != null ? axis.seconds(p.readyReferenceNs()) : Double.NaN;
        return new ProgramTimes(p.name(), seconds(axis, own.releasedMonotonicNs()), ready,
                aligned && p.stopReferenceNs() != null ? axis.seconds(p.stopReferenceNs()) : Double.NaN,
                seconds(axis, own.endedMonotonicNs()), p.until(), own.exitStatus(), own.signal());
    }

    private double seconds(TimeAxis axis, Long ownNs) {
        return ownNs == null || opened.timeline() == null ? Double.NaN
                : axis.seconds(opened.timeline().refNanos(ownNs));
    }

    /**
     * Caches the placements of the last two stamps. All collectors of a pass request both ends of each period, and one
     * end is usually the end of the period before. Without the cache, placing took most of the reading time. Not
     * thread-safe.
     */
    static final class PlacementCache implements LongToDoubleFunction {
        private final LongToDoubleFunction place;
        private long late = Long.MIN_VALUE;
        private long early = Long.MIN_VALUE;
        private double lateAt;
        private double earlyAt;

        PlacementCache(LongToDoubleFunction place) {
            this.place = place;
        }

        @Override
        public double applyAsDouble(long wallNanos) {
            if (wallNanos == late) {
                return lateAt;
            }
            if (wallNanos == early) {
                return earlyAt;
            }
            double found = place.applyAsDouble(wallNanos);
            if (wallNanos > late) {
                early = late;
                earlyAt = lateAt;
                late = wallNanos;
                lateAt = found;
            } else {
                early = wallNanos;
                earlyAt = found;
            }
            return found;
        }
    }
}
