package runbench.report.page;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.RateBase;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;
import runbench.parser.structure.Structure;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.report.RunCaption;
import runbench.report.text.StructureText;
import runbench.report.text.SummaryText;
import runbench.sampler.environment.Disturbance;

/**
 * Selects the findings of one run by rule: first what makes all its numbers doubtful, then properties of the program,
 * then disturbances, then events that were not counted.
 */
final class RunFindings {
    private static final double MAX_LOST_SHARE = 0.001;
    private static final double MAX_IRREGULAR_SHARE = 0.05;
    /** Share of the running time below which the effect of a disturbance is negligible. */
    private static final double COSTLY = 0.05;

    /** Minimum length of a burst in sampling periods. */
    private static final int MIN_BURST_PERIODS = 20;

    /** Types of findings, most severe first. */
    private enum Harm {
        CUT_OFF, NOT_EXACT, STARVED, WAITING, PHASE, PROGRAM, IMBALANCE, DISTURBED, LOST_SAMPLES, GAPS, COSTLY,
        MIGRATIONS, ESTIMATED
    }

    private final ShownRun run;
    private final RunSummary summary;
    private final Findings<Harm> found = new Findings<>();

    private RunFindings(ShownRun run) {
        this.run = run;
        summary = run.summary();
    }

    static List<PageFinding> of(ShownRun run) {
        RunFindings all = new RunFindings(run);
        all.completeness();
        all.time();
        all.disturbances();
        all.samples();
        all.events();
        run.panels().forEach(all::bursts);
        all.repetition();
        return Stream.concat(all.found.worst().stream(), all.uncounted()).toList();
    }

    /** Returns the events that were not counted, one finding per reason: the page states the reasons nowhere else. */
    private Stream<PageFinding> uncounted() {
        return RunCaption.uncounted(summary)
                .entrySet()
                .stream()
                .map(e -> PageFinding.ofAll(String.join(", ", e.getValue())
                        + (e.getValue().size() == 1 ? " was not counted: " : " were not counted: ") + e.getKey() + ".",
                        -1, -1));
    }

    /** Returns the cost of sampling as a share of the running time; empty if unknown. */
    static Optional<Double> overhead(RunSummary s) {
        boolean known = s.costPerSampleNs() != null && s.costPerSampleNs() > 0 && s.runS() != null && s.runS() > 0;
        return known ? Optional.of(s.costPerSampleNs() * (double) s.samples() / (s.runS() * 1e9)) : Optional.empty();
    }

    private void completeness() {
        RunCaption.ending(summary).ifPresent(e -> of(Harm.CUT_OFF, 2, "The run " + e + ".", -1));
        summary.damaged().ifPresent(d -> of(Harm.CUT_OFF, 1, "The recording is " + d.words() + ".", -1));
        if (Boolean.FALSE.equals(summary.exact())) {
            of(Harm.NOT_EXACT, 1, "The sum of the samples differs from the final counts"
                    + (summary.discrepancies().isEmpty() ? "." : ": " + summary.discrepancies().get(0)), -1);
        }
    }

    /** Adds where the time went: waiting, the dominant phase, or else the function that ran longest. */
    private void time() {
        RunCaption.offCpu(summary)
                .ifPresent(words -> of(RunCaption.isStarved(summary) ? Harm.STARVED : Harm.WAITING, 1,
                        RunCaption.sentence(words), -1));
        Optional<String> phase = run.structure().flatMap(s -> StructureText.dominantPhase(s, summary.functions()));
        phase.or(() -> RunCaption.function(summary.functions()).map(words -> RunCaption.sentence("spent " + words)))
                .ifPresent(words -> of(Harm.PHASE, 1, words, -1));
        RunCaption.imbalance(summary).ifPresent(words -> of(Harm.IMBALANCE, 1, words, -1));
    }

    /**
     * Adds other programs as a disturbance, unless the ready time is known: it states how much CPU time they took, and
     * whether that matters.
     */
    private void disturbances() {
        boolean known = summary.offCpu() != null && summary.offCpu().readyS() != null;
        for (Disturbance d : run.disturbances()) {
            if (d.kind() == Disturbance.Kind.STEAL
                    || !known && (d.kind() == Disturbance.Kind.LOAD || d.kind() == Disturbance.Kind.QUOTA)) {
                of(Harm.DISTURBED, -d.kind().ordinal(), RunCaption.capitalized(SummaryText.DisturbanceText.line(d)),
                        -1);
            }
        }
    }

