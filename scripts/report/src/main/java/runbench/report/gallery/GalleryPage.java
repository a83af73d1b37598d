package runbench.report.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageExhibit;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.Column;
import runbench.report.gallery.GalleryText.ClaimText;
import runbench.report.gallery.ShownGallery.Exhibit;
import runbench.report.gallery.ShownGallery.Row;
import runbench.report.gallery.ShownGallery.Run;
import runbench.report.text.StructureText;

/** Builds the page of a gallery: every claim with its verdict, then every chart with the text about its benchmark. */
public final class GalleryPage {
    private GalleryPage() {
    }

    /**
     * Returns the page.
     *
     * @throws IOException if a chart cannot be read
     */
    public static Page of(ShownGallery gallery) throws IOException {
        List<PageTable> tables = new ArrayList<>();
        List<Row> rows = gallery.rows().toList();
        if (!rows.isEmpty()) {
            tables.add(claims(rows));
        }
        List<PageExhibit> exhibits = new ArrayList<>();
        for (Exhibit e : gallery.exhibits()) {
            exhibits.add(exhibit(e));
        }
        return new Page("Claims about programs and measured runs",
                gallery.folder() + (gallery.machine().isEmpty() ? "" : " · " + gallery.machine()), cards(gallery, rows),
                List.of(), PageSeries.NONE, PageClocks.ONE, List.of(), tables, exhibits, facts(gallery), List.of(), "");
    }

    private static List<PageCard> cards(ShownGallery gallery, List<Row> rows) {
        List<PageCard> cards = new ArrayList<>();
        long runs = gallery.exhibits()
                .stream()
                .flatMap(e -> e.runs().stream())
                .filter(r -> r.structure() != null)
                .count();
        cards.add(new PageCard("runs", Numbers.count(runs),
                "of " + gallery.exhibits().stream().filter(e -> e.absence() == null).count() + " benchmarks"));
        for (ClaimVerdict v : ClaimVerdict.values()) {
            cards.add(new PageCard(v.label(), Numbers.count(gallery.count(v)),
                    "of " + (rows.size() - gallery.notInBatch()) + " claims"));
        }
        if (gallery.notInBatch() > 0) {
            cards.add(new PageCard("not in this batch", Numbers.count(gallery.notInBatch()),
                    "claims about benchmarks that can run here"));
        }
        return cards;
    }

    private static PageTable claims(List<Row> rows) {
        return new PageTable("Claims",
                "Claims about the structure of each program that ran: of stand-ins from their sources, of original "
                        + "programs as published. If the claim's event was not counted, there is no verdict, "
                        + "regardless of other events.",
                List.of(),
                List.of(text("benchmark"), text("run"), text("claim"), text("found"), text("verdict"),
                        text("reasons and reservations")),
                rows.stream()
                        .map(r -> List.of(Cell.of(r.exhibit().benchmark()), Cell.of(r.run().period()),
                                Cell.of(ClaimText.claim(r.judged().claim())),
                                Cell.of(ClaimText.found(r.judged(), r.run().axis())),
                                Cell.of(r.judged().verdict().label()), Cell.of(ClaimText.why(r))))
                        .toList());
    }

    private static PageExhibit exhibit(Exhibit e) throws IOException {
        List<PageExhibit.Shown> shown = new ArrayList<>();
        for (Run run : e.runs()) {
            if (!run.period().isEmpty()) {
                shown.add(shown(e, run));
            }
        }
        List<String> notes = new ArrayList<>();
        if (e.absence() != null) {
            notes.add("Not run: " + e.absence() + ".");
        }
        if (e.text() != null && e.text().ofStandIn() && !e.text().relative().isEmpty()) {
            notes.add("The original, " + e.text().relative());
        }
        return new PageExhibit(e.benchmark() + ": " + e.title(), e.text() == null ? "" : e.text().prose(),
                e.text() == null ? "" : e.text().source() + "; run with: " + e.text().run(), notes, shown);
    }

    private static PageExhibit.Shown shown(Exhibit e, Run run) throws IOException {
        List<String> sentences = new ArrayList<>();
        if (run.ok() == null) {
            sentences.add("The run has not ended.");
        } else if (!run.ok()) {
            sentences.add("The run failed: " + run.reason());
        }
        if (run.structure() != null) {
            StructureText.sentences(run.structure())
                    .forEach(words -> sentences
                            .add(words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + "."));
        }
        PageTable table = run.claims().isEmpty() ? null
                : new PageTable("Claims against this run", "", List.of(),
                        List.of(text("claim"), text("found"), text("verdict"), text("reasons")),
                        run.claims()
                                .stream()
                                .map(c -> new Row(e, run, c))
                                .map(r -> List.of(Cell.of(ClaimText.claim(r.judged().claim())),
                                        Cell.of(ClaimText.found(r.judged(), run.axis())),
                                        Cell.of(r.judged().verdict().label()), Cell.of(ClaimText.why(r))))
                                .toList());
        byte[] picture = run.chart() == null ? new byte[0] : Files.readAllBytes(run.chart());
        String caption = run.period() + (run.label().isEmpty() ? "" : ": " + run.label())
                + (run.counted().isEmpty() ? "" : ", " + run.counted());
        return new PageExhibit.Shown(caption, run.link(), picture,
                "Chart of " + e.benchmark() + " over time; the findings are listed below.", sentences, table);
    }

    private static List<PageFact> facts(ShownGallery gallery) {
        List<PageFact> facts = new ArrayList<>();
        gallery.batches().forEach(b -> facts.add(new PageFact("batch", b)));
        if (!gallery.leftOut().isEmpty()) {
            facts.add(new PageFact("not shown", "neither a run nor a claim: " + String.join(", ", gallery.leftOut())));
        }
        return facts;
    }

    private static Column text(String heading) {
        return new Column(heading, false);
    }
}
