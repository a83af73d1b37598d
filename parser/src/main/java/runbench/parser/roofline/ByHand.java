package runbench.parser.roofline;

/**
 * What a person knows of a run by arithmetic: it stands for what was not counted.
 *
 * @param flops floating-point operations of the whole run; null where it is not known
 * @param bytes moved by the whole run; null where it is not known
 */
public record ByHand(Double flops, Double bytes) {
    public static final ByHand NOTHING = new ByHand(null, null);
}
