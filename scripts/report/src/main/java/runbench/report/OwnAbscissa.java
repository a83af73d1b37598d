package runbench.report;

import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;

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
