package runbench.report;

import runbench.parser.series.Axis;
import runbench.plotter.figure.Scale;

/** A recording on its own axis. */
record OwnAbscissa(Axis axis) implements Abscissa {
    @Override
    public Scale scale() {
        return Scale.linear(axis.label() + " (" + axis.unit() + ")");
    }

    @Override
    public double at(double position) {
        return position;
    }
}
