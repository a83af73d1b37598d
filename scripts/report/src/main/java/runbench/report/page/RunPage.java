package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Numbers;
import runbench.parser.record.Metadata.RecordedAxis;
import runbench.parser.series.Envelope;
import runbench.parser.stats.RunSummary;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.PageCalls;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageMetric.Spread;
import runbench.plotter.render.html.PagePhases;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageSeries.Lane;
import runbench.plotter.render.html.PageStacks;
import runbench.report.RunCaption;
import runbench.report.text.StructureText;

/** Builds the interactive page of one run: findings, curves on one axis, exact values and provenance. */
public final class RunPage {
    /** Number of curves with a card; the others appear in the tables. */
    private static final int CURVE_CARDS = 3;

    private RunPage() {
    }

    /** Returns the page. */
    public static Page of(ShownRun run) {
        return new Page(run.summary().benchmark(), provenance(run.summary()), cards(run), RunFindings.of(run),
                series(run), PageClocks.ONE, PageCalls.NONE, stacks(run), List.of(), RunTables.of(run), List.of(),
                facts(run), notes(run), run.checksum());
    }

    private static PageStacks stacks(ShownRun run) {
        return StackGraphs.of(run.stacks(), run.summary().periodNs(),
                run.onOtherAxis() == null ? List.of(run.axis()) : List.of(run.axis(), run.onOtherAxis().axis()));
    }

    private static String provenance(RunSummary s) {
        RunSummary.Provenance p = s.provenance();
        return Stream
                .of(RunCaption.label(s), p.machine(), p.kernel(), RunCaption.source(s), "every " + period(s),
                        p.startedUtc())
                .filter(part -> part != null && !part.isBlank())
                .collect(Collectors.joining(" · "));
    }

    private static List<String> notes(ShownRun run) {
        List<String> notes = new ArrayList<>();
        run.structure()
                .ifPresent(s -> StructureText.sentences(s)
                        .forEach(words -> notes
                                .add(words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".")));
        notes.addAll(RunCaption.remarks(run.summary()));
        return notes;
    }

    private static String period(RunSummary s) {
        return s.axis().is(RecordedAxis.INSTRUCTIONS) ? Numbers.si(s.periodNs(), 3, "") + " instructions"
                : Numbers.nanos(s.periodNs());
    }

    private static List<PageCard> cards(ShownRun run) {
        RunSummary s = run.summary();
        List<PageCard> cards = new ArrayList<>();
        cards.add(new PageCard("wall time", Numbers.si(s.wallS(), 3, "s"), "one run: no interval"));
        if (s.cpuS() != null) {
            cards.add(new PageCard("CPU time", Numbers.si(s.cpuS(), 3, "s"), "user and system"));
        }
        run.panels().stream().filter(e -> Double.isFinite(e.figures().mean())).limit(CURVE_CARDS).forEach(e -> {
            PageMetric.Kind kind = PageNumbers.kind(e.rateUnit());
            String peak = Double.isFinite(e.figures().peak()) ? "peak " + PageNumbers.value(kind, e.figures().peak(), 3)
                    : "";
            cards.add(new PageCard(PageNumbers.heading(e.event(), e.rateUnit()),
                    PageNumbers.value(kind, e.figures().mean(), 3), peak));
        });
        RunSummary.Control control = s.provenance().control();
        run.panels().stream().mapToDouble(Envelope::shareMeasured).min().ifPresent(share -> {
            String multiplexed = "minimum of all events (multiplexed)";
            cards.add(control != null
                    ? new PageCard("measured", PageNumbers.percent(control.share() * share),
                            share < RunCaption.FULLY_MEASURED ? multiplexed + ", counted under control"
                                    : "of the wall time, counted under control")
                    : new PageCard("measured", PageNumbers.percent(share),
                            share < RunCaption.FULLY_MEASURED ? multiplexed : "all events, all the time"));
        });
        cards.add(new PageCard("samples", Numbers.count(s.samples()),
                s.lost() > 0 ? Numbers.count(s.lost()) + " lost" : s.lost() == 0 ? "none lost" : "losses unknown"));
        RunFindings.overhead(s)
                .ifPresent(share -> cards.add(new PageCard("overhead", PageNumbers.percent(share),
                        Numbers.nanos(s.costPerSampleNs()) + " per sample, relative to the running time")));
        return cards;
    }

    private static PageSeries series(ShownRun run) {
        List<Envelope> panels = run.panels();
        String label = run.axis().label();
        if (panels.isEmpty()) {
            return new PageSeries(label, run.axis().unit(), 0, 1, 0, List.of(), List.of(), PagePhases.NONE);
        }
        Envelope first = panels.get(0);
        return new PageSeries(label, run.axis().unit(), first.origin(), first.bucketWidth(), first.end(),
                List.of(new Lane("run", "", "")), panels.stream().map(e -> metric(run, e)).toList(),
                phases(run.phases(), first), phases(run.states(), first),
                run.onOtherAxis() == null ? null : series(run.onOtherAxis()));
    }

    private static PagePhases phases(Optional<Strip> strip, Envelope bins) {
        return strip.map(s -> PagePhases.of(s, 1, bins.origin(), bins.bucketWidth(), bins.buckets()))
                .orElse(PagePhases.NONE);
    }

    private static PageMetric metric(ShownRun run, Envelope e) {
        Spread spread = run.spread(e)
                .map(s -> new Spread(lane(s.tenth()), lane(s.median()), lane(s.ninth())))
                .orElse(null);
        return new PageMetric(e.event(), PageNumbers.unit(e.rateUnit()), e.countedAs(), PageNumbers.kind(e.rateUnit()),
                lane(e.mean()), lane(e.min()), lane(e.max()), spread);
    }

    private static double[][] lane(double[] values) {
        return new double[][]{values};
    }

    private static List<PageFact> facts(ShownRun run) {
        RunSummary s = run.summary();
        RunSummary.Provenance p = s.provenance();
        List<PageFact> facts = new ArrayList<>();
        facts.add(new PageFact("command", String.join(" ", p.command())));
        facts.add(new PageFact("program", s.label() == null ? "" : s.label()));
        facts.add(new PageFact("started", p.startedUtc()));
        facts.add(new PageFact("machine", p.machine() + (p.cpus() > 0 ? ", " + p.cpus() + " CPUs" : "")));
        facts.add(new PageFact("kernel", p.kernel()));
        facts.add(new PageFact("counted by", RunCaption.source(s)));
        facts.add(new PageFact("sampled",
                s.mode().label() + ", every " + period(s)
                        + (s.period() == null || s.period().p50Ns() == null ? ""
                                : "; measured: median " + Numbers.nanos(s.period().p50Ns()) + ", 99 % within "
                                        + Numbers.nanos(s.period().p99Ns()))));
        facts.add(new PageFact("exact",
                s.exact() == null ? ""
                        : s.exact() ? "the sum of the samples equals the final counts"
                                : "the sum of the samples differs from the final counts"));
        facts.add(new PageFact("recording's SHA-256", run.checksum()));
        facts.addAll(run.facts());
        facts.removeIf(f -> f.value() == null || f.value().isBlank());
        return facts;
    }
}
