package runbench.parser.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;

/** Runs that lie far from the others of their kind. They are named, and stay in. */
final class Outliers {
    /** Modified z-score after Iglewicz and Hoaglin. */
    private static final double FAR = 3.5;
    private static final double TO_SIGMA = 0.6745;
    private static final int FEWEST = 5;

    private Outliers() {
    }

    /** @return their places, from 0 */
    static List<Integer> of(double[] values) {
        if (values.length < FEWEST) {
            return List.of();
        }
        double middle = Statistics.median(values);
        double[] distances = Arrays.stream(values).map(v -> Math.abs(v - middle)).toArray();
        double usual = Statistics.median(distances);
        return usual == 0 ? List.of()
                : IntStream.range(0, values.length).filter(i -> TO_SIGMA * distances[i] / usual > FAR).boxed().toList();
    }
}
