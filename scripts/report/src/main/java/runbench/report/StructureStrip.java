package runbench.report;

import java.util.List;
import java.util.Optional;
import runbench.parser.structure.Structure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/** The phases of a run on its axis: one row above the panels. */
public final class StructureStrip {
    private static final double HEIGHT = 30;

    private StructureStrip() {
    }

    /** Returns the panel; empty if the run has fewer than two phases. */
    static Optional<Panel> panel(Structure structure, Abscissa x) {
        return strip(structure, x).map(strip -> Panel.of("Phases", Scale.names("", List.of("phase")))
                .detail("stretches with similar rates have the same letter")
                .strip(strip)
                .height(HEIGHT));
    }

    /** Returns the strip without its panel; empty if the run has fewer than two phases. */
    public static Optional<Strip> strip(Structure structure, Abscissa x) {
        if (structure == null || structure.phases().size() < 2) {
            return Optional.empty();
        }
        List<Structure.Stay> stays = structure.stays();
        List<String> names = structure.phases().stream().map(Structure.RecurringPhase::name).toList();
        return Optional.of(Strip.row(stays.stream().mapToDouble(s -> x.at(s.from())).toArray(),
                stays.stream().mapToDouble(s -> x.at(s.to())).toArray(),
                stays.stream().mapToInt(s -> names.indexOf(s.phase())).toArray(), names));
    }
}
