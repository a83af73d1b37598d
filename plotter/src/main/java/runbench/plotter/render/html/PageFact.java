package runbench.plotter.render.html;

/**
 * A line of the provenance.
 *
 * @param file beside the page, which the value is a link to; null for none
 */
public record PageFact(String name, String value, String file) {
    public PageFact(String name, String value) {
        this(name, value, null);
    }
}
