package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Strip;
import runbench.report.ReferenceLane.ReferenceAxis;
import runbench.report.RunChart.MetricIntervals;

class ReferenceLaneTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_795_000_000L * SECOND;

    /**
     * A timeline with a constant lead over the reference; from a given time on it is predicted, with a growing error.
     */
    private static Timeline ahead(long nanos, long knownUntil) {
        return (stamp, out) -> {
            double beyond = Math.max(0, stamp - knownUntil) * 1e-6;
            out.set(stamp - nanos, 10 + beyond, -100 - beyond, 200 + 2 * beyond,
                    stamp <= knownUntil ? How.INTERPOLATED : How.PREDICTED);
        };
    }

    @Test
    void recordingsOfTwoNodesShareOneAxis() {
        // Node b's clock is 3 s ahead: by its own clock it started 4 s after a, in reference time 1 s.
        Timeline a = ahead(0, Long.MAX_VALUE);
        Timeline b = ahead(3 * SECOND, Long.MAX_VALUE);
        ReferenceAxis axis = ReferenceAxis.from("root", a.refNanos(EPOCH), b.refNanos(EPOCH + 4 * SECOND));
        ReferenceLane first = new ReferenceLane(axis, "a", a, EPOCH);
        ReferenceLane second = new ReferenceLane(axis, "b", b, EPOCH + 4 * SECOND);
        assertThat(first.at(0)).isZero();
        assertThat(second.at(0)).isEqualTo(1);
        assertThat(second.at(2.5)).isEqualTo(3.5);
        assertThat(second.edges(rate(4))).containsExactly(1, 2, 3, 4, 4.5);
        assertThat(first.scale().label()).isEqualTo("time of root (s)").isEqualTo(second.scale().label());
    }

    @Test
    void notesNamePredictedPartsAndTheLargestError() {
        ReferenceLane lane = ReferenceLane.alone("root", "n", ahead(5, EPOCH + 6 * SECOND), EPOCH);
        List<ReferenceLane.Part> parts = lane.parts(10);
        assertThat(parts).extracting(ReferenceLane.Part::how).containsExactly(How.INTERPOLATED, How.PREDICTED);
        assertThat(parts.get(0).from()).isZero();
        assertThat(parts.get(0).to()).isEqualTo(parts.get(1).from()).isCloseTo(6, within(0.01));
        assertThat(parts.get(1).to()).isEqualTo(10);
        List<String> notes = lane.notes(10).stream().map(n -> n.replace('\u2009', ' ')).toList();
        // 4 s of prediction at 1e-6 add 4 us to the 10, -100 and 200 ns.
        assertThat(notes.get(0))
                .isEqualTo("Time of root: 0 s is 1794999999.999999995 s of its clock. Largest error of n:"
                        + " standard error 4.01 µs, guaranteed within −4.1 µs to +8.2 µs.");
        assertThat(notes.get(1)).isEqualTo("Predicted from 6.00 s to 10.00 s: the model has windows on one side only.");
        assertThat(notes).hasSize(2);
        Strip strip = (Strip) lane.certainty(10).orElseThrow().marks().get(0);
        assertThat(strip.names()).containsExactly("interpolated", "predicted");
        assertThat(strip.kind()).containsExactly(0, 1);
        assertThat(strip.end()).containsExactly(parts.get(0).to(), 10);
    }

    @Test
    void interpolatedRecordingsHaveNoFurtherNotes() {
        ReferenceLane lane = ReferenceLane.alone("root", "n", ahead(5, Long.MAX_VALUE), EPOCH);
        assertThat(lane.notes(10)).hasSize(1);
        assertThat(lane.certainty(10)).isEmpty();
    }

    @Test
    void unknownErrorsAndMissingBoundsAreStated() {
        Timeline unknown = (stamp, out) -> out.set(stamp, Double.NaN, Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY, How.EXPIRED);
        List<String> notes = ReferenceLane.alone("root", "n", unknown, EPOCH).notes(1);
        assertThat(notes.get(0)).endsWith("standard error unknown, no guaranteed bound.");
        assertThat(notes.get(1)).startsWith("Predicted from 0 ms to 1.00 s: expired");
    }

    @Test
    void bucketEdgesFollowTheTimeline() {
        ReferenceLane lane = new ReferenceLane(new ReferenceAxis("root", EPOCH), "n",
                ahead(-2 * SECOND, Long.MAX_VALUE), EPOCH);
        Figure figure = RunChart.of(List.of(rate(3)), List.of(), RunExamples.caption(), lane, LoggedBands.none(), null,
                List.of(), MetricIntervals.NONE);
        assertThat(figure.x().label()).isEqualTo("time of root (s)");
        assertThat(((Buckets) figure.panels().get(0).marks().get(0)).edges()).containsExactly(2, 3, 4, 5.5);
    }

    /** Buckets of one second; the last one is up to half a second longer or shorter. */
    private static Envelope rate(int buckets) {
        double[] mean = DoubleStream.generate(() -> 1).limit(buckets).toArray();
        return new Envelope("e", "PMU event", "e/s", Axis.WALL_TIME, 0, 1, 3.5, mean, mean, mean,
                new Envelope.Figures(0, 0, 0), 1, false);
    }
}
