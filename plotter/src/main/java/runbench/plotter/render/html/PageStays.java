package runbench.plotter.render.html;

/**
 * How long each lane stayed in a phase at a time.
 *
 * @param phase index of the page's phases
 * @param low lower edge of the first bin, seconds
 * @param step of a bin, powers of ten
 * @param counts {@code [lane][bin]}
 * @param medians of each lane, seconds; NaN: it never was in the phase
 */
public record PageStays(int phase, double low, double step, int[][] counts, double[] medians) {}
