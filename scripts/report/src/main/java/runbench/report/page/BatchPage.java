package runbench.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.RunBaseline;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageExhibit;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.PagePicture;
import runbench.report.page.ShownBatch.ChangeVerdict;
import runbench.report.page.ShownBatch.Judged;
import runbench.report.page.ShownBatch.Past;
import runbench.report.page.ShownBatch.Row;

/** Builds the page of a batch: failures, changes, the history of each run across batches, and the charts. */
public final class BatchPage {
    private BatchPage() {
    }

    /** Returns the page. */
    public static Page of(ShownBatch batch) {
        Map<Row, List<Judged>> judged = batch.judged();
        List<PageTable> tables = new ArrayList<>();
        List<Row> failed = batch.rows().stream().filter(r -> Boolean.FALSE.equals(r.ok())).toList();
        if (!failed.isEmpty()) {
            tables.add(failures(failed));
        }
        if (!judged.isEmpty()) {
            tables.add(runs(judged));
            tables.add(quantities(judged.values()));
        }
        return new Page("Batch of " + Units.counted(batch.rows().size(), "run"), provenance(batch),
                cards(batch, judged), findings(failed, judged), PageSeries.NONE, PageClocks.ONE, List.of(), tables,
                batch.rows().stream().map(BatchPage::exhibit).toList(), facts(batch), List.of(), "");
    }

    private static String provenance(ShownBatch batch) {
        return batch.folder() + batch.rows()
                .stream()
                .map(Row::last)
                .filter(p -> !p.kernel().isEmpty())
                .findFirst()
                .map(p -> Stream.of(p.machine(), p.kernel(), p.versions(), p.startedUtc())
                        .filter(w -> !w.isEmpty())
                        .map(w -> " · " + w)
                        .collect(Collectors.joining()))
                .orElse("");
    }

    private static List<PageCard> cards(ShownBatch batch, Map<Row, List<Judged>> judged) {
        long failed = batch.rows().stream().filter(r -> Boolean.FALSE.equals(r.ok())).count();
        long passed = batch.rows().stream().filter(r -> Boolean.TRUE.equals(r.ok())).count();
        long left = batch.rows().size() - failed - passed;
        List<PageCard> cards = new ArrayList<>();
        cards.add(new PageCard("passed", Numbers.count(passed),
                left == 0 ? "of " + batch.rows().size() : left + " not run yet"));
        cards.add(new PageCard("failed", Numbers.count(failed), ""));
        cards.add(new PageCard("slower", Numbers.count(runs(judged, ChangeVerdict.MORE)),
                "in CPU or wall time than earlier runs, by more than 1 %"));
        cards.add(new PageCard("faster", Numbers.count(runs(judged, ChangeVerdict.LESS)),
                "in CPU or wall time than earlier runs, by more than 1 %"));
        long unknown = judged.values()
                .stream()
                .filter(all -> all.stream().filter(Judged::isTime).allMatch(is(ChangeVerdict.CANNOT_TELL)))
                .count();
        cards.add(new PageCard("cannot tell", Numbers.count(unknown), "fewer than " + RunBaseline.MIN_EARLIER_RUNS
                + " earlier runs, or they vary by more than " + Numbers.percent(ShownBatch.MAX_HALF_WIDTH)));
        return cards;
    }

    private static Predicate<Judged> is(ChangeVerdict verdict) {
        return j -> j.verdict() == verdict;
    }

    private static long runs(Map<Row, List<Judged>> judged, ChangeVerdict verdict) {
        return judged.values()
                .stream()
                .filter(all -> all.stream().filter(Judged::isTime).anyMatch(is(verdict)))
                .count();
    }

    private static List<PageFinding> findings(List<Row> failed, Map<Row, List<Judged>> judged) {
        List<PageFinding> all = new ArrayList<>();
        failed.forEach(r -> all
                .add(PageFinding.ofAll(r.benchmark() + " at " + r.period() + " failed: " + r.reason(), -1, -1)));
        judged.forEach((row, quantities) -> {
            String more = changes(quantities.stream().filter(is(ChangeVerdict.MORE)).toList());
            if (!more.isEmpty()) {
                all.add(PageFinding.ofAll(row.benchmark() + " at " + row.period() + " needs more than in earlier runs: "
                        + more + since(row) + ".", -1, -1));
            }
        });
        return all.subList(0, Math.min(Findings.MAX_FINDINGS, all.size()));
    }

