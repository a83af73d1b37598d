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

/**
 * The parameters of {@link ContentionModel} that describe measured slow-downs best: least squares of the logarithms,
 * each weighted by its interval (Levenberg and Marquardt's method; Nocedal, Wright, Numerical Optimization, 2006,
 * section 10.3). Growth is searched by its logarithm and the knee by its log-odds, so that both stay where they have a
 * meaning.
 */
final class ContentionFit {
    private static final double STEP = 1e-4;
    private static final double LEAST_LOG = -12;
    private static final double MOST_LOG = 4;
    /** Of a logarithm: no measurement is trusted more than this. */
    private static final double LEAST_ERROR = 0.01;
    private static final int MOST_EVALUATIONS = 400;

    private final List<CurvePoint> points;
    private final ContentionModel start;
    private final double[] victimTraffic;

    /**
     * @param points what is to be described
     * @param start whose growth and knee are replaced
     * @param victimTraffic that each victim makes alone, by its ordinal
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
                        .maxEvaluations(MOST_EVALUATIONS)
                        .maxIterations(MOST_EVALUATIONS)
                        .build());
        return model(found.getPoint().toArray());
    }

    private static double weight(CurvePoint p) {
        double error = Math.max(LEAST_ERROR, Math.log(p.interval().high() / p.interval().low()) / 2);
        return 1 / (error * error);
    }

    private ContentionModel model(double[] at) {
        double growth = Math.exp(Math.max(LEAST_LOG, Math.min(MOST_LOG, at[0])));
        double knee = Math.min(0.999, 1 / (1 + Math.exp(-at[1])));
        return new ContentionModel(start.machine(), start.unit(), start.cpus(), start.sustained(), start.single(),
                growth, knee, start.method());
    }

    private Pair<RealVector, RealMatrix> valueAndJacobian(RealVector point) {
        double[] at = point.toArray();
        double[][] slopes = new double[points.size()][at.length];
        for (int k = 0; k < at.length; k++) {
            double[] more = at.clone();
            double[] less = at.clone();
            more[k] += STEP;
            less[k] -= STEP;
            double[] up = logs(model(more));
            double[] down = logs(model(less));
            for (int i = 0; i < slopes.length; i++) {
                slopes[i][k] = (up[i] - down[i]) / (2 * STEP);
            }
        }
        return new Pair<>(new ArrayRealVector(logs(model(at)), false), new Array2DRowRealMatrix(slopes, false));
    }

    private double[] logs(ContentionModel model) {
        return points.stream().mapToDouble(p -> Math.log(slowdown(model, p, victimTraffic))).toArray();
    }

    /**
     * What a model says of a measured point. Antagonists at full speed wait for memory all the time; those that are
     * paced make up for what they wait, so that the traffic that they made is what they ask for, and they wait for
     * nothing as long as memory carries it.
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
