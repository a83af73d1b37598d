package runbench.plotter.render.html;

import runbench.plotter.render.html.PageSeries.Stays;
import java.util.List;

/**
 * The content of a page. Texts may contain any characters; the writer escapes them.
 *
 * @param title heading
 * @param provenance one line below the heading: machines, kernel, period, date
 * @param cards the most important numbers
 * @param findings sentences with links to a view, worst first
 * @param series data over time
 * @param clocks accuracy of the clocks
 * @param stays durations of phases, for the phases with known durations, most time first
 * @param tables exact values, in order
 * @param exhibits quotes with pictures, after the tables
 * @param facts full provenance
 * @param notes general notes, below the charts
 * @param checksum SHA-256 of the recording; empty if the page has several or none
 */
public record Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
        PageClocks clocks, List<Stays> stays, List<PageTable> tables, List<PageExhibit> exhibits, List<PageFact> facts,
        List<String> notes, String checksum) {
    /** Creates a page without exhibits. */
    public Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
            PageClocks clocks, List<Stays> stays, List<PageTable> tables, List<PageFact> facts, List<String> notes,
            String checksum) {
        this(title, provenance, cards, findings, series, clocks, stays, tables, List.of(), facts, notes, checksum);
    }

    /** Creates a page without checksum and exhibits. */
    public Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
            PageClocks clocks, List<Stays> stays, List<PageTable> tables, List<PageFact> facts, List<String> notes) {
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
