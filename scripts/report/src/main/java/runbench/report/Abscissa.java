package runbench.report;

import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;

/** The horizontal axis of a recording's chart: its title, and the mapping of the recording's positions onto it. */
public sealed interface Abscissa permits Abscissa.OwnAbscissa, ReferenceLane {
    /** Returns the recording's own axis. */
    static Abscissa own(Axis axis) {
        return new OwnAbscissa(axis);
    }

    Scale scale();

    /**
     * Returns the place of a position on this axis.
     *
     * @param position position on the axis of the recording's envelopes, in that axis' unit
     */
    double at(double position);

    /** Returns the edges of the envelope's buckets, one more than there are buckets. */
    default double[] edges(Envelope e) {
        double[] edges = new double[e.buckets() + 1];
        for (int i = 0; i < e.buckets(); i++) {
            edges[i] = at(e.origin() + i * e.bucketWidth());
        }
        edges[e.buckets()] = at(e.end());
        return edges;
    }

    /**
     * Returns the notes for the chart's foot about this axis.
     *
     * @param length length of the recording, in the unit of its own axis
     */
    List<String> notes(double length);

    /**
     * Returns a panel of the accuracy of positions along this axis; empty if all are equally accurate.
     *
     * @param length length of the recording, in the unit of its own axis
     */
    Optional<Panel> certainty(double length);

    /** The own axis of a recording. */
    record OwnAbscissa(Axis axis) implements Abscissa {
        @Override
        public Scale scale() {
            return Scale.linear(axis.label() + " (" + axis.unit() + ")");
        }

        @Override
        public double at(double position) {
            return position;
        }

        @Override
        public List<String> notes(double length) {
            return List.of();
        }

        @Override
        public Optional<Panel> certainty(double length) {
            return Optional.empty();
        }
    }
}
