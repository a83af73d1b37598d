package runbench.plotter.render.html;

/**
 * A card with one important number.
 *
 * @param label name of the quantity
 * @param value the number with its unit
 * @param detail secondary text; may be empty
 */
public record PageCard(String label, String value, String detail) {}
