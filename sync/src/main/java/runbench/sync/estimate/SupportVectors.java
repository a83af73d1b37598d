package runbench.sync.estimate;

import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.DelayEnvelope.BurstEnvelope;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.ReferenceMethods.TheilSenMinimum;

/**
 * The soft-margin line between forward and backward differences after two filters. Coded probes: a pair of successive
 * probes that kept its spacing met no queue. Residuals: the line is relative to a robust line. <p>Training is dual
 * coordinate descent (Hsieh et al., A dual coordinate descent method for large-scale linear SVM, ICML 2008, algorithm
 * 1). Features are scaled to the window and to the median width of the bursts.
 */
public final class SupportVectors implements Estimator {
    private static final double PENALTY = 100;
    private static final int EPOCHS = 300;
    private static final double PURE_SHARE = 0.5;
    /**
     * Largest number of probes in training, which visits each of them some hundred times. Longer recordings contribute
     * evenly spread probes.
     */
    private static final int MAX_PROBES = 20_000;

    @Override
    public String name() {
        return "svm";
    }

    @Override
    public String source() {
        return "Geng, Liu, Yin, Naik, Prabhakar, Rosenblum, Vahdat: Exploiting a natural network effect for scalable,"
                + " fine-grained clock synchronization (Huygens), NSDI 2018, sections 4.1-4.2";
    }

    @Override
    public ClockLine fit(Probes p) {
        ClockLine rough = TheilSenMinimum.throughQuickest(p);
        double half = p.roundTripMin() / 2;
        double scaleX = Math.max(1, p.received[p.size() - 1] - p.sent[0]) / 2;
        double middle = p.sent[0] + scaleX;
        BurstEnvelope envelope = BurstEnvelope.ofLine(rough, p);
        double scaleY = Math.max(1, Statistics.median(envelope.width()) / 2);
        boolean[] pure = pureProbes(p);
        int n = 0;
        double[] u = new double[2 * p.size()];
        double[] v = new double[2 * p.size()];
        int[] label = new int[2 * p.size()];
        int stride = Math.max(1, p.size() / MAX_PROBES);
        for (int i = 0; i < p.size(); i++) {
            if (pure[i] && i % stride == 0) {
                double xUp = p.sent[i] + half;
                double xDown = p.received[i] - half;
                u[n] = (xUp - middle) / scaleX;
                v[n] = (p.forward[i] - rough.at(xUp)) / scaleY;
                label[n++] = 1;
                u[n] = (xDown - middle) / scaleX;
                v[n] = (p.backward[i] - rough.at(xDown)) / scaleY;
                label[n++] = -1;
            }
        }
        double[] w = train(u, v, label, n);
        if (w[1] <= 0) {
            return rough;
        }
        double slope = -w[0] / w[1] * scaleY / scaleX;
        double offset = -w[2] / w[1] * scaleY;
        return rough.plus(ClockLine.through(middle, offset, slope));
    }

    /**
     * Returns a mark for each probe of the pure half. Pure pairs of successive probes changed their spacing least in
     * both directions.
     */
    private static boolean[] pureProbes(Probes p) {
        double[] change = new double[p.size()];
        for (int k = 0; k < p.bursts(); k++) {
            for (int i = p.burstStart[k]; i < p.burstStart[k + 1]; i++) {
                int next = i + 1 < p.burstStart[k + 1] ? i + 1 : Math.max(p.burstStart[k], i - 1);
                change[i] = Math.abs(p.forward[next] - p.forward[i]) + Math.abs(p.backward[next] - p.backward[i]);
            }
        }
        double limit = Quantile.LINEAR.of(change, PURE_SHARE);
        boolean[] pure = new boolean[p.size()];
        for (int i = 0; i < pure.length; i++) {
            pure[i] = change[i] <= limit;
        }
        return pure;
    }

    /** Returns the weights of u, v and 1. */
    private static double[] train(double[] u, double[] v, int[] label, int n) {
        double[] alpha = new double[n];
        double[] w = new double[3];
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            double moved = 0;
            for (int k = 0; k < n; k++) {
                // A step coprime with most n visits all points in a scattered but repeatable order.
                int i = (int) ((k * 7919L + epoch) % n);
                double gradient = label[i] * (w[0] * u[i] + w[1] * v[i] + w[2]) - 1;
                double norm = u[i] * u[i] + v[i] * v[i] + 1;
                double next = Math.min(PENALTY, Math.max(0, alpha[i] - gradient / norm));
                double step = (next - alpha[i]) * label[i];
                alpha[i] = next;
                w[0] += step * u[i];
                w[1] += step * v[i];
                w[2] += step;
                moved = Math.max(moved, Math.abs(step));
            }
            if (moved < 1e-6) {
                break;
            }
        }
        return w;
    }
}
