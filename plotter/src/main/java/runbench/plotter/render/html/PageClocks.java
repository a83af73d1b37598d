package runbench.plotter.render.html;

import java.util.List;

/**
 * The accuracy of the clocks along the page's axis.
 *
 * @param reference host whose clock is the time axis
 * @param apart maximum difference of two hosts' times in seconds; infinite if there is no guaranteed bound
 * @param hosts all hosts except the reference
 */
public record PageClocks(String reference, double apart, List<Host> hosts) {
    /** The accuracy if all times come from one clock. */
    public static final PageClocks ONE = new PageClocks("", 0, List.of());

    /**
     * The clock of one host.
     *
     * @param name name of the host
     * @param at positions on the axis in seconds
     * @param error standard error at each position in seconds; NaN if unknown
     * @param low lower end of the guaranteed interval of the reference's time, relative to the position, in seconds
     *     (not positive); infinite if there is no guaranteed bound
     * @param high upper end of that interval in seconds (not negative)
     */
    public record Host(String name, double[] at, double[] error, double[] low, double[] high) {}

    public PageClocks {
        hosts = List.copyOf(hosts);
    }
}
