package runbench.schedule.profile.recorded;

/** Traffic in equal windows of about a tenth of a second, shorter in a short run: what a scheduler's quantum sees. */
final class TrafficWindows {
    private static final double SECONDS = 0.1;
    /** Windows that a run has at least, as far as its bins allow. */
    private static final int LEAST = 20;

    private final ProfileParts parts;
    private final double seconds;

    private TrafficWindows(ProfileParts parts, double seconds) {
        this.parts = parts;
        this.seconds = seconds;
    }

    static TrafficWindows of(ProfileParts.Maker maker) {
        CountBins bins = maker.run().bins();
        double width = bins.width() * maker.perUnit();
        int together = (int) Math.max(1, Math.min(Math.round(SECONDS / width), bins.used() / LEAST));
        int windows = (bins.used() + together - 1) / together;
        int[] edges = new int[windows + 1];
        for (int w = 0; w <= windows; w++) {
            edges[w] = Math.min(bins.used(), w * together);
        }
        return new TrafficWindows(maker.of(edges), together * width);
    }

    /** Length of a window. */
    double seconds() {
        return seconds;
    }

    int threads() {
        return parts.threads();
    }

    /**
     * How far the program had come at the end of each: instructions, or ns of time alone where these were not counted.
     */
    double[] progress() {
        double[] ends = new double[parts.count()];
        double sum = 0;
        for (int w = 0; w < ends.length; w++) {
            sum += parts.instructions() != null ? parts.instructions()[w] : parts.seconds()[w] * 1e9;
            ends[w] = sum;
        }
        return ends;
    }

    /**
     * Of each window, per second of the time alone, but of at least half of the window: a moment's rate is not the
     * window's. NaN where nothing ran.
     */
    double[] traffic() {
        double[] traffic = new double[parts.count()];
        for (int w = 0; w < traffic.length; w++) {
            traffic[w] = parts.seconds()[w] > 0 ? parts.bytes()[w] / Math.max(parts.seconds()[w], seconds / 2)
                    : Double.NaN;
        }
        return traffic;
    }

    /** Highest of all. */
    double peak() {
        double peak = Double.NaN;
        for (double t : traffic()) {
            peak = Double.isNaN(peak) || t > peak ? t : peak;
        }
        return peak;
    }

    /** Share of the variation between the windows that the steps hold, 0..1; NaN where nothing varies. */
    double held(ProfileParts steps) {
        double[] traffic = traffic();
        double weight = 0;
        double sum = 0;
        for (int w = 0; w < traffic.length; w++) {
            weight += Double.isNaN(traffic[w]) ? 0 : parts.seconds()[w];
            sum += Double.isNaN(traffic[w]) ? 0 : parts.seconds()[w] * traffic[w];
        }
        double mean = sum / weight;
        double all = 0;
        double left = 0;
        int first = 0;
        for (int w = 0; w < traffic.length; w++) {
            while (steps.edges()[first + 1] <= parts.edges()[w]) {
                first++;
            }
            if (!Double.isNaN(traffic[w])) {
                all += parts.seconds()[w] * Math.pow(traffic[w] - mean, 2);
                left += parts.seconds()[w]
                        * Math.pow(traffic[w] - mean(steps, first, parts.edges()[w], parts.edges()[w + 1]), 2);
            }
        }
        return all > 0 ? Math.max(0, 1 - left / all) : Double.NaN;
    }

    /** Of the steps within bins. @param first step that reaches into them */
    private double mean(ProfileParts steps, int first, int from, int to) {
        double bytes = 0;
        double seconds = 0;
        for (int s = first; s < steps.count() && steps.edges()[s] < to; s++) {
            double begin = steps.edges()[s];
            double share = (Math.min(to, steps.edges()[s + 1]) - Math.max(from, begin))
                    / (steps.edges()[s + 1] - begin);
            bytes += share * steps.bytes()[s];
            seconds += share * steps.seconds()[s];
        }
        return bytes / Math.max(seconds, this.seconds / 2);
    }
}
