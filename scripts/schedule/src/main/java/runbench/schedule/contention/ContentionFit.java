package runbench.schedule.contention;

import java.util.List;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.DiagonalMatrix;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Victim;

/**
 * Fits the parameters of {@link ContentionModel} to measured slow-downs by least squares of the logarithms, each
 * weighted by its interval (Levenberg-Marquardt; Nocedal, Wright, Numerical Optimization, 2006, section 10.3). The
 * search uses the logarithm of the growth and the log-odds of the knee, so that both stay in their valid range.
 */
final class ContentionFit {
    private static final double DIFFERENCE_STEP = 1e-4;
    private static final double MIN_LOG_GROWTH = -12;
    private static final double MAX_LOG_GROWTH = 4;
    /** Minimum error of a logarithm, which limits the weight of a single measurement. */
    private static final double MIN_LOG_ERROR = 0.01;
    private static final int MAX_EVALUATIONS = 400;

    private final List<CurvePoint> points;
    private final ContentionModel start;
    private final double[] victimTraffic;

    /**
     * Creates a fit.
     *
     * @param points measured points to describe
     * @param start model whose growth and knee are replaced
     * @param victimTraffic traffic of each victim alone, indexed by its ordinal
     */
    ContentionFit(List<CurvePoint> points, ContentionModel start, double[] victimTraffic) {
        this.points = points;
        this.start = start;
        this.victimTraffic = victimTraffic.clone();
    }

    ContentionModel fitted() {
        double[] target = points.stream().mapToDouble(p -> Math.log(p.slowdown())).toArray();
        double[] weights = points.stream().mapToDouble(ContentionFit::weight).toArray();
        Optimum found = new LevenbergMarquardtOptimizer()
                .optimize(new LeastSquaresBuilder().start(new double[]{Math.log(0.3), 0})
                        .model(this::valueAndJacobian)
                        .target(target)
                        .weight(new DiagonalMatrix(weights))
                        .maxEvaluations(MAX_EVALUATIONS)
                        .maxIterations(MAX_EVALUATIONS)
                        .build());
        return model(found.getPoint().toArray());
    }

    private static double weight(CurvePoint p) {
        double error = Math.max(MIN_LOG_ERROR, Math.log(p.interval().high() / p.interval().low()) / 2);
        return 1 / (error * error);
    }

    private ContentionModel model(double[] at) {
        double growth = Math.exp(Math.max(MIN_LOG_GROWTH, Math.min(MAX_LOG_GROWTH, at[0])));
        double knee = Math.min(0.999, 1 / (1 + Math.exp(-at[1])));
        return new ContentionModel(start.machine(), start.unit(), start.cpus(), start.sustained(), start.single(),
                growth, knee, start.method());
    }

    private Pair<RealVector, RealMatrix> valueAndJacobian(RealVector point) {
        double[] at = point.toArray();
        double[][] slopes = new double[points.size()][at.length];
        for (int k = 0; k < at.length; k++) {
            double[] above = at.clone();
            double[] below = at.clone();
            above[k] += DIFFERENCE_STEP;
            below[k] -= DIFFERENCE_STEP;
            double[] up = logs(model(above));
            double[] down = logs(model(below));
            for (int i = 0; i < slopes.length; i++) {
                slopes[i][k] = (up[i] - down[i]) / (2 * DIFFERENCE_STEP);
            }
        }
        return new Pair<>(new ArrayRealVector(logs(model(at)), false), new Array2DRowRealMatrix(slopes, false));
    }

    private double[] logs(ContentionModel model) {
        return points.stream().mapToDouble(p -> Math.log(slowdown(model, p, victimTraffic))).toArray();
    }

    /**
     * Returns the slow-down that a model predicts for a measured point. Antagonists at full speed wait for memory all
     * the time. Paced antagonists catch up after a delay, so their measured traffic equals their demand, and they do
     * not wait while memory sustains that traffic.
     */
    static double slowdown(ContentionModel model, CurvePoint p, double[] victimTraffic) {
        int n = 1 + p.antagonists();
        double[] demand = new double[n];
        double[] waiting = new double[n];
        demand[0] = victimTraffic[p.victim().ordinal()];
        waiting[0] = p.victim() == Victim.COMPUTE ? 0 : 1;
        boolean full = p.share() >= 1 && p.antagonist() == Antagonist.READ;
        for (int i = 1; i < n; i++) {
            demand[i] = p.antagonist() == Antagonist.SMALL ? 0 : full ? model.single() : p.traffic() / p.antagonists();
            waiting[i] = full ? 1 : 0;
        }
        double[] speeds = new double[n];
        model.speeds(n, demand, waiting, speeds);
        return 1 / speeds[0];
    }
}
