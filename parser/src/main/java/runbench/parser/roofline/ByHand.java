package runbench.parser.roofline;

/**
 * Quantities of a run that the user computed; they replace quantities that were not counted.
 *
 * @param flops floating-point operations of the whole run; null if unknown
 * @param bytes bytes moved by the whole run; null if unknown
 */
public record ByHand(Double flops, Double bytes) {
    public static final ByHand NOTHING = new ByHand(null, null);
}
