package runbench.report.page;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.parser.metrics.SampleSpread;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.PageFact;
import runbench.report.Abscissa;
import runbench.report.ShownCurves;
import runbench.report.StructureStrip;

/**
 * What a page of one run shows.
 *
 * @param axis of the curves
 * @param curves in the page's bins
 * @param spreads of the same bins, where samples tell them
 * @param logged what ran when, as the program said; empty where it did not
 * @param facts of the provenance, beside what the summary has
 * @param checksum SHA-256 of the recording; empty where it is not known
 */
public record ShownRun(RunSummary summary, Axis axis, ShownCurves curves, List<SampleSpread> spreads,
        Optional<Strip> logged, List<PageFact> facts, String checksum) {
    /** Metrics, then events: the order of the panels. */
    List<Envelope> panels() {
        return summary.samples() == 0 ? List.of()
                : Stream.concat(curves.metrics().stream(), curves.events().stream()).toList();
    }

    /** What the program said of itself comes before what its counters look like. */
    Optional<Strip> phases() {
        return logged.isPresent() ? logged : structure().flatMap(s -> StructureStrip.strip(s, Abscissa.own(axis)));
    }

    /** What was found in its counters, where that was on this axis. */
    Optional<Structure> structure() {
        return Optional.ofNullable(summary.structure()).filter(s -> s.axis() == axis);
    }

    Optional<SampleSpread> spread(Envelope e) {
        return spreads.stream().filter(s -> s.name().equals(e.event()) && s.median().length == e.buckets()).findFirst();
    }

    /** Place of an event's or metric's panel; -1: it has none. */
    int panel(String name) {
        List<Envelope> all = panels();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).event().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
