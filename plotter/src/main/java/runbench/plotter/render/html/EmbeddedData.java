package runbench.plotter.render.html;

import java.util.ArrayList;
import java.util.List;

/**
 * The series as a page carries them: whole where they fit, otherwise in wider bins, never with fewer lanes.
 *
 * @param series what is embedded
 * @param widened how many of the given bins one holds; 1: nothing was given up
 * @param planes a metric each
 * @param phaseText the rows of phases
 */
record EmbeddedData(PageSeries series, int widened, List<PlaneCodec.Planes> planes, String phaseText) {
    /**
     * Beside it a page has 210 kB of library and, of scripts, tables, overview and histograms, at most some hundred:
     * together less than 3 MB.
     */
    static final int BUDGET = 2_400_000;

    private static final int MOST_BINS = 8192;
    private static final int FEWEST_BINS = 256;
    /**
     * Values of a plane take at most two bytes each as text, most often about one; of many lanes there are three
     * planes.
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
