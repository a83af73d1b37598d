package runbench.parser.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Holm's correction of p-values for multiple tests. */
final class Holm {
    private Holm() {
    }

    /**
     * Returns p-values after Holm's correction, which keeps the chance of any false alarm at that of one test.
     *
     * @param p p-values in any order; null stays null
     */
    static List<Double> adjusted(List<Double> p) {
        Double[] out = new Double[p.size()];
        List<Integer> order = IntStream.range(0, p.size())
                .filter(i -> p.get(i) != null)
                .boxed()
                .sorted(Comparator.comparing(p::get))
                .toList();
        double before = 0;
        for (int i = 0; i < order.size(); i++) {
            before = Math.max(before, Math.min(1, p.get(order.get(i)) * (order.size() - i)));
            out[order.get(i)] = before;
        }
        return Arrays.asList(out);
    }
}
