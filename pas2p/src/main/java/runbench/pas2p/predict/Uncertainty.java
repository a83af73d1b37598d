package runbench.pas2p.predict;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * How far a prediction may be off. A sample i of stratum h weighs w = B_h / sum of the stratum's traced times; its residual is
 * d_i = m_i - r_h t_i, and the error of the prediction due to samples is the sum of z_i = w d_i. What disturbs a machine disturbs
 * neighbours, whatever their phase, so the variance of that sum is taken of all samples in the order of time with their covariances,
 * sum z_i^2 + 2 sum z_i z_(i+k), up to the lag where pairs of neighbouring covariances turn negative (initial positive sequence: Geyer,
 * Practical Markov Chain Monte Carlo, 1992); of neighbours that make up for each other, from batch means. The factor by which that exceeds the plain sum of squares also widens how much the rest of
 * the run strays. What the trace shows of disturbances as long as the whole stretch measured is a lower bound. Terms of strata that were measured a few times, or never, stand beside it; the interval is Student's, with
 * Satterthwaite's degrees of freedom (Cochran, 5.16).
 */
final class Uncertainty {
    private static final int BATCHES = 10;
    /** Even of a program that keeps to a schedule. */
    private static final double LEAST_CORRELATION = 0.01;

    private double variance;
    private double fourth;
    private double correlation = 1;

    void add(double deviation, double freedom) {
        double v = deviation * deviation;
        variance += v;
        fourth += v * v / Math.max(1, freedom);
    }

    /** The ratios of what was measured. */
    void addSamples(MeasuredSignature m, List<StratumRatio> ratios) {
        List<MeasuredSignature.Sample> order = m.samples().stream().sorted(Comparator.comparingDouble(MeasuredSignature.Sample::startS)).toList();
        double[] z = new double[order.size()];
        int n = 0;
        int strata = 0;
        double behind = 0;
        for (StratumRatio r : ratios) {
            Signature.Stratum h = m.signature().phases().get(r.phase()).strata().get(r.stratum());
            if (r.samples() < StratumRatio.FEW) {
                continue;
            }
            strata++;
            behind += h.behindS() * r.ratio();
            int[] of = IntStream.range(0, order.size()).filter(i -> order.get(i).phase() == r.phase() && order.get(i).stratum() == r.stratum()).toArray();
            double traced = IntStream.of(of).mapToDouble(i -> order.get(i).traceS()).sum();
            double plain = IntStream.of(of).mapToDouble(i -> order.get(i).measuredS()).sum() / traced;
            for (int i : of) {
                z[i] = h.behindS() / traced * (order.get(i).measuredS() - plain * order.get(i).traceS());
                n++;
            }
        }
        double squares = covariance(z, 0);
        if (squares == 0) {
            return;
        }
        correlation = Math.min(n / 2.0, Math.max(LEAST_CORRELATION, inTime(z, squares) / squares));
        double worth = n / Math.max(1, correlation);
        // Residuals are taken from the samples' own ratios, one for each stratum.
        double ofSamples = Math.sqrt(squares * correlation * n / Math.max(1, n - strata * Math.max(1, correlation)));
        double ofStretches = m.signature().trace().stretchSpread() * Math.sqrt(2) * behind;
        if (ofStretches > ofSamples) {
            add(ofStretches, m.signature().trace().stretches() - 2);
        } else {
            add(ofSamples, correlation < 1 ? BATCHES - 1 : worth - strata);
        }
    }

    /** Variance of the sum of z, which follow each other in time. */
    private static double inTime(double[] z, double squares) {
        double all = squares;
        for (int k = 1; k + 1 < z.length / 2; k += 2) {
            double pair = covariance(z, k) + covariance(z, k + 1);
            if (pair <= 0) {
                return k > 1 || z.length < 2 * BATCHES ? all : batches(z);
            }
            all += 2 * pair;
        }
        return all;
    }

    /** Where neighbours make up for each other: the sums of batches of neighbours, squared. */
    private static double batches(double[] z) {
        double all = 0;
        for (int b = 0; b < BATCHES; b++) {
            double sum = 0;
            for (int i = b * z.length / BATCHES; i < (b + 1) * z.length / BATCHES; i++) {
                sum += z[i];
            }
            all += sum * sum;
        }
        return all * BATCHES / (BATCHES - 1);
    }

    /** By how much neighbours that stray together widen what independent ones would. */
    double correlation() {
        return correlation;
    }

    private static double covariance(double[] z, int lag) {
        double sum = 0;
        for (int i = lag; i < z.length; i++) {
            sum += z[i] * z[i - lag];
        }
        return sum;
    }

    double halfWidth(double confidence) {
        if (variance == 0) {
            return 0;
        }
        return new TDistribution(Math.max(1, variance * variance / fourth)).inverseCumulativeProbability(0.5 + confidence / 2) * Math.sqrt(variance);
    }
}
