package runbench.plotter.render.html;

import java.util.List;

/**
 * What a page says. Texts may hold anything: they are escaped where they are written.
 *
 * @param title heading
 * @param provenance one line below it: machines, kernel, period, when
 * @param cards the figures that everybody asks for first
 * @param findings what to look at first, worst first
 * @param series what is drawn over time
 * @param clocks how well its times can be compared
 * @param stays of the phases of which it is known, most time first
 * @param tables exact values, in order
 * @param exhibits behind them
 * @param facts full provenance
 * @param notes what a reader must know about all of it, below the charts
 * @param checksum SHA-256 of the recording that it shows; empty where there is not one alone
 */
public record Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
        PageClocks clocks, List<PageStays> stays, List<PageTable> tables, List<PageExhibit> exhibits,
        List<PageFact> facts, List<String> notes, String checksum) {
    /** Without exhibits. */
    public Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
            PageClocks clocks, List<PageStays> stays, List<PageTable> tables, List<PageFact> facts, List<String> notes,
            String checksum) {
        this(title, provenance, cards, findings, series, clocks, stays, tables, List.of(), facts, notes, checksum);
    }

    /** Of no single recording. */
    public Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
            PageClocks clocks, List<PageStays> stays, List<PageTable> tables, List<PageFact> facts,
            List<String> notes) {
        this(title, provenance, cards, findings, series, clocks, stays, tables, facts, notes, "");
    }

    public Page {
        cards = List.copyOf(cards);
        findings = List.copyOf(findings);
        stays = List.copyOf(stays);
        tables = List.copyOf(tables);
        exhibits = List.copyOf(exhibits);
        facts = List.copyOf(facts);
        notes = List.copyOf(notes);
    }
}
