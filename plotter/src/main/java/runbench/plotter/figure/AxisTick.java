package runbench.plotter.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;

/**
 * A tick of an axis.
 *
 * @param value position on the axis
 * @param label text; empty for a minor tick
 */
public record AxisTick(double value, String label) {

    /** The minimum number of labels: with two, values between them cannot be read. */
    private static final int MIN_LABELS = 3;
    /** The steps between labels of a vertical axis, times a power of ten, in order of preference. */
    private static final double[] STEPS = {1, 2, 5, 2.5, 4, 1.5, 3, 6, 8};

    /**
     * Returns the ticks of an axis over {@code low..high}, with at least three labels if possible.
     *
     * @param scale the axis
     * @param low lowest value
     * @param high highest value
     * @param most approximate maximum number of ticks
     */
    public static List<AxisTick> of(Scale scale, double low, double high, int most) {
        return switch (scale.kind()) {
            case LINEAR -> linear(scale, low, high, most);
            case LOG -> log(scale, low, high, most);
            case NAMES -> names(scale, most);
        };
    }

    private static List<AxisTick> linear(Scale scale, double low, double high, int most) {
        double step = niceStep((high - low) / Math.max(1, most));
        while (labels(low, high, step) < MIN_LABELS) {
            step = niceStep(step / 2.6);
        }
        return linear(scale, low, high, step);
    }

    /**
     * Returns the ticks of a vertical axis. On a range of {@link #range} the first and last tick are at its ends.
     *
     * @param scale the axis
     * @param low lowest value
     * @param high highest value
     * @param most maximum number of intervals between ticks
     */
    public static List<AxisTick> vertical(Scale scale, double low, double high, int most) {
        double best = Double.NaN;
        if (scale.kind() == Scale.Kind.LINEAR) {
            for (int intervals = Math.max(MIN_LABELS - 1, most); intervals >= MIN_LABELS - 1; intervals--) {
                double step = (high - low) / intervals;
                if (isNice(step) && Math.abs(low / step - Math.rint(low / step)) < 1e-6) {
                    best = step;
                    break;
                }
            }
        }
        return Double.isNaN(best) ? of(scale, low, high, most) : linear(scale, low, high, best);
    }

    /**
     * Returns a vertical axis' range, extended so that its outermost labels enclose all data. Ends that the scale fixes
     * do not change.
     *
     * @param scale the axis
     * @param data lowest and highest value of the data
     * @param most maximum number of intervals between labels
     */
    public static double[] range(Scale scale, double[] data, int most) {
        boolean free = Double.isNaN(scale.max()) && (Double.isNaN(scale.min()) || scale.min() == 0);
        if (!free || scale.kind() == Scale.Kind.NAMES || !(data[1] > data[0])) {
            return data;
        }
        return scale.kind() == Scale.Kind.LOG ? logRange(data[0], data[1])
                : linearRange(data[0], data[1], Math.max(MIN_LABELS - 1, most));
    }

    /** Returns the range for the step that extends it least; among similar ones, the more common step wins. */
    private static double[] linearRange(double low, double high, int most) {
        double[] best = null;
        for (double m : STEPS) {
            double power = Math.pow(10, Math.floor(Math.log10((high - low) / most)));
            for (double step = m * power / 10; step <= m * power * 101; step *= 10) {
                double from = Math.floor(low / step + 1e-9) * step;
                double to = Math.ceil(high / step - 1e-9) * step;
                long intervals = Math.round((to - from) / step);
                boolean better = best == null || to - from < 0.93 * (best[1] - best[0]);
                if (intervals >= MIN_LABELS - 1 && intervals <= most && better) {
                    best = new double[]{from, to};
                }
            }
        }
        return best == null ? new double[]{low, high} : best;
    }

    private static double[] logRange(double low, double high) {
        boolean decades = Math.log10(high / low) > 2;
        double from = decades ? Math.pow(10, Math.floor(Math.log10(low) + 1e-9)) : niceBelow(low);
        double to = decades ? Math.pow(10, Math.ceil(Math.log10(high) - 1e-9)) : niceStep(high);
        return new double[]{from, to};
    }