    /** Returns the changes that came with the last run; empty if there are none. */
    private static String since(Row row) {
        return row.last().changes().isEmpty() ? ""
                : "; something else also changed: " + String.join(", ", row.last().changes());
    }

    private static PageTable failures(List<Row> failed) {
        return new PageTable("Failed", "", List.of(),
                List.of(PageNumbers.text("benchmark"), PageNumbers.text("period"), PageNumbers.text("reason"),
                        PageNumbers.text("first line of standard error")),
                failed.stream()
                        .map(r -> List.of(cell(r), Cell.of(r.period()), Cell.of(r.reason()), Cell.of(r.errorLine())))
                        .toList());
    }

    private static PageTable runs(Map<Row, List<Judged>> judged) {
        return new PageTable("Runs",
                "Largest slow-down first. Line: CPU times (wall times if unknown) of the same run in this and earlier "
                        + "batches; the last dot is this batch. Band: range of 95 % of the runs expected from the "
                        + "earlier ones. Dashed line: something else changed, see the last column. \"As before\" "
                        + "requires a band of at most ±" + Numbers.percent(ShownBatch.MAX_HALF_WIDTH) + ".",
                List.of(),
                List.of(PageNumbers.text("benchmark"), PageNumbers.text("period"), PageNumbers.text("last batches"),
                        PageNumbers.number("CPU time (s)"), PageNumbers.number("wall time (s)"),
                        PageNumbers.text("verdict"), PageNumbers.text("changes of program and environment")),
                judged.entrySet().stream().map(e -> row(e.getKey(), e.getValue())).toList());
    }

    private static List<Cell> row(Row row, List<Judged> quantities) {
        Judged shown = quantities.get(0);
        double[] values = row.values(shown.quantity());
        String before = Arrays.stream(values)
                .filter(Double::isFinite)
                .mapToObj(BatchPage::seconds)
                .collect(Collectors.joining(", "));
        return List.of(cell(row), Cell.of(row.period()),
                Cell.of(new PagePicture.Spark(values, shown.baseline().low(), shown.baseline().high(), row.changed()),
                        shown.title() + " " + before),
                Cell.of(seconds(row.last().cpuS())), Cell.of(seconds(row.last().wallS())), Cell.of(verdict(quantities)),
                Cell.of(Arrays.stream(row.changed())
                        .mapToObj(
                                i -> row.past().get(i).batch() + ": " + String.join(", ", row.past().get(i).changes()))
                        .collect(Collectors.joining("; "))));
    }

    /** Returns the verdicts on all quantities of a run in one line. */
    static String verdict(List<Judged> quantities) {
        List<String> parts = new ArrayList<>();
        part(parts, "slower: ", quantities, ChangeVerdict.MORE, true);
        part(parts, "faster: ", quantities, ChangeVerdict.LESS, true);
        part(parts, "more: ", quantities, ChangeVerdict.MORE, false);
        part(parts, "fewer: ", quantities, ChangeVerdict.LESS, false);
        listed(parts, "as before: ", quantities, ChangeVerdict.UNCHANGED);
        listed(parts, "cannot tell: ", quantities, ChangeVerdict.CANNOT_TELL);
        return String.join("; ", parts);
    }

    private static void part(List<String> parts, String word, List<Judged> quantities, ChangeVerdict verdict,
            boolean times) {
        String changes = changes(quantities.stream().filter(is(verdict)).filter(j -> j.isTime() == times).toList());
        if (!changes.isEmpty()) {
            parts.add(word + changes);
        }
    }

    private static String changes(List<Judged> quantities) {
        return quantities.stream().map(j -> j.title() + " " + change(j)).collect(Collectors.joining(", "));
    }

    private static void listed(List<String> parts, String word, List<Judged> quantities, ChangeVerdict verdict) {
        List<Judged> some = quantities.stream().filter(is(verdict)).toList();
        long events = some.stream().filter(j -> !j.isTime()).count();
        String words = Stream
                .concat(some.stream().filter(Judged::isTime).map(j -> j.title() + precision(j)),
                        events == 0 ? Stream.empty() : Stream.of(Units.counted(events, "event")))
                .collect(Collectors.joining(", "));
        if (!words.isEmpty()) {
            parts.add(word + words);
        }
    }

    private static String precision(Judged j) {
        return Double.isNaN(j.halfWidth()) ? " (too few runs)" : " (±" + PageNumbers.percent(j.halfWidth()) + ")";
    }

