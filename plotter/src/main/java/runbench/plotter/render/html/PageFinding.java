package runbench.plotter.render.html;

/**
 * A sentence that says where to look, and the view that shows it.
 *
 * @param text a whole sentence
 * @param from seconds on the page's axis; NaN with {@code to}: the whole run
 * @param to seconds
 * @param lane to be picked; -1: none
 * @param metric to be shown in the heat map; -1: whichever is shown
 */
public record PageFinding(String text, double from, double to, int lane, int metric) {
    /** Of the whole run. */
    public static PageFinding ofAll(String text, int lane, int metric) {
        return new PageFinding(text, Double.NaN, Double.NaN, lane, metric);
    }
}
