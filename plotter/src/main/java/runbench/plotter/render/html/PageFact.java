package runbench.plotter.render.html;

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
