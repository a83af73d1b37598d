package runbench.report.page;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import runbench.align.run.RankState;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseView;
import runbench.align.view.Quantity;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.pas2p.phase.CpuShortage;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.report.RunCaption;

/**
 * Selects at most five findings by rule: first what makes the comparison of ranks doubtful, then properties of the
 * program, then disturbances and limits of the measurement.
 */
final class ClusterFindings {
    private static final double MIN_IMBALANCE = 0.1;
    private static final double MIN_PHASE_SHARE = 0.05;
    private static final double MAX_LOST_SHARE = 0.001;

    /** Types of findings, most severe first. */
    enum Harm {
        INCOMPLETE, NOT_ALIGNED, STARVED, PROGRAM, LOST_SAMPLES, COARSE_CLOCKS, MIGRATIONS, ESTIMATED, FINER_THAN_CLOCKS
    }

    private final ClusterView view;
    private final Findings<Harm> candidates = new Findings<>();

    private ClusterFindings(ClusterView view) {
        this.view = view;
    }

    static List<PageFinding> of(ClusterView view) {
        ClusterFindings all = new ClusterFindings(view);
        all.incomplete();
        ClockFindings.add(view, all.candidates);
        all.lost();
        all.starved();
        all.imbalance();
        if (!view.isOfPrograms()) { // different programs differ
            all.deviating();
        }
        all.multiplexed();
        all.migrations();
        return all.candidates.worst();
    }

    private void add(Harm harm, double weight, PageFinding finding) {
        candidates.add(harm, weight, finding);
    }

    private void incomplete() {
        List<RankView> broken = view.ranks().stream().filter(r -> r.state() != RankState.COMPLETE).toList();
        if (broken.isEmpty()) {
            return;
        }
        RankView first = broken.get(0);
        String why = first.why() == null ? "" : ": " + first.why();
        String text = broken.size() == 1 ? name(first.rank()) + " is " + first.state().word() + why + "."
                : broken.size() + " of " + view.ranks().size() + " " + view.member() + "s are incomplete; "
                        + first.title() + " is " + first.state().word() + why + ".";
        // The finding links to the end of the rank's recording, where the cause is visible.
        double end = first.endS();
        add(Harm.INCOMPLETE, broken.size(),
                Double.isNaN(end) ? PageFinding.ofAll(text, place(first), -1)
                        : new PageFinding(text, Math.max(view.axis().fromS(), end - 0.1 * view.axis().runS()),
                                Math.min(view.axis().toS(), end + 0.02 * view.axis().runS()), place(first), -1));
    }

    /** Adds ranks with many migrations, because each one loses the caches and the memory near the old processor. */
    private void migrations() {
        for (int q = 0; q < view.quantities().size(); q++) {
            Quantity quantity = view.quantities().get(q);
            int metric = q;
            if (quantity.name().equals("cpu-migrations")) {
                quantity.ranks()
                        .stream()
                        .filter(r -> r.present() && r.overall() > Findings.MAX_MIGRATIONS_PER_SECOND
                                && r.overall() * view.axis().runS() >= Findings.MIN_COUNT)
                        .max(Comparator.comparingDouble(Quantity.RankRates::overall))
                        .ifPresent(r -> add(Harm.MIGRATIONS, r.overall(),
                                PageFinding.ofAll(
                                        name(r.rank()) + " moved to another CPU " + Numbers.si(r.overall(), 2, "")
                                                + " times per second of running time, with empty caches: bind "
                                                + (view.isOfPrograms() ? "it to CPUs (taskset)."
                                                        : "ranks to CPUs (mpirun --bind-to core)."),
                                        place(r.rank()), metric)));
            }
        }
    }

    private void lost() {
        view.ranks()
                .stream()
                .filter(r -> r.lost() > MAX_LOST_SHARE * (r.samples() + r.lost()))
                .max(Comparator.comparingLong(RankView::lost))
                .ifPresent(r -> {
                    double share = r.lost() / (double) (r.samples() + r.lost());
                    long others = view.ranks().stream().filter(o -> o.rank() != r.rank() && o.lost() > 0).count();
                    add(Harm.LOST_SAMPLES, share, PageFinding.ofAll(name(r.rank()) + " lost " + Numbers.count(r.lost())
                            + " samples, " + Numbers.percent(share) + " of its samples"
                            + (others == 0 ? "."
                                    : "; " + Units.counted(others, "other " + view.member()) + " also lost samples."),
                            place(r), -1));
                });
    }

