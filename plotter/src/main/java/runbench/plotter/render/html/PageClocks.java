package runbench.plotter.render.html;

import java.util.List;

/**
 * How well the clocks were known along the page's axis.
 *
 * @param reference whose time the axis is
 * @param apart two hosts' times may differ by so much at worst, seconds; infinite: nothing is guaranteed
 * @param hosts those whose time is not the reference's own
 */
public record PageClocks(String reference, double apart, List<Host> hosts) {
    /** Where everything is stamped by one clock. */
    public static final PageClocks ONE = new PageClocks("", 0, List.of());

    /**
     * A host's clock.
     *
     * @param at places on the axis, seconds
     * @param error standard error there, seconds; NaN: not known
     * @param low the reference's time may be so much earlier (negative), seconds; infinite: nothing is guaranteed
     * @param high or later
     */
    public record Host(String name, double[] at, double[] error, double[] low, double[] high) {}

    public PageClocks {
        hosts = List.copyOf(hosts);
    }
}
