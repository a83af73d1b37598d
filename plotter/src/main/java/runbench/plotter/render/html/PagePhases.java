package runbench.plotter.render.html;

import java.util.Arrays;
import java.util.List;
import runbench.plotter.figure.Strip;

/**
 * Which phase ran when.
 *
 * @param ids what the phases are called
 * @param colours of each: the index for {@link runbench.plotter.theme.Theme#phase}
 * @param lanes one row a lane, in the order of the page's lanes, instead of one row for all
 * @param codes {@code [row][bin]}: 0 none, otherwise 1 + index in {@code ids} of the phase that had most of the bin's
 *     time
 */
public record PagePhases(List<String> ids, int[] colours, boolean lanes, int[][] codes) {
    /** Of a program whose phases nobody knows. */
    public static final PagePhases NONE = new PagePhases(List.of(), new int[0], false, new int[0][0]);

    public PagePhases {
        ids = List.copyOf(ids);
    }

    /**
     * From the strip that other charts draw, with its names and colours.
     *
     * @param strip along the page's axis, seconds
     * @param rows how many rows there are; more than one: a row a lane
     * @param start of the first bin, seconds
     * @param width of a bin, seconds
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
        int[] seen = new int[ids.size() + 1];
        for (int row = 0; row < codes.length; row++) {
            wide[row] = new int[(codes[row].length + k - 1) / k];
            for (int b = 0; b < wide[row].length; b++) {
                Arrays.fill(seen, 0);
                int most = codes[row][b * k];
                for (int i = b * k; i < Math.min(codes[row].length, (b + 1) * k); i++) {
                    int code = codes[row][i];
                    most = ++seen[code] > seen[most] ? code : most;
                }
                wide[row][b] = most;
            }
        }
        return new PagePhases(ids, colours, lanes, wide);
    }
}
