package runbench.report.page;

import java.util.Comparator;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.ClusterView;
import runbench.align.view.RankView;
import runbench.base.quantity.Numbers;
import runbench.plotter.render.html.PageFinding;
import runbench.report.page.ClusterFindings.Harm;

/** Finds limits of the clocks' accuracy. */
final class ClockFindings {
    /**
     * Standard error of a clock's fit relative to half of its guaranteed interval, beyond which its rate is not
     * constant; for constant rates the value is at most a tenth.
     */
    private static final double MAX_FIT_ERROR = 0.5;

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
                    "Two hosts' times may differ by more than a bin of this page (" + Numbers.nanos(binNs) + "): by "
                            + Numbers.nanos(quality.worstNs())
                            + ". Events on two hosts that are closer together have no defined order.",
                    -1);
        }
        // The fit scatters more than its measurements allow, so the clock's rate changed between them.
        view.ranks()
                .stream()
                .filter(r -> r.worst() != null && r.worst().guaranteed()
                        && r.worst().errStatNanos() > MAX_FIT_ERROR * r.worst().widthNanos() / 2)
                .max(Comparator.comparingDouble(r -> r.worst().errStatNanos()))
                .ifPresent(r -> add(all, Harm.NOT_ALIGNED, 0.5,
                        "The clock of " + r.host() + " is fitted with a standard error of "
                                + Numbers.nanos(r.worst().errStatNanos())
                                + ", which is large compared with its guaranteed interval of "
                                + Numbers.nanos(r.worst().widthNanos()) + ": its rate changed during the measurement.",
                        view.ranks().indexOf(r)));
    }

    private static void add(Findings<Harm> all, Harm harm, double weight, String text, int lane) {
        all.add(harm, weight, PageFinding.ofAll(text, lane, -1));
    }
}