    private static int labels(double low, double high, double step) {
        return (int) Math.min(1000, 1 + Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9));
    }

    private static boolean isNice(double step) {
        double m = step / Math.pow(10, Math.floor(Math.log10(step) + 1e-9));
        for (double nice : STEPS) {
            if (Math.abs(m - nice) < 1e-6) {
                return true;
            }
        }
        return false;
    }

    private static List<AxisTick> linear(Scale scale, double low, double high, double step) {
        String unit = scale.siUnit();
        int thousands = unit == null ? 0 : Numbers.prefixOf(Math.max(Math.abs(low), Math.abs(high)), unit);
        List<AxisTick> ticks = new ArrayList<>();
        long first = (long) Math.ceil(low / step - 1e-9);
        long last = (long) Math.floor(high / step + 1e-9);
        for (long i = first; i <= last && i - first < 1000; i++) {
            double value = i * step;
            ticks.add(new AxisTick(value, unit == null ? plain(value, step)
                    : Numbers.siFixed(value, thousands, Numbers.decimalsFor(step / Math.pow(1000, thousands)), unit)));
        }
        return ticks;
    }

    private static List<AxisTick> log(Scale scale, double low, double high, int most) {
        double decades = Math.log10(high / low);
        if (decades < 1) {
            return linear(scale, low, high, most);
        }
        int stride = (int) Math.max(1, Math.ceil(decades / Math.max(1, most)));
        boolean dense = decades * 3 <= most || decades < MIN_LABELS - 1;
        List<AxisTick> ticks = new ArrayList<>();
        int last = (int) Math.floor(Math.log10(high) + 1e-9);
        for (int e = (int) Math.floor(Math.log10(low) + 1e-9); e <= last; e++) {
            for (int m = 1; m <= 9; m++) {
                double value = m * Math.pow(10, e);
                boolean labelled = m == 1 ? Math.floorMod(e, stride) == 0 : dense && (m == 2 || m == 5);
                if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    ticks.add(new AxisTick(value, labelled ? logLabel(scale, value) : ""));
                }
            }
        }
        return ticks;
    }

    private static String logLabel(Scale scale, double value) {
        return scale.siUnit() == null ? plain(value, value) : Numbers.si(value, 3, scale.siUnit());
    }

    private static List<AxisTick> names(Scale scale, int most) {
        int stride = Math.max(1, (int) Math.ceil(scale.names().size() / (double) Math.max(1, most)));
        List<AxisTick> ticks = new ArrayList<>();
        for (int i = 0; i < scale.names().size(); i += stride) {
            ticks.add(new AxisTick(i, scale.names().get(i)));
        }
        return ticks;
    }

    private static String plain(double value, double step) {
        double size = Math.max(Math.abs(value), step);
        if (value != 0 && (size >= 1e9 || size < 1e-4) && step > size * 1e-3) {
            return String.format(Locale.ROOT, "%.2e", value)
                    .replaceAll("\\.?0*e", "e")
                    .replaceAll("e\\+?(-?)0*", "e$1");
        }
        return Numbers.fixed(value, Numbers.decimalsFor(step));
    }

    /** Returns the largest of 1, 2, 5 times a power of ten that is at most {@code atMost}. */
    private static double niceBelow(double atMost) {
        double power = Math.pow(10, Math.floor(Math.log10(atMost) + 1e-9));
        double m = atMost / power;
        return (m >= 5 - 1e-9 ? 5 : m >= 2 - 1e-9 ? 2 : 1) * power;
    }

    /** Returns the smallest of 1, 2, 5, 10 times a power of ten that is at least {@code atLeast}. */
    private static double niceStep(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        double m = atLeast / power;
        return (m <= 1 + 1e-9 ? 1 : m <= 2 + 1e-9 ? 2 : m <= 5 + 1e-9 ? 5 : 10) * power;
    }
}
