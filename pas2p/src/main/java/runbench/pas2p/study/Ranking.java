package runbench.pas2p.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import runbench.base.stats.Statistics;
import runbench.pas2p.study.StudyResult.TargetEstimate;

/**
 * Targets by predicted time, and the certainty of their order.
 *
 * @param order the fastest first
 * @param comparisons comparisons of the others with the fastest, in that order
 * @param fastest probability that a target is the fastest, in that order; the sum is 1
 */
public record Ranking(List<TargetEstimate> order, List<Comparison> comparisons, double[] fastest) {
    private static final int QUANTILES = 2000;
    private static final NormalDistribution NORMAL = new NormalDistribution();

    /**
     * The comparison of one target with the fastest one. Times are seconds.
     *
     * @param slowerS predicted difference
     * @param lowS lower limit of the difference's interval, at the study's confidence
     * @param highS upper limit
     * @param p probability of such a difference, of either sign, if both took equally long; adjusted by Holm's method
     *     for several comparisons
     * @param clear true: the interval does not contain zero, and p is below 1 - confidence
     */
    public record Comparison(TargetEstimate with, double slowerS, double lowS, double highS, double p, boolean clear) {}

    static Ranking of(List<TargetEstimate> targets) {
        List<TargetEstimate> order = targets.stream()
                .sorted(Comparator.comparingDouble(TargetEstimate::predictedS))
                .toList();
        TargetEstimate best = order.get(0);
        double confidence = best.predictions().get(0).confidence();
        List<TargetEstimate> others = order.subList(1, order.size());
        double[] adjusted = holm(others.stream()
                .mapToDouble(o -> p(o.predictedS() - best.predictedS(), error(o, best), freedom(o, best)))
                .toArray());
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            double difference = others.get(i).predictedS() - best.predictedS();
            double half = Statistics.studentFactor(confidence, freedom(others.get(i), best))
                    * error(others.get(i), best);
            comparisons.add(new Comparison(others.get(i), difference, difference - half, difference + half, adjusted[i],
                    difference - half > 0 && adjusted[i] < 1 - confidence));
        }
        return new Ranking(order, comparisons, fastest(order));
    }

    private static double error(TargetEstimate a, TargetEstimate b) {
        return Math.hypot(a.error(), b.error());
    }

    /** Returns the degrees of freedom of a difference's error, at most those of its parts. */
    private static double freedom(TargetEstimate a, TargetEstimate b) {
        return Math.min(a.freedom(), b.freedom());
    }

    private static double p(double difference, double error, double freedom) {
        return error == 0 ? difference == 0 ? 1 : 0
                : 2 * new TDistribution(freedom).cumulativeProbability(-Math.abs(difference) / error);
    }

    /**
     * Returns adjusted probabilities (step-down, Holm 1979): the probability of any wrong verdict does not exceed that
     * of a single one.
     */
    static double[] holm(double[] p) {
        Integer[] ascending = new Integer[p.length];
        java.util.Arrays.setAll(ascending, i -> i);
        java.util.Arrays.sort(ascending, Comparator.comparingDouble(i -> p[i]));
        double[] adjusted = new double[p.length];
        double most = 0;
        for (int k = 0; k < p.length; k++) {
            most = Math.max(most, Math.min(1, (p.length - k) * p[ascending[k]]));
            adjusted[ascending[k]] = most;
        }
        return adjusted;
    }

    private static double[] fastest(List<TargetEstimate> order) {
        double[] share = new double[order.size()];
        double all = 0;
        for (int i = 0; i < share.length; i++) {
            for (int q = 0; q < QUANTILES; q++) {
                double x = order.get(i).predictedS()
                        + order.get(i).error() * NORMAL.inverseCumulativeProbability((q + 0.5) / QUANTILES);
                double alone = 1;
                for (int j = 0; j < share.length; j++) {
                    alone *= j == i ? 1 : above(order.get(j), x);
                }
                share[i] += alone / QUANTILES;
            }
            all += share[i];
        }
        for (int i = 0; i < share.length; i++) {
            share[i] /= all;
        }
        return share;
    }

    /** Returns the probability of exceeding x; ties without spread are shared. */
    private static double above(TargetEstimate e, double x) {
        double distance = e.predictedS() - x;
        return e.error() == 0 ? distance > 0 ? 1 : distance == 0 ? 0.5 : 0
                : NORMAL.cumulativeProbability(distance / e.error());
    }

    /** Returns the targets that the data do not distinguish from the fastest. */
    public List<Comparison> tiedForFastest() {
        return comparisons.stream().filter(c -> !c.clear()).toList();
    }

    public TargetEstimate best() {
        return order.get(0);
    }
}
