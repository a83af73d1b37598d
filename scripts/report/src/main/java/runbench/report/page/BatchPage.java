package runbench.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.parser.compare.RunBaseline;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.PagePicture;
import runbench.report.page.ShownBatch.Judged;
import runbench.report.page.ShownBatch.Past;
import runbench.report.page.ShownBatch.Row;

/** Builds the page of a batch: failures, slower runs, and the history of each run across batches. */
public final class BatchPage {
    private BatchPage() {
    }

    /** Returns the page. */
    public static Page of(ShownBatch batch) {
        List<Judged> judged = batch.judged();
        List<PageTable> tables = new ArrayList<>();
        List<Row> failed = batch.rows().stream().filter(r -> Boolean.FALSE.equals(r.ok())).toList();
        if (!failed.isEmpty()) {
            tables.add(failures(failed));
        }
        if (!judged.isEmpty()) {
            tables.add(runs(judged));
        }
        return new Page("Batch of " + batch.rows().size() + (batch.rows().size() == 1 ? " run" : " runs"),
                provenance(batch), cards(batch, judged), findings(failed, judged), PageSeries.NONE, PageClocks.ONE,
                List.of(), tables, facts(batch), List.of());
    }

    private static String provenance(ShownBatch batch) {
        return batch.folder() + batch.rows()
                .stream()
                .map(Row::last)
                .filter(p -> !p.kernel().isEmpty())
                .findFirst()
                .map(p -> " · " + p.machine() + " · " + p.kernel())
                .orElse("");
    }

    private static List<PageCard> cards(ShownBatch batch, List<Judged> judged) {
        long failed = batch.rows().stream().filter(r -> Boolean.FALSE.equals(r.ok())).count();
        long passed = batch.rows().stream().filter(r -> Boolean.TRUE.equals(r.ok())).count();
        long left = batch.rows().size() - failed - passed;
        long known = judged.stream().filter(j -> !Double.isNaN(j.p())).count();
        List<PageCard> cards = new ArrayList<>();
        cards.add(new PageCard("passed", Numbers.count(passed),
                left == 0 ? "of " + batch.rows().size() : left + " not run yet"));
        cards.add(new PageCard("failed", Numbers.count(failed), ""));
        cards.add(new PageCard("slower", Numbers.count(judged.stream().filter(Judged::slower).count()),
                "than earlier runs, by more than 1 %"));
        cards.add(new PageCard("faster", Numbers.count(judged.stream().filter(Judged::faster).count()),
                "than earlier runs, by more than 1 %"));
        cards.add(new PageCard("compared", Numbers.count(known), known == judged.size() ? "all passed runs"
                : "the others have fewer than " + RunBaseline.MIN_EARLIER_RUNS + " earlier runs"));
        return cards;
    }

    private static List<PageFinding> findings(List<Row> failed, List<Judged> judged) {
        List<PageFinding> all = new ArrayList<>();
        failed.forEach(r -> all
                .add(PageFinding.ofAll(r.benchmark() + " at " + r.period() + " failed: " + r.reason(), -1, -1)));
        judged.stream()
                .filter(Judged::slower)
                .forEach(j -> all.add(PageFinding.ofAll(j.row().benchmark() + " at " + j.row().period() + " took "
                        + PageNumbers.roughly(j.change()) + " longer than earlier runs" + since(j.row()) + ".", -1,
                        -1)));
        return all.subList(0, Math.min(Findings.MAX_FINDINGS, all.size()));
    }

    /** Returns the changes that came with the last run; empty if there are none. */
    private static String since(Row row) {
        int last = row.past().size() - 1;
        return Arrays.stream(row.changed()).anyMatch(i -> i == last)
                ? "; something else also changed: " + row.last().difference(row.past().get(last - 1))
                : "";
    }

    private static PageTable failures(List<Row> failed) {
        return new PageTable("Failed", "", List.of(),
                List.of(PageNumbers.text("benchmark"), PageNumbers.text("period"), PageNumbers.text("reason"),
                        PageNumbers.text("first line of standard error")),
                failed.stream()
                        .map(r -> List.of(cell(r), Cell.of(r.period()), Cell.of(r.reason()), Cell.of(r.errorLine())))
                        .toList());
    }

    private static PageTable runs(List<Judged> judged) {
        return new PageTable("Runs",
                "Largest change first. Line: wall times of the same run in this and earlier batches; the last dot is "
                        + "this batch. Band: range of 95 % of the runs "
                        + "expected from the earlier ones. Dashed line: kernel, machine or tools changed. p: after "
                        + "Benjamini and Hochberg; p below 5 % and a difference above 1 % count as a change.",
                List.of(),
                List.of(PageNumbers.text("benchmark"), PageNumbers.text("period"),
                        PageNumbers.text("wall time, last batches"), PageNumbers.number("wall time (s)"),
                        PageNumbers.number("CPU time (s)"), PageNumbers.number("change"), PageNumbers.number("p"),
                        PageNumbers.text("verdict"), PageNumbers.text("what else changed")),
                judged.stream().map(BatchPage::row).toList());
    }

    private static List<Cell> row(Judged j) {
        Row row = j.row();
        RunBaseline baseline = row.baseline();
        String before = Arrays.stream(row.values())
                .filter(Double::isFinite)
                .mapToObj(v -> seconds(v))
                .collect(Collectors.joining(", "));
        return List.of(cell(row), Cell.of(row.period()),
                Cell.of(new PagePicture.Spark(row.values(), baseline.low(), baseline.high(),
                        row.changed()), before + " s"),
                Cell.of(seconds(row.last().wallS())), Cell.of(seconds(row.last().cpuS())),
                Cell.of(Double.isNaN(j.change()) ? PageNumbers.UNKNOWN
                        : (j.change() < 0 ? "−" : "+") + Numbers.percent(Math.abs(j.change()))),
                Cell.of(Double.isNaN(j.p()) ? PageNumbers.UNKNOWN
                        : j.p() < 0.001 ? "< 0.001" : Numbers.fixed(j.p(), 3)),
                Cell.of(Double.isNaN(j.p()) ? "too few runs"
                        : j.slower() ? "slower" : j.faster() ? "faster" : "unchanged"),
                Cell.of(Arrays.stream(row.changed())
                        .mapToObj(i -> row.past().get(i).batch() + ": "
                                + row.past().get(i).difference(row.past().get(i - 1)))
                        .collect(Collectors.joining("; "))));
    }

    private static String seconds(double s) {
        return PageNumbers.value(PageMetric.Kind.RATIO, s, 4);
    }

    private static Cell cell(Row row) {
        return row.link() == null ? Cell.of(row.benchmark()) : Cell.linked(row.benchmark(), row.link());
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
