package runbench.plotter.render.html;

import runbench.plotter.render.html.PageMetric.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Encodes planes of numbers as text: 12-bit codes in 16 bits (0 = no samples), all low bytes and then all high bytes,
 * raw deflate, base64. Codes 1 to 4095 are equal steps from the lowest to the highest value.
 */
final class PlaneCodec {
    private static final int CODES = 4095;

    /**
     * The scale of codes: a code has the value {@code low + (code - 1) * step}.
     *
     * @param low value of code 1
     * @param step difference between two codes; 0 if all values are equal
     */
    record Scale12(double low, double step) {
        static Scale12 of(double low, double high) {
            return high > low ? new Scale12(low, (high - low) / (CODES - 1)) : new Scale12(high == low ? low : 0, 0);
        }

        int code(double value) {
            if (Double.isNaN(value)) {
                return 0;
            }
            return step == 0 ? 1 : (int) Math.max(1, Math.min(CODES, 1 + Math.round((value - low) / step)));
        }
    }

    /**
     * A metric's planes: mean, mean - lowest, highest - mean; with known quantiles also median, median - 10 % quantile,
     * 90 % quantile - median.
     *
     * @param text all encoded planes, concatenated
     * @param scales scale of each plane
     */
    record Planes(String text, List<Scale12> scales) {}

    private PlaneCodec() {
    }

    static Planes encode(PageMetric metric) {
        List<double[][]> planes = new ArrayList<>(List.of(metric.mean(), differences(metric.mean(), metric.min()),
                differences(metric.max(), metric.mean())));
        Spread spread = metric.spread();
        if (spread != null) {
            planes.addAll(List.of(spread.median(), differences(spread.median(), spread.tenth()),
                    differences(spread.ninth(), spread.median())));
        }
        List<Scale12> scales = planes.stream().map(PlaneCodec::span).toList();
        int bins = metric.bins();
        short[] codes = new short[planes.size() * metric.mean().length * bins];
        int at = 0;
        for (int p = 0; p < planes.size(); p++) {
            for (double[] lane : planes.get(p)) {
                for (int b = 0; b < bins; b++) {
                    codes[at++] = (short) scales.get(p).code(lane[b]);
                }
            }
        }
        return new Planes(text(codes), scales);
    }

    /** Encodes phases, whose codes have no scale. */
    static String encode(int[][] rows) {
        int bins = rows.length == 0 ? 0 : rows[0].length;
        short[] codes = new short[rows.length * bins];
        for (int row = 0; row < rows.length; row++) {
            for (int b = 0; b < bins; b++) {
                codes[row * bins + b] = (short) rows[row][b];
            }
        }
        return text(codes);
    }

    /** Returns the differences of two planes: at least 0, and 0 if either value is NaN. */
    private static double[][] differences(double[][] upper, double[][] lower) {
        double[][] out = new double[upper.length][];
        for (int lane = 0; lane < out.length; lane++) {
            out[lane] = new double[upper[lane].length];
            for (int b = 0; b < out[lane].length; b++) {
                double difference = upper[lane][b] - lower[lane][b];
                out[lane][b] = difference > 0 ? difference : 0;
            }
        }
        return out;
    }

    private static Scale12 span(double[][] values) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double[] lane : values) {
            for (double v : lane) {
                low = v < low ? v : low;
                high = v > high ? v : high;
            }
        }
        return Scale12.of(low, high);
    }

    private static String text(short[] codes) {
        byte[] bytes = new byte[2 * codes.length];
        for (int i = 0; i < codes.length; i++) {
            bytes[i] = (byte) codes[i];
            bytes[codes.length + i] = (byte) (codes[i] >> 8);
        }
        return text(bytes);
    }

    /** Returns compressed bytes as text. */
    static String text(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] out = new byte[bytes.length + bytes.length / 1000 + 64];
            int n = 0;
            while (!deflater.finished()) {
                n += deflater.deflate(out, n, out.length - n);
            }
            return Base64.getEncoder().encodeToString(Arrays.copyOf(out, n));
        } finally {
            deflater.end();
        }
    }
}