    private void starved() {
        if (view.phases() != null && !view.phases().starved().isEmpty()) {
            CpuShortage worst = view.phases().starved().get(0);
            String text = CpuShortage.text(view.phases().starved()).orElseThrow();
            add(Harm.STARVED, 1 - worst.ranShare(), PageFinding.ofAll(
                    text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".", place(worst.rank()), -1));
        }
    }

    private void imbalance() {
        PhaseView phases = view.phases();
        if (phases == null) {
            return;
        }
        for (PhaseRow row : phases.rows()) {
            if (row.occurrences() > 0 && row.imbalance() > MIN_IMBALANCE && row.share() > MIN_PHASE_SHARE
                    && row.criticalRank() >= 0) {
                String text = "In phase " + row.label() + ", " + PageNumbers.roughly(row.share()) + " of the run, rank "
                        + row.criticalRank() + longer(phases.starved(), row);
                add(Harm.PROGRAM, row.imbalance() * row.share(), firstTime(phases, row, text));
            }
        }
    }

    private static String longer(List<CpuShortage> starved, PhaseRow row) {
        String longer = PageNumbers.roughly(row.imbalance()) + " longer than the average rank";
        if (starved.stream().anyMatch(CpuShortage::ready)) {
            return " computes " + longer + ", without waits for a CPU, and the other ranks wait.";
        }
        return starved.stream().anyMatch(s -> s.rank() == row.criticalRank())
                ? " is outside MPI " + longer + "; it was starved of CPU or blocked."
                : " computes " + longer + ", and the other ranks wait.";
    }

    /** Returns a finding that links to the critical rank's longest occurrence of the phase. */
    private PageFinding firstTime(PhaseView phases, PhaseRow row, String text) {
        int kind = IntStream.range(0, phases.kinds().size())
                .filter(k -> phases.kinds().get(k).label().equals(row.label()))
                .findFirst()
                .orElse(-1);
        int lane = place(row.criticalRank());
        for (PhaseView.RankPhaseSpans spans : phases.spans()) {
            int longest = spans.rank() != row.criticalRank() ? -1
                    : IntStream.range(0, spans.kind().length)
                            .filter(i -> kind >= 0 && spans.kind()[i] == kind)
                            .boxed()
                            .max(Comparator.comparingDouble(i -> spans.endS()[i] - spans.startS()[i]))
                            .orElse(-1);
            if (longest >= 0) {
                double padding = 0.25 * (spans.endS()[longest] - spans.startS()[longest]);
                return new PageFinding(text, Math.max(view.axis().fromS(), spans.startS()[longest] - padding),
                        Math.min(view.axis().toS(), spans.endS()[longest] + padding), lane, -1);
            }
        }
        return PageFinding.ofAll(text, lane, -1);
    }

    /** Adds each deviating rank once, with the quantity in which it deviates most. */
    private void deviating() {
        for (int q = 0; q < view.quantities().size(); q++) {
            Quantity quantity = view.quantities().get(q);
            int metric = q;
            List<double[]> means = view.ranks()
                    .stream()
                    .map(r -> r.state() == RankState.COMPLETE ? rates(quantity, r.rank()) : new double[0])
                    .toList();
            RankDeviation.worst(means).ifPresent(d -> {
                double from = view.axis().fromS() + d.from() * view.axis().bucketS();
                double to = Math.min(view.axis().toS(), view.axis().fromS() + d.to() * view.axis().bucketS());
                boolean all = to - from > 0.95 * (view.axis().toS() - view.axis().fromS());
                RankView rank = view.ranks().get(d.rank());
                String text = "Rank " + rank.rank() + (rank.host().isEmpty() ? "" : " on " + rank.host()) + " has "
                        + deviation(d.relative(), quantity.name()) + (all ? ", during the whole run."
                                : " from " + Numbers.si(from, 3, "s") + " to " + Numbers.si(to, 3, "s") + ".");
                double padding = 0.1 * (to - from);
                PageFinding finding = all ? PageFinding.ofAll(text, d.rank(), metric)
                        : new PageFinding(text, Math.max(view.axis().fromS(), from - padding),
                                Math.min(view.axis().toS(), to + padding), d.rank(), metric);
                boolean known = candidates.removeIf(c -> c.harm() == Harm.PROGRAM && c.finding().metric() >= 0
                        && c.finding().lane() == d.rank() && c.weight() < d.weight());
                if (known || !candidates.any(
                        c -> c.harm() == Harm.PROGRAM && c.finding().metric() >= 0 && c.finding().lane() == d.rank())) {
                    add(Harm.PROGRAM, d.weight(), finding);
                }
            });
        }
    }

