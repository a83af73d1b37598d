package runbench.report.page;

import java.util.List;
import java.util.Optional;
import runbench.base.quantity.Numbers;
import runbench.parser.record.CountStatus;
import runbench.parser.series.Envelope;
import runbench.parser.stats.EventSummary;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.plotter.render.html.PageFinding;
import runbench.report.RunCaption;
import runbench.report.text.StructureText;

/**
 * Where to look first in one run, by rule: what takes a measurement's ground away comes before what the program does.
 */
final class RunFindings {
    /** Starting and stopping counters costs an event some time on every machine; multiplexing costs far more. */
    static final double FULLY_MEASURED = 0.99;
    private static final double LOST = 0.001;
    private static final double IRREGULAR = 0.01;
    private static final double COSTLY = 0.01;
    /** A second; the kernel's balancing of an idle machine moves a process some times a minute. */
    private static final double MANY_MIGRATIONS = 5;

    /** In the order of it. */
    private enum Harm {
        CUT_OFF, NOT_EXACT, LOST_SAMPLES, NOT_COUNTED, GAPS, COSTLY, MIGRATIONS, ESTIMATED, PROGRAM
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
        all.whole();
        all.samples();
        all.events();
        run.panels().forEach(all::bursts);
        all.repetition();
        return all.found.worst();
    }

    /** What sampling costs, as a share of the running time; empty where it was not measured. */
    static Optional<Double> overhead(RunSummary s) {
        boolean known = s.costPerSampleNs() != null && s.costPerSampleNs() > 0 && s.runS() != null && s.runS() > 0;
        return known ? Optional.of(s.costPerSampleNs() * (double) s.samples() / (s.runS() * 1e9)) : Optional.empty();
    }

    private void whole() {
        RunCaption.ending(summary).ifPresent(e -> of(Harm.CUT_OFF, 2, "The run " + e + ".", -1));
        summary.damaged().ifPresent(d -> of(Harm.CUT_OFF, 1, "The recording is " + d.words() + ".", -1));
        if (Boolean.FALSE.equals(summary.exact())) {
            of(Harm.NOT_EXACT, 1, "The samples do not add up to the final counts"
                    + (summary.discrepancies().isEmpty() ? "." : ": " + summary.discrepancies().get(0)), -1);
        }
    }

    private void samples() {
        if (summary.lost() > LOST * summary.samples()) {
            of(Harm.LOST_SAMPLES, summary.lost(),
                    Numbers.count(summary.lost()) + " samples were lost, "
                            + PageNumbers.roughly(summary.lost() / (double) (summary.samples() + summary.lost()))
                            + " of all: try a longer --period.",
                    -1);
        }
        RunCaption.tooFewSamples(summary).ifPresent(words -> of(Harm.GAPS, 1, words, -1));
        if (summary.irregularShare() != null && summary.irregularShare() > IRREGULAR) {
            Optional<double[]> gap = run.panels().stream().findFirst().flatMap(RunFindings::longestGap);
            String text = PageNumbers.roughly(summary.irregularShare())
                    + " of the sampling periods took more than 1.5 times as long as asked for"
                    + gap.map(g -> "; the longest time without a sample is "
                            + Numbers.si(g[1] - g[0], 2, run.axis().unit()) + " long").orElse("")
                    + ".";
            found.add(Harm.GAPS, summary.irregularShare(),
                    gap.map(g -> around(text, g[0], g[1], 0)).orElse(PageFinding.ofAll(text, -1, -1)));
        }
        overhead(summary).filter(share -> share > COSTLY)
                .ifPresent(share -> of(Harm.COSTLY, share, "Sampling took " + PageNumbers.roughly(share)
                        + " of the program's running time: a longer --period disturbs it less.", -1));
    }

    private void events() {
        List<EventSummary> not = summary.events().stream().filter(e -> e.status() == CountStatus.NOT_COUNTED).toList();
        if (!not.isEmpty()) {
            of(Harm.NOT_COUNTED, not.size(),
                    (not.size() == 1 ? not.get(0).name() + " was" : not.size() + " events were") + " not counted, "
                            + not.get(0).name() + " as: " + not.get(0).reason() + ".",
                    -1);
        }
        for (EventSummary e : summary.events()) {
            if (e.shareMeasured() != null && e.shareMeasured() < FULLY_MEASURED
                    && !found.any(c -> c.harm() == Harm.ESTIMATED)) {
                EventSummary least = summary.events()
                        .stream()
                        .filter(o -> o.shareMeasured() != null)
                        .min((a, b) -> Double.compare(a.shareMeasured(), b.shareMeasured()))
                        .orElse(e);
                of(Harm.ESTIMATED, 1 - least.shareMeasured(),
                        "Events took turns: " + least.name() + " was counted "
                                + PageNumbers.roughly(least.shareMeasured())
                                + " of the time, the rest is an estimate; fewer events, or --exact, count all.",
                        run.panel(least.name()));
            }
            if (e.name().equals("cpu-migrations") && e.meanRate() != null && e.meanRate() > MANY_MIGRATIONS) {
                of(Harm.MIGRATIONS, e.meanRate(),
                        "The program was moved to another processor " + Numbers.si(e.meanRate(), 2, "")
                                + " times a second, and lost its caches each time: bind it (taskset -c).",
                        run.panel(e.name()));
            }
        }
    }

    /** The first of it: what happens there happens again. */
    private void repetition() {
        run.structure().filter(s -> !s.repetitions().isEmpty()).ifPresent(s -> {
            Structure.Repetition r = s.repetitions().get(0);
            String text = "The run " + StructureText.sentences(s).get(0) + ".";
            found.add(Harm.PROGRAM, (r.to() - r.from()) / s.resolution().length(),
                    run.panels().isEmpty() ? PageFinding.ofAll(text, -1, -1)
                            : around(text, r.from(), Math.min(r.to(), r.from() + 2 * r.period()), -1));
        });
    }

    /** Half of all counts in a small part of the run. */
    private void bursts(Envelope e) {
        if (!e.rateUnit().endsWith("/s")) {
            return;
        }
        Burst.of(e.mean()).ifPresent(b -> {
            double from = e.origin() + b.from() * e.bucketWidth();
            double to = Math.min(e.end(), e.origin() + b.to() * e.bucketWidth());
            String unit = run.axis().unit();
            found.add(Harm.PROGRAM, b.share() - (to - from) / e.end(),
                    around("Half of all " + e.event() + " fall into " + PageNumbers.roughly((to - from) / e.end())
                            + " of the run, from " + Numbers.si(from, 3, unit) + " to " + Numbers.si(to, 3, unit) + ".",
                            from, to, run.panel(e.event())));
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

    /** With some time around it. */
    private PageFinding around(String text, double from, double to, int metric) {
        Envelope first = run.panels().get(0);
        double air = Math.max(0.25 * (to - from), 4 * first.bucketWidth());
        return new PageFinding(text, Math.max(first.origin(), from - air), Math.min(first.end(), to + air), -1, metric);
    }

    private void of(Harm harm, double weight, String text, int metric) {
        found.add(harm, weight, PageFinding.ofAll(text, -1, metric));
    }
}
