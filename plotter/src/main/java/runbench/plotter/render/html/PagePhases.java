package runbench.plotter.render.html;

import java.util.Arrays;
import java.util.List;
import runbench.plotter.figure.Strip;

/**
 * The phases over time.
 *
 * @param ids names of the phases
 * @param colours colour index of each phase for {@link runbench.plotter.theme.Theme#phase}
 * @param lanes true for one row per lane, in the order of the page's lanes; false for one row in total
 * @param codes {@code [row][bin]}: 0 for no phase, otherwise 1 + the index in {@code ids} of the phase with most of the
 *     bin's time
 */
public record PagePhases(List<String> ids, int[] colours, boolean lanes, int[][] codes) {
    /** The phases of a program without known phases. */
    public static final PagePhases NONE = new PagePhases(List.of(), new int[0], false, new int[0][0]);

    public PagePhases {
        ids = List.copyOf(ids);
    }

    /**
     * Converts a strip of phases, with its names and colours.
     *
     * @param strip phases along the page's axis, in seconds
     * @param rows number of rows; more than one means one row per lane
     * @param start start of the first bin in seconds
     * @param width width of a bin in seconds
     * @param bins number of bins
     */
    public static PagePhases of(Strip strip, int rows, double start, double width, int bins) {
        int[][] codes = new int[rows][bins];
        float[][] longest = new float[rows][bins];
        for (int i = 0; i < strip.row().length; i++) {
            double from = strip.start()[i];
            double to = strip.end()[i];
            int row = strip.row()[i];
            int first = Math.max(0, (int) Math.floor((from - start) / width));
            int last = Math.min(bins - 1, (int) Math.floor((to - start) / width));
            for (int b = first; b <= last; b++) {
                double edge = start + b * width;
                float share = (float) (Math.min(to, edge + width) - Math.max(from, edge));
                if (share > longest[row][b]) {
                    longest[row][b] = share;
                    codes[row][b] = Math.max(-1, strip.kind()[i]) + 1;
                }
            }
        }
        return new PagePhases(strip.names(), strip.colours(), rows > 1, codes);
    }

    PagePhases coarsened(int k) {
        int[][] wide = new int[codes.length][];
        int[] counts = new int[ids.size() + 1];
        for (int row = 0; row < codes.length; row++) {
            wide[row] = new int[(codes[row].length + k - 1) / k];
            for (int b = 0; b < wide[row].length; b++) {
                Arrays.fill(counts, 0);
                int winner = codes[row][b * k];
                for (int i = b * k; i < Math.min(codes[row].length, (b + 1) * k); i++) {
                    int code = codes[row][i];
                    winner = ++counts[code] > counts[winner] ? code : winner;
                }
                wide[row][b] = winner;
            }
        }
        return new PagePhases(ids, colours, lanes, wide);
    }
}