    private void samples() {
        if (summary.lost() > MAX_LOST_SHARE * summary.samples()) {
            of(Harm.LOST_SAMPLES, summary.lost(),
                    Numbers.count(summary.lost()) + " samples were lost, "
                            + PageNumbers.roughly(summary.lost() / (double) (summary.samples() + summary.lost()))
                            + " of all: use a longer --period.",
                    -1);
        }
        RunCaption.tooFewSamples(summary).ifPresent(words -> of(Harm.GAPS, 1, words, -1));
        if (summary.irregularShare() != null && summary.irregularShare() > MAX_IRREGULAR_SHARE) {
            Optional<double[]> gap = run.panels().stream().findFirst().flatMap(RunFindings::longestGap);
            String text = PageNumbers.roughly(summary.irregularShare())
                    + " of the sampling periods took more than 1.5 times as long as requested"
                    + gap.map(g -> "; the longest time without a sample is "
                            + Numbers.si(g[1] - g[0], 2, run.axis().unit()) + " long").orElse("")
                    + ".";
            found.add(Harm.GAPS, summary.irregularShare(),
                    gap.map(g -> around(text, g[0], g[1], 0)).orElse(PageFinding.ofAll(text, -1, -1)));
        }
        overhead(summary).filter(share -> share > COSTLY)
                .ifPresent(share -> of(Harm.COSTLY, share, "The overhead of sampling is " + PageNumbers.roughly(share)
                        + " of the program's running time: a longer --period reduces it.", -1));
    }

    private void events() {
        for (EventSummary e : summary.events()) {
            if (e.shareMeasured() != null && e.shareMeasured() < RunCaption.FULLY_MEASURED
                    && !found.any(c -> c.harm() == Harm.ESTIMATED)) {
                EventSummary least = summary.events()
                        .stream()
                        .filter(o -> o.shareMeasured() != null)
                        .min((a, b) -> Double.compare(a.shareMeasured(), b.shareMeasured()))
                        .orElse(e);
                of(Harm.ESTIMATED, 1 - least.shareMeasured(),
                        "Events were multiplexed: " + least.name() + " was counted "
                                + PageNumbers.roughly(least.shareMeasured())
                                + " of the time and scaled. Exact counts: fewer events, or --exact.",
                        run.panel(least.name()));
            }
            if (e.name().equals("cpu-migrations") && isFrequent(e) && e.meanRate() != null
                    && e.meanRate() > Findings.MAX_MIGRATIONS_PER_SECOND) {
                of(Harm.MIGRATIONS, e.meanRate(),
                        "The program moved to another CPU " + Numbers.si(e.meanRate(), 2, "")
                                + " times per second of running time, with empty caches: bind it (taskset -c).",
                        run.panel(e.name()));
            }
        }
    }

    /** Adds the cycle of computing and waiting, or else the first repetition. */
    private void repetition() {
        Structure all = summary.structure();
        if (all != null && all.waitingCycle() != null) { // it is along wall time, whatever the axis of the structure is
            Structure.WaitingCycle c = all.waitingCycle();
            StructureText.waitingCycle(all)
                    .ifPresent(words -> cycles(words, (c.to() - c.from()) / summary.wallS(),
                            run.axis() == Axis.WALL_TIME, c.from(), c.to(), c.period()));
            return;
        }
        run.structure().filter(s -> !s.repetitions().isEmpty()).ifPresent(s -> {
            Structure.Repetition r = s.repetitions().get(0);
            cycles(StructureText.sentences(s).get(0), (r.to() - r.from()) / s.resolution().length(), true, r.from(),
                    r.to(), r.period());
        });
    }

    /** @param isOnAxis whether the positions are on the axis of the panels: the finding then links to two cycles */
    private void cycles(String words, double share, boolean isOnAxis, double from, double to, double period) {
        String text = "The run " + words + ".";
        found.add(Harm.PROGRAM, share, run.panels().isEmpty() || !isOnAxis ? PageFinding.ofAll(text, -1, -1)
                : around(text, from, Math.min(to, from + 2 * period), -1));
    }

