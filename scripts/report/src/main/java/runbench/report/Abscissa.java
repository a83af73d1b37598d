package runbench.report;

import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;

/** The horizontal axis of a recording's chart: its title, and where the recording's own positions stand on it. */
public sealed interface Abscissa permits OwnAbscissa, ReferenceLane {
    /** The recording's own axis. */
    static Abscissa own(Axis axis) {
        return new OwnAbscissa(axis);
    }

    Scale scale();

    /** @param position on the axis of the recording's envelopes, in that axis' unit */
    double at(double position);

    /** Where the buckets begin, and where the last one ends. */
    default double[] edges(Envelope e) {
        double[] edges = new double[e.buckets() + 1];
        for (int i = 0; i < e.buckets(); i++) {
            edges[i] = at(e.origin() + i * e.bucketWidth());
        }
        edges[e.buckets()] = at(e.end());
        return edges;
    }

    /**
     * What a chart has to say at its foot about this axis. @param length of the recording, in the unit of its own axis
     */
    List<String> notes(double length);

    /** How certain places on this axis are, along it; empty where all are. @param length as above */
    Optional<Panel> certainty(double length);
}