    private static PageTable quantities(Collection<List<Judged>> judged) {
        return new PageTable("Quantities",
                "p: after Benjamini and Hochberg over all quantities of this batch; p below 5 % and a difference above "
                        + "1 % count as a change. Expected range: of 95 % of the runs, from the earlier ones.",
                List.of(),
                List.of(PageNumbers.text("benchmark"), PageNumbers.text("period"), PageNumbers.text("quantity"),
                        PageNumbers.number("value"), PageNumbers.number("change"), PageNumbers.number("expected range"),
                        PageNumbers.number("p"), PageNumbers.text("verdict")),
                judged.stream().flatMap(List::stream).map(BatchPage::quantity).toList());
    }

    private static List<Cell> quantity(Judged j) {
        double value = j.row().last().value(j.quantity());
        return List.of(Cell.of(j.row().benchmark()), Cell.of(j.row().period()), Cell.of(j.title()),
                Cell.of(j.isTime() ? seconds(value) + " s" : Numbers.si(value, 4, "")),
                Cell.of(Double.isNaN(j.change()) ? PageNumbers.UNKNOWN : change(j)),
                Cell.of(Double.isNaN(j.halfWidth()) ? PageNumbers.UNKNOWN : "±" + PageNumbers.percent(j.halfWidth())),
                Cell.of(Double.isNaN(j.p()) ? PageNumbers.UNKNOWN
                        : j.p() < 0.001 ? "< 0.001" : Numbers.fixed(j.p(), 3)),
                Cell.of(switch (j.verdict()) {
                    case MORE -> j.isTime() ? "slower" : "more";
                    case LESS -> j.isTime() ? "faster" : "fewer";
                    case UNCHANGED -> "as before";
                    case CANNOT_TELL -> Double.isNaN(j.p()) ? "cannot tell: too few runs" : "cannot tell: too noisy";
                }));
    }

    private static String change(Judged j) {
        return (j.change() < 0 ? "−" : "+") + PageNumbers.percent(Math.abs(j.change()));
    }

    private static String seconds(double s) {
        return PageNumbers.value(PageMetric.Kind.RATIO, s, 4);
    }

    private static Cell cell(Row row) {
        return row.link() == null ? Cell.of(row.benchmark()) : Cell.linked(row.benchmark(), row.link());
    }

    /** Returns the chart of a run with the facts that limit its use. */
    private static PageExhibit exhibit(Row row) {
        Past run = row.last();
        List<String> sentences = new ArrayList<>();
        if (row.ok() == null) {
            sentences.add("The run has not ended.");
        } else if (!row.ok()) {
            sentences.add("The run failed: " + row.reason()
                    + (row.errorLine().isEmpty() ? "" : " (standard error: " + row.errorLine() + ")"));
        }
        if (!run.startedUtc().isEmpty()) {
            sentences.add(Numbers.count(run.samples()) + " samples, "
                    + (run.irregularShare() == null ? "regularity unknown"
                            : PageNumbers.percent(run.irregularShare()) + " of the periods irregular")
                    + ", " + Numbers.count(run.lost()) + " records lost.");
            sentences.add(Stream.of(run.startedUtc(), run.versions(), run.kernel()).collect(Collectors.joining(" · ")));
        }
        String label = run.notSpec() && !run.label().contains("NOT SPEC") ? run.label() + " (NOT SPEC)" : run.label();
        return new PageExhibit(row.benchmark() + " at " + row.period(), "", "", List.of(),
                List.of(new PageExhibit.Shown(label.isEmpty() ? "nothing measured" : label, row.link(), row.chart(),
                        "Small chart of " + row.benchmark() + " over time.", sentences, null)));
    }

    private static List<PageFact> facts(ShownBatch batch) {
        List<PageFact> facts = new ArrayList<>();
        facts.add(new PageFact("folder", batch.folder()));
        facts.add(new PageFact("options", String.join(" ", batch.options())));
        facts.add(new PageFact("compared with",
                batch.rows()
                        .stream()
                        .findFirst()
                        .map(r -> r.past()
                                .stream()
                                .limit(r.past().size() - 1L)
                                .map(Past::batch)
                                .collect(Collectors.joining(", ")))
                        .orElse("")));
        facts.removeIf(f -> f.value().isBlank());
        return facts;
    }
}
