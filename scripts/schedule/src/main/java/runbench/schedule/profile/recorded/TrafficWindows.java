package runbench.schedule.profile.recorded;

import runbench.schedule.profile.recorded.CountedRun.CountBins;

/**
 * The traffic in equal windows of about a tenth of a second (shorter in a short run), comparable with a scheduler's
 * quantum.
 */
final class TrafficWindows {
    private static final double WINDOW_SECONDS = 0.1;
    /** Minimum number of windows in a run, as far as its bins allow. */
    private static final int MIN_WINDOWS = 20;

    private final ProfileParts parts;
    private final double seconds;

    private TrafficWindows(ProfileParts parts, double seconds) {
        this.parts = parts;
        this.seconds = seconds;
    }

    static TrafficWindows of(ProfileParts.Maker maker) {
        CountBins bins = maker.run().bins();
        double width = bins.width() * maker.perUnit();
        int together = (int) Math.max(1, Math.min(Math.round(WINDOW_SECONDS / width), bins.used() / MIN_WINDOWS));
        int windows = (bins.used() + together - 1) / together;
        int[] edges = new int[windows + 1];
        for (int w = 0; w <= windows; w++) {
            edges[w] = Math.min(bins.used(), w * together);
        }
        return new TrafficWindows(maker.of(edges), together * width);
    }

    /** Returns the length of a window in seconds. */
    double seconds() {
        return seconds;
    }

    int threads() {
        return parts.threads();
    }

    /** Returns the progress at the end of each window: instructions, or ns of time alone if these were not counted. */
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
     * Returns the traffic of each window in bytes per second of the time alone; NaN if nothing ran. The time counts as
     * at least half of the window, so that a short burst does not appear as the window's rate.
     */
    double[] traffic() {
        double[] traffic = new double[parts.count()];
        for (int w = 0; w < traffic.length; w++) {
            traffic[w] = parts.seconds()[w] > 0 ? parts.bytes()[w] / Math.max(parts.seconds()[w], seconds / 2)
                    : Double.NaN;
        }
        return traffic;
    }

    /** Returns the highest traffic of a window. */
    double peak() {
        double peak = Double.NaN;
        for (double t : traffic()) {
            peak = Double.isNaN(peak) || t > peak ? t : peak;
        }
        return peak;
    }

    /** Returns the share of the variance between windows that the steps explain, 0..1; NaN without variance. */
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

    /**
     * Returns the mean traffic of the steps in a range of bins.
     *
     * @param steps steps of the profile
     * @param first first step that overlaps the range
     * @param from first bin
     * @param to bin after the last one
     */
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
