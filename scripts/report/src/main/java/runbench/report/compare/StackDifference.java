package runbench.report.compare;

import java.util.stream.Collectors;
import runbench.parser.symbols.StackComparison;
import runbench.plotter.render.html.PageStacks;
import runbench.plotter.render.html.PageStacks.Frame;
import runbench.plotter.render.html.PageStacks.Shares;
import runbench.report.page.StackGraphs;

/** Builds the differential flame graph of a comparison. */
final class StackDifference {
    private StackDifference() {
    }

    /**
     * Returns the call stacks of a page.
     *
     * @param nameA name of the first program
     * @param nameB name of the second program
     */
    static PageStacks of(StackComparison c, String nameA, String nameB) {
        return new PageStacks(label(c, nameA, nameB),
                c.frames().stream().map(f -> new Frame(f.function(), f.library(), f.kernel())).toList(), c.callerOf(),
                c.frameOf(), new Shares(c.selfA(), c.selfB(), c.different(), nameA, nameB));
    }

    private static String label(StackComparison c, String nameA, String nameB) {
        String runs = "Widths are the mean of both programs' shares of samples of running time (event task-clock), in "
                + c.runsA() + " and " + c.runsB() + " runs. ";
        String colours = c.tested() == 0
                ? "Nothing is coloured: a test needs at least " + StackComparison.MIN_RUNS + " runs of each program. "
                : "Orange: a larger share in " + nameB + " than in " + nameA + "; blue: a smaller one; grey: no "
                        + "significant difference (Welch's t test over runs, false discovery rate "
                        + Math.round(100 * StackComparison.FALSE_DISCOVERY_RATE) + " % of " + c.tested()
                        + " functions in their stacks). ";
        return runs + colours
                + c.graphs().stream().map(StackGraphs::method).distinct().collect(Collectors.joining(" "));
    }
}
