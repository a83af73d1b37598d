package runbench.plotter.render.html;

/**
 * One figure with its name.
 *
 * @param value with its unit, as it is to be read
 * @param detail small print; may be empty
 */
public record PageCard(String label, String value, String detail) {}
