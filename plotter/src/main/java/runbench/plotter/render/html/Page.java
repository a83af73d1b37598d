package runbench.plotter.render.html;

import java.util.List;
import runbench.plotter.render.html.PageSeries.Stays;

/**
 * The content of a page. Texts may contain any characters; the writer escapes them.
 *
 * @param title heading
 * @param provenance one line below the heading: machines, kernel, period, date
 * @param cards the most important numbers
 * @param findings sentences with links to a view, worst first
 * @param series data over time
 * @param clocks accuracy of the clocks
 * @param calls communication calls over time
 * @param stacks call stacks of the samples
 * @param stays durations of phases, for the phases with known durations, most time first
 * @param tables exact values, in order
 * @param exhibits quotes with pictures, after the tables
 * @param facts full provenance
 * @param notes general notes, below the charts
 * @param checksum SHA-256 of the recording; empty if the page has several or none
 */
public record Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
        PageClocks clocks, PageCalls calls, PageStacks stacks, List<Stays> stays, List<PageTable> tables,
        List<PageExhibit> exhibits, List<PageFact> facts, List<String> notes, String checksum) {
    /** Creates a page without calls and call stacks. */
    public Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
            PageClocks clocks, List<Stays> stays, List<PageTable> tables, List<PageExhibit> exhibits,
            List<PageFact> facts, List<String> notes, String checksum) {
        this(title, provenance, cards, findings, series, clocks, PageCalls.NONE, PageStacks.NONE, stays, tables,
                exhibits, facts, notes, checksum);
    }

    /** Creates a page without calls and exhibits. */
    public Page(String title, String provenance, List<PageCard> cards, List<PageFinding> findings, PageSeries series,
            PageClocks clocks, List<Stays> stays, List<PageTable> tables, List<PageFact> facts, List<String> notes,
            String checksum) {
        this(title, provenance, cards, findings, series, clocks, stays, tables, List.of(), facts, notes, checksum);
    }

    /** Creates a page without checksum, calls and exhibits. */
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

    /**
     * A card with one important number.
     *
     * @param label name of the quantity
     * @param value the number with its unit
     * @param detail secondary text; may be empty
     */
    public record PageCard(String label, String value, String detail) {}

    /**
     * A line of the provenance.
     *
     * @param name name of the fact
     * @param value its value
     * @param file file in the page's folder to which the value links; null for none
     */
    public record PageFact(String name, String value, String file) {
        public PageFact(String name, String value) {
            this(name, value, null);
        }
    }

    /**
     * A finding and the view that shows it.
     *
     * @param text a complete sentence
     * @param from start of the view on the page's axis, seconds; NaN together with {@code to} for the whole run
     * @param to end of the view, seconds
     * @param lane lane to highlight; -1 for none
     * @param metric metric of the heat map; -1 for the current one
     */
    public record PageFinding(String text, double from, double to, int lane, int metric) {
        /** Returns a finding about the whole run. */
        public static PageFinding ofAll(String text, int lane, int metric) {
            return new PageFinding(text, Double.NaN, Double.NaN, lane, metric);
        }
    }

    /**
     * The accuracy of the clocks along the page's axis.
     *
     * @param reference host whose clock is the time axis
     * @param apart maximum difference of two hosts' times in seconds; infinite if there is no guaranteed bound
     * @param hosts all hosts except the reference
     */
    public record PageClocks(String reference, double apart, List<Host> hosts) {
        /** The accuracy if all times come from one clock. */
        public static final PageClocks ONE = new PageClocks("", 0, List.of());

        /**
         * The clock of one host.
         *
         * @param name name of the host
         * @param at positions on the axis in seconds
         * @param error standard error at each position in seconds; NaN if unknown
         * @param low lower end of the guaranteed interval of the reference's time, relative to the position, in seconds
         *     (not positive); infinite if there is no guaranteed bound
         * @param high upper end of that interval in seconds (not negative)
         */
        public record Host(String name, double[] at, double[] error, double[] low, double[] high) {}

        public PageClocks {
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * A quote with the pictures that illustrate it.
     *
     * @param title heading
     * @param quote the quoted text; may be empty
     * @param source source of the quote; may be empty
     * @param notes notes before the pictures
     * @param shown pictures, in order
     */
    public record PageExhibit(String title, String quote, String source, List<String> notes, List<Shown> shown) {
        /**
         * A picture.
         *
         * @param caption title of the picture
         * @param file linked file in the page's folder with more details; null for none
         * @param picture a PNG to embed in the page; empty for none
         * @param described alternative text for assistive technology
         * @param sentences findings in the picture
         * @param table exact values; null for none
         */
        public record Shown(String caption, String file, byte[] picture, String described, List<String> sentences,
                PageTable table) {
            public Shown {
                sentences = List.copyOf(sentences);
            }
        }

        public PageExhibit {
            notes = List.copyOf(notes);
            shown = List.copyOf(shown);
        }
    }
}
