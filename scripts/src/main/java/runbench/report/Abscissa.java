package runbench.report;

import runbench.parser.series.Envelope;
import runbench.plotter.figure.Scale;

/** The horizontal axis of a recording's chart: its title, and where the recording's own positions stand on it. */
interface Abscissa {
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
}
