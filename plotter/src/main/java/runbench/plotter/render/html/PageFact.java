package runbench.plotter.render.html;

/** A line of the provenance. */
public record PageFact(String name, String value) {
}