    /** Returns whether an event was counted, and often enough for a statement about it. */
    private static boolean isFrequent(EventSummary e) {
        return e.finalCount() != null && e.finalCount() >= Findings.MIN_COUNT;
    }

    /**
     * Adds events of the program whose counts are concentrated in a small part of the run. The part must be long enough
     * to be a part of the program: its start, for example, has half of the few page faults of many programs.
     */
    private void bursts(Envelope e) {
        // Over wall time, a rate per second of running time does not show how many events occurred in a bin.
        if (!RateBase.isRate(e.rateUnit()) || e.axis() == Axis.WALL_TIME && RateBase.RUNNING_TIME.isIn(e.rateUnit())
                || e.environment()
                || summary.events().stream().noneMatch(s -> s.name().equals(e.event()) && isFrequent(s))) {
            return;
        }
        Burst.of(e.mean()).ifPresent(b -> {
            double from = e.origin() + b.from() * e.bucketWidth();
            double to = Math.min(e.end(), e.origin() + b.to() * e.bucketWidth());
            if ((to - from) * e.axis().recorded() < MIN_BURST_PERIODS * summary.periodNs()) {
                return;
            }
            String unit = run.axis().unit();
            found.add(Harm.PROGRAM, b.share() - (to - from) / e.end(),
                    around("Half of the " + e.event() + " occur within " + Numbers.si(to - from, 2, unit) + " ("
                            + PageNumbers.roughly((to - from) / e.end()) + " of the run), from "
                            + Numbers.si(from, 3, unit) + " to " + Numbers.si(to, 3, unit) + ".", from, to,
                            run.panel(e.event())));
        });
    }

    private static Optional<double[]> longestGap(Envelope e) {
        int from = -1;
        int length = 0;
        for (int b = 0, begin = 0; b <= e.buckets(); b++) {
            if (b == e.buckets() || !Double.isNaN(e.mean()[b])) {
                if (b - begin > length) {
                    from = begin;
                    length = b - begin;
                }
                begin = b + 1;
            }
        }
        return length == 0 ? Optional.empty()
                : Optional.of(new double[]{e.origin() + from * e.bucketWidth(),
                        e.origin() + (from + length) * e.bucketWidth()});
    }

    /** Returns a finding that links to a range with some padding. */
    private PageFinding around(String text, double from, double to, int metric) {
        Envelope first = run.panels().get(0);
        double padding = Math.max(0.25 * (to - from), 4 * first.bucketWidth());
        return new PageFinding(text, Math.max(first.origin(), from - padding), Math.min(first.end(), to + padding), -1,
                metric);
    }

    private void of(Harm harm, double weight, String text, int metric) {
        found.add(harm, weight, PageFinding.ofAll(text, -1, metric));
    }

    /**
     * The shortest range of bins that contains half of all counts.
     *
     * @param from first bin
     * @param to bin after the last one
     * @param share share of all counts, at least a half
     */
    public record Burst(int from, int to, double share) {
        /** Maximum length of a burst as a share of the run. */
        private static final double MAX_RUN_SHARE = 0.1;

        /**
         * Finds a burst.
         *
         * @param rates rates of bins of equal time; NaN means unknown
         * @return empty if the counts are not concentrated
         */
        public static Optional<Burst> of(double[] rates) {
            double all = 0;
            for (double r : rates) {
                all += r > 0 ? r : 0;
            }
            double within = 0;
            int from = 0;
            Burst shortest = null;
            for (int to = 0; to < rates.length && all > 0; to++) {
                within += rates[to] > 0 ? rates[to] : 0;
                while (within - (rates[from] > 0 ? rates[from] : 0) >= all / 2) {
                    within -= rates[from] > 0 ? rates[from] : 0;
                    from++;
                }
                if (within >= all / 2 && (shortest == null || to + 1 - from < shortest.to - shortest.from)) {
                    shortest = new Burst(from, to + 1, within / all);
                }
            }
            return Optional.ofNullable(shortest).filter(b -> b.to - b.from <= MAX_RUN_SHARE * rates.length);
        }
    }
}
