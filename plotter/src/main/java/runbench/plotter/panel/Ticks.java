package runbench.plotter.panel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.plotter.theme.Numbers;

/**
 * Where an axis has its ticks and what they say.
 *
 * @param value position
 * @param label text, empty for a minor tick
 */
record Ticks(double value, String label) {

    /** Ticks for {@code scale} over {@code low..high}, at most about {@code most} of them. */
    static List<Ticks> of(Scale scale, double low, double high, int most) {
        return switch (scale.kind()) {
            case LINEAR -> linear(scale, low, high, most);
            case LOG -> log(scale, low, high, most);
            case NAMES -> names(scale, most);
        };
    }

    private static List<Ticks> linear(Scale scale, double low, double high, int most) {
        double step = niceStep((high - low) / Math.max(1, most));
        String unit = scale.siUnit();
        int thousands = unit == null ? 0 : Numbers.prefixOf(Math.max(Math.abs(low), Math.abs(high)), unit);
        List<Ticks> ticks = new ArrayList<>();
        long first = (long) Math.ceil(low / step - 1e-9);
        long last = (long) Math.floor(high / step + 1e-9);
        for (long i = first; i <= last && i - first < 1000; i++) {
            double value = i * step;
            ticks.add(new Ticks(value, unit == null
                    ? plain(value, step)
                    : Numbers.siFixed(value, thousands, Numbers.decimalsFor(step / Math.pow(1000, thousands)), unit)));
        }
        return ticks;
    }

    private static List<Ticks> log(Scale scale, double low, double high, int most) {
        double decades = Math.log10(high / low);
        if (decades < 1) {
            return linear(scale, low, high, most);
        }
        int stride = (int) Math.max(1, Math.ceil(decades / Math.max(1, most)));
        boolean dense = decades * 3 <= most;
        List<Ticks> ticks = new ArrayList<>();
        int last = (int) Math.floor(Math.log10(high) + 1e-9);
        for (int e = (int) Math.floor(Math.log10(low) + 1e-9); e <= last; e++) {
            for (int m = 1; m <= 9; m++) {
                double value = m * Math.pow(10, e);
                boolean labelled = m == 1 ? Math.floorMod(e, stride) == 0 : dense && (m == 2 || m == 5);
                if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    ticks.add(new Ticks(value, labelled ? logLabel(scale, value) : ""));
                }
            }
        }
        return ticks;
    }

    private static String logLabel(Scale scale, double value) {
        return scale.siUnit() == null ? plain(value, value) : Numbers.si(value, 3, scale.siUnit());
    }

    private static List<Ticks> names(Scale scale, int most) {
        int stride = Math.max(1, (int) Math.ceil(scale.names().size() / (double) Math.max(1, most)));
        List<Ticks> ticks = new ArrayList<>();
        for (int i = 0; i < scale.names().size(); i += stride) {
            ticks.add(new Ticks(i, scale.names().get(i)));
        }
        return ticks;
    }

    private static String plain(double value, double step) {
        double size = Math.max(Math.abs(value), step);
        if (value != 0 && (size >= 1e9 || size < 1e-4) && step > size * 1e-3) {
            return String.format(Locale.ROOT, "%.2e", value).replaceAll("\\.?0*e", "e").replaceAll("e\\+?(-?)0*", "e$1");
        }
        return Numbers.fixed(value, Numbers.decimalsFor(step));
    }

    /** The next of 1, 2, 5 times a power of ten. */
    private static double niceStep(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        double m = atLeast / power;
        return (m <= 1 + 1e-9 ? 1 : m <= 2 + 1e-9 ? 2 : m <= 5 + 1e-9 ? 5 : 10) * power;
    }
}
