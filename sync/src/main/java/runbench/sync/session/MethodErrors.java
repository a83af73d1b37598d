package runbench.sync.session;

import java.util.List;
import runbench.sync.exchange.Injection;

/**
 * The errors of one method over all windows of a recording with known truth.
 *
 * @param method name of the method
 * @param windows number of windows
 * @param rmsNanos root mean square error of the offsets, ns
 * @param maxNanos largest error of an offset, ns
 * @param slopeMax largest error of a slope, ns per ns
 * @param inside number of windows whose guaranteed interval contains the truth
 */
public record MethodErrors(String method, int windows, double rmsNanos, double maxNanos, double slopeMax, int inside) {
    static MethodErrors of(String method, List<EstimateSession.MethodEstimate> estimates, Injection known) {
        double squares = 0;
        double max = 0;
        double slopeMax = 0;
        int inside = 0;
        for (EstimateSession.MethodEstimate e : estimates) {
            double error = e.truth().errorNanos();
            squares += error * error;
            max = Math.max(max, Math.abs(error));
            slopeMax = Math.max(slopeMax, Math.abs(e.estimate().slope() - known.ppm() * 1e-6));
            inside += e.truth().inside() ? 1 : 0;
        }
        return new MethodErrors(method, estimates.size(), Math.sqrt(squares / estimates.size()), max, slopeMax, inside);
    }
}