    private void multiplexed() {
        for (int q = 0; q < view.quantities().size(); q++) {
            Quantity quantity = view.quantities().get(q);
            int metric = q;
            quantity.ranks()
                    .stream()
                    .filter(r -> r.present() && r.measured() < RunCaption.FULLY_MEASURED)
                    .min(Comparator.comparingDouble(Quantity.RankRates::measured))
                    .ifPresent(r -> add(Harm.ESTIMATED, 1 - r.measured(),
                            PageFinding.ofAll(
                                    quantity.name() + " is a scaled estimate: on "
                                            + view.ranks().get(place(r.rank())).title() + " it was counted "
                                            + PageNumbers.roughly(r.measured()) + " of the time (multiplexed).",
                                    place(r.rank()), metric)));
        }
    }

    private static String deviation(double relative, String what) {
        return relative > 1 ? Numbers.si(1 + relative, 2, "") + " times the median rank's " + what
                : PageNumbers.roughly(Math.abs(relative)) + (relative < 0 ? " less " : " more ") + what
                        + " than the median rank";
    }

    private static double[] rates(Quantity quantity, int rank) {
        return quantity.ranks()
                .stream()
                .filter(r -> r.rank() == rank && r.present())
                .map(Quantity.RankRates::mean)
                .findFirst()
                .orElse(new double[0]);
    }

    /** Returns the name at the beginning of a sentence. */
    private String name(int rank) {
        return view.isOfPrograms() ? view.ranks().get(place(rank)).title() : "Rank " + rank;
    }

    private int place(RankView rank) {
        return view.ranks().indexOf(rank);
    }

    private int place(int rank) {
        return IntStream.range(0, view.ranks().size())
                .filter(i -> view.ranks().get(i).rank() == rank)
                .findFirst()
                .orElse(-1);
    }

    /** Finds limits of the clocks' accuracy. */
    static final class ClockFindings {
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
                RankView first = view.ranks()
                        .stream()
                        .filter(r -> !r.aligned())
                        .findFirst()
                        .orElse(view.ranks().get(0));
                add(all, Harm.NOT_ALIGNED, 1,
                        quality.words() + (first.alignedWhy() == null ? "." : ": " + first.alignedWhy() + "."),
                        view.ranks().indexOf(first));
            } else if (quality.kind() == AlignmentQuality.Kind.CONTRADICTED) {
                add(all, Harm.NOT_ALIGNED, 1, quality.words() + ".", -1);
            } else if (quality.kind() == AlignmentQuality.Kind.COARSE) {
                add(all, Harm.COARSE_CLOCKS, 1, quality.words() + ".", -1);
            } else if (quality.worstNs() > binNs) {
                add(all, Harm.FINER_THAN_CLOCKS, 1,
                        "Two hosts' times may differ by more than a bin of this page (" + Numbers.nanos(binNs)
                                + "): by " + Numbers.nanos(quality.worstNs())
                                + ". Events on two hosts that are closer together have no defined order.",
                        -1);
            }
            // The fit scatters more than its measurements allow, so the clock's rate changed between them.
            view.ranks()
                    .stream()
                    .filter(r -> r.worst() != null && r.worst().guaranteed()
                            && r.worst().errStatNanos() > MAX_FIT_ERROR * r.worst().widthNanos() / 2)
                    .max(Comparator.comparingDouble(r -> r.worst().errStatNanos()))
                    .ifPresent(r -> add(all, Harm.NOT_ALIGNED, 0.5, "The clock of " + r.host()
                            + " is fitted with a standard error of " + Numbers.nanos(r.worst().errStatNanos())
                            + ", which is large compared with its guaranteed interval of "
                            + Numbers.nanos(r.worst().widthNanos()) + ": its rate changed during the measurement.",
                            view.ranks().indexOf(r)));
        }

        private static void add(Findings<Harm> all, Harm harm, double weight, String text, int lane) {
            all.add(harm, weight, PageFinding.ofAll(text, lane, -1));
        }
    }
}
