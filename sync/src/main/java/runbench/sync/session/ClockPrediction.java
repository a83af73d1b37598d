package runbench.sync.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;
import runbench.sync.estimate.Estimate;

/**
 * The errors of predictions of a node's clock. The rate is learned from the first windows: it is the change of the
 * offset from the first of them to the last, divided by the time in between. The offset at each later window is
 * predicted from the first window by this rate. Source: Kobayashi, Ohkama, Fujiwara, "Design of real-time logging
 * system for PC cluster Clop", section 5.3 and figure 8.
 *
 * @param node name of the node
 * @param rate learned rate, ns per ns
 * @param learned number of windows that the rate was learned from
 * @param learnedSeconds time from the first to the last of them, s
 * @param predicted later windows in order of time; not empty
 */
public record ClockPrediction(String node, double rate, int learned, double learnedSeconds,
        List<PredictedWindow> predicted) {
    /**
     * The prediction for one window.
     *
     * @param seconds time since the first window, s
     * @param errorNanos predicted minus measured offset, ns
     * @param loNanos lowest error that the guaranteed interval of the window permits, ns; may be infinite
     * @param hiNanos highest one, ns; may be infinite
     */
    public record PredictedWindow(double seconds, double errorNanos, double loNanos, double hiNanos) {}

    public ClockPrediction {
        predicted = List.copyOf(predicted);
    }

    /**
     * Predicts the later windows of a node from the first ones.
     *
     * @param node name of the node
     * @param windows estimates of its windows in order of time, at least one
     * @param learnNanos time from the first window to the last one that the rate may be learned from, ns
     * @throws RunbenchException exit code 2: fewer than two windows to learn from, or none to predict
     */
    public static ClockPrediction of(String node, List<Estimate> windows, long learnNanos) {
        Estimate first = windows.get(0);
        List<Estimate> known = windows.stream().filter(e -> e.x0Nanos() - first.x0Nanos() <= learnNanos).toList();
        Estimate last = known.get(known.size() - 1);
        double span = last.x0Nanos() - first.x0Nanos();
        if (span <= 0) {
            throw RunbenchException
                    .badInput(node + ": has " + Units.counted(known.size(), "window") + " in the first "
                            + Durations.typed(learnNanos) + "; a rate needs two")
                    .remedy("give a longer --learn, or divide a long recording by --window");
        }
        if (known.size() == windows.size()) {
            throw RunbenchException
                    .badInput(node + ": has no window after the first " + Durations.typed(learnNanos)
                            + "; nothing can be predicted")
                    .remedy("give a shorter --learn; runbench sync measure --keep 12h records windows for hours");
        }
        double rate = change(first, last) / span;
        List<PredictedWindow> predicted = new ArrayList<>();
        for (Estimate e : windows.subList(known.size(), windows.size())) {
            double since = e.x0Nanos() - first.x0Nanos();
            double error = rate * since - change(first, e);
            predicted.add(new PredictedWindow(since * 1e-9, error, error - e.hiNanos(), error - e.loNanos()));
        }
        return new ClockPrediction(node, rate, known.size(), span * 1e-9, predicted);
    }

    /** Returns the change of the offset between two windows, ns. */
    public static double change(Estimate from, Estimate to) {
        return to.baseNanos() - from.baseNanos() + (to.offsetNanos() - from.offsetNanos());
    }

    /** Returns the window with the largest error. */
    public PredictedWindow worst() {
        return predicted.stream().max(Comparator.comparingDouble(p -> Math.abs(p.errorNanos()))).orElseThrow();
    }

    /** Returns the root mean square error, ns. */
    public double rmsNanos() {
        return Math.sqrt(predicted.stream().mapToDouble(p -> p.errorNanos() * p.errorNanos()).average().orElseThrow());
    }
}
