package runbench.plotter.render.html;

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
