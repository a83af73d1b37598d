package runbench.plotter.render.html;

import java.util.ArrayList;
import java.util.List;

/**
 * The series that a page embeds: complete if they fit, otherwise in wider bins, with all lanes.
 *
 * @param series the embedded series
 * @param widened number of original bins per embedded bin; 1 if nothing was merged
 * @param planes encoded values, one element per metric
 * @param phaseText encoded rows of phases
 */
record EmbeddedData(PageSeries series, int widened, List<PlaneCodec.Planes> planes, String phaseText) {
    /**
     * The maximum size of the series in bytes. The library takes 210 kB more, scripts, tables, overview and histograms
     * some hundred kB: a page stays below 3 MB.
     */
    static final int BUDGET = 2_400_000;

    private static final int MOST_BINS = 8192;
    private static final int FEWEST_BINS = 256;
    /**
     * The approximate size of a bin: usually one byte per value of a plane (at most two), and three planes.
     */
    private static final int BYTES_PER_BIN = 3;

    static int usefulBins(int lanes, int metrics) {
        return Math.max(FEWEST_BINS, Math.min(MOST_BINS, BUDGET / Math.max(1, lanes * metrics * BYTES_PER_BIN)));
    }

    static EmbeddedData of(PageSeries series, int budget) {
        int k = 1;
        while (true) {
            PageSeries wide = series.coarsened(k);
            List<PlaneCodec.Planes> planes = new ArrayList<>();
            String phases = PlaneCodec.encode(wide.phases().codes());
            long size = phases.length();
            for (PageMetric metric : wide.metrics()) {
                PlaneCodec.Planes one = PlaneCodec.encode(metric);
                planes.add(one);
                size += one.text().length();
            }
            if (size <= budget || wide.bins() <= 1) {
                return new EmbeddedData(wide, k, planes, phases);
            }
            k = Math.max(k + 1, (int) (0.9 * k * size / budget));
        }
    }
}
