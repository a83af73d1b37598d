package runbench.report.page;

import java.util.Comparator;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.ClusterView;
import runbench.align.view.RankView;
import runbench.base.quantity.Numbers;
import runbench.plotter.render.html.PageFinding;
import runbench.report.page.ClusterFindings.Harm;

/** What the clocks do not allow. */
final class ClockFindings {
    /**
     * Standard error of a clock's fit, against half of its guaranteed interval: it is a tenth and less of a clock that
     * goes evenly.
     */
    private static final double FIT = 0.5;

    private ClockFindings() {
    }

    static void add(ClusterView view, Findings<Harm> all) {
        AlignmentQuality quality = view.alignment();
        double binNs = view.axis().bucketS() * 1e9;
        if (quality.kind() == AlignmentQuality.Kind.PARTIAL) {
            RankView first = view.ranks().stream().filter(r -> !r.aligned()).findFirst().orElse(view.ranks().get(0));
            add(all, Harm.NOT_ALIGNED, 1,
                    quality.words() + (first.alignedWhy() == null ? "." : ": " + first.alignedWhy() + "."),
                    view.ranks().indexOf(first));
        } else if (quality.kind() == AlignmentQuality.Kind.CONTRADICTED) {
            add(all, Harm.NOT_ALIGNED, 1, quality.words() + ".", -1);
        } else if (quality.kind() == AlignmentQuality.Kind.COARSE) {
            add(all, Harm.COARSE_CLOCKS, 1, quality.words() + ".", -1);
        } else if (quality.worstNs() > binNs) {
            add(all, Harm.FINER_THAN_CLOCKS, 1,
                    "A bin of this page is " + Numbers.nanos(binNs) + " long, but two hosts' times may differ by "
                            + Numbers.nanos(quality.worstNs()) + ": what is closer together on two hosts has no order.",
                    -1);
        }
        // A fit that scatters more than its own measurements allow: the clock did not go straight between them.
        view.ranks()
                .stream()
                .filter(r -> r.worst() != null && r.worst().guaranteed()
                        && r.worst().errStatNanos() > FIT * r.worst().widthNanos() / 2)
                .max(Comparator.comparingDouble(r -> r.worst().errStatNanos()))
                .ifPresent(r -> add(all, Harm.NOT_ALIGNED, 0.5,
                        "The clock of " + r.host() + " is fitted with a standard error of "
                                + Numbers.nanos(r.worst().errStatNanos()) + ", much beside its guaranteed interval of "
                                + Numbers.nanos(r.worst().widthNanos())
                                + ": it did not go evenly while it was measured.",
                        view.ranks().indexOf(r)));
    }

    private static void add(Findings<Harm> all, Harm harm, double weight, String text, int lane) {
        all.add(harm, weight, PageFinding.ofAll(text, lane, -1));
    }
}
