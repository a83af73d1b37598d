package runbench.report.page;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.parser.metrics.SampleSpreads.SampleSpread;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.StackProfile;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.Page.PageFact;
import runbench.report.Abscissa;
import runbench.report.RunCharts.ShownCurves;
import runbench.report.RunCharts.StructureStrip;
import runbench.sampler.environment.Disturbance;

/**
 * The content of a run page.
 *
 * @param summary summary of the run
 * @param axis axis of the curves
 * @param curves curves in the page's bins
 * @param spreads distributions of samples in the same bins, if available
 * @param logged phases that the program logged; empty if it did not log any
 * @param states states of the program over wall time; empty if unknown, or on another axis
 * @param disturbances known sources of noise during the run
 * @param facts provenance in addition to the summary
 * @param checksum SHA-256 of the recording; empty if unknown
 * @param stacks call stacks; null: none were recorded, or there are too many samples
 * @param onOtherAxis the same run on the axis to which a reader can change; null if there is none
 */
public record ShownRun(RunSummary summary, Axis axis, ShownCurves curves, List<SampleSpread> spreads,
        Optional<Strip> logged, Optional<Strip> states, List<Disturbance> disturbances, List<PageFact> facts,
        String checksum, StackProfile stacks, ShownRun onOtherAxis) {
    /** Returns metrics, then events, in the order of the panels. */
    List<Envelope> panels() {
        return summary.samples() == 0 ? List.of()
                : Stream.concat(curves.metrics().stream(), curves.events().stream()).toList();
    }

    /** Returns the phases; those that the program logged have priority over those found in the counters. */
    Optional<Strip> phases() {
        return logged.isPresent() ? logged : structure().flatMap(s -> StructureStrip.strip(s, Abscissa.own(axis)));
    }

    /** Returns the structure found in the counters on this axis. */
    Optional<Structure> structure() {
        return Optional.ofNullable(summary.structure()).filter(s -> s.axis() == axis);
    }

    Optional<SampleSpread> spread(Envelope e) {
        return spreads.stream().filter(s -> s.name().equals(e.event()) && s.median().length == e.buckets()).findFirst();
    }

    /** Returns the index of an event's or metric's panel, or -1. */
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
